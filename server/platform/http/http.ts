import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Platform } from '../operation/platform.ts'
import { answerProblem, refuseConnection, refuseTunnel } from './failures.ts'
import { keepQuery, readForm, readJson } from './input.ts'
import { securityHeaders } from './security-headers.ts'

/** A handler that answers every request below a path itself, without the routes of the API (the identity provider). */
export type Mount = { readonly basePath: string; handle(request: IncomingMessage, response: ServerResponse): void }

const MOST_BODY_BYTES = 256 * 1024
// This is long enough for a large file over a slow line; other requests end with their handler after 20 s (bind.ts).
const REQUEST_MS = 300_000
const HEADERS_MS = 15_000
const KEEP_ALIVE_MS = 75_000
const MAX_HEADER_BYTES = 16 * 1024
const MAX_EVENT_LOOP_DELAY_MS = 1_000
/** The status that proxies log for a request whose sender disconnected before the answer. No standard defines it. */
const CLIENT_LEFT_STATUS = 499
const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

/** Builds the HTTP side of a process: limits, headers, parsing, errors; without routes. */
export async function createHttp(platform: Platform, mounts: readonly Mount[]): Promise<FastifyInstance> {
  const headersFor = securityHeaders(platform.config)
  const app = Fastify({
    serverFactory: withMounts(mounts),
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    bodyLimit: MOST_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    trustProxy: platform.config.trustProxy.length > 0 ? [...platform.config.trustProxy] : false,
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      querystringParser: keepQuery,
      maxParamLength: 512,
    },
    // The framework reports these errors before any route, so no hook has run.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersFor(request.url)).header('x-request-id', request.id)
      answerProblem(platform, error, request, reply)
    },
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('bytes', undefined)
  app.removeAllContentTypeParsers()
  const form = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      // A signature is computed from the bytes: if the data were parsed and written again, it would no longer match. The body of
      // an unsigned caller is not read: bindSigned() parses it when the signature is valid.
      if (!request.routeOptions.config.endpoint?.signed) return readJson(bytes)
      request.bytes = bytes
      return undefined
    },
  )
  app.addContentTypeParser(form, { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => readForm(bytes))
  app.setErrorHandler((error, request, reply) => answerProblem(platform, error, request, reply))
  app.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request.url)))
  measure(app, platform)
  letSilentGo(app)
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    // A pause that lasts a whole sample is measured as infinite, so a sample must be as long as the allowed pause.
    sampleInterval: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: ({ url }, _reply, type, value) => {
      // Pages are files that are quick to send, and a person who opens a page cannot read a refusal; the page repeats its calls of the API.
      if (!url.startsWith('/api/')) return
      throw new ApiError('unavailable', 'The server is overloaded; try again shortly.', {
        headers: { 'retry-after': '2' },
        cause: new Error(`${type} ${value}`),
      })
    },
  })
  await app.register(compress, {
    global: true,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    // No call accepts a compressed body; by default every call would.
    globalDecompression: false,
  })
  return app
}

function withMounts(mounts: readonly Mount[]): FastifyServerFactory {
  return (handler) => {
    const settings = {
      requestTimeout: REQUEST_MS,
      headersTimeout: HEADERS_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
    }
    const serve = (request: IncomingMessage, response: ServerResponse) => {
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        return refuseConnection(new Error('no host'), request.socket)
      const mount = mounts.find(({ basePath }) => request.url?.startsWith(`${basePath}/`))
      if (mount) mount.handle(request, response)
      else handler(request, response)
    }
    // Without these handlers, Node would answer an unknown Expect and a missing Host without a body, and would drop a CONNECT.
    return createServer(settings, serve)
      .on('checkExpectation', serve)
      .on('connect', (_, socket) => refuseTunnel(socket))
  }
}

/**
 * Closes silent connections. Closing the server waits for running requests; Node also waits for connections that never sent a
 * request, which browsers open in advance, and this wait could take a minute.
 */
function letSilentGo(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy()
    else silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
}

function measure(app: FastifyInstance, { metrics }: Platform): void {
  app.addHook('onRequest', async (request, reply) => {
    metrics.inFlight.inc()
    // A client that disconnects is never answered, but its connection always closes.
    reply.raw.once('close', () => {
      metrics.inFlight.dec()
      noteRequest(metrics, request, reply)
    })
    reply.header('x-request-id', request.id)
  })
}

function noteRequest({ requests }: Platform['metrics'], request: FastifyRequest, reply: FastifyReply): void {
  const { raw, statusCode, elapsedTime } = reply
  const route = request.routeOptions.config.endpoint?.path ?? request.routeOptions.url ?? 'none'
  const isCutOff = !raw.writableFinished
  // Work that was aborted because nobody waited for it any more is not a fault of the server.
  const wasGivenUp = isCutOff && (!raw.headersSent || statusCode >= 500)
  const code = wasGivenUp ? CLIENT_LEFT_STATUS : statusCode
  const labels = { route, method: request.method, status: `${Math.floor(code / 100)}xx` }
  // A stream of events ends when its reader leaves: its duration says nothing about the speed of the server.
  if (!isCutOff || wasGivenUp) requests.observe(labels, elapsedTime / 1_000)
  const level = code >= 500 ? 'error' : 'info'
  request.log[level](
    {
      method: request.method,
      route,
      status: code,
      ms: Math.round(elapsedTime * 10) / 10,
      ip: request.ip,
    },
    'request',
  )
}
