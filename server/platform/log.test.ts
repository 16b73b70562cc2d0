import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { anyText } from './testing/any-input.ts'
import { rawRequest, sendRaw } from './testing/raw-http.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'
import { claimsOf } from './testing/test-issuer.ts'

const WHO = { subject: 'ada', organisation: 'alpha', roles: ['ca:user'] }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Returns a secret that can be searched for without false matches. */
let made = 0
const secret = (shape = '') => `${shape}s3cr3t${(made++).toString().padStart(2, '0')}x${shape === '' ? 'zzzzzzzz' : ''}`

function write(...entry: [object, string?]): string {
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    process: 'p',
    version: 'v',
    destination: { write: (line) => void lines.push(line) },
  })
  log.info(...entry)
  return lines.join('')
}

const jwt = (mark: string) => `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.${mark}`
const error = (message: string, code?: string) => Object.assign(new Error(message), { code })

test('a thrown value that is not an Error is logged by its content, without its secrets', () => {
  const thrown = { reason: 'the lease ran out', queue: { name: 'ca.reassess' }, password: 'hidden-away' }
  expect(JSON.parse(write({ err: thrown })).err).toEqual({ thrown: { ...thrown, password: '[redacted]' } })
  expect(JSON.parse(write({ err: 'a text' })).err).toEqual({ message: 'a text' })
  expect(JSON.parse(write({ err: error('outside', 'X') })).err).toMatchObject({ message: 'outside', errorCode: 'X' })
})

test('a path in the log, of a request or of the watched folder, is cut at 80 characters (spec §9); other fields are not cut', () => {
  const long = `${'a'.repeat(200)}.cdm`
  const line = JSON.parse(write({ route: long, path: long, file: long, reason: long, status: 200 }))
  const cut = `${'a'.repeat(79)}…`
  expect(line).toMatchObject({ route: cut, path: cut, file: cut, reason: long, status: 200 })
  expect(JSON.parse(write({ file: 'b'.repeat(80) })).file).toBe('b'.repeat(80))
})

const PLANTS: [where: string, log: (mark: string) => string][] = [
  ['a field', (mark) => write({ password: mark })],
  ['a field three levels deep', (mark) => write({ a: { b: { c: { refresh_token: mark } } } })],
  ['a field in a list', (mark) => write({ items: [{ client_secret: mark }] })],
  ['a list of cookies', (mark) => write({ headers: { 'set-cookie': [mark, `a=${mark}]`] } })],
  ['a field in other case', (mark) => write({ headers: { Authorization: mark } })],
  ['an object below the name', (mark) => write({ token: { value: mark } })],
  ['a token in a message', (mark) => write({}, `refused ${jwt(mark)}`)],
  ['an encrypted token in a message', (mark) => write({}, `refused ${jwt(mark)}.${mark}.${mark}`)],
  ['a bearer header in a message', (mark) => write({}, `sent Authorization: Bearer ${mark}`)],
  [
    'a basic header in a message',
    (mark) => write({}, `sent authorization: basic ${Buffer.from(mark).toString('base64')}${mark}`),
  ],
  ['an address with a token', (mark) => write({ url: `/callback?state=1&code=${mark}&x=1` })],
  ['an address with a password', (mark) => write({ url: `postgresql://apsis:${mark}@/db` })],
  ['a form', (mark) => write({ sent: `user=a&password=${mark}` })],
  ['a body in a text', (mark) => write({ sent: JSON.stringify({ user: 'a', password: mark }) })],
  ['half a body in a text', (mark) => write({ sent: `{"user":"a","password":"${mark} and the rest is cut` })],
  ['the message of an error', (mark) => write({ err: error(`could not open https://me:${mark}@host/`) })],
  ['the stack of an error', (mark) => write({ err: error(`bad ${jwt(mark)}`) })],
  ['the cause of an error', (mark) => write({ err: new Error('outer', { cause: error(`Bearer ${mark}`) }) })],
  [
    'a value that PostgreSQL could not read',
    (mark) => write({ err: error(`invalid input syntax for type uuid: "${mark}"`, '22P02') }),
  ],
  ['the front of an e-mail address', (mark) => write({}, `mail to\n${mark}@operator.example failed`)],
]

test.each(PLANTS)('createLog() removes a secret in %s', (_, log) => {
  const mark = secret()
  const line = log(mark)
  expect(line).not.toContain(mark)
  expect(line).toMatch(/\[(redacted|token|person)\]|…/)
})

test('createLog() keeps the data that is needed to find a fault', () => {
  const line = write(
    { err: error('duplicate key', '23505'), requestId: 'r-1', status: 500, host: 'a.example' },
    'failed',
  )
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    err: { name: 'Error', message: 'duplicate key', errorCode: '23505', stack: expect.stringContaining('log.test.ts') },
    requestId: 'r-1',
    status: 500,
    host: 'a.example',
    msg: 'failed',
  })
})

