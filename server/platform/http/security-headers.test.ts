import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { PROJECT_DIR } from '../process/version.ts'
import { type RawAnswer, rawRequest, sendRaw } from '../testing/raw-http.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { securityHeaders } from './security-headers.ts'

const WHO = { subject: 'ada', organisation: 'alpha', roles: ['ca:user'] }

let api: TestApi
let authorization: string
beforeAll(async () => {
  api = await startTestApi()
  authorization = `Bearer ${await api.issuer.token(WHO)}`
})
afterAll(() => api.close())

/** The policy of reliability §2.7, with the only name of trusted types that we use. It is copied from the document, not from the code. */
const policy = (identity: string, ancestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${identity}`,
    `frame-src 'self' ${identity}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${identity}`,
    `frame-ancestors ${ancestors}`,
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default apsis#html apsis#worker apsis#service-worker',
  ].join('; ')

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
}

const send = (line: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  sendRaw(api.api.port, rawRequest(line, { authorization, ...headers }))
const identity = () => new URL(api.issuer.issuer).origin

test.each([
  ['an answer', 'GET /api/v1/status', 200],
  ['a small answer', 'GET /api/v1/ca/userconfig', 200],
  ['the headers alone', 'HEAD /api/v1/events', 200],
  ['a refused body', 'PUT /api/v1/ca/userconfig', 400],
  ['an unknown address', 'GET /api/v1/nothing', 404],
  ['a wrong method', 'PUT /api/v1/status', 405],
  ['an address that cannot be read', 'GET /api/v1/userconfig/%ff', 400],
  ['an address that is too long', `GET /api/v1/userconfig/${'x'.repeat(600)}`, 414],
])('%s has every security header, and nobody may store it (%s)', async (_, line, status) => {
  const { headers, status: answered } = await send(line)
  expect(answered).toBe(status)
  expect(headers).toMatchObject({
    ...EVERYWHERE,
    'content-security-policy': policy(identity(), "'none'"),
    'x-frame-options': 'DENY',
  })
  expect(headers['cache-control']).toMatch(/no-store/)
  expect(headers['strict-transport-security']).toBeUndefined()
  expect(headers.server).toBeUndefined()
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('a refused request without a token or above all limits also has the security headers', async () => {
  const anonymous = await sendRaw(api.api.port, rawRequest('GET /api/v1/status'))
  expect(anonymous).toMatchObject({
    status: 401,
    headers: { ...EVERYWHERE, 'content-security-policy': policy(identity(), "'none'") },
  })
  const bare = await send('GET /api/v1/status', { 'x-long': 'x'.repeat(20_000) })
  expect(bare).toMatchObject({
    status: 431,
    headers: {
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
})

test.each([
  '/',
  '/ca/conjunctions',
  '/config.json',
  '/problems/forbidden',
  '/silent-check-sso.htmlx',
  '/x/silent-check-sso.html',
])('no page may show %s in a frame', async (path) => {
  const { status, headers } = await send(`GET ${path}`)
  // If the page does not exist, the answer is a problem document, which may not be framed either.
  expect([200, 404]).toContain(status)
  expect(headers).toMatchObject({
    ...EVERYWHERE,
    'content-security-policy': policy(identity(), "'none'"),
    'x-frame-options': 'DENY',
  })
})

test.each(['/silent-check-sso.html', '/silent-check-sso.html?state=1'])(
  'the page for a silent sign-in (%s) may be framed only by our own pages',
  async (path) => {
    const { headers } = await send(`GET ${path}`)
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': policy(identity(), "'self'") })
    expect(headers['x-frame-options']).toBeUndefined()
  },
)

test('the answer to a request from another origin grants that origin no access', async () => {
  const preflight = await send('OPTIONS /api/v1/status', {
    origin: 'https://evil.example',
    'access-control-request-method': 'GET',
  })
  expect(preflight.status).toBe(405)
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('securityHeaders() requires https if the public address is https, and lists the identity provider only if it has another origin', () => {
  const settings = { APSIS_DATABASE_URL: 'postgresql://a@/b', APSIS_PUBLIC_URL: 'https://apsis.example' }
  const there = securityHeaders(
    readConfig({ ...settings, APSIS_OIDC_ISSUER: 'https://id.example/realms/platform' }, PROJECT_DIR),
  )('/')
  expect(there['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(there['content-security-policy']).toBe(policy('https://id.example', "'none'"))
  const here = securityHeaders(readConfig(settings, PROJECT_DIR))('/')
  expect(here['content-security-policy']).toBe(policy('', "'none'").replaceAll("'self' ;", "'self';"))
})

test('securityHeaders() allows WebAssembly in the script of the thread of states, and in nothing else', () => {
  const settings = { APSIS_DATABASE_URL: 'postgresql://a@/b', APSIS_PUBLIC_URL: 'https://apsis.example' }
  const headersFor = securityHeaders(readConfig(settings, PROJECT_DIR))
  const scriptsOf = (url: string) => /script-src ([^;]*)/.exec(headersFor(url)['content-security-policy'] ?? '')?.[1]
  expect(scriptsOf('/assets/states-worker-BMhuYQy5.js')).toBe("'self' 'wasm-unsafe-eval'")
  for (const url of [
    '/',
    '/ca/states-worker-BMhuYQy5.js',
    '/assets/states-worker-BMhuYQy5.js/x',
    '/assets/inspect-worker-BMhuYQy5.js',
    '/?/assets/states-worker-BMhuYQy5.js',
  ])
    expect(scriptsOf(url)).toBe("'self'")
})
