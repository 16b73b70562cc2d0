import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The next answer of the source. */
export type DownloadMood = (request: IncomingMessage, response: ServerResponse) => void

export type DownloadServer = {
  readonly url: string
  /** The requests that were received so far. */
  readonly requests: readonly IncomingMessage[]
  mood: DownloadMood
  close(): Promise<void>
}

/** Starts a source of the public catalogue on this machine that behaves as CelesTrak documents. */
export async function startDownloadServer(): Promise<DownloadServer> {
  const requests: IncomingMessage[] = []
  const source = { mood: (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end() }
  const server = createServer((request, response) => {
    requests.push(request)
    source.mood(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(source, {
    url: `http://127.0.0.1:${port}/NORAD/elements/gp.php?GROUP=active`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

/** Sends the catalogue. A client that names the tag of the previous answer is told that nothing has changed. */
export function sends(body: string, { type = 'application/json', etag = '"1"' } = {}): DownloadMood {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': type, etag, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}

/** The answer of CelesTrak to a client that asks again before there is new data. */
export const notUpdated: DownloadMood = (_, response) =>
  void response
    .writeHead(403, { 'content-type': 'text/plain' })
    .end(
      'GP data has not updated since your last successful\ndownload of GROUP=active at 2026-11-20 12:00:00 UTC.\nData is updated once every 2 hours.\n',
    )

export function answers(status: number, body: string, headers: Readonly<Record<string, string>> = {}): DownloadMood {
  return (_, response) => void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
}

/** Announces more bytes than it sends, and drops the connection. */
export function breaksOff(body: string): DownloadMood {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) + 1_000 })
    response.write(body, () => response.destroy())
  }
}

/** Begins an answer and never ends it. */
export const hangs: DownloadMood = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
}