test('no secret in a request gets into the log, wherever it is', async () => {
  const marks = Array.from({ length: 20 }, () => secret())
  const next = () => marks[used++] ?? 'too few'
  let used = 0
  const send = (line: string, headers: Record<string, string> = {}, body = '') =>
    sendRaw(api.api.port, rawRequest(line, { ...headers, 'content-length': String(body.length) }, body))
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const good = { authorization: `Bearer ${await api.issuer.token(WHO)}` }
  await send('GET /api/v1/status', { authorization: `Bearer ${next()}` })
  await send('GET /api/v1/status', { authorization: `Bearer ${jwt(next())}` })
  await send('GET /api/v1/status', { authorization: `Basic ${next()}` })
  await send('GET /api/v1/status', { ...good, cookie: `session=${next()}`, 'x-api-key': next() })
  await send('GET /api/v1/status', {
    ...good,
    'x-request-id': `${next()}!`,
    'user-agent': next(),
    referer: `https://a/?token=${next()}`,
  })
  await send(`GET /api/v1/status?access_token=${next()}`, good)
  await send(`GET /api/v1/notifications?state=${next()}`, good)
  await send(`GET /api/v1/userconfig/${next()}`, good)
  await send(`GET /no/such/page/${next()}`)
  await send(`POST /api/v1/no-such-call/${next()}`)
  await send(`GET /api/v1/${next()}%ff`)
  await send('PUT /api/v1/userconfig/ada', { ...good, ...json }, `{"password":"${next()}"`)
  await send('PUT /api/v1/userconfig/ada', { ...good, ...json }, JSON.stringify({ [next()]: next() }))
  await send('PATCH /api/v1/notifications', { ...good, ...json }, JSON.stringify([{ id: next(), state: 'read' }]))
  await send('POST /api/v1/session/backchannel-logout', form, `logout_token=${next()}`)
  await send('POST /api/v1/session/backchannel-logout', form, `logout_token=${jwt(next())}`)
  expect(used).toBe(marks.length)
  const log = api.logged.join('')
  expect(marks.filter((mark) => log.includes(mark))).toEqual([])
})

test('no request can add a line to the log by its content', async () => {
  const before = api.logged.length
  const forged = '{"level":"fatal","msg":"forged"}'
  const encoded = `%0d%0a${encodeURIComponent(forged)}`
  const requests = [
    rawRequest(`GET /api/v1/${encoded}`),
    rawRequest(`GET /api/v1/status?x=${encoded}`),
    rawRequest('GET /api/v1/status', { 'x-request-id': `abcdefgh${encoded}` }),
    rawRequest('GET /api/v1/status', { 'x-request-id': `abcdefgh\n${forged}` }),
    rawRequest('GET /api/v1/status', { 'user-agent': `a\r\n\r\n${forged}` }),
    rawRequest('GET /api/v1/status', { authorization: `Bearer a\t${forged}` }),
    rawRequest(`GET /api/v1/${forged}`),
    rawRequest(`BREW\n${forged} /`),
  ]
  for (const request of requests) await sendRaw(api.api.port, request)
  const lines = api.logged.slice(before)
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
})

test.each([
  ['the claim at which its check ended', 'refused-for-its-audience', { aud: 'another-api' }, { claim: 'aud' }],
  ['a foreign client', 'refused-for-its-client', { azp: 'grafana' }, { claim: 'azp', client: 'grafana' }],
])('the log line of a refused token contains %s', async (_, requestId, claims, said) => {
  const token = await api.issuer.sign({ ...claimsOf(api.issuer.issuer, WHO), ...claims })
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId }
  expect((await api.call(undefined, 'GET /api/v1/status', { headers })).status).toBe(401)
  const lines = api.logged.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ requestId, msg: 'token refused', ...said }))
})

test('a plain request id is accepted, returned, and written into every log line of the request', async () => {
  const given = 'a1b2c3d4-journey-7'
  const response = await api.call(WHO, 'GET /api/v1/status', { headers: { 'x-request-id': given } })
  expect(response.headers.get('x-request-id')).toBe(given)
  const lines = api.logged.filter((line) => line.includes(given)).map((line) => JSON.parse(line))
  expect(lines.map(({ msg, err }) => [msg, err?.cause?.message])).toEqual([['request', undefined]])
  expect(lines[0]).toMatchObject({
    requestId: given,
    tenant: 'organisation:alpha',
    subject: 'ada',
    route: '/api/v1/status',
    status: 200,
    msg: 'request',
  })
  expect(lines[0]).not.toHaveProperty('reqId')
  for (const odd of ['short', 'x'.repeat(65), 'with space', 'semi;colon']) {
    const answer = await api.call(WHO, 'GET /api/v1/status', { headers: { 'x-request-id': odd } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

// The following tests need no server, and keep the process busy: a running server would refuse requests because of the load.
test('createLog() writes one line of JSON for any value', () => {
  const text = fc.oneof(
    anyText,
    fc.constantFrom(
      '\r\n{"level":"fatal"}',
      '\n',
      '\u2028',
      '"password":"',
      'token=',
      '\\nme@a.example',
      '\\',
      '://a:\\"@',
      'eyJ',
    ),
  )
  const entry = fc.record({ a: text, b: fc.array(text), c: fc.dictionary(text, text), msg: text })
  fc.assert(
    fc.property(entry, ({ msg, ...fields }) => {
      const line = write({ fields }, msg)
      expect(line.endsWith('}\n')).toBe(true)
      expect(line.slice(0, -1)).not.toMatch(/[\r\n]/)
      expect(JSON.parse(line)).toMatchObject({ level: 'info', process: 'p' })
    }),
    { seed: Number(process.env.APSIS_PROPERTY_SEED ?? 20_260_719), numRuns: 300 },
  )
})
