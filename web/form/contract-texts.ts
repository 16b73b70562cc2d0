import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { readNumber, typedNumber } from '../ui/format/number.ts'

/** A schema of the contract. */
export type Schema = NonNullable<Endpoint['body']>
/** The value that a schema returns after reading. */
export type OutputOf<S extends Schema> = S['_zod']['output']
/** An error that a schema finds. */
export type Issue = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'][number]

/** The value of a field. A number is kept as text, because a number that is being typed may not be valid yet. */
type FieldValue<T> = [NonNullable<T>] extends [boolean]
  ? boolean
  : [NonNullable<T>] extends [string | number]
    ? string
    : T
/** An object of the contract with its fields as the form keeps them. */
export type TextsOf<B> = { readonly [K in keyof B]-?: FieldValue<B[K]> }

type FieldKind = {
  readonly type: string
  readonly isNullable: boolean
  readonly isOptional: boolean
  readonly usual: unknown
}
type Definition = {
  readonly type: string
  readonly innerType?: Schema
  readonly in?: Schema
  readonly defaultValue?: unknown
}

/** Returns the kind of a field inside `optional`, `nullable` and `default`. */
function kindOf(schema: Schema): FieldKind {
  const { type, innerType, in: first, defaultValue } = schema.def as Definition
  const inner = innerType ?? (type === 'pipe' ? first : undefined)
  if (inner === undefined) return { type, isNullable: false, isOptional: false, usual: undefined }
  const below = kindOf(inner)
  return {
    type: below.type,
    isNullable: below.isNullable || type === 'nullable',
    isOptional: below.isOptional || type === 'optional',
    usual: defaultValue ?? below.usual,
  }
}

const fieldsOf = (schema: Schema): [string, Schema][] =>
  'shape' in schema ? Object.entries(schema.shape as Record<string, Schema>) : []

/** Returns the fields of an object of the contract as they are typed; for a new object, the defaults of the contract. */
export function textsOf<S extends Schema>(schema: S, stored: object = {}): TextsOf<OutputOf<S>> {
  const known: Readonly<Record<string, unknown>> = { ...stored }
  const texts = fieldsOf(schema).map(([name, field]) => {
    const { type, usual } = kindOf(field)
    const value = known[name] ?? usual
    if (typeof value === 'number') return [name, typedNumber(value)]
    return [name, value ?? (type === 'boolean' ? false : type === 'array' ? [] : '')]
  })
  return Object.fromEntries(texts) as TextsOf<OutputOf<S>>
}

/**
 * Returns the typed values as the contract accepts them. An empty field is left out if it is optional, and null if it is nullable; any
 * other empty number is an error, and does not become the default of the contract.
 */
export function bodyOf(schema: Schema, values: object): Record<string, unknown> {
  const typed: Readonly<Record<string, unknown>> = { ...values }
  const body = fieldsOf(schema).map(([name, field]): [string, unknown] => {
    const value = typed[name]
    if (typeof value !== 'string') return [name, value]
    const { type, isNullable, isOptional } = kindOf(field)
    const text = value.trim()
    if (text === '' && (isNullable || isOptional)) return [name, isNullable ? null : undefined]
    return [name, type === 'number' ? readNumber(text) : text]
  })
  return Object.fromEntries(body.filter(([name]) => name in typed))
}
