import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { forwardTo } from './forward.ts'

const REFUSAL = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 13\r\n\r\nnot from here'
const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function listen(server: Server, at: string | number): Promise<void> {
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  server.listen(at)
  await once(server, 'listening')
}

/** Starts a process that answers as soon as it has the head of a request, and closes the connection unless it is asked to keep it. */
async function startRefusing(beforeAnswer: () => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-forward-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const socketPath = join(folder, 'socket')
  const refuse = (socket: Socket) =>
    socket
      .on('error', () => undefined)
      .once('data', (head) => {
        beforeAnswer()
        socket.write(REFUSAL)
        if (!/^connection: keep-alive\r$/im.test(head.toString('latin1'))) socket.destroy()
      })
  await listen(createServer(refuse), socketPath)
  return socketPath
}

test('a form that is refused before it was read gets the answer of the refusal', async () => {
  let client: Socket | undefined
  // The rest of the form arrives at the moment in which the process answers.
  const socketPath = await startRefusing(() => client?.write('sername=x'))
  const log = createLog({ level: 'fatal', process: 'test', version: 'test' })
  const mount = forwardTo({ basePath: '/', socketPath, clientAddress: () => '192.0.2.1', log })
  const front = createHttpServer((request, response) => mount.handle(request, response))
  await listen(front, 0)
  client = connect((front.address() as AddressInfo).port)
  ends.push(() => client?.destroy())
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nu')
  const [answer] = await once(client, 'data')
  expect(String(answer).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
})
