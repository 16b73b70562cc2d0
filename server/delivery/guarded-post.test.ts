import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { NoAnswerError, postGuarded } from './guarded-post.ts'

/** These limits are short enough for a test and long enough for a busy machine. */
const LIMITS_MS = { connect: 1_000, headers: 600, total: 900 }
const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

function started(server: Server | ReturnType<typeof createTcpServer>): Promise<URL> {
  return new Promise((resolve) => {
    servers.push(server)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(
        new URL(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook?a=1`),
      )
    })
  })
}
const http = (listener: RequestListener) => started(createServer(listener))
const tcp = (talk: (socket: Socket) => void) =>
  started(
    createTcpServer((socket) => {
      socket.on('error', () => undefined)
      talk(socket)
    }),
  )

const post = (url: URL) =>
  postGuarded(url, {
    headers: { 'x-mark': 'm' },
    body: '{"a":"ä"}',
    allowLoopback: true,
    proxy: undefined,
    limitsMs: LIMITS_MS,
  }).catch((error: unknown) => (error instanceof NoAnswerError ? error.reason : error))

test('body, length, headers and path arrive; status, words and Retry-After are returned', async () => {
  let got = ''
  const url = await http((request, response) => {
    request.on('data', (piece: Buffer) => {
      got += piece.toString('utf8')
    })
    request.on('end', () => {
      got += ` ${request.method} ${request.url} ${request.headers['x-mark']} ${request.headers['content-length']}`
      response.writeHead(429, { 'retry-after': '7' }).end('rate_limited\n')
    })
  })
  expect(await post(url)).toEqual({ status: 429, retryAfter: '7', words: 'rate_limited' })
  expect(got).toBe('{"a":"ä"} POST /hook?a=1 m 10')
})

test('a redirect counts as an answer and is not followed', async () => {
  let reached = 0
  const inner = await http((_, response) => {
    reached++
    response.end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await http((_, response) => response.writeHead(status, { location: inner.href }).end())
    expect(await post(url)).toMatchObject({ status })
  }
  expect(reached).toBe(0)
})

test('nothing of a page is stored, and at most 64 KiB of an endless body are read', async () => {
  const page = await http((_, response) => response.end('<html>internal secrets</html>'))
  expect(await post(page)).toEqual({ status: 200, retryAfter: undefined, words: undefined })
  let sent = 0
  const endless = await http((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 97))) sent += 16_384
    }
    response.on('drain', more)
    more()
  })
  const begun = performance.now()
  expect(await post(endless)).toMatchObject({ status: 200, words: undefined })
  expect(performance.now() - begun).toBeLessThan(LIMITS_MS.total)
  // The buffers of the system took more than was read, but much less than an endless body.
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

test('a slow body is cut off at the time limit; its status is still used', async () => {
  const url = await tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
    const timer = setInterval(() => socket.write('a'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await post(url)).toMatchObject({ status: 200 })
})

test('slow headers, no answer, and a cut connection count as no answer', async () => {
  const drip = await tcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X-A: b\r\n'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await post(drip)).toBe('answer-timeout')
  expect(await post(await tcp(() => undefined))).toBe('answer-timeout')
  expect(await post(await tcp((socket) => socket.destroy()))).toBe('connection-failed')
  const huge = await tcp((socket) => socket.write(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`))
  expect(await post(huge)).toBe('connection-failed')
  const closed = await tcp(() => undefined)
  servers.at(-1)?.close()
  expect(await post(closed)).toBe('connection-failed')
})

test('a server without TLS is not accepted as a receiver over https', async () => {
  const url = await tcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  url.protocol = 'https:'
  const secure = new URL(url.href.replace('http:', 'https:'))
  expect(['tls-failed', 'connection-failed']).toContain(await post(secure))
})

test('a name service that never answers takes no more time than a connection may take', async () => {
  const never = new Promise<readonly string[]>(() => undefined)
  const options = {
    headers: {},
    body: '',
    allowLoopback: false,
    proxy: undefined,
    limitsMs: LIMITS_MS,
    resolve: () => never,
  }
  const asked = postGuarded(new URL('https://hook.example/'), options)
  await expect(asked).rejects.toMatchObject({ reason: 'connect-timeout' })
})

test('if one address of a name refuses the connection, the next one is tried, and only addresses that were checked are used', async () => {
  let hosts: (string | undefined)[] = []
  const url = await http((request, response) => {
    hosts = [...hosts, request.headers.host]
    response.writeHead(202).end()
  })
  url.hostname = 'hooks.operator.example'
  const postTo = (...addresses: string[]) =>
    postGuarded(url, {
      headers: {},
      body: '{}',
      allowLoopback: true,
      proxy: undefined,
      limitsMs: LIMITS_MS,
      resolve: async () => addresses,
    }).catch((error: unknown) => (error instanceof NoAnswerError ? error.reason : error))
  // Nothing listens on 127.0.0.2 and ::1.
  const answered = { status: 202, retryAfter: undefined, words: undefined }
  expect(await postTo('127.0.0.2', '127.0.0.1')).toEqual(answered)
  expect(await postTo('::1', '127.0.0.1')).toEqual(answered)
  expect(hosts).toEqual([url.host, url.host])
  expect(await postTo('127.0.0.2', '::1')).toBe('connection-failed')
})
