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

/** Every change that can be made in a file: operators, conditions, numbers, truth values, steps of arithmetic, statements. */
export function mutationsOf(file: Source): Mutation[] {
  const nodes = descendants(file.program)
  const silent = nodes.flatMap((node) => partsWithoutEffect(file, node))
  const isSilent = ({ start, end }: Node) => silent.some((each) => each.start <= start && end <= each.end)
  return nodes.filter((node) => !isSilent(node)).flatMap((node) => changesOf(file, node))
}

/**
 * Types, as in `readonly ok: true`, are gone when the program runs; `meta()`, EXAMPLE and ENTRY_EXAMPLE hold words and examples of the
 * documentation; the value behind `list[0] ??`, behind `list.at(-1)?.time ??` and in `const [first = 0] = list` is there for the
 * compiler.
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

/** A call for its effect; what is not a call is left, as it may be a directive or a destructuring that others need. */
function removable({ type, argument }: Node): boolean {
  return (
    type === 'CallExpression' || (type === 'AwaitExpression' && isNode(argument) && argument.type === 'CallExpression')
  )
}

function swapOperator(file: Source, node: Node): Mutation[] {
  const { left, right } = node
  const after = OPERATORS[String(node.operator)]
  if (after === undefined || !isNode(left) || !isNode(right)) return []
  // Texts are joined by +, and cannot be subtracted.
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
 * Places and counts change by one. Other numbers are doubled: by a tenth asked for the second digit of every time limit and size,
 * which nothing promises, and a test of that digit would only repeat the line. A tolerance that is written as a power of ten states
 * an order of magnitude, so it becomes the next one. Where a number's digits do matter, as in a physical constant, a test that
 * compares with a published value notices the double as it noticed the tenth.
 */
function otherNumber(value: number, text: string): number {
  if (Number.isInteger(value) && value < 10) return value + 1
  return /^1e-?\d+$/.test(text) ? Number((value * 10).toPrecision(12)) : value * 2
}

function swapName(file: Source, property: Node): Mutation[] {
  const name = textOf(file, property)
  // `toString` is a name of every object, and has no other one in the table.
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

/** The text of a file with the change made. */
export function applied(text: string, { start, end, after }: Mutation): string {
  return `${text.slice(0, start)}${after}${text.slice(end)}`
}
