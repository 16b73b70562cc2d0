import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIENCE, CLIENT_ID, DEMO, startTestIdentity, type TestIdentity } from '../testing/test-identity.ts'
import { CONNECT, claimsOf, createVisitor, pkce, type Tokens } from '../testing/visitor.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.close())

async function errorOf(answer: Response): Promise<unknown> {
  return ((await answer.json()) as { error?: unknown }).error
}

test('sign-in: code and PKCE give a token with every claim that keycloak-js and the API read', async () => {
  const tokens = await createVisitor(identity).signIn()
  const jwks = createRemoteJWKSet(new URL(`${identity.issuer}/protocol/openid-connect/certs`))
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, jwks, {
    issuer: identity.issuer,
    audience: AUDIENCE,
    algorithms: ['RS256'],
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) })
  expect(payload).toMatchObject({
    sub: DEMO.id,
    typ: 'Bearer',
    azp: CLIENT_ID,
    aud: [AUDIENCE, 'account'],
    preferred_username: 'demo',
    name: 'Kim Weber',
    email: 'kim.weber@aurora.example',
    organisation: 'aurora-demo',
    realm_access: { roles: ['default-roles-platform'] },
    resource_access: {
      ca: { roles: ['user'] },
      odt: { roles: ['user'] },
      payments: { roles: ['user'] },
      account: { roles: ['manage-account', 'manage-account-links', 'view-profile'] },
    },
    scope: 'openid',
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  expect(tokens.expires_in).toBe(300)
  const id = claimsOf(tokens.id_token)
  expect(id).toMatchObject({ sub: DEMO.id, aud: CLIENT_ID, nonce: 'a-nonce', sid: payload.sid, name: 'Kim Weber' })
  expect(decodeProtectedHeader(tokens.id_token).typ).not.toBe('at+jwt')
})

test('sign-in: the answer names its issuer (RFC 9207) and returns the state', async () => {
  const visitor = createVisitor(identity)
  const result = await visitor.submitLogin(await visitor.openLogin())
  expect(Object.fromEntries(result)).toEqual({ code: expect.any(String), state: 'a-state', iss: identity.issuer })
})

test('sign-in: a user without services has no role in them, and another organisation gives another claim', async () => {
  const guest = claimsOf((await createVisitor(identity).signIn({ ...DEMO, username: 'demo-guest' })).access_token)
  expect(Object.keys(guest.resource_access as object)).toEqual(['account'])
  const other = claimsOf((await createVisitor(identity).signIn({ ...DEMO, username: 'demo-other' })).access_token)
  expect(other.organisation).toBe('borealis-demo')
})

test('sign-in: the refresh token decodes like a JWT, and only its hash is stored', async () => {
  const { refresh_token } = await createVisitor(identity).signIn()
  expect(claimsOf(refresh_token)).toMatchObject({ typ: 'Refresh', sub: DEMO.id, azp: CLIENT_ID, iss: identity.issuer })
  const secret = refresh_token.split('.')[2] ?? ''
  const rows = await identity.database.query('select 1 from identity.record where (id || payload) like $1', [
    `%${secret}%`,
  ])
  expect(secret.length).toBeGreaterThan(40)
  expect(rows).toEqual([])
})

test.each([
  ['no challenge', { code_challenge: '', code_challenge_method: '' }],
  ['a plain challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }],
  ['a challenge without its method', { code_challenge: 'a'.repeat(43), code_challenge_method: '' }],
])('sign-in: a PKCE downgrade with %s is refused', async (_what, changes) => {
  const answer = await createVisitor(identity).authorize(changes)
  const back = new URL(answer.headers.get('location') ?? '')
  expect(new URLSearchParams(back.hash.slice(1)).get('error')).toBe('invalid_request')
})

test('sign-in: a code without its verifier, or with another one, gives no token', async () => {
  const visitor = createVisitor(identity)
  for (const verifier of [pkce().verifier, '']) {
    const code = (await visitor.submitLogin(await createLogin(visitor))).get('code') ?? ''
    const answer = await visitor.exchange(code, verifier)
    expect(answer.status).toBe(400)
    expect(['invalid_grant', 'invalid_request']).toContain(await errorOf(answer))
    visitor.cookies.clear()
  }
})

function createLogin(visitor: ReturnType<typeof createVisitor>, challenge = pkce().challenge): Promise<string> {
  return visitor.openLogin({ code_challenge: challenge })
}

test('sign-in: a code is valid once, and its second use ends the tokens of the first use', async () => {
  const visitor = createVisitor(identity)
  const { verifier, challenge } = pkce()
  const code = (await visitor.submitLogin(await createLogin(visitor, challenge))).get('code') ?? ''
  const first = (await (await visitor.exchange(code, verifier)).json()) as Tokens
  const second = await visitor.exchange(code, verifier)
  expect([second.status, await errorOf(second)]).toEqual([400, 'invalid_grant'])
  expect((await visitor.refresh(first.refresh_token)).status).toBe(400)
})

test('sign-in: of ten simultaneous exchanges of one code at most one succeeds', async () => {
  const visitor = createVisitor(identity)
  const { verifier, challenge } = pkce()
  const code = (await visitor.submitLogin(await createLogin(visitor, challenge))).get('code') ?? ''
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.exchange(code, verifier)))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([])
})

