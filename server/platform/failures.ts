import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, problemOf } from './api-error.ts'
import { isDatabaseAway, isDatabaseTimeout } from './database.ts'
import type { Platform } from './platform.ts'

const AWAY: ConstructorParameters<typeof ApiError>[2] = { headers: { 'retry-after': '2' } }

/** What the framework finds wrong before a handler is reached. */
const FRAMEWORK: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body-too-large', 'The body is larger than this call takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['media-type', 'This call takes application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request-invalid', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['request-invalid', 'The address of the request cannot be read.'],
  FST_ERR_ASYNC_CONSTRAINT: ['request-invalid', 'The request cannot be routed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri-too-long', 'A part of the address is too long.'],
}

/** Turns whatever went wrong into what a client may know. The rest is in the log, under the request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseAway(error))
    return new ApiError('unavailable', 'The database is away for the moment.', { ...AWAY, cause: error })
  if (isDatabaseTimeout(error))
    return new ApiError('unavailable', 'The database was too busy for this.', { ...AWAY, cause: error })
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const known = typeof code === 'string' ? FRAMEWORK[code] : undefined
  if (known) return new ApiError(known[0], known[1], { cause: error })
  return new ApiError('internal', 'Something went wrong on our side; the request id finds it in the log.', {
    cause: error,
  })
}

/** Answers an error as problem+json. */
export function answerProblem(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const told = toApiError(error)
  const { status } = ERRORS[told.code]
  if (status >= 500)
    platform.log[told.code === 'internal' ? 'error' : 'warn']({ err: error, requestId: request.id }, told.message)
  reply
    .code(status)
    .headers(told.headers)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
  reply.send(JSON.stringify(problemOf(told, request.id)))
}

/** A request that is broken below HTTP: nothing can be routed, so it is answered on the bare connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed || !socket.writable) return
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers-too-large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request-timeout'
        : 'request-invalid'
  const { status, title } = ERRORS[code]
  const body = JSON.stringify(problemOf(new ApiError(code, ERRORS[code].meaning), 'none'))
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\ncontent-type: application/problem+json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Answers what no route takes: 405 with the methods there are, else 404; pages are left to `page`. */
export function refuseUnknown(
  app: FastifyInstance,
  methodsOf: (path: string) => readonly string[],
  page: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const allow = methodsOf(path).join(', ')
    if (allow !== '') throw new ApiError('method-not-allowed', `This address takes ${allow}.`, { headers: { allow } })
    if (/^\/(api|auth)(\/|$)/.test(path) || !['GET', 'HEAD'].includes(request.method)) {
      throw new ApiError('not-found', 'There is nothing at this address.')
    }
    return page(request, reply)
  })
}

/** Keeps the methods of each route, so that a wrong method can be told from a wrong address. Call before any route. */
export function collectMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    for (const one of [method].flat()) routes.push({ pattern, method: one })
  })
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort()
}
