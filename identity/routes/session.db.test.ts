import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateKeys } from '../provider/keys.ts'
import { CLIENT_ID, DEMO, startTestIdentity, type TestIdentity } from '../testing/test-identity.ts'
import { CONNECT, claimsOf, createVisitor, pkce, type Tokens } from '../testing/visitor.ts'

const ACCOUNT = '/auth/realms/platform/account'
const STATUS_COOKIE = 'PLATFORM_SESSION /auth/realms/platform'
type Visitor = ReturnType<typeof createVisitor>

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.close())

/** Returns the answer to keycloak-js's silent sign-in check: a code or an error. */
async function silentCheck(visitor: Visitor): Promise<string | null> {
  const answer = await visitor.authorize({ prompt: 'none', code_challenge: pkce().challenge })
  const back = new URLSearchParams(new URL(answer.headers.get('location') ?? '').hash.slice(1))
  return back.get('error') ?? (back.get('code') === null ? null : 'code')
}

const logoutPath = (fields: Record<string, string>) =>
  `${CONNECT}/logout?${new URLSearchParams({ client_id: CLIENT_ID, post_logout_redirect_uri: `${identity.origin}/`, ...fields })}`

function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries([...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
}

async function logout(visitor: Visitor, idToken: string): Promise<Response> {
  const page = await (await visitor.send(logoutPath({ id_token_hint: idToken }))).text()
  return visitor.post(`${CONNECT}/logout/confirm`, hiddenFields(page))
}

test('session: a session and its tokens are still valid after the process has ended', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  await identity.restart()
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(200)
  expect(await silentCheck(visitor)).toBe('code')
  const jwks = createRemoteJWKSet(new URL(`${identity.issuer}/protocol/openid-connect/certs`))
  await expect(jwtVerify(tokens.access_token, jwks, { issuer: identity.issuer })).resolves.toBeTruthy()
})

test('session: a sign-in that was begun before a restart can be finished after it', async () => {
  const visitor = createVisitor(identity)
  const login = await visitor.openLogin()
  await identity.restart()
  expect((await visitor.submitLogin(login)).get('code')).toBeTruthy()
})

test('session: a session is still valid with new keys, which sign from then on, while the old keys still verify', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const { jwks } = await rotateKeys(identity.keysFile)
  await identity.restart()
  expect(await silentCheck(visitor)).toBe('code')
  const renewed = (await (await visitor.refresh(tokens.refresh_token)).json()) as Tokens
  expect(decodeProtectedHeader(renewed.access_token).kid).toBe(jwks.keys[0]?.kid)
  expect(decodeProtectedHeader(renewed.id_token).kid).toBe(jwks.keys[0]?.kid)
  const published = createRemoteJWKSet(new URL(`${identity.issuer}/protocol/openid-connect/certs`))
  for (const token of [tokens.access_token, renewed.access_token])
    await expect(jwtVerify(token, published, { issuer: identity.issuer })).resolves.toBeTruthy()
})

test('session: a silent check without a session reports that and clears the status cookie', async () => {
  const visitor = createVisitor(identity)
  expect(await silentCheck(visitor)).toBe('login_required')
  expect(visitor.cookies.has(STATUS_COOKIE)).toBe(false)
})

test('session: the status cookie contains the sid of the tokens, because keycloak-js compares them', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  expect(visitor.cookies.get(STATUS_COOKIE)?.value).toBe(claimsOf(tokens.access_token).sid)
})

test('session: a session ends after half an hour without use, and refreshing counts as use', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const { sid } = claimsOf(tokens.access_token)
  const age = (seconds: number) =>
    identity.database.query(
      `update identity.record set idle_until = idle_until - make_interval(secs => $2) where model = 'Session' and uid = $1`,
      [sid, seconds],
    )
  await age(1700)
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(200)
  await age(1700)
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(200)
  await age(1801)
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(400)
  expect(await silentCheck(visitor)).toBe('login_required')
})

test('session: a session ends ten hours after the sign-in, however much it is used', async () => {
  const visitor = createVisitor(identity)
  const { sid } = claimsOf((await visitor.signIn()).access_token)
  const left = async () => {
    const [row] = await identity.database.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 as left from identity.record where model = 'Session' and uid = $1`,
      [sid],
    )
    return row?.left ?? 0
  }
  expect(await left()).toBeGreaterThan(36_000 - 60)
  expect(await left()).toBeLessThanOrEqual(36_000)
  const loginTs = Math.floor(Date.now() / 1000) - 35_000
  await identity.database.query(
    `update identity.record set payload = regexp_replace(payload, '"loginTs":\\d+', '"loginTs":' || $2::text)
     where model = 'Session' and uid = $1`,
    [sid, loginTs],
  )
  expect(await silentCheck(visitor)).toBe('code')
  expect(await left()).toBeLessThanOrEqual(1_000)
})

test('session: ended sessions are removed, on the next start at the latest', async () => {
  await createVisitor(identity).signIn()
  await identity.database.query(`update identity.record set expires_at = now() - interval '1 minute'`)
  await identity.restart()
  expect(await identity.database.query('select 1 from identity.record')).toEqual([])
})

test('logout: a log-out with the ID token ends session and tokens, clears the cookies and redirects back', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const answer = await logout(visitor, tokens.id_token)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${identity.origin}/`])
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(400)
  expect(await silentCheck(visitor)).toBe('login_required')
  expect([...visitor.cookies.keys()].filter((key) => /IDENTITY|SESSION/.test(key))).toEqual([])
  const sid = claimsOf(tokens.access_token).sid
  expect(await identity.database.query('select 1 from identity.record where uid = $1', [sid])).toEqual([])
})