test('sign-in: another redirect address at the exchange is refused', async () => {
  const visitor = createVisitor(identity)
  const { verifier, challenge } = pkce()
  const code = (await visitor.submitLogin(await createLogin(visitor, challenge))).get('code') ?? ''
  const answer = await visitor.exchange(code, verifier, { redirect_uri: `${identity.origin}/other` })
  expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant'])
})

test('sign-in: a missing redirect address at the exchange is refused', async () => {
  const visitor = createVisitor(identity)
  const { verifier, challenge } = pkce()
  const code = (await visitor.submitLogin(await createLogin(visitor, challenge))).get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id: CLIENT_ID, code, code_verifier: verifier }
  const answer = await visitor.post(`${CONNECT}/token`, form, { accept: 'application/json' })
  expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_request'])
})

test('sign-in: refreshing gives new access tokens and the same refresh token, any number of times', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  for (let i = 0; i < 3; i++) {
    const answer = await visitor.refresh(tokens.refresh_token)
    const renewed = (await answer.json()) as Tokens
    expect(answer.status).toBe(200)
    expect(renewed.refresh_token).toBe(tokens.refresh_token)
    expect(renewed.access_token).not.toBe(tokens.access_token)
    expect(claimsOf(renewed.access_token).sid).toBe(claimsOf(tokens.access_token).sid)
  }
})

test('sign-in: a refresh token from elsewhere is refused with 400, as keycloak-js expects', async () => {
  const visitor = createVisitor(identity)
  const { refresh_token, access_token } = await visitor.signIn()
  const changed = `${refresh_token.slice(0, -2)}AA`
  for (const token of [changed, access_token, 'x', 'x'.repeat(9000)]) {
    const answer = await visitor.refresh(token)
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant'])
  }
})

test.each([
  'https://evil.example/',
  'http://localhost/',
  '//evil.example/',
  'javascript:alert(1)',
  '/relative',
  'http://localhost:1@evil.example/',
])('sign-in: the redirect to %s is refused on our page, without a redirect', async (uri) => {
  const answer = await createVisitor(identity).authorize({ redirect_uri: uri, code_challenge: pkce().challenge })
  expect(answer.status).toBe(400)
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).toContain('not a page of this installation')
})

test.each([
  ['an unknown client', { client_id: 'other' }, 400, undefined],
  ['a form as the answer', { response_mode: 'form_post' }, 400, undefined],
  ['a token in the answer', { response_type: 'token' }, 303, 'unsupported_response_type'],
  ['an ID token in the answer', { response_type: 'code id_token' }, 303, 'unsupported_response_type'],
])('sign-in: a request for %s gets an error and no sign-in page', async (_what, changes, status, error) => {
  const answer = await createVisitor(identity).authorize({ code_challenge: pkce().challenge, ...changes })
  const location = answer.headers.get('location')
  const back = location === null ? undefined : new URLSearchParams(new URL(location).hash.slice(1))
  expect([answer.status, back?.get('error')]).toEqual([status, error])
})

