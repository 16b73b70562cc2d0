import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vitest/node'

/** A node of the syntax tree (ESTree with TypeScript's additions). */
export type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined

/** A TypeScript file with its imports, and with its declarations of values and of types by name. */
export type ParsedFile = {
  readonly path: string
  readonly text: string
  readonly nodes: readonly Node[]
  readonly values: ReadonlyMap<string, Node>
  readonly types: ReadonlyMap<string, Node>
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

const ROOT = join(import.meta.dirname, '../../../..')
const files = new Map<string, ParsedFile | undefined>()

/** Returns the file at a path relative to the root; undefined if it is not a file of the project. */
export function parsed(path: string): ParsedFile | undefined {
  if (!files.has(path))
    files.set(path, existsSync(join(ROOT, path)) ? parse(path, readFileSync(join(ROOT, path), 'utf8')) : undefined)
  return files.get(path)
}

/** Parses a text as if it were in a file. */
export function parse(path: string, text: string): ParsedFile {
  const nodes = below({ ...parseAst(text, { lang: 'ts', astType: 'ts' }, path) })
  const values = new Map<string, Node>()
  const types = new Map<string, Node>()
  const imports = new Map<string, { path: string; name: string }>()
  for (const node of nodes) {
    const name = nameOf(node.id)
    if (node.type === 'VariableDeclarator' && name && isNode(node.init)) values.set(name, node.init)
    if (node.type === 'FunctionDeclaration' && name) values.set(name, node)
    if (node.type === 'TSTypeAliasDeclaration' && name && isNode(node.typeAnnotation))
      types.set(name, node.typeAnnotation)
    if (node.type === 'TSInterfaceDeclaration' && name) types.set(name, node)
    if (node.type !== 'ImportDeclaration' || !isNode(node.source)) continue
    const from = resolved(path, String(node.source.value))
    for (const one of nodesOf(node.specifiers))
      imports.set(nameOf(one.local) ?? '', { path: from, name: nameOf(one.imported) ?? '' })
  }
  return { path, text, nodes, values, types, imports }
}

function resolved(path: string, specifier: string): string {
  const own = /^@apsis\/(.+)$/.exec(specifier)
  return own?.[1] ?? join(dirname(path), specifier)
}

function below(node: Node): Node[] {
  const found: Node[] = [node]
  for (const value of Object.values(node))
    for (const child of isNode(value) ? [value] : nodesOf(value)) found.push(...below(child))
  return found
}

/** Returns the line number of a position in a file, from 1. */
export const lineAt = (file: ParsedFile, start: number): number => file.text.slice(0, start).split('\n').length
