import {
  type Answer,
  type Endpoint,
  type HandlerResult,
  type ParsedRequest,
  pathParameters,
  readsIdempotencyKey,
} from '@apsis/contract/endpoint.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, detailsOf, sentenceOf } from '../api-error.ts'
import type { Caller } from '../auth/caller.ts'
import { type LimitHeader, networkOf } from '../auth/rate-limit.ts'
import { type KeyedRequest, type OncePlatform, once, type SentAnswer } from '../once/once.ts'
import { type FileAnswer, sendFile } from './answer-file.ts'
import { isStorable, type RawQuery, readJson, readQuery } from './input.ts'
import { type KeptAnswer, sendKept } from './kept.ts'
import type { PageHeader } from './paging.ts'
import type { Upload } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    /** The unparsed body, for a call whose sender signs it. */
    bytes: Buffer | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The server that endpoints are bound to. */
export type Door = {
  readonly app: FastifyInstance
  readonly gate: (e: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<Caller | undefined>
  /** Method and path of every endpoint bound so far: start-up fails if an endpoint of the contract is not bound. */
  readonly bound: Set<string>
  /** Stores the answers to calls with an Idempotency-Key. */
  readonly once: OncePlatform
}

/** The arguments of a handler in addition to the parsed request. */
export type Call<E extends Endpoint> = ParsedRequest<E> & {
  readonly caller: E['access'] extends 'anyone' ? undefined : Caller
  readonly requestId: string
  /** The Authorization header, for calls whose credentials are not a bearer token. */
  readonly authorization: string | undefined
  /** The network of the client's address. */
  readonly network: string
  /** The unparsed body, for a call whose sender signs it. */
  readonly bytes: Buffer | undefined
  /** Returns a header of the request that occurs once, for signatures. */
  readonly sentHeader: (name: string) => string | undefined
  /** The Accept header, for calls that answer files. */
  readonly accept: string | undefined
  /** The Accept-Language header, for pages that are shown without the application. */
  readonly language: string | undefined
  /** Aborted when the client leaves before its answer. */
  readonly signal: AbortSignal
  /** Sets a header of the answer. */
  readonly header: (name: SetHeader<E>, value: string) => void
} & ReadHeaders<E>

/** A handler gets only the headers that its contract lists as read, and may set only those that its contract lists as answered. */
type ReadHeaders<E> = E extends { readonly headers: { readonly ifMatch: string } }
  ? { readonly ifMatch: string | undefined }
  : unknown
type SetHeader<E> =
  | LimitHeader
  | 'cache-control'
  | 'pragma'
  | 'content-security-policy'
  | 'x-frame-options'
  | (E extends { readonly headers: { readonly etag: true } } ? 'etag' : never)
  | (E extends { readonly query: z.ZodObject<infer Shape> } ? (Shape extends PageShape ? PageHeader : never) : never)
type PageShape = { readonly page: unknown; readonly limit: unknown }

const HANDLER_MS = 20_000
/** The limit, in bytes, for a form's fields without its files. */
const FORM_BYTES = 64 * 1024
/** A large file may arrive over a slow line. */
const UPLOAD_MS = 300_000
/** Work may continue after its answer is late, so a request with the same key may repeat it only after this multiple of the limit. */
const WORK_ENDS_WITHIN = 3
/** The headers that a handler sets, which an answer by Idempotency-Key repeats. */
const KEPT_HEADERS = ['etag', 'cache-control', 'pragma'] as const
const NO_QUERY = z.strictObject({})

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult<E>>

/** Binds an endpoint to its handler: gate, parse, handle, then check the answer. */
export function bind<E extends Endpoint>(door: Door, e: E, handle: Handler<E>): void {
  bindTo(door, e, NOTHING_FIRST, handle)
}

const NOTHING_FIRST = async () => undefined

function bindTo<E extends Endpoint>(
  door: Door,
  e: E,
  first: (request: FastifyRequest) => Promise<void>,
  handle: (call: Call<E>, request: FastifyRequest) => Promise<HandlerResult<E>>,
): void {
  route(door, e, async (request, reply) => {
    await first(request)
    const call = callOf(e, request, reply)
    const work = async (): Promise<SentAnswer> => {
      const produced = await handle(call, request)
      const sent = KEPT_HEADERS.flatMap((name) => {
        const value = reply.getHeader(name)
        return typeof value === 'string' ? [[name, value] as const] : []
      })
      const headers = Object.fromEntries(sent)
      if (e.response === undefined) return { status: 204, headers, body: null }
      return { status: e.status ?? 200, headers, body: JSON.stringify(e.response.parse(produced) as Answer<E>) }
    }
    const keyed = keyOf(e, request, call)
    const { status, headers, body } = await (keyed === undefined ? work() : once(door.once, keyed, work))
    reply.code(status).headers(headers)
    return body === null ? reply.send() : reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })
}

/** Returns the Idempotency-Key of a request, if its call reads one, and the content sent with it. */
function keyOf(
  e: Endpoint,
  { headers, caller }: FastifyRequest,
  call: Record<string, unknown>,
): KeyedRequest | undefined {
  const { 'idempotency-key': given } = headers
  if (given === undefined || caller === undefined || !readsIdempotencyKey(e)) return undefined
  const { params, query, body } = call
  return {
    tenantId: caller.tenantId,
    subject: caller.subject,
    call: `${e.method} ${e.path}`,
    // Node joins repeated headers with a comma and a space, and a key contains no space. The type of a header still allows a list.
    header: String(given),
    workMs: WORK_ENDS_WITHIN * limitOf(e),
    sent: e.upload === undefined ? { params, query, body } : undefined,
  }
}

const limitOf = (e: Endpoint) => (e.upload === undefined ? HANDLER_MS : UPLOAD_MS)

/** The data of a signed call before its body is read. */
export type SignedCall = Pick<Call<Endpoint>, 'bytes' | 'sentHeader'> & { readonly token: string }

/**
 * Binds an endpoint whose sender signs the body, and whose address has a token. `check` throws unless the signature is valid; only
 * then is the body parsed, so that strangers can neither make the server parse it nor learn its faults.
 */
export function bindSigned<E extends Endpoint>(
  door: Door,
  e: E,
  check: (call: SignedCall) => Promise<unknown>,
  handle: Handler<E>,
): void {
  if (e.signed === undefined) throw new TypeError(`${e.path} is not signed`)
  bindTo(
    door,
    e,
    async (request) => {
      const { params } = parse({ ...e, body: undefined } as unknown as Endpoint, request) as {
        params: { token: string }
      }
      await check({ bytes: request.bytes, sentHeader: headerOf(request), token: params.token })
      request.body = request.bytes === undefined ? undefined : readJson(request.bytes)
    },
    handle,
  )
}

/** Binds an endpoint that accepts files: the handler receives them after it has checked the rest (`withFiles`). */
export function bindUpload<E extends Endpoint>(
  door: Door,
  e: E,
  handle: (call: Call<E> & { readonly upload: Upload }) => Promise<HandlerResult<E>>,
): void {
  const { upload: taken } = e
  if (taken === undefined) throw new TypeError(`${e.path} takes no upload`)
  bindTo(door, e, NOTHING_FIRST, async (call, request) => {
    const mediaType = mediaTypeOf(request) ?? ''
    const { params, query } = call as { readonly params?: unknown; readonly query?: unknown }
    const sent = { params, query }
    return handle({ ...call, upload: { mediaType, request: request.raw, maxBytes: taken.maxBytes, sent } })
  })
}

/** Binds an endpoint whose answer is a file. */
export function bindFile<E extends Endpoint>(door: Door, e: E, handle: (call: Call<E>) => Promise<FileAnswer>): void {
  route(door, e, async (request, reply) => sendFile(request, reply, await handle(callOf(e, request, reply))))
}

/** Binds an endpoint whose answer is stored as bytes. */
export function bindKept<E extends Endpoint>(door: Door, e: E, handle: (call: Call<E>) => Promise<KeptAnswer>): void {
  route(door, e, async (request, reply) => sendKept(request, reply, await handle(callOf(e, request, reply))))
}

function callOf<E extends Endpoint>(e: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const header = (name: string, value: string) => void reply.header(name, value)
  const { 'if-match': ifMatch, accept, 'accept-language': language } = request.headers
  const { authorization: credentials = [] } = request.raw.headersDistinct
  // A proxy may read one of two credentials and the server the other, so neither is used.
  const authorization = credentials.length === 1 ? credentials[0] : undefined
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => gone.abort())
  const { caller, id: requestId } = request
  const from = { bytes: request.bytes, sentHeader: headerOf(request), authorization, network: networkOf(request.ip) }
  const given = { caller, requestId, ifMatch, accept, language, signal: gone.signal, header, ...from }
  return { ...parse(e, request), ...given } as unknown as Call<E>
}

