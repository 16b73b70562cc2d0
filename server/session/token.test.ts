import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askByForm,
  askToken,
  asOperator,
  type Credentials,
  credentialsOf,
} from '../platform/testing/service-account-operator.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

type TokenBody = { access_token: string; token_type: string; expires_in: number; scope: string }
type Metadata = Record<'issuer' | 'token_endpoint' | 'jwks_uri', string>

let api: TestApi
let known: Credentials & { accountId: string }
beforeAll(async () => {
  api = await startTestApi()
  const made = await asOperator(api, {
    subject: 'ada',
    organisation: 'tokens',
    roles: ['ca:admin', 'odt:user'],
  }).created({
    roles: ['ca:user', 'ca:testuser', 'odt:user'],
  })
  known = { ...credentialsOf(made), accountId: made.serviceAccount.serviceAccountId }
})
afterAll(() => api.close())

const GRANT = { grant_type: 'client_credentials' }
const byForm = (change: Record<string, string> = {}) =>
  askByForm(api, { ...GRANT, client_id: known.id, client_secret: known.secret, ...change })

test('a client that knows only the address finds the endpoint and gets a token, and anybody can verify the token (RFC 8414, 6749, 7517, 9068)', async () => {
  const metadata = await bodyOf<Metadata>(await fetch(`${api.origin}/.well-known/oauth-authorization-server`))
  expect(metadata).toMatchObject({
    issuer: api.origin,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  })
  const basic = Buffer.from(`${known.id}:${known.secret}`).toString('base64')
  const answer = await fetch(metadata.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
    body: new URLSearchParams(GRANT),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
  const given = await bodyOf<TokenBody>(answer)
  expect(given).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'ca:user ca:testuser odt:user' })
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri))
  const { payload, protectedHeader } = await jwtVerify(given.access_token, keys, {
    issuer: metadata.issuer,
    audience: 'platform-api',
    typ: 'at+jwt',
  })
  expect(protectedHeader.alg).toBe('ES256')
  expect(payload).toMatchObject({
    sub: known.accountId,
    azp: known.id,
    client_id: known.id,
    organisation: 'tokens',
    resource_access: { ca: { roles: ['user', 'testuser'] }, odt: { roles: ['user'] } },
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  const published = await (await fetch(metadata.jwks_uri)).json()
  expect(JSON.stringify(published)).not.toContain('"d"')
})

test('the token gives access according to its roles, and to nothing else', async () => {
  const { access_token: token } = await bodyOf<TokenBody>(await askToken(api, known))
  const headers = { authorization: `Bearer ${token}` }
  const status = async (request: string) => (await api.call(undefined, request, { headers })).status
  expect(await status('GET /api/v1/ca/conjunctions')).toBe(200)
  expect(await status('GET /api/v1/status')).toBe(200)
  expect(await status('GET /api/v1/odt/openapi/')).toBe(200)
  const bare = await asOperator(api, { subject: 'ada', organisation: 'tokens', roles: ['odt:user'] }).created({
    roles: ['odt:user'],
  })
  const { access_token: other } = await bodyOf<TokenBody>(await askToken(api, credentialsOf(bare)))
  const refused = await api.call(undefined, 'GET /api/v1/ca/conjunctions', {
    headers: { authorization: `Bearer ${other}` },
  })
  expect(refused.status).toBe(403)
})

test('credentials in the form are accepted as well, and other parameters of OAuth are ignored', async () => {
  expect((await byForm()).status).toBe(200)
  expect((await byForm({ scope: 'openid', audience: 'x', resource: 'urn:y', anything: 'else' })).status).toBe(200)
  // The Authorization header is not used by this call, so it is ignored.
  const headers = { authorization: 'Bearer nonsense' }
  const form = { ...GRANT, client_id: known.id, client_secret: known.secret }
  expect((await askByForm(api, form, headers)).status).toBe(200)
})

