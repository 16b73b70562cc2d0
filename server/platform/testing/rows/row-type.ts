import { isNode, type Node, nameOf, nodesOf, type ParsedFile, parsed } from './parsed.ts'

/** The type of a member of a row. `any` means that the type cannot be found from the text: the member may have any type and may be null. */
export type Kind = 'string' | 'number' | 'boolean' | 'date' | 'bytes' | 'json' | 'strings' | 'numbers' | 'list' | 'any'
export type Member = { readonly kind: Kind; readonly mayBeNull: boolean }
type Place = { readonly node: Node; readonly file: ParsedFile }

/** Returns the members of a row type by name; undefined if its text does not list them. */
export function membersOf(node: Node, file: ParsedFile): ReadonlyMap<string, Member> | undefined {
  const written = writtenIn(node, file)
  if (!written) return undefined
  return new Map(
    [...written].map(([name, place]) => {
      const { kind, mayBeNull } = memberOf(place.node, place.file)
      return [name, { kind, mayBeNull }]
    }),
  )
}

/** Returns the unresolved types of the members. */
function writtenIn(node: Node, file: ParsedFile): Map<string, Place> | undefined {
  if (node.type === 'TSTypeLiteral') return signatures(nodesOf(node.members), file)
  if (node.type === 'TSInterfaceDeclaration') return signatures(nodesOf(Object(node.body).body), file)
  if (node.type === 'TSParenthesizedType' && isNode(node.typeAnnotation)) return writtenIn(node.typeAnnotation, file)
  if (node.type === 'TSIntersectionType') {
    const parts = nodesOf(node.types).map((part) => writtenIn(part, file))
    return parts.every((part) => part !== undefined) ? new Map(parts.flatMap((part) => [...part])) : undefined
  }
  if (node.type === 'TSIndexedAccessType') {
    const place = accessed(node, file)
    return place && writtenIn(place.node, place.file)
  }
  if (node.type !== 'TSTypeReference') return undefined
  const name = nameOf(node.typeName) ?? ''
  const [of, keys] = isNode(node.typeArguments) ? nodesOf(node.typeArguments.params) : []
  if (of && ['Pick', 'Omit', 'Readonly'].includes(name)) {
    const all = writtenIn(of, file)
    const chosen = keys ? literals(keys) : undefined
    if (!all || name === 'Readonly') return all
    return new Map([...all].filter(([member]) => chosen?.has(member) === (name === 'Pick')))
  }
  const found = declared(name, file)
  return found && writtenIn(found.node, found.file)
}

/** Returns the type that `Books['invoices'][number]` names: a member of a type, or the element of a list. */
function accessed(node: Node, file: ParsedFile): Place | undefined {
  if (!isNode(node.objectType) || !isNode(node.indexType)) return undefined
  if (node.indexType.type !== 'TSNumberKeyword')
    return writtenIn(node.objectType, file)?.get([...literals(node.indexType)].join())
  const list = node.objectType.type === 'TSIndexedAccessType' ? accessed(node.objectType, file) : undefined
  const array = list && (list.node.type === 'TSTypeOperator' ? list.node.typeAnnotation : list.node)
  const element = isNode(array) ? array.elementType : undefined
  return list && isNode(element) ? { node: unparenthesised(element), file: list.file } : undefined
}

const unparenthesised = (node: Node): Node =>
  node.type === 'TSParenthesizedType' && isNode(node.typeAnnotation) ? node.typeAnnotation : node

function signatures(members: readonly Node[], file: ParsedFile): Map<string, Place> {
  return new Map(
    members.flatMap((member): [string, Place][] => {
      const key = nameOf(member.key) ?? String(Object(member.key).value)
      const type = isNode(member.typeAnnotation) ? member.typeAnnotation.typeAnnotation : undefined
      return member.type === 'TSPropertySignature' && isNode(type) ? [[key, { node: type, file }]] : []
    }),
  )
}

const literals = (node: Node): Set<string> =>
  new Set((node.type === 'TSUnionType' ? nodesOf(node.types) : [node]).map((one) => String(Object(one.literal).value)))

function declared(name: string, file: ParsedFile): Place | undefined {
  const own = file.types.get(name)
  if (own) return { node: own, file }
  const from = file.imports.get(name)
  const home = from && parsed(from.path)
  return home && from ? declared(from.name, home) : undefined
}

const KEYWORDS: Readonly<Record<string, Kind>> = {
  TSStringKeyword: 'string',
  TSTemplateLiteralType: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSTypeLiteral: 'json',
}
const CLASSES: Readonly<Record<string, Kind>> = { Date: 'date', Buffer: 'bytes', Uint8Array: 'bytes' }
const OPAQUE: Member = { kind: 'any', mayBeNull: true }
const LISTS: Readonly<Record<string, Kind>> = { string: 'strings', number: 'numbers', any: 'any' }

function memberOf(node: Node, file: ParsedFile): Member {
  const known = KEYWORDS[node.type]
  if (known) return { kind: known, mayBeNull: false }
  if (node.type === 'TSNullKeyword') return OPAQUE
  if (node.type === 'TSLiteralType')
    return { kind: KEYWORDS[`TS${capital(typeof Object(node.literal).value)}Keyword`] ?? 'any', mayBeNull: false }
  if (node.type === 'TSUnionType') {
    const parts = nodesOf(node.types).map((part) => memberOf(part, file))
    const kinds = new Set(parts.filter((part) => !part.mayBeNull || part.kind !== 'any').map(({ kind }) => kind))
    const [kind = 'any'] = kinds
    return { kind: kinds.size === 1 ? kind : 'any', mayBeNull: parts.some(({ mayBeNull }) => mayBeNull) }
  }
  if ((node.type === 'TSTypeOperator' || node.type === 'TSParenthesizedType') && isNode(node.typeAnnotation))
    return memberOf(node.typeAnnotation, file)
  if (node.type === 'TSArrayType' && isNode(node.elementType)) {
    const { kind } = memberOf(node.elementType, file)
    return { kind: LISTS[kind] ?? 'list', mayBeNull: false }
  }
  return namedMember(node, file)
}

function namedMember(node: Node, file: ParsedFile): Member {
  const name = nameOf(node.typeName) ?? ''
  const known = CLASSES[name]
  if (known) return { kind: known, mayBeNull: false }
  const found = node.type === 'TSTypeReference' ? declared(name, file) : undefined
  return found ? memberOf(found.node, found.file) : OPAQUE
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
