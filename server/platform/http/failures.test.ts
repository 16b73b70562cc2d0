import { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_ROLES } from '../testing/bad-tokens.ts'
import { addressOf, EVERY_ENDPOINT } from '../testing/every-endpoint.ts'
import { type RawAnswer, rawRequest, sendCut, sendRaw } from '../testing/raw-http.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { toApiError } from './failures.ts'

const WHO = { subject: 'walker', organisation: 'alpha', roles: ALL_ROLES }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']
const PATHS = [...new Set(EVERY_ENDPOINT.map((one) => addressOf(one, WHO.subject)))]

let api: TestApi
let bearer: string
beforeAll(async () => {
  api = await startTestApi()
  bearer = `Bearer ${await api.issuer.token(WHO)}`
})
afterAll(() => api.close())

const send = (line: string, headers: Record<string, string> = {}) =>
  sendRaw(api.api.port, rawRequest(line, { authorization: bearer, ...headers }))

/** Returns the faults of an answer that should be a problem document; empty if there are none. */
function faultsOf({ status, headers, body }: RawAnswer, statuses: readonly number[], isHead = false): string[] {
  const faults = statuses.includes(status) ? [] : [`status ${status}`]
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    faults.push(`type ${headers['content-type']}`)
  if (!headers['content-security-policy']?.startsWith("default-src 'none'")) faults.push('no policy')
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('may be sniffed')
  if (status === 405 && !/^[A-Z]+(, [A-Z]+)*$/.test(headers.allow ?? '')) faults.push(`allow ${headers.allow}`)
  if (isHead) return faults
  const problem = Problem.safeParse(JSON.parse(body))
  if (!problem.success) return [...faults, 'no problem']
  const { error, message, title, detail, requestId, status: said } = problem.data
  if (said !== status || error !== title || message !== detail || error === '' || message === '') faults.push(body)
  if (requestId !== headers['x-request-id']) faults.push(`request id ${requestId}`)
  return faults
}

const ASKED_AT_ONCE = 100

async function allFaults(lines: readonly string[], statuses: readonly number[]): Promise<string[]> {
  const judged: (readonly [line: string, faults: readonly string[]])[] = []
  // With thousands of simultaneous connections on a busy machine, some would wait too long and be cut off.
  for (let from = 0; from < lines.length; from += ASKED_AT_ONCE) {
    const some = lines.slice(from, from + ASKED_AT_ONCE).map(async (line) => {
      return [line, faultsOf(await send(line), statuses, line.startsWith('HEAD '))] as const
    })
    judged.push(...(await Promise.all(some)))
  }
  return judged.filter(([, faults]) => faults.length > 0).map(([line, faults]) => `${line}: ${faults.join(', ')}`)
}

/** The placeholder of an id matches any text, even a text that another endpoint has in that position. */
const takes = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path)

const methodsOf = (path: string) => {
  const declared = EVERY_ENDPOINT.filter((one) => takes(one.endpoint.path, path)).map((one) => one.endpoint.method)
  return new Set<string>(declared.includes('GET') ? [...declared, 'HEAD'] : declared)
}
const UNDECLARED = PATHS.flatMap((path) =>
  METHODS.filter((method) => !methodsOf(path).has(method)).map((method) => `${method} ${path}`),
)

test(`refuseUnknown() answers each of ${UNDECLARED.length} undeclared methods with 405 and what is allowed`, async () => {
  expect(UNDECLARED.length).toBeGreaterThan(PATHS.length * 5)
  expect(await allFaults(UNDECLARED, [405])).toEqual([])
  const { headers } = await send('PUT /api/v1/status')
  expect(headers.allow).toBe('GET, HEAD')
  expect((await send('PATCH /api/v1/ca/userconfig')).headers.allow).toBe('GET, HEAD, POST, PUT')
})

