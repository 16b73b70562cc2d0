import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint, type UploadBody } from '../endpoint.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { openApi } from './openapi.ts'

const INFO = { title: 'Apsis', description: 'Test', version: '0.3.4', tags: { calls: 'What is asked.' } }
const BASE = { summary: 'A call', description: 'What it does.', tags: ['calls'], rate: 'read' } as const
const BYTES = { type: 'string', format: 'binary' }
const Thing = z.strictObject({ size: z.number() }).meta({ id: 'Thing' })
const THING = { $ref: '#/components/schemas/Thing' }

/** Returns the operation of one endpoint, as a reader of the document sees it. */
function operationOf(e: Endpoint) {
  const document = JSON.parse(JSON.stringify(openApi(INFO, { call: e })))
  return document.paths[e.path][e.method.toLowerCase()]
}

const statusesOf = (...codes: ErrorCode[]) => codes.map((code) => String(ERRORS[code].status))
const responsesOf = (e: Endpoint) => Object.keys(operationOf(e).responses).sort()
// The statuses that any call can answer, by RFC 9110 and by the server.
const ANY = [
  ...statusesOf('request-invalid', 'token-missing', 'not-found', 'uri-too-long', 'headers-too-large'),
  ...statusesOf('too-many-requests', 'internal', 'unavailable', 'timeout'),
]
const OF_A_BODY = statusesOf('request-timeout', 'body-too-large', 'media-type')

test('an operation contains its call, its texts, its tags and its roles', () => {
  const get = endpoint({ ...BASE, method: 'GET', path: '/api/v1/things', access: ['ca:admin'], response: Thing })
  expect(operationOf(get)).toMatchObject({
    operationId: 'call',
    summary: 'A call',
    description: 'What it does.',
    'x-addition': true,
    tags: ['calls'],
    'x-requires': ['ca:admin'],
    parameters: [],
  })
  expect(operationOf(get)).not.toHaveProperty('security')
  expect(operationOf(get)).not.toHaveProperty('requestBody')
})

test('a call that is open to everybody requires no token and is never forbidden', () => {
  const open = endpoint({ ...BASE, method: 'GET', path: '/api/v1/things', access: 'anyone', response: Thing })
  expect(operationOf(open).security).toEqual([])
  expect(operationOf(open)).not.toHaveProperty('x-requires')
  expect(responsesOf(open)).toEqual(['200', ...ANY].sort())
  const signedIn = { ...open, access: [] }
  expect(operationOf(signedIn)['x-requires']).toEqual([])
  expect(responsesOf(signedIn)).toEqual(['200', ...ANY, ...statusesOf('forbidden')].sort())
})

test('only a call with a body or files can answer body faults, in addition to its own problems', () => {
  const common = { ...BASE, access: 'anyone', path: '/api/v1/things', response: Thing } as const
  const upload = { media: ['text/plain'], maxBytes: 10, sample: { file: 'thing.txt' } }
  expect(responsesOf({ ...common, method: 'POST', body: Thing })).toEqual(['200', ...ANY, ...OF_A_BODY].sort())
  expect(responsesOf({ ...common, method: 'POST', upload })).toEqual(['200', ...ANY, ...OF_A_BODY].sort())
  const own = responsesOf({ ...common, method: 'GET', errors: ['conflict', 'not-acceptable'] })
  expect(own).toEqual(['200', ...ANY, ...statusesOf('conflict', 'not-acceptable')].sort())
})

