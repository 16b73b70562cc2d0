/**
 * npm run tool -- interop squid: sends the requests that leave the installation through a real Squid with a password, and checks the messages if it
 * refuses a connection. It needs Squid and openssl; it does not touch the machine's own Squid, and contacts no outside server.
 */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { NoAnswerError, postGuarded, proxyFaultOf } from '@apsis/server/delivery/guarded-post.ts'
import { askOutside } from '@apsis/server/platform/outbound/ask-outside.ts'
import type { OutboundProxy } from '@apsis/server/platform/outbound-settings.ts'
import { selfSigned } from '../services/certificates.ts'
import { prepareSquid, squidProgram } from './squid-server.ts'

const [HOST, REFUSED, DEAD] = ['gp.example.org', 'refused.example.org', 'dead.example.org']
/** A public address; Squid refuses it, so that no outside server is contacted. */
const PUBLIC_ADDRESS = '93.184.216.34'
const [USER, PASSWORD] = ['us@er', 'pä:ss/w%rd']
const LIMIT_MS = 20_000

const program = squidProgram()
if (program === undefined) {
  console.log('skipped: Squid is not installed (apt-get install squid)')
  process.exit(0)
}
const { key, cert } = selfSigned(HOST)
let connections = 0
const target = createServer({ key, cert }, (request, response) => {
  request.resume()
  request.on('end', () => response.end(`hello ${request.headers.host}`))
})
target.on('secureConnection', () => {
  connections += 1
})
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
const { port } = target.address() as AddressInfo
/** A port on which nothing listens. */
const NOBODY = 9
const squid = await prepareSquid(program, {
  user: USER,
  password: PASSWORD,
  names: { [HOST]: '127.0.0.1', [REFUSED]: '127.0.0.1', [DEAD]: '127.0.0.1' },
  refused: [REFUSED, PUBLIC_ADDRESS],
  ports: [port, NOBODY],
})

const address = `http://127.0.0.1:${squid.port}`
const withUser = (user: string, password: string) =>
  new URL(`http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${squid.port}`).href
const proxyOf = (changes: Partial<OutboundProxy> = {}): OutboundProxy => ({
  address,
  url: withUser(USER, PASSWORD),
  direct: [],
  isByName: false,
  ...changes,
})

async function ask(url: string, proxy = proxyOf()): Promise<string> {
  try {
    const asked = await askOutside(url, { signal: AbortSignal.timeout(LIMIT_MS), proxy, ca: cert })
    const pieces: Buffer[] = []
    for await (const piece of asked.body) pieces.push(piece)
    return `${asked.status} ${Buffer.concat(pieces)}`
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

/** Sends a notice to a receiver that a person has named. */
async function post(url: string, proxy: OutboundProxy, addresses: readonly string[]): Promise<string> {
  const resolve = async () => {
    if (addresses.length > 0) return addresses
    throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
  }
  const about = { headers: {}, body: '{}', allowLoopback: false, ca: cert }
  try {
    return String((await postGuarded(new URL(url), { ...about, proxy, resolve })).status)
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    return `${error.reason}: ${proxyFaultOf(error) ?? ''}`
  }
}

let failed = 0
function expectSame(what: string, found: unknown, expected: unknown): void {
  const [is, ought] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== ought) failed += 1
  console.log(is === ought ? `  ${what}: ${is}` : `✗ ${what}: ${is} in place of ${ought}`)
}

const page = (host: string, at = port) => `https://${host}:${at}/`
const says = (words: string) => `ProxyError: The proxy 127.0.0.1:${squid.port} ${words}.`
const way = (status: number, host: string, user: string) => `${status} CONNECT ${host} ${user}`
const NO_PASSWORD = says(
  'refused the user and password that it was given, or was given none (407): APSIS_OUTBOUND_PROXY carries them',
)

try {
  await squid.start()
  console.log(`Squid ${squid.version}`)
  expectSame('a host by its name', await ask(page(HOST)), `200 hello ${HOST}:${port}`)
  expectSame('the same again', await ask(page(HOST)), `200 hello ${HOST}:${port}`)
  expectSame('on one way', connections, 1)
  expectSame('a wrong password', await ask(page(HOST), proxyOf({ url: withUser(USER, 'wrong') })), NO_PASSWORD)
  expectSame('no password', await ask(page(HOST), proxyOf({ url: address })), NO_PASSWORD)
  expectSame('a host that it refuses', await ask(page(REFUSED)), says(`does not allow ${REFUSED}:${port} (403)`))
  expectSame('a port that it refuses', await ask(page(HOST, 8443)), says(`does not allow ${HOST}:8443 (403)`))
  expectSame(
    'a host that is down',
    await ask(page(DEAD, NOBODY)),
    says(`did not open the way to ${DEAD}:${NOBODY} (503)`),
  )
  expectSame(
    'a host that nobody knows',
    // Squid answers 503 if a name service says that a name does not exist, and 500 if the service does not answer, as here.
    (await ask(page('unknown.example.org'))).replace('(503)', '(500)'),
    says(`did not open the way to unknown.example.org:${port} (500)`),
  )
  expectSame('a receiver by its name', await post(page(HOST), proxyOf({ isByName: true }), []), '200')
  expectSame(
    'a receiver by its address',
    await post(page(HOST), proxyOf(), [PUBLIC_ADDRESS]),
    `proxy-failed: The proxy 127.0.0.1:${squid.port} does not allow ${HOST}:${port} (403).`,
  )
  expectSame('a closed address', await post(page(HOST), proxyOf(), ['10.0.0.1']), 'address-not-public: ')
  await squid.stop()
  expectSame('a proxy that is away', await ask(page(HOST)), says('refused the connection'))
  await squid.start()
  expectSame('and back', await ask(page(HOST)), `200 hello ${HOST}:${port}`)
  // Squid logs a tunnel when it ends.
  await squid.stop()
  expectSame(
    'what Squid was asked for',
    squid
      .asked()
      .map((line) => line.replace(/^503 (?=.*unknown)/, '500 '))
      .toSorted(),
    [
      ...[1, 2, 3].map(() => way(200, `${HOST}:${port}`, USER)),
      way(403, `${PUBLIC_ADDRESS}:${port}`, USER),
      way(403, `${HOST}:8443`, USER),
      way(403, `${REFUSED}:${port}`, USER),
      way(407, `${HOST}:${port}`, '-'),
      way(407, `${HOST}:${port}`, USER),
      way(500, `unknown.example.org:${port}`, USER),
      way(503, `${DEAD}:${NOBODY}`, USER),
    ],
  )
  console.log(failed === 0 ? `passed with Squid ${squid.version}` : `${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  console.error(error, `\nSquid said:\n${squid.log()}`)
  process.exitCode = 1
} finally {
  await squid.stop()
  squid.remove()
  target.closeAllConnections()
  target.close()
}