test('sign-in: grants other than the code are refused', async () => {
  const visitor = createVisitor(identity)
  for (const fields of [
    { grant_type: 'password', username: 'demo', password: 'apsis-demo' },
    { grant_type: 'client_credentials' },
    { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
  ]) {
    const form = Object.fromEntries(Object.entries({ client_id: CLIENT_ID, ...fields }))
    const answer = await visitor.post(`${CONNECT}/token`, form, { accept: 'application/json' })
    expect(answer.status).toBe(400)
    expect(['unsupported_grant_type', 'unauthorized_client']).toContain(await errorOf(answer))
  }
})

test('sign-in page: wrong password and unknown user give the same text', async () => {
  const visitor = createVisitor(identity)
  const login = await visitor.openLogin()
  const pages = await Promise.all(
    ['demo', 'kirk'].map(async (username) => {
      const answer = await visitor.post(login, { username, password: 'wrong-secret' })
      return [answer.status, (await answer.text()).replace(`value="${username}"`, 'value=""')]
    }),
  )
  expect(pages[0]?.[0]).toBe(403)
  expect(pages[0]).toEqual(pages[1])
})

test('sign-in page: a refused try is announced to screen readers, and the caret is in the password field', async () => {
  const visitor = createVisitor(identity)
  const page = await (
    await visitor.post(await visitor.openLogin(), { username: 'kim', password: 'wrong-secret' })
  ).text()
  expect(page).toMatch(/<p class="problem" id="problem" role="alert">.*The user name or the password is not right\./)
  expect(page).toMatch(/<input id="password"[^>]* autofocus[^>]* aria-invalid="true" aria-describedby="problem">/)
  expect(page).toMatch(/<input id="username"[^>]* value="kim"/)
  expect(page).not.toContain('wrong-secret')
})

test('sign-in page: text that was typed is escaped', async () => {
  const visitor = createVisitor(identity)
  const username = '"><script>alert(1)</script>'
  const page = await (await visitor.post(await visitor.openLogin(), { username, password: 'x' })).text()
  expect(page).not.toContain('<script>alert')
  expect(page).toContain('&quot;&gt;&lt;script&gt;')
})

test('sign-in page: an empty form is answered, and is not counted as a try', async () => {
  const visitor = createVisitor(identity)
  const answer = await visitor.post(await visitor.openLogin(), { username: '', password: '' })
  expect(answer.status).toBe(400)
})

test('sign-in page: it lists the demo users and says that their data is simulated', async () => {
  const visitor = createVisitor(identity)
  const page = await (await visitor.send(await visitor.openLogin({ login_hint: 'demo-admin' }))).text()
  expect(page).toContain('Demo data, simulated')
  expect(page).toMatch(/<input id="username"[^>]* value="demo-admin"/)
  for (const name of ['demo', 'demo-tracking', 'demo-guest', 'demo-admin', 'demo-test', 'demo-other'])
    expect(page).toContain(`data-username="${name}"`)
})

test('sign-in page: a form from a page of another origin is refused, whatever its fields are', async () => {
  const visitor = createVisitor(identity)
  const login = await visitor.openLogin()
  const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of foreign) {
    const answer = await visitor.post(login, DEMO, headers as Record<string, string>)
    expect(answer.status).toBe(400)
  }
  const stranger = createVisitor(identity)
  expect((await stranger.post(login, DEMO)).status).toBe(400)
  const otherLogin = await stranger.openLogin()
  expect((await stranger.post(login, DEMO)).status).toBe(400)
  expect((await stranger.send(otherLogin)).status).toBe(200)
  // A cookie that was copied by hand opens only its own sign-in.
  const cookie = [...stranger.cookies].map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
  expect((await visitor.send(otherLogin, { headers: { cookie } })).status).toBe(200)
  expect((await visitor.send(login, { headers: { cookie } })).status).toBe(400)
})

test('sign-in page: two tabs can sign in one after the other', async () => {
  const visitor = createVisitor(identity)
  const [one, two] = [await visitor.openLogin(), await visitor.openLogin()]
  expect((await visitor.submitLogin(two)).get('code')).toBeTruthy()
  expect((await visitor.submitLogin(one)).get('code')).toBeTruthy()
})

test('sign-in: the session gets a new identifier, so that a known one cannot be given to a victim beforehand', async () => {
  const visitor = createVisitor(identity)
  const session = () => visitor.cookies.get('PLATFORM_IDENTITY /auth/realms/platform')?.value
  await visitor.signIn()
  const before = session()
  await visitor.submitLogin(await visitor.openLogin({ prompt: 'login' }))
  expect(before).toBeTruthy()
  expect(session()).not.toBe(before)
})

test('sign-in cookies: HttpOnly, SameSite=Lax and below our path; scripts can read only the status cookie', async () => {
  const visitor = createVisitor(identity)
  const seen = new Map(visitor.cookies)
  const login = await visitor.openLogin()
  for (const [key, cookie] of visitor.cookies) seen.set(key, cookie)
  await visitor.submitLogin(login)
  for (const [key, cookie] of visitor.cookies) seen.set(key, cookie)
  const names = [...seen.keys()].map((key) => key.split(' ')[0])
  expect(names).toEqual(expect.arrayContaining(['PLATFORM_INTERACTION', 'PLATFORM_IDENTITY', 'PLATFORM_SESSION']))
  for (const [key, cookie] of seen) {
    expect(cookie.path.startsWith('/auth/realms/platform')).toBe(true)
    expect(cookie.attributes).toContain('samesite=lax')
    expect(cookie.attributes.includes('httponly')).toBe(!key.startsWith('PLATFORM_SESSION '))
  }
})