test('problems with the same status are in one response, each with its code and meaning, as in RFC 9457', () => {
  const { responses } = operationOf({ ...BASE, method: 'GET', path: '/api/v1/things', access: [] })
  expect(responses['401']).toMatchObject({
    description: `\`token-missing\`: ${ERRORS['token-missing'].meaning} \`token-invalid\`: ${ERRORS['token-invalid'].meaning}`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
})

test('an answer has its status and media types; a call without an answer has 204 and no content', () => {
  const common = { ...BASE, access: [], path: '/api/v1/things' } as const
  const responses = (e: Endpoint) => operationOf(e).responses
  expect(responses({ ...common, method: 'GET', response: Thing })['200']).toMatchObject({
    description: 'Done',
    content: { 'application/json': { schema: THING } },
  })
  expect(responses({ ...common, method: 'POST', body: Thing, response: Thing, status: 201 })).toMatchObject({
    201: { content: { 'application/json': { schema: THING } } },
  })
  const media = 'text/event-stream'
  expect(responses({ ...common, method: 'GET', response: Thing, media })['200'].content).toEqual({
    [media]: { schema: THING },
  })
  expect(responses({ ...common, method: 'GET', file: ['text/plain'] })['200'].content).toEqual({
    'text/plain': { schema: BYTES },
  })
  expect(responses({ ...common, method: 'GET', file: ['text/csv'], response: Thing })['200'].content).toEqual({
    'text/csv': { schema: BYTES },
    'application/json': { schema: THING },
  })
  const nothing = responses({ ...common, method: 'DELETE' })
  expect(nothing['204'].description).toBe('Done, nothing to say')
  expect(nothing['204']).not.toHaveProperty('content')
  expect(nothing).not.toHaveProperty('200')
})

test('a body is required, in JSON or in the media type that the call names', () => {
  const common = { ...BASE, method: 'POST', access: [], path: '/api/v1/things', body: Thing } as const
  expect(operationOf(common).requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: THING } },
  })
  const accepts = 'application/x-www-form-urlencoded'
  expect(operationOf({ ...common, accepts }).requestBody.content).toEqual({ [accepts]: { schema: THING } })
})

test("files are sent as bytes in each media type, and in a form as the field `file`, in addition to the form's own fields", () => {
  const common = { ...BASE, method: 'POST', access: [], path: '/api/v1/things' } as const
  const bodyOf = (upload: UploadBody) => operationOf({ ...common, upload }).requestBody
  const more = { maxBytes: 10, sample: { file: 'thing.txt' } }
  expect(bodyOf({ ...more, media: ['text/plain', 'application/xml'] })).toEqual({
    required: true,
    content: { 'text/plain': { schema: BYTES }, 'application/xml': { schema: BYTES } },
  })
  const form = z.strictObject({ kind: z.string(), note: z.string().optional() })
  expect(bodyOf({ ...more, media: ['multipart/form-data'], form })).toEqual({
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { kind: { type: 'string' }, note: { type: 'string' }, file: BYTES },
          required: ['kind', 'file'],
        },
      },
    },
  })
  expect(Object.keys(bodyOf({ ...more, media: ['text/plain'], form }).content)).toEqual(['text/plain'])
})

test('a call with a form is described only by the form, which generators support, and names the other media types', () => {
  const upload = {
    media: ['text/plain', 'application/zip', 'multipart/form-data'],
    maxBytes: 10,
    isMany: true,
  } as const
  const { requestBody } = operationOf({
    ...BASE,
    method: 'POST',
    access: [],
    path: '/api/v1/things',
    upload: { ...upload, sample: { file: 'thing.txt' } },
  })
  const schema = {
    type: 'object',
    properties: { file: { type: 'array', items: BYTES } },
    required: ['file'],
  }
  expect(requestBody).toEqual({
    required: true,
    description: 'Or the file itself as the body: text/plain, application/zip.',
    'x-also-takes': ['text/plain', 'application/zip'],
    content: { 'multipart/form-data': { schema } },
  })
})

