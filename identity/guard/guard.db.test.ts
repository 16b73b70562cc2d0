import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startIdentity } from '../identity.ts'
import { CLIENT_ID, DEMO, startTestIdentity, type TestIdentity } from '../testing/test-identity.ts'
import { CONNECT, createVisitor, pkce } from '../testing/visitor.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
// Every test begins with new limits: an hour is longer than any block.
beforeEach(() => {
  identity.clock.now += 3_600_000
})
afterAll(() => identity.close())

/** Sends raw bytes and returns the status line and the rest. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(identity.origin).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

async function tries(count: number, username: (i: number) => string): Promise<Response[]> {
  const visitor = createVisitor(identity)
  const login = await visitor.openLogin()
  const answers: Response[] = []
  for (let i = 0; i < count; i++) {
    const form = { username: username(i), password: 'wrong' }
    answers.push(await visitor.post(login, form, { 'x-forwarded-for': `203.0.113.${i}` }))
  }
  return answers
}

test('limits: after ten wrong tries for one name in a minute, a page shows the waiting time', async () => {
  const answers = await tries(11, () => 'demo')
  expect(answers.slice(0, 10).map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 403))
  const last = answers[10]
  expect([last?.status, last?.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await last?.text()).toMatch(/role="alert".*Too many tries\. Wait a minute/)
  const visitor = createVisitor(identity)
  const held = await visitor.post(await visitor.openLogin(), DEMO)
  expect(held.status).toBe(429)
  identity.clock.now += 60_000
  expect((await visitor.submitLogin(await visitor.openLogin())).get('code')).toBeTruthy()
})

test('limits: twenty wrong tries from one address in a minute are allowed, for any names and with a forged X-Forwarded-For', async () => {
  const answers = await tries(21, (i) => `nobody-${i}`)
  expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 20 }, () => 403), 429])
})

test('limits: a sign-in with the right password is not counted as a try', async () => {
  const statuses = []
  for (let i = 0; i < 12; i++) {
    const visitor = createVisitor(identity)
    statuses.push((await visitor.post(await visitor.openLogin(), DEMO)).status)
  }
  expect(new Set(statuses)).toEqual(new Set([303]))
})

test('a form that does not arrive is answered with 408 after ten seconds, and the connection is closed', async () => {
  const head = `POST ${CONNECT}/token HTTP/1.1\r\nHost: x\r\nContent-Length: 200\r\n`
  const answer = await raw(`${head}Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=demo`)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test.each(['token', 'certs', 'revoke', 'userinfo', 'auth'])(
  'a preflight for %s from another origin gets no permission, and one from our origin gets what it asks for',
  async (name) => {
    const ask = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const answer = await createVisitor(identity).send(`${CONNECT}/${name}`, { method: 'OPTIONS', headers })
      return answer.headers.get('access-control-allow-origin')
    }
    expect([await ask('https://evil.example'), await ask('null')]).toEqual([null, null])
    if (name !== 'auth') expect(await ask(identity.origin)).toBe(identity.origin)
  },
)

test('limits: the token endpoint is bounded by address', async () => {
  const visitor = createVisitor(identity)
  const statuses: number[] = []
  for (let i = 0; i < 302; i++) statuses.push((await visitor.refresh('x')).status)
  expect(statuses.slice(0, 300).every((status) => status === 400)).toBe(true)
  const answer = await visitor.refresh('x')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await answer.json()).toMatchObject({ error: 'too_many_requests' })
})

test.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND'])('methods: %s is refused', async (method) => {
  const answer = await createVisitor(identity).send(`${CONNECT}/token`, { method })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
})

test('bodies: more than 16 KiB, another media type, or a missing length are refused', async () => {
  const visitor = createVisitor(identity)
  const large = await visitor.post(`${CONNECT}/token`, { grant_type: 'x'.repeat(17_000) })
  expect(large.status).toBe(413)
  const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  expect((await visitor.send(`${CONNECT}/token`, json)).status).toBe(415)
  const path = `${CONNECT}/token`
  const chunked = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\na=b\r\n0\r\n\r\n`
  expect(await raw(chunked)).toMatch(/^HTTP\/1\.1 411 /)
})

const ODD = [
  '%',
  '%00',
  '%ff%fe',
  '\u0000',
  'a'.repeat(5000),
  '__proto__',
  '[object Object]',
  '\ud800',
  '"><script>',
  "' or 1=1 --",
]
const PATHS = [
  `${CONNECT}/auth`,
  `${CONNECT}/auth/nobody`,
  `${CONNECT}/token`,
  `${CONNECT}/logout`,
  `${CONNECT}/logout/confirm`,
  `${CONNECT}/revoke`,
  `${CONNECT}/userinfo`,
  `${CONNECT}/certs`,
  `${CONNECT}/login-status-iframe.html/init`,
  '/auth/realms/platform/login-actions/authenticate/nobody',
  '/auth/realms/platform/account',
  '/auth/realms/platform/account/sign-out',
  '/auth/realms/platform/assets/../identity.ts',
  '/auth/realms/platform',
]
const NAMES = [
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'prompt',
  'id_token_hint',
  'response_type',
  'claims',
  'resource',
]
const MORE_NAMES = [
  'grant_type',
  'code',
  'refresh_token',
  'token',
  'username',
  'password',
  'xsrf',
  'logout',
  'max_age',
  'request',
]

test.each(PATHS)('malformed input never causes a 500: %s', async (path) => {
  const visitor = createVisitor(identity)
  const statuses: number[] = []
  for (const odd of ODD) {
    identity.clock.now += 120_000
    const fields: Record<string, string> = {
      response_type: 'code',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
      ...Object.fromEntries([...NAMES, ...MORE_NAMES].map((name) => [name, odd])),
    }
    const query = new URLSearchParams(fields)
    // The request is valid enough to be stored, and contains one odd value.
    const stored = new URLSearchParams({ ...fields, client_id: CLIENT_ID, redirect_uri: `${identity.origin}/` })
    for (const name of ['prompt', 'id_token_hint', 'claims', 'resource', 'max_age', 'request']) stored.delete(name)
    stored.set('scope', 'openid')
    const requests = [query, stored].flatMap((text) => [
      visitor.send(`${path}?${text}`),
      visitor.send(`${path}?${text}&${text}`),
      visitor.send(`${path}?${text}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${encodeURIComponent(odd.toWellFormed())}` },
      }),
      visitor.post(path, Object.fromEntries(text)),
    ])
    for (const answer of await Promise.all(requests)) statuses.push(answer.status)
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(statuses.length).toBe(ODD.length * 8)
})

test.each([
  'GET /auth/realms/platform/%zz HTTP/1.1',
  'GET /auth/realms/platform/protocol/openid-connect/auth?%zz=%zz HTTP/1.1',
  'GET /auth/realms/platform/protocol/openid-connect/auth/%E0%A4%A HTTP/1.1',
  'GET /auth/realms/platform//..//..//etc/passwd HTTP/1.1',
  'GET /auth/realms/platform/assets/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1',
  'POST /auth/realms/platform/login-actions/authenticate/%00 HTTP/1.1\r\nContent-Length: 0',
  'HEAD /auth/realms/platform/account HTTP/1.1\r\nCookie: PLATFORM_IDENTITY=%zz; PLATFORM_IDENTITY.sig=%zz',
])('malformed requests never cause a 500: %s', async (line) => {
  const answer = await raw(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('addresses: host and scheme headers of a client have no effect', async () => {
  const headers =
    'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example'
  const discovery = await raw(
    `GET /auth/realms/platform/.well-known/openid-configuration HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
  )
  expect(discovery).toContain(`"token_endpoint":"${identity.issuer}/protocol/openid-connect/token"`)
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: `${identity.origin}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  })
  const login = await raw(`GET ${CONNECT}/auth?${query} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
  expect(login).toMatch(/\r\nLocation: \/auth\/realms\/platform\/login-actions\//i)
  expect(`${discovery}${login}`).not.toContain('evil.example')
})

test('headers: every page restricts scripts, frames and types', async () => {
  const visitor = createVisitor(identity)
  const pages = [
    await visitor.send(await visitor.openLogin()),
    await visitor.send('/auth/realms/platform/account'),
    await visitor.send('/auth/realms/platform/nothing'),
    await visitor.authorize({ redirect_uri: 'https://evil.example/' }),
  ]
  for (const page of pages) {
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain(`script-src ${identity.issuer}/assets/;`)
    expect(policy).not.toMatch(/unsafe|sha256|\*/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toContain('no-store')
    const markup = await page.text()
    expect(markup).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style=|<style/)
  }
})