test('refuseUnknown() reveals a call of administrators only to persons who may use it', async () => {
  const as = async (roles: string[]) => {
    const authorization = `Bearer ${await api.issuer.token({ ...WHO, roles })}`
    const { status, headers } = await send('PUT /api/v1/payments/customers/c1/balance', { authorization })
    return [status, headers.allow]
  }
  expect(await as(['payments:user'])).toEqual([405, 'GET, HEAD'])
  expect(await as(['payments:admin'])).toEqual([405, 'GET, HEAD, PATCH'])
  const nobody = rawRequest('PUT /api/v1/payments/customers/c1/balance', {})
  expect((await sendRaw(api.api.port, nobody)).headers.allow).toBe('GET, HEAD')
  const forAdmins = EVERY_ENDPOINT.filter(({ endpoint: { tags } }) => tags.includes('admin'))
  const isAlone = (path: string) =>
    !EVERY_ENDPOINT.some(({ endpoint: e }) => e.path === path && !e.tags.includes('admin'))
  const alone = forAdmins.filter(({ endpoint: { path, access } }) => access !== 'anyone' && isAlone(path))
  expect(alone.length).toBeGreaterThan(0)
  for (const one of alone) {
    const request = rawRequest(`TRACE ${addressOf(one, WHO.subject)}`, {})
    expect([one.endpoint.path, (await sendRaw(api.api.port, request)).status]).toEqual([one.endpoint.path, 404])
  }
})

const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'a slash more': (path) => `${path}/`,
  'a slash less': (path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}//`),
  'other case': (path) => path.replace('/api/v1', '/API/V1'),
  'other case at the end': (path) => path.replace(/[^/]+\/?$/, (end) => end.toUpperCase()),
  'encoded slash': (path) => path.replace('/v1/', '%2fv1%2f'),
  'encoded slash at the front': (path) => path.replace('/api', '/%2fapi'),
  'encoded letter of api': (path) => path.replace('/api/', '/%61pi%2f'),
  'double slash': (path) => path.replace('/v1/', '//v1//'),
  'double slash at the front': (path) => `/${path}`,
  backslash: (path) => path.replace('/v1/', '\\v1\\'),
  'matrix parameter': (path) => `${path};admin=true`,
  'matrix parameter within': (path) => path.replace('/v1/', '/v1;x/'),
  NUL: (path) => `${path}%00`,
  'NUL within': (path) => path.replace('/v1/', '/v1%00/'),
  newline: (path) => `${path}%0a`,
  'dot segments': (path) => path.replace('/v1/', '/v1/./'),
  'a dot at the front': (path) => `/.${path}`,
  'an encoded dot at the front': (path) => `/%2e${path}`,
  'dots up from elsewhere': (path) => `/x/..${path}`,
  'encoded dots up from elsewhere': (path) => `/x/%2e%2e${path}`,
  'tab within': (path) => path.replace('/api', '/a%09pi'),
  'dots up and down': (path) => path.replace('/v1/', '/v1/../v1/'),
  'encoded dots': (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  'another version': (path) => path.replace('/v1/', '/v2/'),
  'broken percent': (path) => `${path}%`,
  'no UTF-8': (path) => `${path}%ff`,
  'overlong slash': (path) => path.replace('/v1/', '/v1%c0%af'),
  extension: (path) => `${path}.json`,
}
// A path that ends in an id accepts any spelling as another id, which is unknown. The NORAD number of an object has no upper or
// lower case and may end in white space: for an unknown number the operator is null.
const MISSPELT = Object.values(SPELLINGS)
  .flatMap((spell) => PATHS.map((path) => `GET ${spell(path)}`))
  .filter((line) => !/^GET \/api\/v1\/ca\/satellites\/operator\/\d+(%0a)?$/.test(line))

test(`refuseUnknown() answers ${MISSPELT.length} misspelt addresses with 404, 405 or 400, never with a page`, async () => {
  expect(await allFaults(MISSPELT, [400, 404, 405])).toEqual([])
})

test('an invalid method, a tunnel and a proxy request give no access', async () => {
  const faults = await allFaults(
    ['BREW /api/v1/status', 'CONNECT localhost:5432', 'GET *', 'GET /api/v1/status HTTP/9.9'],
    [400, 404, 405],
  )
  expect(faults).toEqual([])
})

