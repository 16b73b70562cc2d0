import { isNode, lineAt, type Node, nameOf, nodesOf, type ParsedFile, parsed } from './parsed.ts'

/** A statement that a repository runs, as PostgreSQL gets it, and the type of its rows. */
export type Statement = { readonly at: string; readonly text: string; readonly row: Node; readonly file: ParsedFile }

/** Returns every sql<Row>`…` statement of a file, with inserted fragments from other statements. */
export function statementsOf(file: ParsedFile): Statement[] {
  return file.nodes.flatMap((node) => {
    const [row] = isNode(node.typeArguments) ? nodesOf(node.typeArguments.params) : []
    if (!isSql(node) || !row) return []
    const next = counter()
    return [{ at: `${file.path}:${lineAt(file, node.start)}`, text: textOf(node, file, next), row, file }]
  })
}

const isSql = (node: Node): boolean => node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql'

function counter(): () => number {
  let count = 0
  return () => ++count
}

/** Returns the text of a template in which fragments are inserted and each value is replaced by a parameter. */
function textOf(template: Node, file: ParsedFile, next: () => number): string {
  const quasi = isNode(template.quasi) ? template.quasi : template
  const values = nodesOf(quasi.expressions)
  return nodesOf(quasi.quasis)
    .map((part, place) => {
      const before = String(Reflect.get(Object(part.value), 'cooked'))
      const value = values[place]
      return value ? before + (fragmentOf(value, file, next) ?? `$${next()}`) : before
    })
    .join('')
}

/** Returns the SQL of an expression; undefined if it is a value. */
function fragmentOf(node: Node, file: ParsedFile, next: () => number): string | undefined {
  if (isSql(node)) return textOf(node, file, next)
  if (node.type === 'ConditionalExpression')
    return firstOf([node.alternate, node.consequent], (branch) => fragmentOf(branch, file, next))
  if (node.type === 'LogicalExpression') return firstOf([node.right], (branch) => fragmentOf(branch, file, next))
  const name = nameOf(node) ?? nameOf(node.callee)
  if (node.type === 'CallExpression' && name === undefined) return rawOf(node)
  if (name === undefined) return undefined
  const from = file.imports.get(name)
  const home = from ? parsed(from.path) : file
  const value = home?.values.get(from?.name ?? name)
  return home && value && value !== node ? fragmentIn(value, home, next) : undefined
}

/** Returns the SQL of a constant, or of a function's result. */
function fragmentIn(value: Node, home: ParsedFile, next: () => number): string | undefined {
  if (!/Function/.test(value.type)) return fragmentOf(value, home, next)
  if (isNode(value.body) && value.body.type !== 'BlockStatement') return fragmentOf(value.body, home, next)
  const returns = home.nodes.filter(
    (node) => node.type === 'ReturnStatement' && node.start > value.start && node.start < Number(value.end),
  )
  return firstOf(
    returns.toReversed().map(({ argument }) => argument),
    (one) => fragmentOf(one, home, next),
  )
}

/** Returns the text of sql.raw('…') and sql.ref('…'). */
function rawOf(call: Node): string | undefined {
  const [text] = nodesOf(call.arguments)
  const isRaw = isNode(call.callee) && nameOf(call.callee.object) === 'sql'
  return isRaw && text?.type === 'Literal' ? String(text.value) : undefined
}

function firstOf<T>(nodes: readonly unknown[], find: (node: Node) => T | undefined): T | undefined {
  for (const node of nodes) {
    const found = isNode(node) ? find(node) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
