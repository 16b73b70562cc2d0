import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { pipeline } from 'node:stream'
import { ApiError, problemOf } from '../api-error.ts'
import type { Log } from '../log.ts'
import type { Mount } from './http.ts'

/** Headers that concern one connection only (RFC 9110 §7.6.1), or that this process sets itself. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]
const ANSWER_MS = 30_000

export type ForwardOptions = {
  readonly basePath: string
  readonly socketPath: string
  /** Returns the client's address; the other process trusts it. */
  readonly clientAddress: (request: IncomingMessage) => string
  readonly log: Log
}

/** Forwards requests below a path to another process of this machine, and returns its answers. */
export function forwardTo({ basePath, socketPath, clientAddress, log }: ForwardOptions): Mount {
  return {
    basePath,
    handle(request, response) {
      const onward = send({
        socketPath,
        agent: false,
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: {
          ...endToEnd(request.headers),
          'x-forwarded-for': clientAddress(request),
          // A process that is asked to close the connection refuses a form by closing the connection while the form is still being
          // sent, so its answer is lost. Therefore this side closes the connection; no connection is used twice.
          connection: 'keep-alive',
        },
        timeout: ANSWER_MS,
      })
      onward.on('timeout', () => onward.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)))
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
        // If either side is cut off, both ends are closed: no other action is needed.
        pipeline(answer, response, () => undefined)
      })
      onward.on('error', (error) => {
        if (request.destroyed && !request.complete) return
        log.warn({ err: error, path: basePath }, 'the process behind this path did not answer')
        if (response.headersSent) response.destroy()
        else answerAway(response)
      })
      response.once('close', () => {
        if (!response.writableFinished) onward.destroy()
      })
      pipeline(request, onward, () => undefined)
    },
  }
}

function endToEnd(headers: IncomingMessage['headers']): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))
}

function answerAway(response: ServerResponse): void {
  const error = new ApiError('unavailable', 'Signing in is not possible for the moment.')
  const requestId = randomUUID()
  response.writeHead(503, {
    'x-request-id': requestId,
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  response.end(JSON.stringify(problemOf(error, requestId)))
}
