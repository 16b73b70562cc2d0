import { expect, test } from 'vitest'
import { z } from 'zod'
import { SERVICE_ENDPOINTS } from './api/services.ts'
import type { Endpoint } from './endpoint.ts'
import { issueInWords } from './issue-in-words.ts'

const ENDPOINTS = Object.values(SERVICE_ENDPOINTS).flatMap((endpoints): Endpoint[] => Object.values(endpoints))
const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueInWords }).error?.issues.map(({ message }) => message)

test.each([
  [z.int().min(1), 0, 'must be 1 or more'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().max(5), 6, 'must be 5 or less'],
  [z.number(), undefined, 'is missing'],
  [z.number(), Number.POSITIVE_INFINITY, 'must be a number'],
  [z.coerce.number(), 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.string(), undefined, 'is missing'],
  [z.string(), null, 'must be text, not null'],
  [z.string(), [1], 'must be text, not a list'],
  [z.array(z.string()), 'a', 'must be a list, not text'],
  [z.strictObject({}), 1, 'must be an object with fields, not a number'],
  [z.boolean(), 'yes', 'must be true or false, not text'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(3), 'ab', 'must have 3 characters or more'],
  [z.string().max(1), 'ab', 'must have 1 character at most'],
  [z.string().length(2), 'abc', 'must have exactly 2 characters'],
  [z.array(z.int()).max(2), [1, 2, 3], 'must have 2 items at most'],
  [z.uuid(), 'x', 'must be a UUID, such as 0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10'],
  [z.iso.datetime(), 'x', 'must be a time, such as 2026-11-20T10:00:00Z'],
  [z.email(), 'x', 'must be an e-mail address, such as ops@example.org'],
  [z.string().regex(/^a$/), 'x', 'does not have the form that it must have'],
  [z.enum(['A', 'B']), 'C', 'must be one of A, B'],
  [z.enum(['A', 'B']), undefined, 'is missing'],
  [z.literal('A'), 'C', 'must be A'],
  [z.union([z.string(), z.strictObject({})]), 1, 'has none of the forms that it may have'],
  [z.number().multipleOf(5), 6, 'must be a multiple of 5'],
  // The schema's own message is better.
  [z.string().min(1, 'needs a name'), '', 'needs a name'],
])('%#: a fault is described in plain words', (schema, value, words) => {
  expect(said(schema, value)).toEqual([words])
})

test('no fault in a body or query of the API is described with the library’s texts, whatever is sent', () => {
  const foreign = /Too (?:small|big)|Invalid (?:input|option|string|key|UUID)|expected |received |Unrecognized/
  const found = ENDPOINTS.flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) =>
      [undefined, null, 1, 'x', [], [1], {}, { unknown: 1 }].flatMap((value) =>
        schema === undefined
          ? []
          : (said(schema, value) ?? [])
              .filter((words) => foreign.test(words))
              .map((words) => `${method} ${path}: ${words}`),
      ),
    ),
  )
  expect(found).toEqual([])
  expect(ENDPOINTS.length).toBeGreaterThan(150)
})