/** Returns a header that occurs once. */
const headerOf = (request: FastifyRequest) => (name: string) => {
  const values = request.raw.headersDistinct[name] ?? []
  return values.length === 1 ? values[0] : undefined
}

/** Binds an endpoint whose handler writes the answer itself (streams). */
export function bindStream<E extends Endpoint>(
  door: Door,
  e: E,
  handle: (request: FastifyRequest, reply: FastifyReply, caller: Caller) => void,
): void {
  route(door, e, async (request, reply) => {
    parse(e, request)
    if (request.caller === undefined) throw new TypeError(`${e.path} needs a caller`)
    // HEAD requests only the headers: an endless stream would keep the connection.
    if (request.method === 'HEAD') return reply.type(e.media ?? 'application/octet-stream').send('')
    // If the client left while its token was checked, no event reports that any more, so the stream must not be
    // opened.
    if (!reply.raw.destroyed) handle(request, reply, request.caller)
    // The response is hijacked only now, so that a refusal of the handler is answered like every other.
    reply.hijack()
  })
}

function route(
  door: Door,
  e: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  // The types require the rule as well, but a missing rule must never open an endpoint, whoever built it.
  if (e.access !== 'anyone' && !Array.isArray(e.access))
    throw new TypeError(`${e.method} ${e.path} declares no access rule`)
  door.bound.add(`${e.method} ${e.path}`)
  if (e.upload === undefined) {
    addRoute(door.app, door, e, handler)
    return
  }
  // The bytes stay unparsed in a separate scope, whatever their media type is.
  door.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: unknown, payload: unknown, done) => done(null, payload))
    addRoute(scope as FastifyInstance, door, e, handler)
  })
}

