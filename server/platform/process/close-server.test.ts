import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { closeServer } from './close-server.ts'

test('closeServer() finishes a running answer, and does not wait for a connection that is idle afterwards', async () => {
  const server = createServer((_request, response) => {
    response.write('begun')
    setTimeout(() => response.end(' and ended'), 200)
  })
  // This is longer than a test may take, so the test would fail if closing waited for it.
  server.keepAliveTimeout = 600_000
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const [answer] = (await once(get({ port, agent }), 'response')) as [IncomingMessage]
  const closed = closeServer(server)
  expect(await text(answer)).toBe('begun and ended')
  await closed
  expect(server.listening).toBe(false)
  agent.destroy()
})
