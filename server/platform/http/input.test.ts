import { gzipSync } from 'node:zlib'
import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { objectsIn, putIn } from '../testing/any-input.ts'
import { ALL_ROLES } from '../testing/bad-tokens.ts'
import { addressOf, bodyFor, EVERY_ENDPOINT, goodBody, type NamedEndpoint } from '../testing/every-endpoint.ts'
import { rawRequest, sendRaw } from '../testing/raw-http.ts'
import { hashTables } from '../testing/table-hash.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

const WHO = { subject: 'fuzzer', organisation: 'alpha', roles: ALL_ROLES }
/** A signed body is read only if its signature is valid, so wrong bodies for these calls are tested in their own tests. */
const JSON_WRITES = EVERY_ENDPOINT.filter(
  ({ endpoint }) => endpoint.body && endpoint.signed === undefined && endpoint.accepts === undefined,
)
const WRITES = EVERY_ENDPOINT.filter(({ endpoint }) => endpoint.body)

let api: TestApi
let authorization: string
beforeAll(async () => {
  api = await startTestApi()
  authorization = `Bearer ${await api.issuer.token(WHO)}`
  await api.call(WHO, 'GET /api/v1/status')
})
afterAll(() => api.close())

type RefusalPlaces = { readonly status: number; readonly places: readonly (string | undefined)[] }

/** Sends a request and returns the refused fields; an answer with an error must be a problem. */
async function ask(one: NamedEndpoint, init: RequestInit, query = ''): Promise<RefusalPlaces> {
  const headers = { ...(init.headers as object), authorization }
  const address = addressOf(one, WHO.subject)
  const response = await api.call(undefined, `${one.endpoint.method} ${address}${query}`, { ...init, headers })
  if (response.status < 400) {
    await response.body?.cancel()
    return { status: response.status, places: [] }
  }
  const { errors = [], status } = Problem.parse(await response.json())
  expect(status).toBe(response.status)
  return { status, places: errors.map(({ pointer, parameter }) => pointer ?? parameter) }
}

const goodValue = (one: NamedEndpoint): unknown => JSON.parse(String(goodBody(one).body))
const isGood = ({ body }: Endpoint, value: unknown) => body?.safeParse(value).success === true

const OWNED = [
  ...['tenantId', 'tenant_id', 'tenant', 'organisation', 'organisationId', 'role', 'roles', 'isAdmin', 'admin'],
  ...[
    'permissions',
    'userId',
    'user_id',
    'subject',
    'sub',
    'owner',
    'ownerId',
    '_id',
    'id',
    'version',
    '__v',
    'service',
  ],
  ...[
    'createdAt',
    'created_at',
    'updatedAt',
    'updated_at',
    'balance',
    'available',
    'limit',
    'deleted',
    'state',
    '$set',
  ],
  ...['resource_access', 'prev_hash', 'toString', 'hasOwnProperty', '', 'a/b~c', 'notifications.default'],
]
/** Returns true for a field that only an answer has: a PUT drops it, because it accepts the answer of a GET (put-answer.test.ts). */
function isOfAnswerOnly({ method, body, response }: Endpoint, place: readonly unknown[], name: string): boolean {
  if (method !== 'PUT' || place.length > 0 || !(body instanceof z.ZodObject) || !(response instanceof z.ZodObject))
    return false
  return Object.hasOwn(response.shape, name) && !Object.hasOwn(body.shape, name)
}

/** Each writable body with an unknown field at each of its levels. */
const TOO_MUCH = JSON_WRITES.flatMap((one) =>
  objectsIn(goodValue(one)).flatMap((place) =>
    OWNED.filter((name) => !isOfAnswerOnly(one.endpoint, place, name)).map((name) => ({
      one,
      value: putIn(goodValue(one), place, name),
      pointer: pointerTo([...place, name]),
    })),
  ),
).filter(({ one, value }) => !isGood(one.endpoint, value))

