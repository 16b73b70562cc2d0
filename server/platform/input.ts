import { ApiError } from './api-error.ts'

const MAX_DEPTH = 32
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses a JSON body; refuses names that could reach an object's prototype, and nesting without end. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ApiError(
      'request-invalid',
      `The body is not JSON: ${error instanceof Error ? error.message : 'cannot be parsed'}`,
      { cause: error },
    )
  }
  inspect(value, '#', 0)
  return value
}

function inspect(value: unknown, pointer: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw fault('body.depth', `is nested deeper than ${MAX_DEPTH} levels`, { pointer })
  for (const [name, inner] of Object.entries(value)) {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (FORBIDDEN.has(name) && !Array.isArray(value))
      throw fault('body.forbidden', 'is not a name that a field can have', { pointer: place })
    inspect(inner, place, depth + 1)
  }
}

/** The query string as it stands: the router parses it where a throw would end the process, so that comes later. */
export function keepQuery(text: string): { raw: string } {
  return { raw: text }
}

/** Parses a query string; every name at most once. */
export function readQuery(text: string): Record<string, string> {
  return readPairs(text, 'parameter')
}

/** Parses a form body; every name at most once. */
export function readForm(text: string): Record<string, string> {
  return readPairs(text, 'field')
}

function readPairs(text: string, what: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const place = { parameter: name }
    if (FORBIDDEN.has(name)) throw fault('query.forbidden', `is not a name that a ${what} can have`, place)
    if (Object.hasOwn(values, name))
      throw fault('query.duplicate', `stands more than once; a ${what} may stand once`, place)
    values[name] = value
  }
  return values
}

function fault(code: string, message: string, place: { pointer: string } | { parameter: string }): ApiError {
  const name = 'pointer' in place ? place.pointer : place.parameter
  return new ApiError('request-invalid', `${name}: ${message}`, { errors: [{ code, message, ...place }] })
}