function addRoute(
  app: FastifyInstance,
  { gate }: Door,
  e: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: e.method,
    url: e.path.replace(/\{[^{}]+\}/g, (name) => `:${pathParameters(e.path).indexOf(name.slice(1, -1))}`),
    config: { endpoint: e },
    // A stream may last long. Any other answer has a time limit.
    ...(e.media === undefined ? { handlerTimeout: limitOf(e) } : {}),
    onRequest: async (request, reply) => {
      request.caller = await gate(e, request, reply)
      checkMediaType(e, request)
    },
    handler,
  })
}

function mediaTypeOf({ headers }: FastifyRequest): string | undefined {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase()
}

/** Checks the headers of a body before any byte of the body is read. */
function checkMediaType(e: Endpoint, request: FastifyRequest): void {
  const { headers } = request
  const length = Number(headers['content-length'] ?? 0)
  const isEmpty = headers['transfer-encoding'] === undefined && length === 0
  if (isEmpty && e.upload !== undefined) {
    const errors = [{ code: 'body.missing', message: 'is missing', pointer: '#' }]
    throw new ApiError('request-invalid', 'This call takes a file, and there is none.', { errors })
  }
  // A form without fields is also a form: a browser sends an empty one if a person presses a button on a page that
  // has no other fields.
  const isForm = e.accepts !== undefined && mediaTypeOf(request) === e.accepts
  if (isEmpty && !isForm && e.protocol === undefined && e.body?.safeParse(undefined).success === false) {
    const errors = [{ code: 'body.missing', message: 'is missing', pointer: '#' }]
    throw new ApiError('request-invalid', 'This call takes a body, and there is none.', { errors })
  }
  if (isEmpty) return
  if (e.upload !== undefined && length > e.upload.maxBytes + FORM_BYTES)
    throw new ApiError('body-too-large', `The upload is larger than ${Math.round(e.upload.maxBytes / 1_048_576)} MiB.`)
  if (e.body === undefined && e.upload === undefined) {
    const errors = [{ code: 'body.unknown', message: 'is not taken by this call', pointer: '#' }]
    throw new ApiError('request-invalid', 'This call takes no body.', { errors })
  }
  const accepted = e.upload?.media ?? [e.accepts ?? 'application/json']
  const given = mediaTypeOf(request)
  if (given === undefined || !accepted.includes(given))
    throw new ApiError('media-type', `This call takes ${accepted.join(', ')}.`, {
      headers: { 'accept-post': accepted.join(', ') },
    })
  // A small compressed body could decompress without end.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ApiError('media-type', 'This call takes no compressed body.', {
      headers: { 'accept-encoding': 'identity' },
    })
}

