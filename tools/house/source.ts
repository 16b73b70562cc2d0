import { parseAst } from 'vitest/node'
import type { Tree } from './tree.ts'

/** A node of the syntax tree (ESTree with TypeScript's additions). */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

export type Import = {
  readonly specifier: string
  readonly line: number
  /** True for `export … from`, which makes a barrel. */
  readonly reExport: boolean
  /** True if the import is erased before the code runs, so that it cannot make a cycle at run time. */
  readonly typeOnly: boolean
  /** The local names of the imports. */
  readonly names: readonly string[]
  readonly node: Node
}

/** One parsed TypeScript file. */
export type Source = {
  readonly path: string
  readonly text: string
  readonly program: Node
  readonly imports: readonly Import[]
  readonly parseError?: string
}

const cache = new WeakMap<Tree, Map<string, Source>>()
const EMPTY: Node = { type: 'Program', start: 0, end: 0, body: [] }

/** Returns the parsed file; one that cannot be parsed is empty and carries the error. */
export function source(tree: Tree, path: string): Source {
  const files = cache.get(tree) ?? new Map<string, Source>()
  cache.set(tree, files)
  const known = files.get(path)
  if (known) return known
  const parsed = parse(path, tree.read(path))
  files.set(path, parsed)
  return parsed
}

/** Returns all TypeScript files of the tree, parsed. */
export function sources(tree: Tree): Source[] {
  return tree
    .files()
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => source(tree, file))
}

function parse(path: string, text: string): Source {
  try {
    const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.d.ts') ? 'dts' : 'ts'
    const program: Node = { ...parseAst(text, { lang, astType: 'ts' }, path) }
    return { path, text, program, imports: importsOf(program, text) }
  } catch (error) {
    return { path, text, program: EMPTY, imports: [], parseError: String(error).split('\n')[0] ?? '' }
  }
}

/** True if a value is a node of the syntax tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
}

/** Returns the node and all nodes below it, in the order of the text. */
export function descendants(node: Node): Node[] {
  const found: Node[] = []
  collect(node, found)
  return found
}

function collect(node: Node, found: Node[]): void {
  found.push(node)
  for (const member in node) {
    const value = node[member]
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) collect(item, found)
    } else if (isNode(value)) collect(value, found)
  }
}

/** The nodes of each file by their types: a dozen rules ask for them, and walking through all files for each would take seconds. */
const indexes = new WeakMap<Node, ReadonlyMap<string, readonly Node[]>>()

/** Returns the nodes of some types in a file, in the order of the text. */
export function nodesOf(file: Pick<Source, 'program'>, ...types: readonly string[]): Node[] {
  const index = indexes.get(file.program) ?? Map.groupBy(descendants(file.program), ({ type }) => type)
  indexes.set(file.program, index)
  const found = types.flatMap((type) => index.get(type) ?? [])
  return types.length === 1 ? found : found.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Returns the line of a node, counted from 1. */
export function lineOf(file: { readonly text: string }, node: Node): number {
  return file.text.slice(0, node.start).split('\n').length
}

/** Returns `a.b.c` for a member expression or identifier, ignoring optional chaining; undefined for anything else. */
export function dotted(expression: unknown): string | undefined {
  const node = unwrapped(expression)
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'ChainExpression') return dotted(node.expression)
  if (node.type !== 'MemberExpression') return undefined
  const object = dotted(node.object)
  const property = node.computed ? stringOf(node.property) : dotted(node.property)
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

/** Returns the text of a string literal, or of a template with … for each part that is computed. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((part) => Reflect.get(Reflect.get(part, 'value'), 'cooked')).join('…')
}

/** Returns the expression inside type syntax that the compiler erases: `x as T`, `x satisfies T`, `x!`. */
export function unwrapped(node: unknown): unknown {
  if (!isNode(node)) return node
  const erased = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression']
  return erased.includes(node.type) ? unwrapped(node.expression) : node
}

/** Returns the arguments of a call, without type syntax that the compiler erases. */
export function argumentsOf(call: Node): Node[] {
  return Array.isArray(call.arguments) ? call.arguments.map(unwrapped).filter(isNode) : []
}

/** Returns the value of a property of an object literal. */
export function propertyOf(object: Node, name: string): Node | undefined {
  const properties = Array.isArray(object.properties) ? object.properties.filter(isNode) : []
  const found = properties.find((property) => keyOf(property) === name)
  const value = unwrapped(found?.value)
  return isNode(value) ? value : undefined
}

function keyOf(property: Node): string | undefined {
  return property.computed ? undefined : (stringOf(property.key) ?? dotted(property.key))
}

function importsOf(program: Node, text: string): Import[] {
  const found: Import[] = []
  for (const node of nodesOf({ program }, ...IMPORTING)) {
    const specifier = stringOf(specifierOf(node))
    if (specifier === undefined) continue
    found.push({
      specifier,
      line: lineOf({ text }, node),
      reExport: node.type.startsWith('Export'),
      typeOnly: isTypeOnly(node),
      names: specifiersOf(node).flatMap((each) => dotted(each.local) ?? []),
      node,
    })
  }
  return found
}

const STATEMENTS = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']
const IMPORTING = [...STATEMENTS, 'TSImportType', 'NewExpression']

/** Returns what a node imports: statements, `import()`, the types of `import('…')`, and files named as `new URL('./…')`. */
function specifierOf(node: Node): unknown {
  if (STATEMENTS.includes(node.type)) return node.source
  if (node.type === 'TSImportType') return node.source ?? node.argument
  if (node.type !== 'NewExpression' || dotted(node.callee) !== 'URL') return undefined
  const [file] = argumentsOf(node)
  return /^\.{1,2}\/.*\.tsx?$/.test(stringOf(file) ?? '') ? file : undefined
}

function isTypeOnly(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const names = specifiersOf(node)
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}

function specifiersOf(node: Node): Node[] {
  return Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
}
