import { type Rule, type Tree, textFiles, type Violation } from './tree.ts'

/** Where the documents lie that sources cite by name and section. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  spec: 'docs/spec/spec.md',
  decisions: 'docs/spec/decisions.md',
  ux: 'docs/spec/ux.md',
  reliability: 'docs/spec/reliability.md',
  performance: 'docs/spec/performance.md',
  domain: 'docs/domain/domain.md',
  house: 'docs/house.md',
}

const NAMES = Object.keys(DOCUMENTS).join('|')
const SECTION = '([A-Z]\\d+|\\d+(?:\\.\\d+)*|\\([a-z]\\))'
/** Between a name and its section a line of a comment may end. */
const GAP = '[\\s*/`,]*'
/** `domain.md C7`, `ux.md §3.1`, `domain.md, part 3`, and `performance.md` alone. */
const BY_FILE = new RegExp(`(?<![\\w/-])(${NAMES})\\.md(?:${GAP}(?:§\\s*|part${GAP})?${SECTION}(?![\\w-]))?`, 'g')
/** `spec §3`: the name of the document alone, which needs the sign. */
const BY_SIGN = new RegExp(`(?<![\\w/-])(${NAMES})\\s§\\s?${SECTION}`, 'g')
/** A name that ends in .md and looks like a section follows, but no document here has it. */
const UNKNOWN = /(?<![\w/-])([a-z-]+)\.md\s§/g

export const citations: Rule = {
  name: 'each document and section that is cited exists',
  check: (tree) => {
    const known = new Map(Object.entries(DOCUMENTS).map(([name, path]) => [name, sectionsOf(tree, path)]))
    const files = textFiles(tree).filter((file) => !/^tools\/house(\/|\.)|\.reference\.json$/.test(file))
    return files.flatMap((file) => {
      const text = tree.read(file)
      const cited = [...text.matchAll(BY_FILE), ...text.matchAll(BY_SIGN)]
      const strange = [...text.matchAll(UNKNOWN)].filter(([, name = '']) => !(name in DOCUMENTS))
      return [
        ...cited.flatMap((found) => judged(file, text, found, known.get(found[1] ?? ''))),
        ...strange.map((found) => at(file, text, found, `cites ${found[1]}.md, which is no document of ours.`)),
      ]
    })
  },
}

function judged(
  file: string,
  text: string,
  found: RegExpExecArray,
  known: ReadonlySet<string> | undefined,
): Violation[] {
  const [, name = '', section] = found
  const path = DOCUMENTS[name]
  if (known === undefined) return [at(file, text, found, `cites ${path}, which does not exist.`)]
  if (section === undefined || known.has(section)) return []
  return [at(file, text, found, `cites section ${section} of ${path}, which has none of that number.`)]
}

function at(file: string, text: string, found: RegExpExecArray, message: string): Violation {
  return { file, line: text.slice(0, found.index).split('\n').length, message }
}

/** The numbers of a document: of its headings, of the items of its lists, and of the rules that begin in bold type. */
function sectionsOf(tree: Tree, path: string): ReadonlySet<string> | undefined {
  if (!tree.files().includes(path)) return undefined
  const begins = new RegExp(`^(?:#+ |- \\*\\*)?${SECTION}(?=[.:* ])`, 'gm')
  return new Set([...tree.read(path).matchAll(begins)].map((found) => found[1] ?? ''))
}