test('pages are served only for addresses outside the API, and only for reading', async () => {
  const page = await send('GET /ca/conjunctions')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  // A path that only resembles the API is not a page either; the application reports that to a browser.
  const browser = await send('GET /apiary', { accept: 'text/html' })
  expect([browser.status, browser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(await allFaults(['GET /apiary'], [404])).toEqual([])
  expect(
    await allFaults(['POST /ca/conjunctions', 'GET /api', 'GET /api/', 'GET /auth', 'GET /AUTH/admin/'], [404]),
  ).toEqual([])
})

test('HEAD gives the status of GET without a body, and never holds a connection', async () => {
  for (const { endpoint, name } of EVERY_ENDPOINT.filter((one) => one.endpoint.method === 'GET')) {
    const address = addressOf({ endpoint, name }, WHO.subject)
    const { status, headers, body } = await send(`HEAD ${address}`)
    // The answer of a stream would never end, so its GET is not sent; it is known to exist.
    const get = endpoint.media ? undefined : await send(`GET ${address}`)
    const type = get?.headers['content-type'] ?? expect.stringMatching(endpoint.media ?? '')
    expect([name, status, body, headers['content-type']]).toEqual([name, get?.status ?? 200, '', type])
  }
})

test.each<
  [string, number, (text: (line: string, headers?: Record<string, string>, body?: string) => string) => string]
>([
  ['headers of 20 KiB', 431, (text) => text('GET /api/v1/status', { 'x-long': 'x'.repeat(20_000) })],
  ['an address of 20 KiB', 431, (text) => text(`GET /api/v1/status?${'x'.repeat(20_000)}`)],
  ['a part of the address of 600 characters', 414, (text) => text(`GET /api/v1/userconfig/${'x'.repeat(600)}`)],
  [
    'two lengths',
    400,
    (text) => text('PUT /api/v1/ca/userconfig', { 'content-length': '1\r\ncontent-length: 2' }, '{}'),
  ],
  [
    'a length and chunks',
    400,
    (text) => text('PUT /api/v1/ca/userconfig', { 'content-length': '2', 'transfer-encoding': 'chunked' }, '{}'),
  ],
  ['a length below zero', 400, (text) => text('PUT /api/v1/ca/userconfig', { 'content-length': '-1' }, '{}')],
  ['a length that is no number', 400, (text) => text('PUT /api/v1/ca/userconfig', { 'content-length': '2x' }, '{}')],
  [
    'broken chunks',
    400,
    (text) =>
      text(
        'PUT /api/v1/ca/userconfig',
        { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        'zz\r\n{}',
      ),
  ],
  ['a header without a colon', 400, (text) => text('GET /api/v1/status', { 'x-odd': 'a\r\nno colon here' })],
  ['a header name with a space', 400, (text) => text('GET /api/v1/status', { 'x odd': 'a' })],
  ['a bare line feed in a header', 400, (text) => text('GET /api/v1/status', { 'x-odd': 'a\nb' })],
  ['NUL in a header', 400, (text) => text('GET /api/v1/status', { 'x-odd': 'a\0b' })],
  ['no host', 400, (text) => text('GET /api/v1/status').replace('host: localhost\r\n', '')],
  ['the beginning of a TLS connection', 400, () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
])('a request with %s is answered with %i', async (_, status, write) => {
  const answer = await sendRaw(
    api.api.port,
    write((line, headers, body) => rawRequest(line, { authorization: bearer, ...headers }, body)),
  )
  expect(faultsOf(answer, [status])).toEqual([])
})

test('a body that is shorter than its stated length is not a fault of the server, and is not logged as one', async () => {
  const before = api.logged.length
  const headers = { authorization: bearer, 'content-type': 'application/json', 'content-length': '50' }
  const answer = await sendCut(api.api.port, rawRequest('PUT /api/v1/ca/userconfig', headers, '{"notifications":'))
  expect([0, 400]).toContain(answer.status || 0)
  await api.call(WHO, 'GET /api/v1/status')
  expect(api.logged.slice(before).filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([])
})

test('an unknown Expect header is ignored', async () => {
  expect((await send('GET /api/v1/status', { expect: 'a miracle' })).status).toBe(200)
})

test('toApiError() reveals nothing of an unknown error, and treats a new refusal of the framework as the caller’s fault', () => {
  const secret = 'select * from secrets at /srv/apsis'
  expect(toApiError(new Error(secret))).toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining(secret),
  })
  expect(toApiError('a string')).toMatchObject({ code: 'internal' })
  const refused = Object.assign(new Error(secret), { code: 'FST_ERR_SOME_DAY', statusCode: 422 })
  expect(toApiError(refused)).toMatchObject({ code: 'request-invalid', message: 'The request cannot be read.' })
  const broken = Object.assign(new Error(secret), { code: 'FST_ERR_SOME_DAY', statusCode: 500 })
  expect(toApiError(broken)).toMatchObject({ code: 'internal' })
})
