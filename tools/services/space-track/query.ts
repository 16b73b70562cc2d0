import { DAY_MS } from '@apsis/astro/constants.ts'
import type { AnswerRow } from '../service.ts'
import type { ClassField } from './classes.data.ts'

export type Predicate = { readonly field: string; readonly value: string }

/** A query as given by its path: `/{controller}/query/class/{class}/{predicate}/{value}/…`. */
export type SpaceTrackQuery = {
  readonly controller: string
  readonly action: string
  readonly className: string
  readonly predicates: readonly Predicate[]
  readonly orderBy: readonly { readonly field: string; readonly isDescending: boolean }[]
  readonly limit: number
  readonly offset: number
  readonly format: string
  /** True if an empty result is an empty text, and not a sentence. */
  readonly showsEmpty: boolean
  readonly withMetadata: boolean
  /** The requested fields; an empty list means all fields. */
  readonly only: readonly string[]
}

/** The options that a query of any class may contain, in addition to the fields of the class. */
const OPTIONS = [
  'orderby',
  'limit',
  'format',
  'emptyresult',
  'distinct',
  'metadata',
  'predicates',
  'favorites',
  'recursive',
]

/** Reads the decoded parts of a path; undefined if it is not a query. */
export function readQuery(segments: readonly string[]): SpaceTrackQuery | undefined {
  const [controller = '', action = '', word = '', className = '', ...rest] = segments
  if ((action !== 'query' && action !== 'modeldef') || word !== 'class' || className === '') return undefined
  const options = new Map<string, string>()
  const predicates: Predicate[] = []
  for (let i = 0; i < rest.length; i += 2) {
    const [field = '', value = ''] = [rest[i], rest[i + 1]]
    if (OPTIONS.includes(field.toLowerCase())) options.set(field.toLowerCase(), value)
    else predicates.push({ field: field.toUpperCase(), value })
  }
  const [limit, offset] = (options.get('limit') ?? '').split(',')
  const list = (name: string) => (options.get(name) ?? '').split(',').filter((one) => one !== '')
  return {
    controller,
    action,
    className,
    predicates,
    orderBy: list('orderby').map((one) => {
      const [field = '', direction = 'asc'] = one.trim().split(' ')
      return { field: field.toUpperCase(), isDescending: direction.toLowerCase() === 'desc' }
    }),
    limit: limit === undefined || limit === '' ? Infinity : Number(limit),
    offset: Number(offset ?? 0),
    format: options.get('format') ?? 'json',
    showsEmpty: options.get('emptyresult') === 'show',
    withMetadata: options.get('metadata') === 'true',
    only: list('predicates').map((one) => one.toUpperCase()),
  }
}

/** Returns a sentence about the first field that the class does not have. */
export function unknownField(query: SpaceTrackQuery, fields: readonly ClassField[]): string | undefined {
  const known = new Set(fields.map(({ Field }) => Field.toUpperCase()))
  const named = [...query.predicates, ...query.orderBy].map(({ field }) => field)
  const unknown = [...named, ...query.only].find((field) => !known.has(field))
  return unknown === undefined ? undefined : `There is no field ${unknown} in class ${query.className}.`
}

/** Returns the records that a query selects, in the requested order. */
export function selectRows(
  rows: readonly AnswerRow[],
  query: SpaceTrackQuery,
  { fields, nowMs }: { readonly fields: readonly ClassField[]; readonly nowMs: number },
): readonly AnswerRow[] {
  const named = new Map(fields.map(({ Field, Type }) => [Field.toUpperCase(), { name: Field, kind: kindOf(Type) }]))
  const tests = query.predicates.map(({ field, value }) => {
    const { name, kind } = named.get(field) ?? { name: field, kind: 'text' }
    const isWanted = makeTest(value, (text) => keyOf(text, kind, nowMs))
    return (row: AnswerRow) => isWanted(textOf(row[name]))
  })
  const found = rows.filter((row) => tests.every((test) => test(row)))
  for (const { field, isDescending } of query.orderBy.toReversed()) {
    const { name, kind } = named.get(field) ?? { name: field, kind: 'text' }
    const key = (row: AnswerRow) => keyOf(textOf(row[name]) ?? '', kind, nowMs)
    const keyed = found.map((row) => ({ row, key: key(row) }))
    keyed.sort((a, b) => compare(a.key, b.key) * (isDescending ? -1 : 1))
    found.splice(0, found.length, ...keyed.map(({ row }) => row))
  }
  const page = found.slice(query.offset, query.offset + query.limit)
  if (query.only.length === 0) return page
  return page.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => query.only.includes(name.toUpperCase()))),
  )
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

type Kind = 'text' | 'number' | 'time'

function kindOf(type: string): Kind {
  if (type.startsWith('date')) return 'time'
  return /^(?:big|medium|small|tiny)?int|^decimal|^double/.test(type) ? 'number' : 'text'
}

/** Returns the value by which a text is compared: a number, ms since 1970, or the text in lower case. */
function keyOf(text: string, kind: Kind, nowMs: number): number | string {
  if (kind === 'number') return Number(text)
  return kind === 'time' ? timeOf(text, nowMs) : text.toLowerCase()
}

const NOW = /^now(?:([+-])(\d{1,6}(?:\.\d{1,6})?))?$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}:\d{2})(\.\d{1,9})?)?$/

/** Returns ms since 1970 of `now`, `now-7` (days), or a time with a space or T. */
function timeOf(text: string, nowMs: number): number {
  const now = NOW.exec(text)
  if (now) return nowMs + (now[1] === '-' ? -1 : 1) * Number(now[2] ?? 0) * DAY_MS
  const [, day, clock = '00:00:00', fraction = ''] = INSTANT.exec(text) ?? []
  if (day === undefined) return Number.NaN
  return Date.parse(`${day}T${clock.padStart(8, '0')}Z`) + Number(`0${fraction}`) * 1000
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

/**
 * Returns the condition for a value: `A--B`, `>v`, `<v`, `<>v`, `~~v`, `^v`, `null-val`, or `v`, or several of these separated by commas.
 */
function makeTest(value: string, key: (text: string) => number | string): (text: string | null) => boolean {
  const tests = value.split(',').map((one) => makeOneTest(one, key))
  return (text) => tests.some((test) => test(text))
}

function makeOneTest(value: string, key: (text: string) => number | string): (text: string | null) => boolean {
  if (value === 'null-val') return (text) => text === null
  if (value === '<>null-val') return (text) => text !== null
  const sign = ['<>', '~~', '>', '<', '^'].find((one) => value.startsWith(one)) ?? ''
  const rest = value.slice(sign.length)
  const small = rest.toLowerCase()
  const range = sign === '' ? value.indexOf('--', 1) : -1
  if (range > 0) {
    const [from, to] = [key(value.slice(0, range)), key(value.slice(range + 2))]
    return (text) => text !== null && compare(key(text), from) >= 0 && compare(key(text), to) <= 0
  }
  const to = key(rest)
  const found = (text: string): boolean => {
    if (sign === '~~') return text.toLowerCase().includes(small)
    if (sign === '^') return text.toLowerCase().startsWith(small)
    const order = compare(key(text), to)
    if (sign === '>') return order > 0
    if (sign === '<') return order < 0
    return (order === 0) === (sign === '')
  }
  return (text) => text !== null && found(text)
}
