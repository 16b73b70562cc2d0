import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '@apsis/contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import { allows } from '@apsis/contract/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, problemOf } from '../api-error.ts'
import { isDatabaseAway, isDatabaseTimeout } from '../database/database.ts'
import type { Platform } from '../operation/platform.ts'
import { PoolLossError } from '../thread/task.ts'

/** The time for which a client may still send, or keep its side open, after a refusal. */
const LINGER_MS = 2_000
const AWAY: ConstructorParameters<typeof ApiError>[2] = { headers: { 'retry-after': '2' } }

/** The faults that the framework finds before a handler is reached. */
const FRAMEWORK: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_HANDLER_TIMEOUT: ['timeout', 'Answering took too long; nothing can be said of the outcome.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'The body is larger than this call takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['media-type', 'This call takes application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request-invalid', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['request-invalid', 'The address of the request cannot be read.'],
  FST_ERR_ASYNC_CONSTRAINT: ['request-invalid', 'The request cannot be routed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri-too-long', 'A part of the address is too long.'],
}

/** Turns any error into an error that a client may see. The rest is in the log, under the request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseAway(error))
    return new ApiError('unavailable', 'The database is away for the moment.', { ...AWAY, cause: error })
  if (isDatabaseTimeout(error))
    return new ApiError('unavailable', 'The database was too busy for this.', { ...AWAY, cause: error })
  if (error instanceof PoolLossError)
    return new ApiError('unavailable', 'The machine had no room to read this.', { ...AWAY, cause: error })
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const known = typeof code === 'string' ? FRAMEWORK[code] : undefined
  if (known) return new ApiError(known[0], known[1], { cause: error })
  // A new refusal of the framework is the caller's fault as well.
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined
  if (typeof code === 'string' && code.startsWith('FST_') && typeof status === 'number' && status < 500)
    return new ApiError('request-invalid', 'The request cannot be read.', { cause: error })
  return new ApiError('internal', 'Something went wrong on our side; the request id finds it in the log.', {
    cause: error,
  })
}

/** Answers an error as problem+json. */
export function answerProblem(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = judge(error, request)
  const { status } = ERRORS[failure.code]
  // A request whose client has left is not a fault.
  const isGivenUp = reply.raw.destroyed && error instanceof Error && error.name === 'AbortError'
  if (status >= 500 && !isGivenUp)
    platform.log[failure.code === 'internal' ? 'error' : 'warn']({ err: error, requestId: request.id }, failure.message)
  reply
    .code(status)
    .headers(failure.headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
  if (!request.raw.complete && hasBody(request)) closeAfterAnswer(request, reply)
  const problem = problemOf(failure, request.id)
  if (request.routeOptions.config.endpoint?.protocol !== 'oauth') reply.send(JSON.stringify(problem))
  // An OAuth client reads only these two fields, and only as application/json (RFC 6749 §5.2).
  else
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ ...problem, error: oauthErrorOf(failure.code), error_description: problem.detail }))
}

function oauthErrorOf(code: ErrorCode): string {
  if (code === 'client-invalid') return 'invalid_client'
  if (code === 'grant-unsupported') return 'unsupported_grant_type'
  return ERRORS[code].status < 500 ? 'invalid_request' : 'temporarily_unavailable'
}

/** Returns the error of a request; an incomplete or late body is recognised here. */
function judge(error: unknown, request: FastifyRequest): ApiError {
  // Our own refusal came first: the rest of an upload that is too large is not read.
  if (error instanceof ApiError) return error
  if (wasCutOff(request)) return new ApiError('request-invalid', 'The request was cut off.', { cause: error })
  const failure = toApiError(error)
  if (failure.code !== 'timeout' || request.raw.complete || !hasBody(request)) return failure
  return new ApiError('request-timeout', 'The body did not arrive in time.', { cause: error })
}

