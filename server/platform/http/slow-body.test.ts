import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let bearer: string
beforeAll(async () => {
  api = await startTestApi()
  bearer = `Bearer ${await api.issuer.token({ subject: 'ann', organisation: 'slow', roles: ['ca:user'] })}`
})
afterAll(() => api.close())

const MIB = 1024 * 1024
/**
 * The longest time for which the server may keep a connection open after its answer. Without this limit, a fault
 * would appear only as the time limit of the test.
 */
const PATIENCE_MS = 45_000

/** Sends a head, then pieces while the connection accepts them; returns the answer and the number of sent pieces. */
async function drip(head: string, pieces: readonly Buffer[], restMs: number) {
  const socket = connect(api.api.port, 'localhost')
  let answer = ''
  let isOpen = true
  socket.on('data', (text: Buffer) => (answer += text.toString('latin1')))
  // A server that ends the connection while we still send resets it; by then we have read its answer.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      isOpen = false
      resolve()
    }),
  )
  socket.write(`${head}Host: localhost\r\nAuthorization: ${bearer}\r\n\r\n`)
  let sent = 0
  for (const piece of pieces) {
    if (!isOpen || answer !== '') break
    if (!socket.write(piece)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    sent += 1
    await setTimeout(restMs)
  }
  const hasClosed = await Promise.race([closed.then(() => true), setTimeout(PATIENCE_MS, false)])
  socket.destroy()
  return { answer, sent, hasClosed }
}

test('a chunked upload over the limit is answered with 413 and its connection is closed, long before its end', async () => {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 'a'), Buffer.from('\r\n')])
  const head = 'POST /api/v1/ca/cdms HTTP/1.1\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n'
  const { answer, sent, hasClosed } = await drip(head, Array<Buffer>(200).fill(chunk), 1)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('The upload is larger than 20 MiB.')
  expect(hasClosed).toBe(true)
  expect(sent).toBeLessThan(200)
})

test('a JSON body that does not arrive is answered with 408', async () => {
  const head = 'PUT /api/v1/ca/userconfig HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n'
  const { answer, hasClosed } = await drip(head, Array<Buffer>(60).fill(Buffer.from(' ')), 500)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(hasClosed).toBe(true)
})

test.each([
  ['what is no HTTP', 'nonsense\r\n\r\n', 400],
  ['CONNECT', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n', 405],
])(
  'the connection of a client that never closes its side is closed after %s was refused',
  async (_, request, status) => {
    const socket = connect({ port: api.api.port, host: 'localhost', allowHalfOpen: true })
    let answer = ''
    socket.on('data', (text: Buffer) => (answer += text.toString('latin1')))
    const isReset = new Promise<boolean>((resolve) => socket.on('error', () => resolve(true)))
    socket.write(request)
    await new Promise((resolve) => socket.once('end', resolve))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    // Only a side that still writes notices that the other end has closed.
    const writing = setInterval(() => socket.write('x'), 200)
    const hasClosed = await Promise.race([isReset, setTimeout(PATIENCE_MS, false)])
    clearInterval(writing)
    socket.destroy()
    expect(hasClosed).toBe(true)
  },
)
