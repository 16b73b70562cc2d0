import { referenceWords as words } from './words.data.ts'

/** A JSON Schema as OpenAPI 3.1 prints it. */
export type Schema = { readonly [key: string]: unknown }
export type Schemas = Readonly<Record<string, Schema>>

/** A description of a schema: its type, its limits, and its parts. */
export type Shape = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly constraints: readonly string[]
  readonly parts: readonly Shape[]
}
type Slot = { readonly name: string; readonly isRequired: boolean }

const REF = /^#\/components\/schemas\/(.+)$/
const NAMELESS: Slot = { name: '', isRequired: true }

/** Describes a schema with everything that it refers to; a type that contains itself is named and not described again. */
export function shapeOf(schema: Schema, schemas: Schemas, slot = NAMELESS, above: readonly string[] = []): Shape {
  const { target, named } = resolve(schema, schemas)
  const known = named !== undefined && above.includes(named)
  const within = named === undefined ? above : [...above, named]
  return {
    ...slot,
    type: typeOf(target, schemas),
    description: typeof target.description === 'string' ? target.description : '',
    constraints: constraintsOf(target),
    parts: known ? [] : partsOf(target, schemas, within),
  }
}

/** Follows references; properties beside a reference also apply. */
function resolve(schema: Schema, schemas: Schemas): { target: Schema; named: string | undefined } {
  const { $ref, ...beside } = schema
  const named = typeof $ref === 'string' ? REF.exec($ref)?.[1] : undefined
  if (named === undefined) return { target: schema, named }
  return { target: { ...resolve(schemas[named] ?? {}, schemas).target, ...beside }, named }
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value : []
}
function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const { target } = resolve(schema, schemas)
  const options = [...listOf(target.anyOf), ...listOf(target.oneOf)]
  if (options.length > 0) return [...new Set(options.map((option) => typeOf(option, schemas)))].join(words('or'))
  if (Object.hasOwn(target, 'const')) return JSON.stringify(target.const)
  if (target.type === 'array')
    return isSchema(target.items) ? words('arrayOf', { what: typeOf(target.items, schemas) }) : words('array')
  if (Array.isArray(target.type)) return target.type.map(typeInWords).join(words('or'))
  const type = typeInWords(target.type)
  return typeof target.format === 'string' ? `${type}, ${formatInWords(target.format)}` : type
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

function typeInWords(type: unknown): string {
  return words(TYPES.find((one) => one === type) ?? 'anyValue')
}

function formatInWords(format: string): string {
  if (format === 'date-time') return words('dateTime')
  if (format === 'email') return words('email')
  return format === 'uuid' ? 'UUID' : format
}

/** Excludes the limits that zod writes for every integer: the largest integers that a program can represent exactly. */
const isBound = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER

/** The default of a reference has another name (`contract/api/openapi.ts`). */
const defaultOf = (schema: Schema): unknown => schema.default ?? schema['x-default']

function constraintsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema
  return [
    Array.isArray(schema.enum) ? words('oneOf', { values: schema.enum.map((value) => String(value)).join(', ') }) : '',
    isBound(minimum) ? words('atLeast', { bound: minimum }) : '',
    isBound(exclusiveMinimum) ? words('moreThan', { bound: exclusiveMinimum }) : '',
    isBound(maximum) ? words('atMost', { bound: maximum }) : '',
    isBound(exclusiveMaximum) ? words('lessThan', { bound: exclusiveMaximum }) : '',
    typeof minLength === 'number' && minLength > 0 ? words('charactersOrMore', { count: minLength }) : '',
    typeof maxLength === 'number' ? words('charactersOrFewer', { count: maxLength }) : '',
    typeof minItems === 'number' && minItems > 0 ? words('itemsOrMore', { count: minItems }) : '',
    typeof maxItems === 'number' ? words('itemsOrFewer', { count: maxItems }) : '',
    typeof schema.pattern === 'string' && schema.format === undefined
      ? words('matches', { pattern: schema.pattern })
      : '',
    defaultOf(schema) === undefined ? '' : words('standard', { value: JSON.stringify(defaultOf(schema)) }),
    schema.additionalProperties === false ? words('noOtherFields') : '',
  ].filter((line) => line !== '')
}

function partsOf(target: Schema, schemas: Schemas, above: readonly string[]): Shape[] {
  if (isSchema(target.items)) {
    const item = shapeOf(target.items, schemas, { name: words('eachItem'), isRequired: true }, above)
    // An item without parts, limits and description would repeat the type of its list.
    if (item.parts.length === 0 && item.constraints.length === 0 && item.description === '') return []
    return item.parts.length > 0 ? [...item.parts] : [item]
  }
  if (!isSchema(target.properties)) return []
  const required = Array.isArray(target.required) ? target.required : []
  return Object.entries(target.properties).flatMap(([name, part]) =>
    isSchema(part) ? [shapeOf(part, schemas, { name, isRequired: required.includes(name) }, above)] : [],
  )
}

/** Returns a value that is valid for a schema: its example, else its default, else the smallest value that has every field. */
export function exampleOf(schema: Schema, schemas: Schemas, above: readonly string[] = []): unknown {
  const { target, named } = resolve(schema, schemas)
  if (Array.isArray(target.examples) && target.examples.length > 0) return target.examples[0]
  const standard = defaultOf(target)
  if (standard !== undefined) return standard
  if (Object.hasOwn(target, 'const')) return target.const
  if (Array.isArray(target.enum)) return target.enum[0]
  if (named !== undefined && above.includes(named)) return null
  const within = named === undefined ? above : [...above, named]
  const option = [...listOf(target.anyOf), ...listOf(target.oneOf)].at(-1)
  if (option) return exampleOf(option, schemas, within)
  if (target.type === 'array') return isSchema(target.items) ? [exampleOf(target.items, schemas, within)] : []
  if (isSchema(target.properties))
    return Object.fromEntries(
      Object.entries(target.properties).map(([name, part]) => [
        name,
        isSchema(part) ? exampleOf(part, schemas, within) : null,
      ]),
    )
  return EMPTY[String(target.type)] ?? null
}

const EMPTY: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  object: {},
  array: [],
}
