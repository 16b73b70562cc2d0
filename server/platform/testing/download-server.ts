import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the source answers the next time it is asked. */
export type DownloadMood = (request: IncomingMessage, response: ServerResponse) => void

export type DownloadServer = {
  readonly url: string
  /** What was asked so far. */
  readonly requests: readonly IncomingMessage[]
  mood: DownloadMood
  close(): Promise<void>
}

/** A source of the public catalogue on this machine, with the manners that CelesTrak documents. */
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

/** The catalogue; who names what was sent before is told that it has it. */
export function sends(body: string, { type = 'application/json', etag = '"1"' } = {}): DownloadMood {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': type, etag, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}

/** What CelesTrak tells who comes again before there is something new. */
export const notUpdated: DownloadMood = (_, response) =>
  void response
    .writeHead(403, { 'content-type': 'text/plain' })
    .end(
      'GP data has not updated since your last successful\ndownload of GROUP=active at 2026-11-20 12:00:00 UTC.\nData is updated once every 2 hours.\n',
    )

export function answers(status: number, body: string, headers: Readonly<Record<string, string>> = {}): DownloadMood {
  return (_, response) => void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
}

/** Promises more than comes, and breaks off. */
export function breaksOff(body: string): DownloadMood {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) + 1_000 })
    response.write(body, () => response.destroy())
  }
}

/** Begins and never ends. */
export const hangs: DownloadMood = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
}
