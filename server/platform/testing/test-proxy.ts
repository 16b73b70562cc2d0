import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export type TestProxy = {
  readonly address: string
  /** The same address with the user and password that the proxy requires. */
  readonly url: string
  /** The hosts that the proxy was asked to connect to, in order. */
  readonly asked: readonly string[]
  /** The proxy's answer to a request to connect; undefined: it connects; `silent`: it does not answer. */
  refusal: string | undefined
  /** The hosts, with ports, that the proxy cannot reach. */
  unreachable: readonly string[]
  close(): Promise<void>
}

const USER = 'us@er'
const PASSWORD = 'pa:ss/word'
export const PROXY_SECRETS = [PASSWORD, encodeURIComponent(PASSWORD)]

/**
 * Starts a proxy that opens tunnels by CONNECT (RFC 9110 §9.3.6) for clients with its password; it connects every host name to the
 * server at `port` on this machine.
 */
export async function startTestProxy(port: () => number): Promise<TestProxy> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const mood: Pick<TestProxy, 'refusal' | 'unreachable'> = { refusal: undefined, unreachable: [] }
  const server = createServer((_, response) => response.writeHead(400).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(url)
    const isKnown = headers['proxy-authorization'] === `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
    const refusal = isKnown ? mood.refusal : '407 Proxy Authentication Required'
    if (refusal === 'silent') return
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    if (mood.unreachable.includes(url)) return socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    const onward = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(mood, {
    address: `http://${host}`,
    url: `http://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@${host}/`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  })
}
