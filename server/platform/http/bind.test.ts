import { openApi } from '@apsis/contract/api/openapi.ts'
import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { Problem } from '@apsis/contract/errors.ts'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { anyOf, junk, spoilt } from '../testing/any-input.ts'
import { ALL_ROLES } from '../testing/bad-tokens.ts'
import { EVERY_ENDPOINT, type NamedEndpoint, rawAddressOf } from '../testing/every-endpoint.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { bind } from './bind.ts'
import { isStorable } from './input.ts'

/** Other seeds give other requests: `APSIS_PROPERTY_SEED=1 npx vitest run …`. */
const SEED = Number(process.env.APSIS_PROPERTY_SEED ?? 20_260_719)
const WHO = { subject: 'fuzzer', organisation: 'alpha', roles: ALL_ROLES }

let api: TestApi
let authorization: string
beforeAll(async () => {
  api = await startTestApi()
  authorization = `Bearer ${await api.issuer.token(WHO)}`
})
afterAll(() => api.close())

/** Returns the statuses in the description of a call. */
function documented(one: NamedEndpoint): number[] {
  const [id, endpoint] = Object.values(SERVICE_ENDPOINTS)
    .flatMap((endpoints) => Object.entries(endpoints))
    .find(([, candidate]) => candidate === one.endpoint)!
  const { paths } = openApi({ title: 't', description: 'd', version: '1', tags: {} }, { [id]: endpoint }) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  return Object.keys(paths[endpoint.path]![endpoint.method.toLowerCase()]!.responses).map(Number)
}

const RUNS = 50
const header = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim())
const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WHO.subject) },
  { weight: 2, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'somebody-else',
      '00000000-0000-4000-8000-000000000000',
      '..',
      'x'.repeat(300),
      'x'.repeat(600),
      '\0',
      "' or 1=1 --",
    ),
  },
)

/** Generates a request for an endpoint: about half of them are valid by its schemas. */
function requests({ endpoint: { body, query } }: NamedEndpoint) {
  const part = (schema: Endpoint['body']) => {
    if (schema === undefined) return fc.constant(undefined)
    const good = anyOf(schema)
    return fc.oneof(
      { weight: 3, arbitrary: good },
      { weight: 2, arbitrary: spoilt(good) },
      { weight: 1, arbitrary: junk },
    )
  }
  return fc.record({
    id: ids,
    body: part(body),
    query: part(query),
    ifMatch: header,
    lastEventId: header,
    requestId: header,
  })
}

type Request = {
  readonly id: string
  readonly body: unknown
  readonly query: unknown
  readonly ifMatch: string
  readonly lastEventId: string
  readonly requestId: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Returns the query as it can be written in an address. */
function pairsOf(query: unknown): [string, string][] {
  if (typeof query !== 'object' || query === null) return []
  return Object.entries(query).map(([name, value]) => [name.toWellFormed(), textOf(value).toWellFormed()])
}

const isStorableAll = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorable(value)
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableAll(inner))

/** Returns true if the schemas accept the request; other requests must be answered with 400. */
function isTaken({ endpoint }: NamedEndpoint, { id, body, query }: Request): boolean {
  const pairs = pairsOf(query)
  if (!isStorableAll([endpoint.params ? id : '', body, ...pairs.flat()])) return false
  if (pairs.length > 0 && endpoint.query?.safeParse(Object.fromEntries(pairs)).success !== true) return false
  if (endpoint.params) {
    const ids = Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, id]))
    if (id.length > 255 || !endpoint.params.safeParse(ids).success) return false
  }
  const sent = endpoint.accepts ? Object.fromEntries(new URLSearchParams(String(bodyText(endpoint, body)))) : body
  return (
    endpoint.body === undefined ||
    endpoint.body.safeParse(sent === undefined ? undefined : JSON.parse(JSON.stringify(sent))).success
  )
}

function bodyText(endpoint: Endpoint, body: unknown): string {
  if (endpoint.accepts === undefined) return JSON.stringify(body) ?? ''
  return new URLSearchParams(pairsOf(body)).toString()
}

test.each(EVERY_ENDPOINT)(`$name handles ${RUNS} random requests, good and bad (seed ${SEED})`, async (one) => {
  const { endpoint } = one
  const statuses = documented(one)
  const property = fc.asyncProperty(requests(one), async (request) => {
    const query = new URLSearchParams(pairsOf(request.query)).toString()
    const headers: Record<string, string> = {
      authorization,
      'if-match': request.ifMatch,
      'last-event-id': request.lastEventId,
      'x-request-id': request.requestId,
    }
    if (endpoint.body) headers['content-type'] = endpoint.accepts ?? 'application/json'
    const init = endpoint.body ? { headers, body: bodyText(endpoint, request.body) } : { headers }
    const response = await api.call(
      undefined,
      `${endpoint.method} ${rawAddressOf(one, request.id)}${query === '' ? '' : `?${query}`}`,
      init,
    )
    if (endpoint.media && response.ok) {
      expect(response.headers.get('content-type')).toContain(endpoint.media)
      return response.body?.cancel()
    }
    if (endpoint.file && response.ok) return response.body?.cancel()
    const text = await response.text()
    // An id of one or two dots is resolved as a step in the path, so the request has a different address.
    if (['.', '..'].includes(request.id)) return
    expect(statuses).toContain(response.status)
    expect(response.status).toBeLessThan(500)
    if (response.ok) return void (endpoint.response ? endpoint.response.parse(JSON.parse(text)) : expect(text).toBe(''))
    const { errors } = Problem.parse(JSON.parse(text))
    if (response.status === 400) expect(errors?.[0]?.pointer ?? errors?.[0]?.parameter).toEqual(expect.any(String))
    // The body of a signed call is read only if the address is known and the signature is valid, so the refusal may
    // be for either of these.
    const refusals = endpoint.signed ? [400, 403, 404, 414] : [400, 414]
    if (!isTaken(one, request)) expect(refusals).toContain(response.status)
  })
  await fc.assert(property, { seed: SEED, numRuns: RUNS })
})

test('bind() refuses an endpoint without a rule, and an answer that breaks its contract', async () => {
  const door = { app: Fastify(), gate: async () => undefined, bound: new Set<string>(), once: undefined as never }
  const base = {
    method: 'GET',
    path: '/api/v1/things',
    summary: 's',
    description: 'd',
    tags: [],
    rate: 'read',
  } as const
  for (const access of [undefined, null, 'everyone', 'ca:user', {}]) {
    const e = { ...base, access } as unknown as Endpoint
    expect(() => bind(door, e, async () => undefined)).toThrow('GET /api/v1/things declares no access rule')
  }
  expect(door.bound.size).toBe(0)
  bind(door, { ...base, access: 'anyone', response: z.strictObject({ name: z.string() }) }, async () => {
    return { name: 'a', secret: 'b' } as { name: string }
  })
  expect((await door.app.inject('/api/v1/things')).statusCode).toBe(500)
})

test.each(['max-miss=', 'max-miss=%20', 'min-probability='])(
  'a number parameter without a value is refused: ?%s',
  async (query) => {
    const refused = await api.call(undefined, `GET /api/v1/ca/conjunctions?${query}`, { headers: { authorization } })
    const { errors } = Problem.parse(await refused.json())
    expect([refused.status, errors?.[0]?.parameter]).toEqual([400, query.split('=')[0]])
  },
)

test('the number 0 is accepted', async () => {
  const found = await api.call(undefined, 'GET /api/v1/ca/conjunctions?max-miss=0', { headers: { authorization } })
  expect(found.status).toBe(200)
})
