import { ApiError } from '../api-error.ts'

const MAX_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body; refuses names that could change an object's prototype, too deep nesting, and text that the database cannot store. */
export function readJson(bytes: Buffer): unknown {
  const text = decode(bytes)
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unreadable('body.json', `is not JSON: ${error instanceof Error ? error.message : 'cannot be parsed'}`, error)
  }
  inspect(value, '#', 0)
  return value
}

function inspect(value: unknown, pointer: string, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw fault('body.text', UNSTORABLE, { pointer })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw fault('body.depth', `is nested deeper than ${MAX_DEPTH} levels`, { pointer })
  for (const [name, inner] of Object.entries(value)) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (FORBIDDEN.has(name) && !Array.isArray(value))
      throw fault('body.forbidden', 'is not a name that a field can have', { pointer: place })
    if (!isStorable(name)) throw fault('body.text', UNSTORABLE, { pointer: place })
    inspect(inner, place, depth + 1)
  }
}

/** A query string in its raw form. The router would crash on an error in its parser, so the endpoint parses it later. */
export type RawQuery = { readonly text: string }
export const keepQuery = (text: string): RawQuery => ({ text })

/** Parses a query string; every name may occur once. */
export function readQuery({ text }: RawQuery): Record<string, string> {
  return readPairs(text, 'parameter')
}

/** Parses a form body; every name may occur once. */
export function readForm(bytes: Buffer): Record<string, string> {
  return readPairs(decode(bytes), 'field')
}

/** Returns true if PostgreSQL can store a text unchanged: it accepts no NUL, and half a surrogate pair would be replaced. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const UNSTORABLE = 'must not contain NUL or half a surrogate pair'

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch (error) {
    throw unreadable('body.encoding', 'is not UTF-8', error)
  }
}

function readPairs(text: string, what: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const pair of text.split('&').filter((one) => one !== '')) {
    const cut = pair.includes('=') ? pair.indexOf('=') : pair.length
    const name = decodePart(pair.slice(0, cut), pair.slice(0, cut))
    const value = decodePart(pair.slice(cut + 1), name)
    const place = { parameter: name }
    if (FORBIDDEN.has(name)) throw fault('query.forbidden', `is not a name that a ${what} can have`, place)
    if (!isStorable(name + value)) throw fault('query.text', UNSTORABLE, place)
    if (Object.hasOwn(values, name))
      throw fault('query.duplicate', `stands more than once; a ${what} may stand once`, place)
    values[name] = value
  }
  return values
}

/** Decodes percent-encoding. URLSearchParams would accept invalid UTF-8 and change it. */
function decodePart(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw fault('query.encoding', 'is not percent-encoded UTF-8', { parameter })
  }
}

function unreadable(code: string, message: string, cause: unknown): ApiError {
  return new ApiError('request-invalid', `The body ${message}`, { errors: [{ code, message, pointer: '#' }], cause })
}

function fault(code: string, message: string, place: { pointer: string } | { parameter: string }): ApiError {
  const name = 'pointer' in place ? place.pointer : place.parameter
  return new ApiError('request-invalid', `${name}: ${message}`, { errors: [{ code, message, ...place }] })
}