test('logout: the API is notified by a signed token with the session and without a nonce', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const told = identity.logoutTokens.length
  await logout(visitor, tokens.id_token)
  const [token] = identity.logoutTokens.slice(told)
  const jwks = createRemoteJWKSet(new URL(`${identity.issuer}/protocol/openid-connect/certs`))
  const { payload, protectedHeader } = await jwtVerify(token ?? '', jwks, {
    issuer: identity.issuer,
    audience: CLIENT_ID,
  })
  expect(protectedHeader.typ).toBe('logout+jwt')
  expect(payload).toMatchObject({ sub: DEMO.id, sid: claimsOf(tokens.access_token).sid, jti: expect.any(String) })
  expect(payload.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
  expect(payload.nonce).toBeUndefined()
})

test('logout: a log-out is also accepted as a form, which keycloak-js can send', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const answer = await visitor.post(`${CONNECT}/logout`, {
    client_id: CLIENT_ID,
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: `${identity.origin}/`,
  })
  const page = await answer.text()
  expect(page).toContain('data-automatic')
  const done = await visitor.post(`${CONNECT}/logout/confirm`, hiddenFields(page))
  expect(done.headers.get('location')).toBe(`${identity.origin}/`)
})

test('logout: without the ID token, or with that of another session, the person is asked first', async () => {
  const visitor = createVisitor(identity)
  await visitor.signIn()
  const stranger = await createVisitor(identity).signIn({ ...DEMO, username: 'demo-other' })
  for (const fields of [{}, { id_token_hint: stranger.id_token }]) {
    const page = await (await visitor.send(logoutPath(fields as Record<string, string>))).text()
    expect(page).toContain('Sign out?')
    expect(page).not.toContain('data-automatic')
  }
  expect(await silentCheck(visitor)).toBe('code')
})

test('logout: a forged confirmation is refused', async () => {
  const visitor = createVisitor(identity)
  const { id_token } = await visitor.signIn()
  await visitor.send(logoutPath({ id_token_hint: id_token }))
  const answer = await visitor.post(`${CONNECT}/logout/confirm`, { xsrf: 'guess', logout: 'yes' })
  expect(answer.status).toBe(400)
  expect(await silentCheck(visitor)).toBe('code')
})

test('logout: if nobody is signed in, the page submits itself without an inline script', async () => {
  const visitor = createVisitor(identity)
  const page = await (await visitor.send(logoutPath({}))).text()
  expect(page).toContain('data-automatic')
  expect(page).not.toMatch(/<script>/)
  const done = await visitor.post(`${CONNECT}/logout/confirm`, hiddenFields(page))
  expect(done.headers.get('location')).toBe(`${identity.origin}/`)
})

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
  'logout: it does not lead to %s',
  async (uri) => {
    const visitor = createVisitor(identity)
    const { id_token } = await visitor.signIn()
    const answer = await visitor.send(logoutPath({ id_token_hint: id_token, post_logout_redirect_uri: uri }))
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain(`href="${uri}"`)
  },
)

test('logout: if another person signs in at the same browser, the first session ends', async () => {
  const visitor = createVisitor(identity)
  const first = await visitor.signIn()
  const login = await visitor.openLogin({ prompt: 'login' })
  const told = identity.logoutTokens.length
  const resume = await visitor.post(login, { username: 'demo-other', password: 'apsis-demo' })
  const page = await (await visitor.send(resume.headers.get('location') ?? '')).text()
  expect(page).not.toMatch(/<script>/)
  const confirmed = await visitor.post(`${CONNECT}/logout/confirm`, hiddenFields(page))
  expect(confirmed.status).toBe(303)
  expect(identity.logoutTokens.length).toBe(told + 1)
  expect((await visitor.refresh(first.refresh_token)).status).toBe(400)
  const back = await visitor.send(confirmed.headers.get('location') ?? '')
  expect(back.headers.get('location')).toContain('code=')
})

test('account page: it shows the profile, the organisation, the roles as text and the sessions', async () => {
  const visitor = createVisitor(identity)
  await visitor.signIn({ ...DEMO, username: 'demo-tracking' })
  const page = await (await visitor.send(ACCOUNT)).text()
  for (const text of ['Noor Haddad', 'noor.haddad@aurora.example', 'Aurora Orbital (demo)', 'This browser'])
    expect(page).toContain(text)
  expect(page).toMatch(/<dt>On-demand tracking<\/dt><dd>user<\/dd>/)
  expect(page).toMatch(/<dt>Payments<\/dt><dd><span class="none">no access<\/span><\/dd>/)
})