test('token endpoint: a page of another origin gets no answer', async () => {
  const visitor = createVisitor(identity)
  const { refresh_token } = await visitor.signIn()
  const form = { grant_type: 'refresh_token', refresh_token, client_id: CLIENT_ID }
  const ask = (origin: string) => visitor.post(`${CONNECT}/token`, form, { accept: 'application/json', origin })
  const foreign = await ask('https://evil.example')
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null])
  const own = await ask(identity.origin)
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, identity.origin])
})

test('database lost: pages and tokens answer 503 with Retry-After, and everything works again when the database is back', async () => {
  const visitor = createVisitor(identity)
  const tokens = await visitor.signIn()
  const role = identity.database.config.user
  await identity.database.query(`alter role ${role} nologin`)
  await identity.database.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
  const refresh = await visitor.refresh(tokens.refresh_token)
  expect([refresh.status, refresh.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refresh.json()).toMatchObject({ error: 'temporarily_unavailable' })
  const page = await visitor.send('/auth/realms/platform/account')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('Briefly not available')
  const authorize = await visitor.authorize({ prompt: 'none', code_challenge: pkce().challenge })
  expect(authorize.status).toBe(503)
  await identity.database.query(`alter role ${role} login`)
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(200)
})

const OPTIONS = {
  issuer: 'http://localhost:1/auth/realms/platform',
  databaseUrl: 'postgresql://localhost:1/none',
  accountsFile: fileURLToPath(new URL('../demo-accounts.json', import.meta.url)),
  keysFile: '/nonexistent/keys.json',
  allowedOrigins: ['http://localhost:1'],
  clientId: CLIENT_ID,
  audience: 'platform-api',
  backchannelLogoutUri: 'http://localhost:1/back-channel',
  loopbackOnly: true,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
}

test.each([
  [
    'demo users where others can reach the server',
    { loopbackOnly: false },
    /demo users \(demo, demo-tracking.*are refused/,
  ],
  [
    'an issuer with another path',
    { issuer: 'http://localhost:1/auth/realms/other' },
    /issuer: .* must be an origin followed by/,
  ],
  ['an origin with a path', { allowedOrigins: ['http://localhost:1/'] }, /allowedOrigins\[0\]: /],
  ['a wildcard origin', { allowedOrigins: ['*'] }, /allowedOrigins\[0\]: /],
  ['no origin', { allowedOrigins: [] }, /allowedOrigins: needs at least one/],
  [
    'a back channel that is no address',
    { backchannelLogoutUri: 'there' },
    /backchannelLogoutUri: "there" is not a URL/,
  ],
  ['no accounts file', { accountsFile: '/nonexistent/accounts.json' }, /ENOENT.*accounts\.json/],
])('start: refuses %s', async (_what, change, problem) => {
  await expect(startIdentity({ ...OPTIONS, ...change })).rejects.toThrow(problem)
})
