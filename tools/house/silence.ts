import {
  argumentsOf,
  descendants,
  dotted,
  isNode,
  lineOf,
  type Node,
  nodesOf,
  propertyOf,
  type Source,
  source,
  sources,
  stringOf,
} from './source.ts'
import { isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

const LIST = 'web/api/silence.data.ts'
/** Matches the modules that call the API. A file that imports one of them, or reads the cache directly, may catch the failure of a call. */
const CALLERS = /\/api\/(call|trial)\.ts$/
const BY_HAND = /\.(fetchQuery|mutateAsync)$/
/** The functions that report a failure to the user. */
const TELLS = /^(raise|raisedBy)$/

/** This rule checks only web; the calls in web/api pass every failure on to their callers. */
export const silence: Rule = {
  name: 'a failure is silent only for a reason that is written down',
  check: (tree) => {
    const files = sources(tree).filter(
      ({ path }) => path.startsWith('web/') && !path.startsWith('web/api/') && !isTestCode(path),
    )
    const asked = files.flatMap(silentMetas)
    const caught = files.flatMap((file) => catches(file).map((node) => ({ file, node })))
    return [...unlisted(tree, asked), ...uncaught(tree, caught), ...unused(tree, asked, caught)]
  },
}

type SilentCall = { readonly file: Source; readonly node: Node; readonly name: string | undefined }
type CatchClause = { readonly file: Source; readonly node: Node }

function silentMetas(file: Source): SilentCall[] {
  return nodesOf(file, 'ObjectExpression').flatMap((object) => {
    const node = propertyOf(object, 'silent')
    return node === undefined ? [] : [{ file, node, name: stringOf(node) }]
  })
}

function unlisted(tree: Tree, asked: readonly SilentCall[]): Violation[] {
  const known = namesIn(tree, 'SILENT_WORK')
  return asked
    .filter(({ name }) => name === undefined || !known.has(name))
    .map(({ file, node, name }) => ({
      file: file.path,
      line: lineOf(file, node),
      message: `is silent for no listed reason (${name ?? 'not a name'}): add it to SILENT_WORK in ${LIST} with the reason, or raise it.`,
    }))
}

function uncaught(tree: Tree, caught: readonly CatchClause[]): Violation[] {
  const known = namesIn(tree, 'CAUGHT')
  return caught
    .filter(({ file }) => !known.has(file.path))
    .map(({ file, node }) => ({
      file: file.path,
      line: lineOf(file, node),
      message: `catches the failure of a call and tells nobody: raise it, throw it again, or add the file to CAUGHT in ${LIST} with the reason.`,
    }))
}

function unused(tree: Tree, asked: readonly SilentCall[], caught: readonly CatchClause[]): Violation[] {
  const used = new Set([...asked.map(({ name }) => name), ...caught.map(({ file }) => file.path)])
  const all = [...namesIn(tree, 'SILENT_WORK'), ...namesIn(tree, 'CAUGHT')]
  return all
    .filter(([name]) => !used.has(name))
    .map(([name, line]) => ({ file: LIST, line, message: `lists "${name}", and nothing is silent for it: remove it.` }))
}

/** Returns the places at which a file catches failures of its calls and neither throws nor reports them. */
function catches(file: Source): Node[] {
  const calls = nodesOf(file, 'CallExpression')
  const asks =
    file.imports.some(({ specifier, typeOnly }) => !typeOnly && CALLERS.test(specifier)) ||
    calls.some(({ callee }) => BY_HAND.test(`.${dotted(callee) ?? ''}`))
  if (!asks) return []
  const handlers = calls.flatMap((node) => {
    const name = calledMember(node)
    const [first, second] = argumentsOf(node)
    const handler = name === 'catch' ? first : name === 'then' ? second : undefined
    return handler !== undefined && !tells(handler) ? [node] : []
  })
  // The result of `allSettled` may be examined anywhere later in the same file.
  const settled = tells(file.program) ? [] : calls.filter((node) => calledMember(node) === 'allSettled')
  return [...nodesOf(file, 'CatchClause').filter((node) => !tells(node)), ...handlers, ...settled]
}

function calledMember({ callee }: Node): string | undefined {
  return isNode(callee) && callee.type === 'MemberExpression' ? dotted(callee.property) : undefined
}

function tells(node: Node): boolean {
  return descendants(node).some(
    (one) => one.type === 'ThrowStatement' || (one.type === 'CallExpression' && TELLS.test(dotted(one.callee) ?? '')),
  )
}

/** Returns the keys of one of the lists, each with its line; none if the list does not exist. */
function namesIn(tree: Tree, list: string): Map<string, number> {
  if (!tree.files().includes(LIST)) return new Map()
  const file = source(tree, LIST)
  const declared = nodesOf(file, 'VariableDeclarator').find(({ id }) => dotted(id) === list)
  const entries = declared ? descendants(declared).filter(({ type }) => type === 'Property') : []
  return new Map(
    entries.flatMap((entry) => {
      const name = stringOf(entry.key) ?? dotted(entry.key)
      return name === undefined ? [] : [[name, lineOf(file, entry)] as const]
    }),
  )
}