/**
 * Reads the rest of a refused body for a moment, and then closes the connection. If it were closed at once, it would be reset while the
 * client still sends, and the answer would be lost.
 */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Returns true if the client disconnected while it was sending. Nobody receives the answer, and the server is not at fault. */
function wasCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** Answers a request that is not valid HTTP directly on the connection, because it cannot be routed. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers-too-large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request-timeout'
        : 'request-invalid'
  answerBare(socket, new ApiError(code, ERRORS[code].meaning))
}

/** Refuses CONNECT, which asks for a tunnel that the server does not offer. */
export function refuseTunnel(socket: Duplex): void {
  socket.on('error', () => undefined)
  answerBare(
    socket,
    new ApiError('method-not-allowed', 'This server is no proxy.', { headers: { allow: 'GET, HEAD' } }),
  )
}

function answerBare(socket: Duplex, error: ApiError): void {
  if (socket.destroyed || !socket.writable) return
  const { status, title } = ERRORS[error.code]
  const requestId = randomUUID()
  const body = JSON.stringify(problemOf(error, requestId))
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
    ...error.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`)
  // A client that never closes its side would keep the connection, and a file descriptor, without end.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** The functions that distinguish an unknown address from a wrong method, and the answer if the address may be a page. */
type UnknownAddress = {
  readonly methodsOf: (path: string) => readonly AllowedMethod[]
  /** Returns the roles of the caller; undefined without a valid token. */
  readonly rolesOf: (request: FastifyRequest) => Promise<ReadonlySet<string> | undefined>
  readonly page: (request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Answers requests without a route: 405 with the allowed methods, otherwise 404; addresses of pages are answered by `page`. */
export function refuseUnknown(app: FastifyInstance, { methodsOf, rolesOf, page }: UnknownAddress): void {
  // This is a hook, because the framework would read and check an unwanted body before the handler.
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    const path = request.url.split('?')[0] ?? '/'
    const taken = methodsOf(path)
    // Calls of administrators are not in the documents for others, and nothing reveals them to others.
    const isHidden = ({ endpoint }: AllowedMethod) =>
      endpoint?.tags.includes('admin') === true && endpoint.access !== 'anyone'
    const roles = taken.some(isHidden) ? await rolesOf(request) : undefined
    const mayHear = (one: AllowedMethod) => {
      const access = one.endpoint?.access
      return !isHidden(one) || (roles !== undefined && Array.isArray(access) && allows(access, roles))
    }
    const allow = [...new Set(taken.filter(mayHear).map(({ method }) => method))].sort().join(', ')
    if (allow !== '') throw new ApiError('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } })
    if (!isPage(path) || !['GET', 'HEAD'].includes(request.method))
      throw new ApiError('not-found', 'There is nothing at this address.')
  })
  app.setNotFoundHandler((request, reply) => page(request, reply))
}

/** Returns true if a path may be a page, which is never the case for a path that resembles an address of the API. */
function isPage(path: string): boolean {
  if (!path.startsWith('/')) return false
  let plain: string
  try {
    // The path is read as by a browser or a proxy: without dots, and with backslashes as slashes.
    plain = new URL(`http://page${decodeURIComponent(path)}`).pathname.toLowerCase()
  } catch {
    return false
  }
  return !/^\/+(api|auth)([^a-z0-9]|$)/.test(plain)
}

/** A method of an address, with its endpoint if the contract has one. */
type AllowedMethod = { readonly method: string; readonly endpoint?: Endpoint | undefined }

/** Collects the methods of each route, so that a wrong method is answered differently from a wrong address. It must be called before any route. */
export function collectMethods(app: FastifyInstance): (path: string) => readonly AllowedMethod[] {
  const routes: (AllowedMethod & { readonly pattern: RegExp })[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    const { endpoint } = (config ?? {}) as { readonly endpoint?: Endpoint }
    for (const one of [method].flat()) routes.push({ pattern, method: one, endpoint })
  })
  return (path) => routes.filter(({ pattern }) => pattern.test(path))
}
