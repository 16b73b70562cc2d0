import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '@apsis/contract/errors.ts'
import { createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ALL_ROLES, type BadToken, badTokens, ENDED_SESSION, MALLORY } from '../testing/bad-tokens.ts'
import {
  addressOf,
  EVERY_ENDPOINT,
  goodBody,
  isOpen,
  isRoleBound,
  type NamedEndpoint,
} from '../testing/every-endpoint.ts'
import { rawRequest, sendRaw } from '../testing/raw-http.ts'
import { hashTables } from '../testing/table-hash.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { claimsOf } from '../testing/test-issuer.ts'
import { verifyToken } from './token.ts'

const KINDS = 40
const CLOSED = EVERY_ENDPOINT.filter((one) => !isOpen(one))
const OPEN = EVERY_ENDPOINT.filter(isOpen)

let api: TestApi
let tokens: BadToken[]
beforeAll(async () => {
  api = await startTestApi()
  await api.call(MALLORY, 'GET /api/v1/status')
  await endSession(ENDED_SESSION)
  tokens = await badTokens(api.issuer)
})
afterAll(() => api.close())

/** Ends a session as the provider would, and waits until the process knows. */
async function endSession(sid: string): Promise<void> {
  const { iss, iat } = claimsOf(api.issuer.issuer, MALLORY)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const claims = { iss: iss ?? '', iat: iat ?? 0, aud: 'apsis-web', sub: 'mallory', sid, jti: 'logout-1', events }
  const body = new URLSearchParams({ logout_token: await api.issuer.sign(claims, { typ: 'logout+jwt' }) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await api.call(undefined, 'POST /api/v1/session/backchannel-logout', { body, headers })
  expect(answer.status).toBe(204)
  await vi.waitUntil(() => api.api.platform.tokens.isEnded(sid), 30_000)
}

type Cell = {
  readonly cell: string
  readonly status: number
  readonly challenge: string | undefined
  readonly error: string
}

/** Sends a bad token to an endpoint, with an address and a body that would have an effect if it were accepted. */
async function attempt(one: NamedEndpoint, token: BadToken): Promise<Cell> {
  const { headers = {}, body = '' } = goodBody(one) as { headers?: Record<string, string>; body?: string }
  const line = `${one.endpoint.method} ${addressOf(one, MALLORY.subject)}${token.query ?? ''}`
  const sent = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const authorization = token.authorization.map((value) => `authorization: ${value}\r\n`).join('')
  const text = rawRequest(line, sent, body).replace('\r\n', `\r\n${authorization}`)
  const answer = await sendRaw(api.api.port, text)
  const problem = answer.status >= 400 ? (JSON.parse(answer.body) as Problem) : undefined
  return {
    cell: `${token.kind} × ${one.name}`,
    status: answer.status,
    challenge: answer.headers['www-authenticate'],
    error: `${problem?.status} ${problem?.error}`,
  }
}

async function attemptAll(endpoints: readonly NamedEndpoint[], some: readonly BadToken[]): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const token of some) cells.push(...(await Promise.all(endpoints.map((one) => attempt(one, token)))))
  return cells
}

const others = (cells: readonly Cell[], want: Omit<Cell, 'cell'>) =>
  cells.filter((cell) => !isDeepStrictEqual({ ...cell, cell: '' }, { ...want, cell: '' }))
const UNAUTHORIZED = { status: 401, error: '401 Unauthorized' }

