import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadText } from '../http/download.ts'
import type { OutboundProxy } from '../outbound-settings.ts'
import { PROXY_SECRETS, startTestProxy, type TestProxy } from '../testing/test-proxy.ts'
import { askOutside, connectOutside, type OutboundRequest } from './ask-outside.ts'
import { AddressError } from './checked-addresses.ts'
import { ProxyError, proxyFor } from './proxy.ts'

const HOST = 'gp.example.org'
const PAGE = `https://${HOST}/catalogue`
const { key, cert } = selfSigned(HOST)
let target: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let connections = 0
let proxy: TestProxy
beforeAll(async () => {
  target = createServer({ key, cert }, (request, response) => answer(request, response))
  target.on('secureConnection', () => {
    connections++
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})
beforeEach(async () => {
  proxy = await startTestProxy(() => (target.address() as AddressInfo).port)
  answer = (request, response) => response.end(`hello ${request.headers.host}`)
  connections = 0
})
afterEach(() => proxy.close())

const set = (changes: Partial<OutboundProxy> = {}): OutboundProxy => ({
  address: proxy.address,
  url: proxy.url,
  direct: [],
  isByName: false,
  ...changes,
})

async function ask(asked: Partial<OutboundRequest> = {}, url = PAGE): Promise<string> {
  const signal = AbortSignal.timeout(20_000)
  const { status, body } = await askOutside(url, { signal, proxy: set(), ca: cert, ...asked })
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return `${status} ${Buffer.concat(pieces)}`
}
const failure = (asked: Partial<OutboundRequest> = {}, url = PAGE) =>
  ask(asked, url).then(
    (text): NodeJS.ErrnoException => new Error(`it was answered: ${text}`),
    (error: NodeJS.ErrnoException) => error,
  )

test('a proxy gets the name of the host, and its password; TLS is negotiated with the host behind it', async () => {
  expect(await ask()).toBe(`200 hello ${HOST}`)
  expect(proxy.asked).toEqual([`${HOST}:443`])
  expect(await ask()).toBe(`200 hello ${HOST}`)
  // The tunnel stays open for the next request.
  expect([proxy.asked.length, connections]).toEqual([1, 1])
})

test('a certificate of another name, or an untrusted one, ends the request through a proxy as it does without a proxy', async () => {
  expect((await failure({}, 'https://other.example.org/')).code).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect((await failure({ ca: selfSigned(HOST).cert })).code).toMatch(/CERT|SIGNATURE/)
  expect(await failure({ ca: selfSigned(HOST).cert })).not.toBeInstanceOf(ProxyError)
})

test('an error names a proxy that does not open the tunnel, and the reason, and never contains its password', async () => {
  const wrong = { url: proxy.url.replace('word', 'werd') }
  const dead = await startTestProxy(() => 0)
  await dead.close()
  const name = new URL(proxy.address).host
  const errors: Error[] = [
    await failure({ proxy: set(wrong) }),
    await failure({ proxy: set({ url: proxy.address }) }),
    await failure({ proxy: set({ address: dead.address, url: dead.url }) }),
    await failure({
      proxy: set({ address: 'http://proxy.invalid:3128', url: 'http://us:pa%3Ass%2Fword@proxy.invalid:3128/' }),
    }),
  ]
  for (const refusal of ['403 Forbidden', '502 Bad Gateway']) {
    proxy.refusal = refusal
    errors.push(await failure())
  }
  const words =
    'refused the user and password that it was given, or was given none (407): APSIS_OUTBOUND_PROXY carries them.'
  expect(errors.map(({ message }) => message)).toEqual([
    `The proxy ${name} ${words}`,
    `The proxy ${name} ${words}`,
    `The proxy ${new URL(dead.address).host} refused the connection.`,
    expect.stringMatching(/^The proxy proxy\.invalid:3128 is not known by this name \((ENOTFOUND|EAI_AGAIN)\)\.$/),
    `The proxy ${name} does not allow ${HOST} (403).`,
    `The proxy ${name} did not open the way to ${HOST} (502).`,
  ])
  for (const error of errors) {
    expect(error).toBeInstanceOf(ProxyError)
    for (const secret of PROXY_SECRETS) expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(secret)
  }
  expect(connections).toBe(0)
})

test('a caller that is aborted does not wait any longer, even if the proxy does not answer', async () => {
  proxy.refusal = 'silent'
  const reason = new Error('stopped')
  const stop = new AbortController()
  const asked = failure({ signal: stop.signal })
  await expect.poll(() => proxy.asked.length).toBe(1)
  stop.abort(reason)
  expect(await asked).toBe(reason)
  expect(await failure({ signal: AbortSignal.abort(reason) })).toBe(reason)
})

test('the error of a download names the proxy', async () => {
  proxy.refusal = '403 Forbidden'
  const known = { etag: null, lastModified: null }
  const options = { signal: AbortSignal.timeout(20_000), version: 'test', proxy: set() }
  await expect(downloadText(PAGE, known, options)).rejects.toThrow(
    `The proxy ${new URL(proxy.address).host} does not allow ${HOST} (403).`,
  )
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)(
  'what is compressed for the way (%s) is read as it was, and half of it is an error',
  async (name, compress) => {
    const packed = compress('ä'.repeat(10_000))
    answer = (_, response) => response.writeHead(200, { 'content-encoding': name }).end(packed)
    expect(await ask()).toBe(`200 ${'ä'.repeat(10_000)}`)
    answer = (_, response) => response.writeHead(200, { 'content-encoding': name }).end(packed.subarray(0, -6))
    expect((await failure()).message).toMatch(/unexpected end of file/)
  },
)

test('a redirect counts as an answer and is not followed', async () => {
  answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()
  expect(await ask()).toBe('302 ')
  expect(connections).toBe(1)
})

const way = (url: string, ...direct: string[]) => proxyFor(new URL(url), set({ direct })) !== undefined

test.each([
  ['https://a.example/', [], true],
  ['http://a.example/', [], false],
  ['https://localhost:8443/', [], false],
  ['https://apsis.localhost/', [], false],
  ['https://127.0.0.9/', [], false],
  ['https://[::1]/', [], false],
  ['https://a.example/', ['*'], false],
  ['https://sso.a.example/', ['a.example'], false],
  ['https://sso.a.example/', ['.a.example'], false],
  ['https://sso.a.example/', ['*.A.example'], false],
  ['https://sso.a.example./', ['sso.a.example'], false],
  ['https://nota.example/', ['a.example'], true],
  ['https://a.example/', ['a.example:8443'], true],
  ['https://a.example:8443/', ['a.example:8443'], false],
  ['https://a.example/', ['a.example:443'], false],
  ['https://10.1.2.3/', ['10.0.0.0/8'], false],
  ['https://11.1.2.3/', ['10.0.0.0/8'], true],
  ['https://10.1.2.3/', ['10.1.2.3'], false],
  ['https://10.1.2.3/', ['10.1.2.3:8443'], true],
  ['https://[2001:db8::5]/', ['2001:db8::/32'], false],
  ['https://[2001:db8::5]/', ['[2001:db8::5]:443'], false],
  ['https://[2001:db9::5]/', ['2001:db8::/32'], true],
  ['https://a.example/', ['10.0.0.0/8', '10.0.0.0/99', '', '.', ':443'], true],
] as const)('%s with %j as hosts without a proxy: through it is %s', (url, direct, isThrough) => {
  expect(way(url, ...direct)).toBe(isThrough)
})

const MAILS = new URL(`https://${HOST}:993`)
async function connected(asked: Partial<OutboundRequest> = {}, url = MAILS): Promise<unknown> {
  return connectOutside(url, { signal: AbortSignal.timeout(20_000), proxy: set(), ca: cert, ...asked }).then(
    (socket) => {
      socket.destroy()
      return socket.authorized
    },
    (error: unknown) => error,
  )
}

test('a connection that is no HTTP goes through the proxy to a checked address, with TLS for the name of the host', async () => {
  expect(await connected({ rules: { allowLoopback: false, resolve: async () => ['93.184.216.34'] } })).toBe(true)
  expect(proxy.asked).toEqual(['93.184.216.34:993'])
  expect(await connected({ proxy: set({ isByName: true }) })).toBe(true)
  expect(proxy.asked[1]).toBe(`${HOST}:993`)
})

test('a connection that is no HTTP is not opened to an address inside a network, with another certificate, or by a proxy that refuses', async () => {
  const inside = { allowLoopback: false, resolve: async () => ['93.184.216.34', '10.0.0.7'] }
  for (const way of [set(), undefined]) {
    const error = await connected({ rules: inside, proxy: way })
    expect(error).toBeInstanceOf(AddressError)
    expect(error).toMatchObject({ reason: 'address-not-public' })
  }
  expect(proxy.asked).toEqual([])
  expect(await connected({}, new URL('https://other.example.org:993'))).toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  expect(await connected({ ca: selfSigned(HOST).cert })).toMatchObject({
    code: expect.stringMatching(/CERT|SIGNATURE/),
  })
  proxy.refusal = '403 Forbidden'
  const refused = await connected()
  expect(refused).toBeInstanceOf(ProxyError)
  expect(String(refused)).toContain(`does not allow ${HOST}:993 (403)`)
  for (const secret of PROXY_SECRETS) expect(String(refused)).not.toContain(secret)
})

test('a connection without a proxy goes to a checked address, and ends when nobody waits for it', async () => {
  const { port } = target.address() as AddressInfo
  const here = { allowLoopback: true, resolve: async () => ['127.0.0.1'] }
  const url = new URL(`https://${HOST}:${port}`)
  expect(await connected({ rules: here, proxy: undefined }, url)).toBe(true)
  proxy.refusal = 'silent'
  expect(await connected({ signal: AbortSignal.timeout(100) })).toMatchObject({ name: 'TimeoutError' })
})
