import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { afterAll, afterEach } from 'vitest'

export type ReceivedRequest = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly at: number }

export type TestReceiver = {
  readonly url: string
  readonly received: ReceivedRequest[]
  /** Answers the next calls; tests replace it. */
  answer: (response: ServerResponse, received: ReceivedRequest) => void
  close(): Promise<void>
}

/** Starts a receiver of webhooks on this machine that stores the requests. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      const one = { headers: request.headers, body, at: Date.now() }
      received.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (response) => void response.writeHead(202).end(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}

/** Starts receivers for the tests of a file, and closes them after each test or, if requested, after the last one. */
export function useReceivers(openFor: 'test' | 'file' = 'test'): () => Promise<TestReceiver> {
  const open: TestReceiver[] = []
  const close = async () => void (await Promise.all(open.splice(0).map((receiver) => receiver.close())))
  if (openFor === 'test') afterEach(close)
  else afterAll(close)
  return async () => {
    const started = await startTestReceiver()
    open.push(started)
    return started
  }
}