test(`verifyToken() refuses every bad token at every endpoint (${KINDS} kinds × ${CLOSED.length} = ${KINDS * CLOSED.length} cells): nothing is changed, no token is logged`, async () => {
  expect(tokens).toHaveLength(KINDS)
  const before = await hashTables(api.database)
  const refused = tokens.filter(({ expect: how }) => how === undefined)
  const cells = await attemptAll(CLOSED, refused)
  expect(others(cells, { ...UNAUTHORIZED, challenge: 'Bearer error="invalid_token"' })).toEqual([])

  const missing = await attemptAll(
    CLOSED,
    tokens.filter(({ expect: how }) => how === 'missing'),
  )
  expect(others(missing, { ...UNAUTHORIZED, challenge: 'Bearer' })).toEqual([])

  const huge = await attemptAll(
    CLOSED,
    tokens.filter(({ expect: how }) => how === 'too large'),
  )
  const tooLarge = { status: 431, error: '431 Request Header Fields Too Large', challenge: undefined }
  expect(others(huge, tooLarge)).toEqual([])
  expect(await hashTables(api.database)).toEqual(before)

  // A token with malformed roles is valid, and its holder has no role: endpoints without a role are open to it, as to
  // any signed-in person.
  const malformed = tokens.filter(({ expect: how }) => how === 'malformed roles')
  const forbidden = await attemptAll(CLOSED.filter(isRoleBound), malformed)
  expect(others(forbidden, { status: 403, error: '403 Forbidden', challenge: undefined })).toEqual([])
  // Each refused call is audited, and the newest token has no roles, so the member has none either.
  const { 'platform.audit': _, 'platform.member': __, ...changed } = await hashTables(api.database)
  expect(before).toMatchObject(changed)
  const allowed = await attemptReads(
    CLOSED.filter((one) => !isRoleBound(one)),
    malformed,
  )
  expect(allowed.filter(([, status]) => status === 401 || status === 403)).toEqual([])

  const count =
    cells.length +
    missing.length +
    huge.length +
    forbidden.length +
    malformed.length * CLOSED.filter((one) => !isRoleBound(one)).length
  expect(count).toBe(KINDS * CLOSED.length)
  const log = api.logged.join('')
  expect(tokens.flatMap((token) => token.secrets).filter((secret) => log.includes(secret))).toEqual([])
})

/** Works like attempt(), with a client that can hang up on a stream. */
async function attemptReads(
  endpoints: readonly NamedEndpoint[],
  some: readonly BadToken[],
): Promise<(readonly [string, number])[]> {
  const pairs = some.flatMap((token) => endpoints.map((one) => [token, one] as const))
  return Promise.all(
    pairs.map(async ([token, one]) => {
      const { headers, ...rest } = goodBody(one)
      const init = { ...rest, headers: { ...(headers as object), authorization: token.authorization[0] ?? '' } }
      const response = await api.call(undefined, `${one.endpoint.method} ${addressOf(one, MALLORY.subject)}`, init)
      await response.body?.cancel()
      return [`${token.kind} × ${one.name}`, response.status] as const
    }),
  )
}

test('where no token is required, a bad one is ignored', async () => {
  for (const one of OPEN) {
    const anonymous = await api.call(undefined, `${one.endpoint.method} ${addressOf(one, 'mallory')}`, goodBody(one))
    const cells = await attemptAll(
      [one],
      // A query that the call does not know is refused, whatever its value.
      tokens.filter(({ expect: how, query }) => how !== 'too large' && query === undefined),
    )
    expect(new Set(cells.map(({ status }) => status))).toEqual(new Set([anonymous.status]))
  }
  expect.assertions(OPEN.length)
})

test.each([
  ['valid', {}, {}],
  ['a list of audiences', { aud: ['account', 'platform-api', 'other'] }, {}],
  ['one audience as text', { aud: 'platform-api' }, {}],
  ['of Keycloak: marked in the payload', { typ: 'Bearer' }, { typ: 'JWT' }],
  ['of oidc-provider: marked in the header', { typ: undefined }, { typ: 'at+jwt' }],
  ['of Keycloak: the organisation as a list of one', { organisation: ['alpha'] }, {}],
])('verifyToken() accepts a good token: %s', async (_, changes: Record<string, unknown>, header) => {
  const claims = claimsOf(api.issuer.issuer, MALLORY)
  const token = await api.issuer.sign({ ...claims, ...changes }, header as { typ: string })
  for (const one of CLOSED.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await api.call(undefined, `GET ${addressOf(one, MALLORY.subject)}`, { headers })
    await response.body?.cancel()
    // The gate was passed. The call may still fail: the named object may not exist, the id may be invalid, or a parameter may be missing.
    expect([one.name, [401, 403].includes(response.status), response.status < 500]).toEqual([one.name, false, true])
  }
})

