import { LONG_FUNCTIONS } from './functions.data.ts'
import { dotted, isNode, lineOf, type Node, nodesOf, type Source, source, sources } from './source.ts'
import { isTestCode, memberOf, type Rule } from './tree.ts'

const MEMBERS = new Set(['astro', 'ccsds', 'contract', 'engine', 'server', 'web', 'identity', 'cli'])
const MOST_LINES = 60

/** A function fits on a screen, so that a reader sees its beginning and its end together (docs/house.md §3.8). */
export const functionSizes: Rule = {
  name: 'functions have at most 60 lines',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.has(memberOf(path)) && !isTestCode(path))
      .flatMap((file) =>
        longFunctionsOf(file)
          .filter(({ name }) => LONG_FUNCTIONS[`${file.path} ${name}`] === undefined)
          .map(({ name, node, lines }) => ({
            file: file.path,
            line: lineOf(file, node),
            message: `${name} has ${lines} lines of at most ${MOST_LINES}: split it, or list it in LONG_FUNCTIONS with the reason.`,
          })),
      ),
}

const LIST = 'tools/house/functions.data.ts'

/** A function that was split or removed leaves the list, so that the list tells what is still too long. */
export const listedFunctions: Rule = {
  name: 'listed long functions are still long',
  check: (tree) => {
    if (!tree.files().includes(LIST)) return []
    const list = source(tree, LIST)
    const long = new Set(
      sources(tree).flatMap((file) => longFunctionsOf(file).map(({ name }) => `${file.path} ${name}`)),
    )
    return nodesOf(list, 'Property').flatMap(({ key }) =>
      isNode(key) && typeof key.value === 'string' && !long.has(key.value)
        ? [
            {
              file: LIST,
              line: lineOf(list, key),
              message: `${key.value} is gone, or has at most ${MOST_LINES} lines: take it off the list.`,
            },
          ]
        : [],
    )
  },
}

type Long = { readonly name: string; readonly node: Node; readonly lines: number }

/** Functions with a name: those inside of them are counted with them. */
export function longFunctionsOf(file: Source): Long[] {
  const declared = nodesOf(file, 'FunctionDeclaration').map((node) => ({ name: dotted(node.id), node }))
  const assigned = nodesOf(file, 'VariableDeclarator')
    .filter(({ init }) => isNode(init) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(init.type))
    .map((node) => ({ name: dotted(node.id), node }))
  return [...declared, ...assigned].flatMap(({ name, node }) => {
    const lines = file.text.slice(node.start, node.end).split('\n').length
    return name !== undefined && lines > MOST_LINES ? [{ name, node, lines }] : []
  })
}