function pointerTo(place: readonly (string | number)[]): string {
  return `#${place.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

type SentValue = { readonly one: NamedEndpoint; readonly value: unknown; readonly pointer: string }

async function notRefused(requests: readonly SentValue[]): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (let at = 0; at < requests.length; at += 16) {
    await Promise.all(
      requests.slice(at, at + 16).map(async ({ one, value, pointer }) => {
        const told = await ask(one, bodyFor(one.endpoint, value))
        if (told.status !== 400 || !told.places.includes(pointer)) wrong.push([one.name, pointer, told])
      }),
    )
  }
  return wrong
}

test(`a field that the contract does not know is refused by name, and changes nothing (${TOO_MUCH.length} requests)`, async () => {
  expect(TOO_MUCH.length).toBeGreaterThan(JSON_WRITES.length * OWNED.length)
  const before = await hashTables(api.database)
  expect(await notRefused(TOO_MUCH)).toEqual([])
  expect(await hashTables(api.database)).toEqual(before)
})

const PROTOTYPES = JSON_WRITES.flatMap((one) =>
  objectsIn(goodValue(one)).flatMap((place) =>
    ['__proto__', 'constructor', 'prototype'].map((name) => ({
      one,
      value: putIn(goodValue(one), place, name, { isAdmin: true }),
      pointer: pointerTo([...place, name]),
    })),
  ),
)

test(`a name that changes an object’s prototype is refused at every level (${PROTOTYPES.length} requests)`, async () => {
  expect(await notRefused(PROTOTYPES)).toEqual([])
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})

test('the id of somebody else in the body is refused, and nothing is saved', async () => {
  const before = await hashTables(api.database)
  const writes = JSON_WRITES.filter(({ endpoint }) =>
    isGood(endpoint, { ...(goodValue({ endpoint, name: '' }) as object), _id: 'a' }),
  )
  expect(writes).toHaveLength(4)
  for (const one of writes) {
    const value = { ...(goodValue(one) as object), _id: 'somebody-else' }
    expect([one.name, await ask(one, bodyFor(one.endpoint, value))]).toEqual([
      one.name,
      { status: 400, places: ['#/_id'] },
    ])
  }
  expect(await hashTables(api.database)).toEqual(before)
})

const QUERIES: Readonly<Record<string, string>> = {
  'x=1': 'x',
  'x=1&x=2': 'x',
  'state=fresh&state=read': 'state',
  'state=fresh&%73tate=fresh': 'state',
  'state[]=fresh': 'state[]',
  'state[0]=fresh&state[1]=read': 'state[0]',
  'state[$ne]=fresh': 'state[$ne]',
  'tenantId=other': 'tenantId',
  'config-id=other': 'config-id',
  '__proto__=1': '__proto__',
  '__proto__[isAdmin]=1': '__proto__[isAdmin]',
  'constructor=1': 'constructor',
  'x=%FF': 'x',
  'x=%': 'x',
  'x=%ZZ': 'x',
  'x=%C0%AF': 'x',
  'x=%ED%A0%80': 'x',
  '%FF=1': '%FF',
  'x=%00': 'x',
  '%00=1': '\0',
  '=': '',
}

test(`a query that the contract does not know is refused by name (${Object.keys(QUERIES).length} × ${EVERY_ENDPOINT.length} = ${Object.keys(QUERIES).length * EVERY_ENDPOINT.length} requests)`, async () => {
  const wrong: unknown[] = []
  for (const one of EVERY_ENDPOINT) {
    await Promise.all(
      Object.entries(QUERIES).map(async ([query, name]) => {
        const told = await ask(one, goodBody(one), `?${query}`)
        if (told.status !== 400 || !told.places.includes(name)) wrong.push([one.name, query, told])
      }),
    )
  }
  expect(wrong).toEqual([])
})

test.each([
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['page=1e9', 'page'],
  ['page=', 'page'],
  ['page=NaN', 'page'],
  ['limit=201', 'limit'],
  ['state=', 'state'],
  ['state=fresh,read', 'state'],
])('GET /notifications?%s is refused with the parameter named', async (query, parameter) => {
  const one = EVERY_ENDPOINT.find(({ name }) => name === 'GET /api/v1/notifications')!
  expect(await ask(one, {}, `?${query}`)).toEqual({ status: 400, places: [parameter] })
})

const TYPES = [
  'text/plain',
  'application/xml',
  'text/json',
  'application/json-patch+json',
  'multipart/form-data; boundary=x',
  'json',
  '*/*',
  '',
]

test.each(WRITES)('$name takes its own media type and no other, and no compressed body', async (one) => {
  const { body } = goodBody(one)
  const other = one.endpoint.accepts ? 'application/json' : 'application/x-www-form-urlencoded'
  const own = one.endpoint.accepts ?? 'application/json'
  for (const type of [...TYPES, other]) {
    const answer = await sendRaw(
      api.api.port,
      rawRequest(
        lineOf(one),
        { authorization, 'content-type': type, 'content-length': String(Buffer.byteLength(String(body))) },
        String(body),
      ),
    )
    expect([type, answer.status, answer.headers['accept-post']]).toEqual([type, 415, own])
  }
  const zeros = gzipSync(Buffer.alloc(2_000_000, ' '))
  for (const packed of [gzipSync(String(body)), zeros]) {
    const headers = { 'content-type': own, 'content-encoding': 'gzip', authorization }
    expect((await ask(one, { headers, body: packed })).status).toBe(415)
  }
  expect(
    (await ask(one, { headers: { 'content-type': `${own.toUpperCase()} ; charset=utf-8` }, body: body ?? '' })).status,
  ).not.toBe(415)
})

const lineOf = (one: NamedEndpoint) => `${one.endpoint.method} ${addressOf(one, WHO.subject)}`

const BROKEN: [what: string, body: string | Buffer, status: number, pointer?: string][] = [
  ['nothing', '', 400],
  ['white space', ' \n', 400],
  ['half an object', '{', 400],
  ['two values', '{}{}', 400],
  ['a trailing comma', '{"a":1,}', 400],
  ['single quotes', "{'a':1}", 400],
  ['a comment', '{}/**/', 400],
  ['undefined', 'undefined', 400],
  ['NaN', 'NaN', 400],
  ['a text', '"text"', 400],
  ['null', 'null', 400],
  ['a number beyond all', '1e999', 400],
  ['a number of 200,000 digits', '9'.repeat(200_000), 400],
  ['100,000 brackets', '['.repeat(100_000) + ']'.repeat(100_000), 400],
  ['33 levels', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, 400, `#${'/a'.repeat(32)}`],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 400],
  ['NUL in a text', '{"_id":"a\\u0000b"}', 400, '#/_id'],
  ['half a surrogate pair', '{"_id":"\\ud800"}', 400, '#/_id'],
  ['NUL in a name', '{"a\\u0000b":1}', 400, '#/a\0b'],
  ['300 KiB', `{"_id":"${'x'.repeat(300 * 1024)}"}`, 413],
]

