import { expect, test } from 'vitest'
import { exampleOf, shapeOf } from './schema.ts'

const SCHEMAS = {
  Email: {
    type: 'object',
    properties: {
      enabled: { type: 'boolean', description: 'Set by the server' },
      addresses: { type: 'array', maxItems: 10, items: { type: 'string', format: 'email', maxLength: 254 } },
    },
    required: ['addresses'],
    additionalProperties: false,
  },
  Tree: {
    type: 'object',
    properties: { name: { type: 'string' }, below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  },
}

test('shapeOf follows references and returns which fields are required', () => {
  const shape = shapeOf({ $ref: '#/components/schemas/Email', description: 'Where to' }, SCHEMAS)
  expect(shape).toMatchObject({ type: 'object', description: 'Where to', constraints: ['no other fields'] })
  expect(shape.parts.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['enabled', 'boolean', false],
    ['addresses', 'array of string, e-mail address', true],
  ])
  expect(shape.parts[1]?.constraints).toEqual(['at most 10 items'])
  expect(shape.parts[1]?.parts[0]).toMatchObject({ name: 'each item', constraints: ['at most 254 characters'] })
})

test('shapeOf stops at a type that contains itself', () => {
  const below = shapeOf({ $ref: '#/components/schemas/Tree' }, SCHEMAS).parts[1]
  expect(below).toMatchObject({ name: 'below', type: 'array of object', parts: [] })
})

test.each([
  [{ type: 'integer', minimum: 1, maximum: 200, default: 50 }, 'integer', ['at least 1', 'at most 200', 'default 50']],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer', []],
  [{ type: 'number', exclusiveMinimum: 0 }, 'number', ['more than 0']],
  [{ type: 'string', minLength: 1, maxLength: 255 }, 'string', ['at least 1 character', 'at most 255 characters']],
  [{ type: 'string', enum: ['a', 'b'] }, 'string', ['one of a, b']],
  [{ type: 'string', pattern: '^x$' }, 'string', ['matches ^x$']],
  [{ type: 'string', format: 'date-time', pattern: '^long$' }, 'string, date and time', []],
  [{ anyOf: [{ const: '' }, { type: 'string', format: 'email' }] }, '"" or string, e-mail address', []],
  [{}, 'any value', []],
])('shapeOf describes %j', (schema, type, constraints) => {
  expect(shapeOf(schema, {})).toMatchObject({ type, constraints })
})

test('exampleOf returns the examples of the schema, and creates the smallest valid value if there is none', () => {
  expect(exampleOf({ examples: [{ a: 1 }], type: 'object' }, {})).toEqual({ a: 1 })
  expect(exampleOf({ type: 'integer', default: 50 }, {})).toBe(50)
  expect(exampleOf({ enum: ['a', 'b'] }, {})).toBe('a')
  expect(exampleOf({ $ref: '#/components/schemas/Email' }, SCHEMAS)).toEqual({ enabled: false, addresses: [''] })
  expect(exampleOf({ $ref: '#/components/schemas/Tree' }, SCHEMAS)).toEqual({ name: '', below: [null] })
})

test.each([
  [{ type: 'integer' }, 0],
  [{ type: 'number' }, 0],
  [{ type: 'boolean' }, false],
  [{ type: 'object' }, {}],
  [{ type: 'array' }, []],
  [{ type: 'null' }, null],
  [{ examples: [], default: 5 }, 5],
  [{ const: 'x' }, 'x'],
  [{ anyOf: [{ type: 'null' }, { type: 'boolean' }, { type: 'string' }] }, ''],
  [{ properties: { a: true, b: { type: 'string' } } }, { a: null, b: '' }],
])('exampleOf %j is the smallest valid value', (schema, example) => {
  expect(exampleOf(schema, {})).toEqual(example)
})

test('shapeOf omits fields without a schema, and limits that exclude nothing', () => {
  expect(
    shapeOf({ type: 'object', properties: { a: true, b: { type: 'string' } } }, {}).parts.map(({ name }) => name),
  ).toEqual(['b'])
  expect(shapeOf({ type: 'string', minLength: 0 }, {}).constraints).toEqual([])
  expect(shapeOf({ type: 'array', minItems: 0, maxItems: 0 }, {}).constraints).toEqual(['at most 0 items'])
})
