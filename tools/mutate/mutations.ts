import { descendants, isNode, lineOf, type Node, type Source } from '../house/source.ts'

/** One small change of one file that a test should notice. */
export type Mutation = {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}
const NAMES: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  sin: 'cos',
  cos: 'sin',
  some: 'every',
  every: 'some',
}

/** Returns every change that can be made in a file: of operators, conditions, numbers, truth values, steps of arithmetic and statements. */
export function mutationsOf(file: Source): Mutation[] {
  const nodes = descendants(file.program)
  const silent = nodes.flatMap((node) => partsWithoutEffect(file, node))
  const isSilent = ({ start, end }: Node) => silent.some((each) => each.start <= start && end <= each.end)
  return nodes.filter((node) => !isSilent(node)).flatMap((node) => changesOf(file, node))
}

/**
 * Returns parts of a file that do not influence its results. Types, as in `readonly ok: true`, are gone when the program runs. `meta()`, EXAMPLE and
 * ENTRY_EXAMPLE contain words and examples of the documentation. The value after `list[0] ??`, after `list.at(-1)?.time ??` and in `const [first = 0]
 * = list` is there only for the compiler.
 */
function partsWithoutEffect(file: Source, { type, ...node }: Node): Node[] {
  if (type === 'TSLiteralType') return [{ type, ...node }]
  if (type === 'VariableDeclarator' && isNode(node.id) && isNode(node.init))
    return /\bEXAMPLE|_EXAMPLE/.test(textOf(file, node.id)) ? [node.init] : []
  if (type === 'ArrayPattern' && Array.isArray(node.elements))
    return node.elements
      .filter(isNode)
      .flatMap((one) => (one.type === 'AssignmentPattern' && isNode(one.right) ? [one.right] : []))
  if (type === 'LogicalExpression' && isNode(node.left) && isNode(node.right))
    return node.operator === '??' && /\[|\.at\(/.test(textOf(file, node.left)) ? [node.right] : []
  if (type !== 'CallExpression' || !isNode(node.callee) || !isNode(node.callee.property)) return []
  const isMeta = textOf(file, node.callee.property) === 'meta'
  return isMeta && Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
}

function changesOf(file: Source, node: Node): Mutation[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(file, node)
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(node.test) ? [change(file, node.test, 'false'), change(file, node.test, 'true')] : []
    case 'UnaryExpression':
      return isNode(node.argument) && (node.operator === '!' || node.operator === '-')
        ? [change(file, node, `(${textOf(file, node.argument)})`)]
        : []
    case 'Literal':
      return changeLiteral(file, node)
    case 'MemberExpression':
      return isNode(node.property) && node.computed !== true ? swapName(file, node.property) : []
    case 'ExpressionStatement':
      return isNode(node.expression) && removable(node.expression) ? [change(file, node, ';')] : []
    default:
      return []
  }
}

/** True for a call whose result is unused; other statements stay, because they may be a directive or a destructuring that others need. */
function removable({ type, argument }: Node): boolean {
  return (
    type === 'CallExpression' || (type === 'AwaitExpression' && isNode(argument) && argument.type === 'CallExpression')
  )
}

function swapOperator(file: Source, node: Node): Mutation[] {
  const { left, right } = node
  const after = OPERATORS[String(node.operator)]
  if (after === undefined || !isNode(left) || !isNode(right)) return []
  // A + that joins texts cannot become a subtraction.
  if (node.operator === '+' && [left, right].some(isText)) return []
  const between = file.text.slice(left.end, right.start)
  const at = left.end + between.indexOf(String(node.operator))
  return at < left.end ? [] : [changeAt(file, { start: at, end: at + String(node.operator).length, after })]
}

function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
}

function changeLiteral(file: Source, node: Node): Mutation[] {
  if (node.value === true || node.value === false) return [change(file, node, String(!node.value))]
  if (typeof node.value !== 'number') return []
  return [change(file, node, String(otherNumber(node.value, textOf(file, node))))]
}

/**
 * Returns the number that replaces a number. Places and counts change by one. Other numbers are doubled: a change by a tenth would test the second
 * digit of every time limit and size, which nothing promises, and a test of that digit would only repeat the line. A tolerance written as a power of
 * ten states an order of magnitude, so it becomes the next one. Where digits matter, as in a physical constant, a test that compares with a published
 * value notices the doubled number as well as one changed by a tenth.
 */
function otherNumber(value: number, text: string): number {
  if (Number.isInteger(value) && value < 10) return value + 1
  return /^1e-?\d+$/.test(text) ? Number((value * 10).toPrecision(12)) : value * 2
}

function swapName(file: Source, property: Node): Mutation[] {
  const name = textOf(file, property)
  // Every object has a property `toString`, so the table is read only by its own names.
  const after = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
  return after === undefined ? [] : [change(file, property, after)]
}

const textOf = ({ text }: Source, { start, end }: Node) => text.slice(start, end)

function change(file: Source, { start, end }: Node, after: string): Mutation {
  return changeAt(file, { start, end, after })
}

function changeAt(
  file: Source,
  { start, end, after }: { readonly start: number; readonly end: number; readonly after: string },
): Mutation {
  const line = lineOf(file, { type: 'Place', start, end })
  return { file: file.path, line, start, end, before: file.text.slice(start, end), after }
}

/** Returns the text of a file with the change made. */
export function applied(text: string, { start, end, after }: Mutation): string {
  return `${text.slice(0, start)}${after}${text.slice(end)}`
}
