import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, pathParameters } from '../endpoint.ts'
import { COMMON_ERRORS, ERRORS } from '../errors.ts'
import { ROLES } from '../roles.ts'
import { SPEC_CALLS } from '../spec.data.ts'
import { SERVICE_ENDPOINTS } from './services.ts'

const ENDPOINTS: readonly Endpoint[] = Object.values(SERVICE_ENDPOINTS).flatMap((service) => Object.values(service))
const KNOWN_ROLES = Object.entries(ROLES).flatMap(([resource, roles]) => roles.map((role) => `${resource}:${role}`))
const name = (e: Endpoint) => `${e.method} ${e.path}`

/** Returns every object schema that a schema contains. */
function objectsIn(schema: z.core.$ZodType): z.core.$ZodObject[] {
  const def = schema._zod.def as {
    type: string
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
    innerType?: z.core.$ZodType
  }
  const inner = [...Object.values(def.shape ?? {}), def.element, def.innerType].filter((one) => one !== undefined)
  return [...(def.type === 'object' ? [schema as z.core.$ZodObject] : []), ...inner.flatMap(objectsIn)]
}

test('every call of spec §7 exists with exactly this spelling', () => {
  const names = ENDPOINTS.map(name)
  expect(new Set(names).size).toBe(names.length)
  expect(SPEC_CALLS.filter((call) => !names.includes(call))).toEqual([])
  expect(SPEC_CALLS).toHaveLength(49)
})

test.each(ENDPOINTS.map((e) => [name(e), e] as const))(
  '%s is described, names only known roles, and refuses unknown fields',
  (_, e) => {
    expect(e.summary.length).toBeGreaterThan(5)
    expect(e.description.length).toBeGreaterThan(e.summary.length)
    expect(e.tags.length).toBeGreaterThan(0)
    const roles = e.access === 'anyone' ? [] : e.access.flatMap((requirement) => requirement.split(','))
    expect(roles.filter((role) => !KNOWN_ROLES.includes(role))).toEqual([])
    expect(Object.keys(e.params?.shape ?? {})).toEqual(pathParameters(e.path))
    // The sender of a signed body defines its form, and may add fields.
    const body = 'signed' in e && e.signed ? undefined : e.body
    const inputs = [e.params, e.query, body].filter((schema) => schema !== undefined).flatMap(objectsIn)
    // A strict object has a catch-all that accepts nothing.
    const loose = inputs.filter(
      (schema) => (schema._zod.def.catchall as z.ZodType | undefined)?._zod.def.type !== 'never',
    )
    expect(loose).toEqual([])
  },
)

test('every problem has a status of its class, a title and a meaning', () => {
  for (const { status, title, meaning } of Object.values(ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(title).not.toBe('')
    expect(meaning).toMatch(/\.$/)
  }
  expect(COMMON_ERRORS.every((code) => code in ERRORS)).toBe(true)
})

test.each(ENDPOINTS.filter((e) => e.body ?? e.response).map((e) => [name(e), e] as const))(
  '%s has an example of its input and of its answer, and each example matches its schema',
  (_, e) => {
    for (const schema of [e.body, e.response]) {
      if (schema === undefined) continue
      const item =
        schema.meta()?.examples === undefined && schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema
      const examples = item.meta()?.examples as unknown[] | undefined
      expect(examples?.length).toBeGreaterThan(0)
      for (const example of examples ?? []) expect(item.safeParse(example).error).toBeUndefined()
    }
  },
)

type JsonSchema = { readonly [key: string]: unknown }
const FORMATS_WITH_LENGTH: readonly unknown[] = ['uuid', 'date-time', 'date']

/** Returns true for a pattern that limits the length of the whole text. */
const hasMostLength = (pattern: string) =>
  /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x'))

/** Returns the JSON Schema; a boolean that is written as text accepts only its own words. */
const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type === 'pipe' && def.out._zod.def.type === 'boolean') jsonSchema.enum = ['true', 'false']
    },
  })

/** Returns the places of texts without a maximum length in a schema. Lists of values, and formats with a fixed form, limit the length. */
function endlessTexts(schema: unknown, where: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((one) => endlessTexts(one, where))
  const {
    type,
    maxLength,
    format,
    pattern,
    enum: values,
    const: value,
    properties = {},
    ...others
  } = schema as JsonSchema
  const isEndless =
    type === 'string' &&
    maxLength === undefined &&
    values === undefined &&
    value === undefined &&
    !FORMATS_WITH_LENGTH.includes(format) &&
    !(typeof pattern === 'string' && hasMostLength(pattern))
  const inner = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', '$defs', 'propertyNames']
  return [
    ...(isEndless ? [where] : []),
    ...Object.entries(properties as JsonSchema).flatMap(([key, one]) => endlessTexts(one, `${where}.${key}`)),
    ...inner.flatMap((key) => endlessTexts(key === '$defs' ? Object.values(others[key] ?? {}) : others[key], where)),
  ]
}

test.each(ENDPOINTS.map((e) => [name(e), e] as const))('%s accepts no text without a maximum length', (_, e) => {
  const inputs = { params: e.params, query: e.query, body: e.body, form: e.upload?.form }
  const endless = Object.entries(inputs).flatMap(([part, schema]) =>
    schema === undefined ? [] : endlessTexts(toJson(schema), part),
  )
  expect(endless).toEqual([])
})