test.each(BROKEN)('a body of %s is refused, with and without a length', async (_, body, status, pointer) => {
  for (const one of JSON_WRITES) {
    const type = { 'content-type': 'application/json' }
    const told = await ask(one, { headers: type, body })
    expect([one.name, told.status]).toEqual([one.name, status])
    if (status === 400) expect(told.places).toContain(pointer ?? told.places[0] ?? 'the field is named')
    const chunk = Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n0\r\n\r\n'),
    ])
    const head = rawRequest(lineOf(one), { ...type, authorization, 'transfer-encoding': 'chunked' })
    const streamed = await sendRaw(
      api.api.port,
      Buffer.concat([Buffer.from(head), body.length === 0 ? Buffer.from('0\r\n\r\n') : chunk]),
    )
    expect([one.name, streamed.status]).toEqual([one.name, status])
  }
})

test('bytes that are not UTF-8 are refused and not replaced, even in fields that allow any text', async () => {
  const one = JSON_WRITES.find(({ name }) => name === 'PUT /api/v1/userconfig/{config-id}')!
  const channel = { url: [] }
  const notifications = {
    email: { addresses: [] },
    msteams: channel,
    slack: channel,
    webhook: { url: ['MARK'] },
    statuses: [],
  }
  const [before = '', after = ''] = JSON.stringify({ notifications }).split('MARK')
  const send = (bytes: number[]) => {
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    return ask(one, { headers: { 'content-type': 'application/json' }, body })
  }
  expect((await send([0xc3, 0xa9])).status).toBe(200)
  for (const bytes of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]])
    expect(await send(bytes)).toEqual({ status: 400, places: ['#'] })
})

test('an unexpected body is refused', async () => {
  const none = EVERY_ENDPOINT.filter(
    ({ endpoint }) => endpoint.body === undefined && endpoint.upload === undefined && endpoint.method !== 'GET',
  )
  expect(none.length).toBeGreaterThan(0)
  for (const one of none) expect(await ask(one, { body: '{}' })).toEqual({ status: 400, places: ['#'] })
})

test('a call that requires a body reports a missing one', async () => {
  const taking = EVERY_ENDPOINT.filter(
    ({ endpoint: { body, protocol } }) => protocol === undefined && body?.safeParse(undefined).success === false,
  )
  expect(taking.length).toBeGreaterThan(10)
  for (const one of taking) {
    const address = addressOf(one, WHO.subject)
    const answer = await api.call(undefined, `${one.endpoint.method} ${address}`, { headers: { authorization } })
    const { detail, errors } = Problem.parse(await answer.json())
    expect([answer.status, detail, errors?.[0]?.code]).toEqual([
      400,
      'This call takes a body, and there is none.',
      'body.missing',
    ])
  }
})