test('account page: its links lead only to our own pages', async () => {
  const visitor = createVisitor(identity)
  await visitor.signIn()
  const back = async (uri: string) =>
    /<a class="btn" href="([^"]*)">Back/.exec(
      await (await visitor.send(`${ACCOUNT}?referrer=apsis-web&referrer_uri=${encodeURIComponent(uri)}`)).text(),
    )?.[1]
  expect(await back(`${identity.origin}/ca`)).toBe(`${identity.origin}/ca`)
  for (const uri of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    `${identity.origin}.evil.example/`,
  ])
    expect(await back(uri)).toBeUndefined()
})

test('account page: without a session it says that nobody is signed in', async () => {
  const answer = await createVisitor(identity).send(ACCOUNT)
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('Not signed in')
})

test('account page: signing out everywhere ends all sessions of the person, and nobody else’s', async () => {
  const user = { ...DEMO, username: 'demo-admin' }
  const [one, two, other] = [createVisitor(identity), createVisitor(identity), createVisitor(identity)]
  const tokens = [await one.signIn(user), await two.signIn(user)]
  const others = await other.signIn()
  const told = identity.logoutTokens.length
  const page = await (await one.send(ACCOUNT)).text()
  expect(page).toContain('2 active')
  expect((await one.post(`${ACCOUNT}/sign-out`, { token: 'guess' })).status).toBe(400)
  expect((await one.post(`${ACCOUNT}/sign-out`, hiddenFields(page), { origin: 'https://evil.example' })).status).toBe(
    400,
  )
  const done = await one.post(`${ACCOUNT}/sign-out`, hiddenFields(page))
  expect(await done.text()).toContain('2 sessions were ended.')
  for (const { refresh_token } of tokens) expect((await two.refresh(refresh_token)).status).toBe(400)
  expect(await silentCheck(two)).toBe('login_required')
  expect((await other.refresh(others.refresh_token)).status).toBe(200)
  const sids = identity.logoutTokens.slice(told).map((token) => claimsOf(token).sid)
  expect(sids.sort()).toEqual(tokens.map(({ access_token }) => claimsOf(access_token).sid).sort())
})

test('userinfo and profile: only for a token of a session that has not ended', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const ask = (path: string, token: string) =>
    visitor.send(path, {
      headers: { accept: 'application/json', authorization: `bearer ${token}`, origin: identity.origin },
    })
  const info = await ask(`${CONNECT}/userinfo`, tokens.access_token)
  expect(await info.json()).toMatchObject({ sub: DEMO.id, preferred_username: 'demo', organisation: 'aurora-demo' })
  expect(info.headers.get('access-control-allow-origin')).toBe(identity.origin)
  const profile = await ask(ACCOUNT, tokens.access_token)
  expect(await profile.json()).toMatchObject({
    username: 'demo',
    firstName: 'Kim',
    lastName: 'Weber',
    emailVerified: true,
  })
  for (const wrong of [tokens.id_token, tokens.refresh_token, `${tokens.access_token.slice(0, -4)}AAAA`, 'x.y.z', ''])
    expect((await ask(`${CONNECT}/userinfo`, wrong)).status).toBe(401)
  await logout(visitor, tokens.id_token)
  expect((await ask(`${CONNECT}/userinfo`, tokens.access_token)).status).toBe(401)
  expect((await ask(ACCOUNT, tokens.access_token)).status).toBe(401)
})

test('userinfo: a page of another origin may not read it', async () => {
  const { access_token } = await createVisitor(identity).signIn()
  const headers = { authorization: `Bearer ${access_token}`, origin: 'https://evil.example' }
  const answer = await createVisitor(identity).send(`${CONNECT}/userinfo`, { headers })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.each(['3p-cookies/step1.html', '3p-cookies/step2.html', 'login-status-iframe.html'])(
  'frame %s: only our origin may frame it, and its script is in a file',
  async (path) => {
    const answer = await createVisitor(identity).send(`${CONNECT}/${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${identity.origin};`)
    expect(answer.headers.get('x-frame-options')).toBeNull()
    const source = /<script type="module" src="([^"]+)"><\/script>/.exec(await answer.text())?.[1] ?? ''
    const script = await createVisitor(identity).send(source)
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  },
)

test('frame: it answers only for our client and origin', async () => {
  const ask = async (clientId: string, origin: string) => {
    const query = new URLSearchParams({ client_id: clientId, origin })
    return (await createVisitor(identity).send(`${CONNECT}/login-status-iframe.html/init?${query}`)).status
  }
  expect(await ask(CLIENT_ID, identity.origin)).toBe(204)
  expect(await ask(CLIENT_ID, 'https://evil.example')).toBe(403)
  expect(await ask('other', identity.origin)).toBe(403)
})
