import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSender, runClosedLoop, runOpenLoop } from './generator.ts'
import type { Operation } from './mix.data.ts'

const member = { subject: 'a', organisation: 'x', notifications: [] }
const operation: Operation = { name: 'GET a', weight: 100, request: () => ({ method: 'GET', path: '/a' }) }

async function serve(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = createSender(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    new Map([['a', 'token-of-a']]),
  )
  const close = () => {
    sender.close()
    server.close()
  }
  return { sender, close }
}

test('runOpenLoop sends requests that are due before earlier ones are answered, and counts the wait from the due time', async () => {
  const waiting: (() => void)[] = []
  const { sender, close } = await serve((request, response) => {
    expect(request.headers.authorization).toBe('Bearer token-of-a')
    waiting.push(() => response.end('{}'))
    // This server answers only when the last request has arrived: a loop that waits for answers would never send it.
    if (waiting.length === 20) for (const answer of waiting) answer()
  })
  const schedule = Array.from({ length: 20 }, (_, place) => ({ atMs: place * 5, operation, member, draw: 0 }))
  const { samples } = await runOpenLoop(sender, schedule)
  expect(samples.map(({ outcome }) => outcome)).toEqual(new Array(20).fill('200'))
  // The first request was due 95 ms before the last request, and no request was answered before the last one arrived.
  expect(Math.max(...samples.map(({ ms }) => ms))).toBeGreaterThan(90)
  close()
})

test('a request without an answer, or with a status other than 200, is counted by its kind', async () => {
  const { sender, close } = await serve((request, response) => {
    if (request.url === '/broken') request.socket.destroy()
    else response.writeHead(503).end()
  })
  const outcomes = await Promise.all(
    ['/broken', '/busy'].map(async (path) => (await sender.send(member, { method: 'GET', path })).outcome),
  )
  expect(outcomes).toEqual(['ECONNRESET', '503'])
  const request = () => ({ method: 'GET', path: '/busy' })
  const { perSecond, errors } = await runClosedLoop(sender, { crowd: [member], request, connections: 2, seconds: 0.05 })
  expect(perSecond).toBe(0)
  expect(errors).toBeGreaterThan(0)
  close()
})
