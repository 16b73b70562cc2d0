import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApi } from './api/openapi.ts'
import { SERVICE_ENDPOINTS } from './api/services.ts'
import type { Endpoint } from './endpoint.ts'

type Schema = { readonly [keyword: string]: unknown }

const KEYWORDS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'default'],
]

/** Yields every limit and default in an input schema as a line `field,keyword,value`. */
function* limitsIn(schema: Schema, at: string, components: Schema, seen: readonly string[] = []): Generator<string> {
  for (const keyword of KEYWORDS) {
    // The default next to a reference has another name.
    const value = schema[keyword] ?? schema[`x-${keyword}`]
    // The general limits of JSON numbers are not limits of the field.
    if (value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
      yield `${at},${keyword},${JSON.stringify(value)}`
  }
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/components/schemas/', '') : undefined
  if (name !== undefined && !seen.includes(name))
    yield* limitsIn(components[name] as Schema, at, components, [...seen, name])
  for (const [key, part] of Object.entries((schema.properties ?? {}) as Schema))
    yield* limitsIn(part as Schema, `${at}.${key}`, components, seen)
  for (const key of ['items', 'additionalProperties'])
    if (typeof schema[key] === 'object') yield* limitsIn(schema[key] as Schema, `${at}[]`, components, seen)
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    for (const part of (schema[key] ?? []) as Schema[]) yield* limitsIn(part, at, components, seen)
}

/** Returns every limit and default of the inputs of a service, by call and field. */
function limitsOf(service: keyof typeof SERVICE_ENDPOINTS): string[] {
  const printed = openApi({ title: service, description: '', version: '', tags: {} }, SERVICE_ENDPOINTS[service])
  const components = (printed.components as Schema).schemas as Schema
  return Object.entries(printed.paths as Schema).flatMap(([path, item]) =>
    Object.entries(item as Schema).flatMap(([method, operation]) => {
      const { parameters, requestBody } = operation as { parameters: Schema[]; requestBody?: { content: Schema } }
      const call = `${method.toUpperCase()} ${path}`
      const inQuery = parameters.flatMap(({ name, schema }) => [
        ...limitsIn(schema as Schema, `${call},${String(name)}`, components),
      ])
      const inBody = Object.values(requestBody?.content ?? {}).flatMap((media) => [
        ...limitsIn((media as { schema: Schema }).schema, `${call},body`, components),
      ])
      return [...inQuery, ...inBody]
    }),
  )
}

/** Returns the number of bytes that a call accepts as files, because no schema can express it. */
function bytesOf({ method, path, upload }: Endpoint): string[] {
  return upload === undefined ? [] : [`${method} ${path},files,maxBytes,${upload.maxBytes}`]
}

/**
 * A limit is a promise: a narrower one breaks programs that rely on it. To change a limit, change its line in the file, and add it to the changelog.
 */
test('the limits and defaults of all calls are those in limits.csv', () => {
  const services = Object.keys(SERVICE_ENDPOINTS) as (keyof typeof SERVICE_ENDPOINTS)[]
  const files = services.flatMap((service) => Object.values(SERVICE_ENDPOINTS[service]).flatMap(bytesOf))
  const actual = ['call,field,limit,value', ...new Set([...services.flatMap(limitsOf), ...files])]
  const expected = readFileSync(join(import.meta.dirname, './limits.csv'), 'utf8')
    .trimEnd()
    .split('\n')
  // The order in which the modules list their calls does not matter.
  expect(actual.sort()).toEqual(expected.sort())
})