const NOW_S = 1_800_000_000
const verify = async (changes: Record<string, unknown>) => {
  const { iss: issuer = '', ...claims } = claimsOf(api.issuer.issuer, MALLORY)
  const token = await api.issuer.sign({ iss: issuer, ...claims, iat: NOW_S, exp: NOW_S + 300, ...changes })
  const keys = { key: createLocalJWKSet({ keys: [api.issuer.publicJwk] }), state: () => ({ reachable: true, ageS: 0 }) }
  const own = { issuer: 'http://localhost:8080', key: keys.key }
  const rules = { issuer, audience: 'platform-api', clients: ['apsis-web'], keys, own, isEnded: () => false }
  return verifyToken(token, { ...rules, now: () => NOW_S * 1000 })
}

test.each([
  ['an organisation as a list of two', { organisation: ['alpha', 'beta'] }],
  ['an empty organisation', { organisation: '' }],
  [
    'an organisation as an object, as Keycloak sends when its mapper adds ids',
    { organisation: { alpha: { id: '1' } } },
  ],
  ['an organisation with a control character', { organisation: 'alpha\n' }],
  ['an organisation that is null', { organisation: null }],
  ['a subject with a space', { sub: 'a b' }],
  ['a subject that is a list', { sub: ['mallory'] }],
  ['a session that is a number', { sid: 1 }],
  ['an expiry an hour and a second after it was issued', { exp: NOW_S + 3_601 }],
  ['an expiry 5 s ago', { iat: NOW_S - 300, exp: NOW_S - 5 }],
  ['an issue 61 s ahead', { iat: NOW_S + 61, exp: NOW_S + 300 }],
  ['a beginning 6 s ahead', { nbf: NOW_S + 6 }],
  ['an issue as text', { iat: String(NOW_S) }],
  ['a client that is a list', { azp: ['apsis-web'] }],
])('verifyToken() refuses %s', async (_, changes) => {
  await expect(verify(changes)).rejects.toThrow('token refused')
})

test('verifyToken() accepts values up to its limits and refuses values beyond them', async () => {
  await expect(verify({ exp: NOW_S + 3_600 })).resolves.toMatchObject({ subject: 'mallory' })
  await expect(verify({ iat: NOW_S - 300, exp: NOW_S - 4 })).resolves.toMatchObject({ subject: 'mallory' })
  await expect(verify({ iat: NOW_S + 60, exp: NOW_S + 300 })).resolves.toMatchObject({ subject: 'mallory' })
  await expect(verify({ nbf: NOW_S + 5 })).resolves.toMatchObject({ subject: 'mallory' })
})

test('verifyToken() reads the organisation from the claim, otherwise uses the subject alone, and never confuses the two', async () => {
  expect(await verify({})).toMatchObject({ tenantId: 'organisation:alpha', roles: new Set(ALL_ROLES) })
  expect(await verify({ organisation: ['alpha'] })).toMatchObject({ tenantId: 'organisation:alpha' })
  expect(await verify({ organisation: undefined })).toMatchObject({ tenantId: 'subject:mallory' })
  expect(await verify({ organisation: 'subject:mallory' })).toMatchObject({ tenantId: 'organisation:subject:mallory' })
})

test('verifyToken() reads the full name if it can be shown, and refuses nobody because of it', async () => {
  expect(await verify({ name: ' Kim Weber ' })).toMatchObject({ username: 'mallory', fullName: 'Kim Weber' })
  for (const name of ['', 'K\u0000im', 'k'.repeat(256), ['Kim']])
    expect((await verify({ name })).fullName).toBeUndefined()
})

test.each([
  ['control characters', 'm\u0000allory'],
  ['256 characters', 'm'.repeat(256)],
  ['no text', ['m']],
])('verifyToken() falls back to the subject for a user name of %s', async (_, name) => {
  expect(await verify({ preferred_username: name })).toMatchObject({ username: 'mallory' })
})