test('constructs that generators do not support are rewritten: patterns with formats, flags as text, objects as defaults', () => {
  const Inner = z.strictObject({ size: z.number().default(1) }).meta({ id: 'Inner' })
  const body = z.strictObject({
    id: z.uuid(),
    at: z.iso.datetime(),
    code: z.string().regex(/^A/),
    inner: Inner.default({ size: 1 }),
    list: z.array(z.string()).default([]),
    counts: z.record(z.enum(['LOW', 'HIGH']), z.int().min(0)),
    vector: z.tuple([z.number(), z.number(), z.number()]),
    mixed: z.tuple([z.string(), z.number()]),
    isGone: z.literal(true).optional(),
  })
  const query = z.strictObject({ done: z.stringbool().optional() })
  const e = endpoint({ ...BASE, method: 'POST', path: '/api/v1/things', access: [], query, body })
  const { parameters, requestBody } = operationOf(e)
  expect(parameters).toEqual([{ name: 'done', in: 'query', required: false, schema: { type: 'boolean' } }])
  const { properties } = requestBody.content['application/json'].schema
  expect(properties).toMatchObject({
    id: { type: 'string', format: 'uuid' },
    code: { pattern: '^A' },
    inner: { $ref: '#/components/schemas/Inner', 'x-default': { size: 1 } },
    list: { default: [] },
    counts: { type: 'object', required: ['LOW', 'HIGH'], additionalProperties: false },
    mixed: { prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 },
  })
  expect(properties.isGone).toEqual({ type: 'boolean' })
  expect(properties.vector).toEqual({ type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 })
  expect(Object.keys(properties.counts.properties)).toEqual(['LOW', 'HIGH'])
  for (const name of ['id', 'at']) expect(properties[name]).not.toHaveProperty('pattern')
  expect(properties.inner).not.toHaveProperty('default')
  expect(properties.counts).not.toHaveProperty('propertyNames')
})

test('path parameters are always required, query parameters only if necessary, and no parameter has an empty description', () => {
  const params = z.strictObject({ 'thing-id': z.string().optional() })
  const query = z.strictObject({ from: z.string().meta({ description: 'Beginning' }), to: z.string().optional() })
  const e = endpoint({ ...BASE, method: 'GET', path: '/api/v1/things/{thing-id}', access: [], params, query })
  expect(operationOf(e).parameters).toEqual([
    { name: 'thing-id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'from', in: 'query', required: true, description: 'Beginning', schema: { type: 'string' } },
    { name: 'to', in: 'query', required: false, schema: { type: 'string' } },
  ])
})

test('the methods of one path are together, and types that are only sent are included, too', () => {
  const Sent = z.strictObject({ name: z.string() }).meta({ id: 'Sent' })
  const common = { ...BASE, access: [], path: '/api/v1/things' } as const
  const read = endpoint({ ...common, method: 'GET', response: Thing })
  const make = endpoint({ ...common, method: 'POST', tags: ['calls', 'others'], body: Sent })
  const document = JSON.parse(JSON.stringify(openApi(INFO, { read, make })))
  expect(Object.keys(document.paths['/api/v1/things'])).toEqual(['get', 'post'])
  expect(Object.keys(document.components.schemas).sort()).toEqual(['Problem', 'Sent', 'Thing'])
  expect(document.tags).toEqual([{ name: 'calls', description: 'What is asked.' }, { name: 'others' }])
})

test('a type in an answer keeps its plain name, even if an earlier call sends it without some fields', () => {
  const Sized = z.strictObject({ size: z.number().default(1) }).meta({ id: 'Sized' })
  const common = { ...BASE, access: [], path: '/api/v1/things' } as const
  const make = endpoint({ ...common, method: 'POST', body: Sized })
  const read = endpoint({ ...common, method: 'GET', response: Sized })
  const { paths, components } = JSON.parse(JSON.stringify(openApi(INFO, { make, read })))
  const { post, get } = paths['/api/v1/things']
  const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })
  expect(post.requestBody.content['application/json']).toEqual(reference('SizedInput'))
  expect(get.responses['200'].content['application/json']).toEqual(reference('Sized'))
  expect(components.schemas.SizedInput).not.toHaveProperty('required')
  expect(components.schemas.Sized.required).toEqual(['size'])
})

test('a type with a part that differs between request and answer has two names, each with its own part', () => {
  const Part = z.strictObject({ size: z.number().default(1) }).meta({ id: 'Part' })
  const Whole = z.strictObject({ part: Part }).meta({ id: 'Whole' })
  const common = { ...BASE, access: [], path: '/api/v1/things' } as const
  const make = endpoint({ ...common, method: 'POST', body: Whole, response: Whole })
  const { components } = JSON.parse(JSON.stringify(openApi(INFO, { make })))
  expect(components.schemas.Whole.properties.part).toEqual({ $ref: '#/components/schemas/Part' })
  expect(components.schemas.WholeInput.properties.part).toEqual({ $ref: '#/components/schemas/PartInput' })
  expect(components.schemas.Part.required).toEqual(['size'])
})