/**
 * Returns a PUT body without the fields that only our answers have: a PUT accepts the answer of a GET (decisions.md 2). Fields unknown to
 * both are refused. An OAuth call has to ignore unknown fields (RFC 6749 §3.2).
 */
function withoutOwnAdditions({ method, body, response, protocol }: Endpoint, given: unknown): unknown {
  if (!(body instanceof z.ZodObject) || !(response instanceof z.ZodObject)) return given
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const isDropped = (name: string) =>
    !Object.hasOwn(body.shape, name) &&
    (protocol === 'oauth' || (method === 'PUT' && Object.hasOwn(response.shape, name)))
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isDropped(name)))
}

/**
 * Removes blank numbers from a query: Number('') is 0, and `max-miss=` would ask for a miss of 0 m. A blank value is then refused
 * like any other text, with the name of its parameter.
 */
function withoutBlankNumbers(schema: Endpoint['query'], given: Record<string, string>): Record<string, string> {
  if (!(schema instanceof z.ZodObject)) return given
  const isBlankNumber = ([name, value]: readonly [string, string]) =>
    value.trim() === '' && Object.hasOwn(schema.shape, name) && innermost(schema.shape[name]) instanceof z.ZodNumber
  return Object.fromEntries(
    Object.entries(given).map((pair) => (isBlankNumber(pair) ? [pair[0], String(Number.NaN)] : pair)),
  )
}

/** Returns a schema without its default and its optionality. */
function innermost(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? innermost(schema.unwrap()) : schema
}

/** Parses every part of the request and reports all faults at once. */
function parse(e: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const names = pathParameters(e.path)
  const given = request.params as Record<string, string>
  const params = Object.fromEntries(names.map((name, place) => [name, given[place]]))
  const faults: ProblemDetail[] = names
    .filter((name) => !isStorable(params[name] ?? ''))
    .map((parameter) => ({ code: 'params.text', message: 'must not contain NUL', parameter }))
  const out: Record<string, unknown> = {}
  const read = (part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown) => {
    if (schema === undefined) return
    const parsed = schema.safeParse(value, { error: issueInWords })
    if (parsed.success) out[part] = parsed.data
    else for (const one of detailsOf(parsed.error, part)) faults.push(one)
  }
  read('params', e.params, params)
  read('query', e.query ?? NO_QUERY, withoutBlankNumbers(e.query, readQuery(request.query as RawQuery)))
  read('body', e.body, withoutOwnAdditions(e, request.body ?? undefined))
  if (faults.length > 0)
    throw new ApiError('request-invalid', e.invalidMessage ?? sentenceOf(faults), { errors: faults })
  return out
}
