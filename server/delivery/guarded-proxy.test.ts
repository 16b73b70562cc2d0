/** Checks the guard of outgoing calls through a proxy that can resolve names itself. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ProxyError } from '../platform/outbound/proxy.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { PROXY_SECRETS, startTestProxy, type TestProxy } from '../platform/testing/test-proxy.ts'
import { type NoAnswerError, type PostOptions, postGuarded } from './guarded-post.ts'
import { FORMS } from './testing/closed-forms.data.ts'

const HOST = 'hooks.operator.example'
const HOOK = new URL(`https://${HOST}/hook?a=1`)
const PUBLIC = '93.184.216.34'
const LIMITS_MS = { connect: 3_000, headers: 4_000, total: 5_000 }
const { key, cert } = selfSigned(HOST)
const received: string[] = []
const target = createServer({ key, cert }, async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const { servername } = request.socket as typeof request.socket & { servername: unknown }
  received.push(`${request.method} ${request.url} ${request.headers.host} ${servername} ${body}`)
  response.writeHead(202).end('taken')
})
let proxy: TestProxy
beforeAll(() => new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  target.closeAllConnections()
  target.close()
})
beforeEach(async () => {
  received.length = 0
  proxy = await startTestProxy(() => (target.address() as AddressInfo).port)
})
afterEach(() => proxy.close())

type Changes = Partial<OutboundProxy> & Pick<Partial<PostOptions>, 'ca' | 'limitsMs' | 'resolve'>

const post = (
  url: URL,
  { ca = cert, limitsMs = LIMITS_MS, resolve = async () => [PUBLIC], ...changes }: Changes = {},
) =>
  postGuarded(url, {
    headers: {},
    body: '{"a":"ä"}',
    allowLoopback: false,
    proxy: { address: proxy.address, url: proxy.url, direct: [], isByName: false, ...changes },
    ca,
    limitsMs,
    resolve,
  })
const failure = (url: URL, changes: Changes = {}) =>
  post(url, changes).then(
    (answer) => new Error(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  )
const nobody = async (): Promise<readonly string[]> => {
  throw new Error('ENOTFOUND')
}
const TAKEN = { status: 202, retryAfter: undefined, words: 'taken' }
const ARRIVED = `POST /hook?a=1 ${HOST} ${HOST} {"a":"ä"}`

test('the proxy is asked to connect to the checked address, and TLS is negotiated for the name', async () => {
  expect(await post(HOOK)).toEqual(TAKEN)
  expect(proxy.asked).toEqual([`${PUBLIC}:443`])
  expect(received).toEqual([ARRIVED])
  expect(await failure(HOOK, { ca: selfSigned(HOST).cert })).toMatchObject({ reason: 'tls-failed' })
  expect(await failure(new URL('https://other.operator.example/'))).toMatchObject({ reason: 'tls-failed' })
  expect(received).toHaveLength(1)
})

test.each([false, true])('the proxy is not asked for a forbidden address, by name or not (%s)', async (isByName) => {
  const closed = ['127.0.0.1', '10.1.2.3', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::7f00:1']
  for (const address of closed) {
    const refused = { reason: 'address-not-public' }
    expect(await failure(HOOK, { isByName, resolve: async () => [address] })).toMatchObject(refused)
    expect(await failure(HOOK, { isByName, resolve: async () => [PUBLIC, address] })).toMatchObject(refused)
    const literal = new URL(`https://${address.includes(':') ? `[${address}]` : address}/`)
    expect(await failure(literal, { isByName })).toMatchObject(refused)
  }
  const local = async (host: string) => (/localhost/.test(host) ? ['127.0.0.1', '::1'] : ['10.0.0.9'])
  for (const form of FORMS) {
    const text = form.replace('PORT', '443').replace(/^http:/, 'https:')
    if (!URL.canParse(text) || new URL(text).protocol !== 'https:') continue
    const error = await failure(new URL(text), { isByName, resolve: local })
    expect(['address-not-public', 'name-unknown'], form).toContain((error as NoAnswerError).reason)
  }
  expect(proxy.asked).toEqual([])
})

test('a name that is unknown here is passed to the proxy if that is set, and otherwise the error names the setting', async () => {
  const error = await failure(HOOK, { resolve: nobody })
  expect(error).toMatchObject({ reason: 'name-unknown' })
  expect(String((error as Error).cause)).toContain('APSIS_OUTBOUND_PROXY_BY_NAME')
  expect(proxy.asked).toEqual([])
  expect(await post(HOOK, { isByName: true, resolve: nobody })).toEqual(TAKEN)
  expect(await post(HOOK, { isByName: true })).toEqual(TAKEN)
  // A name service that never answers counts as one that does not know the name.
  const never = () => new Promise<readonly string[]>(() => undefined)
  const limitsMs = { ...LIMITS_MS, connect: 500 }
  expect(await failure(HOOK, { resolve: never, limitsMs })).toMatchObject({ reason: 'connect-timeout' })
  expect(proxy.asked).toEqual([`${HOST}:443`, `${HOST}:443`])
  expect(await post(HOOK, { isByName: true, resolve: never, limitsMs: { ...LIMITS_MS, connect: 1_500 } })).toEqual(
    TAKEN,
  )
})

test('if the proxy does not reach one address of a name, it is asked for the next one, IPv4 first', async () => {
  const resolve = async () => ['2606:4700::1', PUBLIC, '93.184.216.35']
  proxy.unreachable = [`${PUBLIC}:443`, '93.184.216.35:443']
  expect(await post(HOOK, { resolve })).toEqual(TAKEN)
  expect(proxy.asked).toEqual([`${PUBLIC}:443`, '93.184.216.35:443', '[2606:4700::1]:443'])
  expect(received).toEqual([ARRIVED])
})

test('a proxy that opens no tunnel is not a fault of the receiver, and is named without its password', async () => {
  const gone = await startTestProxy(() => 0)
  await gone.close()
  proxy.refusal = '403 Forbidden'
  const errors = [
    await failure(HOOK),
    await failure(HOOK, { url: proxy.address }),
    await failure(HOOK, { address: gone.address, url: gone.url }),
  ]
  const name = new URL(proxy.address).host
  expect(errors.map((error) => [(error as NoAnswerError).reason, ((error as Error).cause as Error).message])).toEqual([
    ['proxy-failed', `The proxy ${name} does not allow ${HOST} (403).`],
    ['proxy-failed', expect.stringContaining(`The proxy ${name} refused the user and password`)],
    ['proxy-failed', `The proxy ${new URL(gone.address).host} refused the connection.`],
  ])
  for (const error of errors) {
    expect((error as Error).cause).toBeInstanceOf(ProxyError)
    for (const secret of PROXY_SECRETS) expect(`${(error as Error).stack}`).not.toContain(secret)
  }
  expect(received).toEqual([])
})

test('a proxy that does not answer is asked once, and the fault is the proxy’s, not the receiver’s', async () => {
  proxy.refusal = 'silent'
  const resolve = async () => [PUBLIC, '93.184.216.35']
  const error = await failure(HOOK, { resolve, limitsMs: { ...LIMITS_MS, connect: 2_000 } })
  expect([(error as NoAnswerError).reason, ((error as Error).cause as Error).message]).toEqual([
    'proxy-failed',
    `The proxy ${new URL(proxy.address).host} did not open the way to ${HOST} in time.`,
  ])
  expect(proxy.asked).toEqual([`${PUBLIC}:443`])
})

test('a host that is set to be reached without the proxy is reached directly, with the same guard', async () => {
  const refused = { reason: 'address-not-public' }
  expect(await failure(HOOK, { direct: ['operator.example'], resolve: async () => ['10.1.2.3'] })).toMatchObject(
    refused,
  )
  expect(proxy.asked).toEqual([])
})
