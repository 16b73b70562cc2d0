import { slowOn } from './pattern.ts'
import { ALLOWED_PATTERNS } from './patterns.data.ts'
import { argumentsOf, dotted, lineOf, type Node, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isTestCode, memberOf, type Rule, type Tree, type Violation } from './tree.ts'

const MEMBERS = ['astro', 'ccsds', 'cli', 'contract', 'engine', 'identity', 'server', 'web']
const LIST = 'tools/house/patterns.data.ts'

/**
 * One expression that takes more than linear time can block a process with one long text. The rule derives the text from the structure of the
 * expression, and measures no time, so the result is the same on every machine. It cannot see an expression that is built while the program runs.
 */
export const linearPatterns: Rule = {
  name: 'a regular expression takes linear time',
  check: (tree) => {
    const found = sources(tree).filter(isRun).flatMap(patternsIn)
    const slow = found.flatMap((one) => {
      const text = slowOn(one.source, one.flags)
      return text === undefined ? [] : [{ ...one, ...text, written: `/${one.source}/${one.flags}` }]
    })
    const violations = slow.flatMap(({ file, line, written, prefix, pump, suffix, isExponential }): Violation[] => {
      if (written in ALLOWED_PATTERNS) return []
      const text = `${JSON.stringify(prefix)}, ${JSON.stringify(pump)} again and again, ${JSON.stringify(suffix)}`
      const how = isExponential ? 'exponential' : 'more than linear'
      return [{ file, line, message: `${written} takes ${how} time on ${text}: let it begin at one place alone.` }]
    })
    return [...violations, ...unused(tree, new Set(slow.map(({ written }) => written)))]
  },
}

/** True for files that read texts while the product runs: neither tests nor files that build it. */
const isRun = ({ path }: Source) =>
  MEMBERS.includes(memberOf(path)) && !isTestCode(path) && !/\.(?:config|setup)\.ts$/.test(path)

type Pattern = { readonly file: string; readonly line: number; readonly source: string; readonly flags: string }

function patternsIn(file: Source): Pattern[] {
  const at = (node: Node) => ({ file: file.path, line: lineOf(file, node) })
  const literals = nodesOf(file, 'Literal').flatMap((node): Pattern[] => {
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } }
    return regex === undefined ? [] : [{ ...at(node), source: regex.pattern, flags: regex.flags }]
  })
  const made = nodesOf(file, 'NewExpression').flatMap((node): Pattern[] => {
    const [source, flags] = argumentsOf(node).map(stringOf)
    if (dotted(node.callee) !== 'RegExp' || source === undefined || source.includes('…')) return []
    return [{ ...at(node), source, flags: flags ?? '' }]
  })
  return [...literals, ...made]
}

/** Finds unused exceptions, only in the project itself: a tree made by a test has no list of its own. */
function unused(tree: Tree, slow: ReadonlySet<string>): Violation[] {
  if (!tree.files().includes(LIST)) return []
  const lines = tree.read(LIST).split('\n')
  return Object.keys(ALLOWED_PATTERNS)
    .filter((written) => !slow.has(written))
    .map((written) => ({
      file: LIST,
      line:
        1 +
        Math.max(
          0,
          lines.findIndex((line) => line.includes(JSON.stringify(written).slice(1, 20))),
        ),
      message: `lists ${written}, which no file has or which is linear: remove it.`,
    }))
}