const WRONG: readonly [string, () => Promise<Response>, number, string][] = [
  ['a wrong secret', () => byForm({ client_secret: `${known.secret}x` }), 401, 'invalid_client'],
  ['no secret', () => askByForm(api, { ...GRANT, client_id: known.id }), 401, 'invalid_client'],
  ['an empty secret', () => byForm({ client_secret: '' }), 401, 'invalid_client'],
  ['an unknown client', () => byForm({ client_id: 'nobody-aaaaaaaa' }), 401, 'invalid_client'],
  ['a client id that is SQL', () => byForm({ client_id: "' or true --" }), 401, 'invalid_client'],
  ['nothing', () => askByForm(api, GRANT), 401, 'invalid_client'],
  ['a header that cannot be read', () => askByForm(api, GRANT, { authorization: 'Basic ****' }), 401, 'invalid_client'],
  ['a header without a colon', () => askByForm(api, GRANT, { authorization: 'Basic YWJj' }), 401, 'invalid_client'],
  ['credentials in both places', () => askToken(api, known, { client_secret: known.secret }), 400, 'invalid_request'],
  ['another client in the form', () => askToken(api, known, { client_id: 'other' }), 400, 'invalid_request'],
  ['no grant', () => byForm({ grant_type: '' }), 400, 'invalid_request'],
  ['a password grant', () => byForm({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
  [
    'a body of JSON',
    () => api.call(undefined, 'POST /api/v1/session/token', { body: JSON.stringify(GRANT) }),
    415,
    'invalid_request',
  ],
  [
    'a field twice',
    () =>
      api.call(undefined, 'POST /api/v1/session/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials&grant_type=client_credentials',
      }),
    400,
    'invalid_request',
  ],
]

test.each(WRONG)('%s is refused in the form of RFC 6749 §5.2', async (_, ask, status, error) => {
  const answer = await ask()
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect([answer.status, await answer.json()]).toEqual([
    status,
    expect.objectContaining({ error, error_description: expect.any(String) }),
  ])
  if (error === 'invalid_client') expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
})

test('a wrong secret, an unknown client and an ended one get the same answer', async () => {
  const made = credentialsOf(
    await asOperator(api, { subject: 'bo', organisation: 'alike', roles: ['ca:user'] }).created(),
  )
  await api.database.query(`update service_accounts.secret set ends_at = now() where tenant_id = 'organisation:alike'`)
  const bodies = []
  for (const one of [made, { ...made, secret: 'x' }, { ...made, id: 'nobody-aaaaaaaa' }]) {
    const { requestId: _, instance: __, ...body } = await bodyOf<Record<string, unknown>>(await askToken(api, one))
    bodies.push(body)
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  const reasons = await api.database.query<{ reason: string }>(
    `select detail->>'reason' as reason from platform.audit
     where tenant_id = 'organisation:alike' and action = 'service-account.sign-in' and outcome = 'refused' order by seq`,
  )
  expect(reasons.map(({ reason }) => reason)).toEqual(['ended secret', 'wrong secret'])
})

test('a token never lasts longer than its secret', async () => {
  const made = await asOperator(api, { subject: 'cy', organisation: 'short', roles: ['ca:user'] }).created()
  await api.database.query(
    `update service_accounts.secret set ends_at = now() + interval '90 seconds' where tenant_id = 'organisation:short'`,
  )
  const { expires_in: life } = await bodyOf<TokenBody>(await askToken(api, credentialsOf(made)))
  expect(life).toBeGreaterThan(60)
  expect(life).toBeLessThanOrEqual(90)
})

test('the last use of an account is stored to the minute', async () => {
  const operator = asOperator(api, { subject: 'di', organisation: 'used', roles: ['ca:user'] })
  const made = credentialsOf(await operator.created())
  const used = async () => (await operator.list())[0]?.lastUsedAt ?? null
  expect(await used()).toBeNull()
  await askToken(api, { ...made, secret: 'wrong' })
  expect(await used()).toBeNull()
  await askToken(api, made)
  const first = await used()
  expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000)
  await askToken(api, made)
  expect(await used()).toBe(first)
  await api.database.query(
    `update service_accounts.service_account set last_used_at = '2026-01-01T00:00:00Z' where tenant_id = 'organisation:used'`,
  )
  await askToken(api, made)
  expect(await used()).not.toBe('2026-01-01T00:00:00.000Z')
})

test('guessing is limited by address and does not fill the record; a valid secret is still accepted, up to its own rate limit', async () => {
  const strict = await startTestApi({ APSIS_RATE_ANONYMOUS: '8', APSIS_RATE_WRITE: '20' })
  try {
    const made = await asOperator(strict, { subject: 'ada', organisation: 'guessed', roles: ['ca:user'] }).created()
    const good = credentialsOf(made)
    const guesses = []
    for (let n = 0; n < 12; n++) guesses.push((await askToken(strict, { ...good, secret: `guess-${n}` })).status)
    expect(guesses.slice(0, 8)).toEqual(Array(8).fill(401))
    expect(guesses.at(-1)).toBe(429)
    const [recorded] = await strict.database.query<{ count: number }>(
      `select count(*)::int as count from platform.audit where action = 'service-account.sign-in'`,
    )
    expect(recorded?.count).toBeGreaterThanOrEqual(5)
    expect(recorded?.count).toBeLessThan(8)
    const answers = []
    for (let n = 0; n < 25; n++) answers.push(await askToken(strict, good))
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(200))
    const last = answers.at(-1)
    expect([last?.status, await last?.json()]).toEqual([429, expect.objectContaining({ error: 'invalid_request' })])
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await strict.close()
  }
})

test('a token signed by the provider is not accepted as a token of the platform, and vice versa', async () => {
  const { access_token: own } = await bodyOf<TokenBody>(await askToken(api, known))
  const claims = decodeJwt(own)
  const use = async (token: string) =>
    (await api.call(undefined, 'GET /api/v1/status', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await use(own)).toBe(200)
  // The first token has the provider's key and our name; the second one has our claims, the provider's name, and a key id of ours.
  expect(await use(await api.issuer.sign(claims))).toBe(401)
  const { kid = '' } = decodeProtectedHeader(own)
  expect(await use(await api.issuer.sign(claims, { kid }))).toBe(401)
  const renamed = await api.api.platform.signingKeys.sign({ ...claims, iss: api.issuer.issuer, azp: 'apsis-web' })
  expect(await use(renamed)).toBe(401)
  for (const tenant of [undefined, 'tokens', 'other:x', 'organisation:'])
    expect([tenant, await use(await api.api.platform.signingKeys.sign({ ...claims, tenant }))]).toEqual([tenant, 401])
  expect(
    await use(await api.api.platform.signingKeys.sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 10 })),
  ).toBe(401)
  expect(await use(await api.api.platform.signingKeys.sign({ ...claims, aud: ['else'] }))).toBe(401)
})
