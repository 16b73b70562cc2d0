import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Requirement } from './roles.ts'

export const SERVICES = ['ca', 'odt', 'payments', 'tle', 'userconfig'] as const
export type Service = (typeof SERVICES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The rate limit of requests per minute that a call uses. */
export type RateClass = 'read' | 'write' | 'upload'

/** A body that consists of files. */
export type UploadBody = {
  readonly media: readonly string[]
  readonly maxBytes: number
  /** Fields of a form beside its files; a form sends them before the files. */
  readonly form?: z.ZodObject
  /** A form may bring many files. */
  readonly isMany?: true
  /** The file of an example, under another name if the call requires one. */
  readonly sample: { readonly file: string; readonly name?: string }
}

/** The headers of some calls only. */
export type Headers = {
  /** If-Match names the version that the caller has seen: 412 if there is another; if it is required, 428 without it. */
  readonly ifMatch?: 'required' | 'optional'
  /** ETag is the version of the answer. */
  readonly etag?: true
  /** 304 if If-None-Match names the version of the answer. */
  readonly ifNoneMatch?: true
  /** A PATCH that reads the Idempotency-Key, as every writing POST does (`readsIdempotencyKey`). */
  readonly idempotencyKey?: true
}

/** One HTTP operation as data: the server binds it, the client calls it, OpenAPI prints it. */
export type Endpoint = {
  readonly method: Method
  /** Parameters in braces, as the spec and OpenAPI write them: `/api/v1/userconfig/{config-id}`. */
  readonly path: `/api/v1/${string}`
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** Requirements that must all hold (spec §6). An empty list admits every signed-in subject; `anyone` needs no token. */
  readonly access: readonly Requirement[] | 'anyone'
  readonly rate: RateClass
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Its sender signs the body, in this way: the handler gets the raw bytes, beside the parsed content. */
  readonly signed?: 'standard-webhooks' | 'pagerduty'
  /** The media type of the body if it is not JSON. */
  readonly accepts?: 'application/x-www-form-urlencoded'
  /** The call is one of OAuth 2.0: refusals have the form of RFC 6749 §5.2, and unknown fields are ignored. */
  readonly protocol?: 'oauth'
  /** The body is received as bytes, in one of these media types, up to this many bytes; never together with `body`. */
  readonly upload?: UploadBody
  /** Absent, and no `file`: the call answers 204 without a body. */
  readonly response?: z.ZodType
  readonly status?: 200 | 201
  /** The media type of the answer if it is not JSON; the schema then describes one item of the stream. */
  readonly media?: 'text/event-stream'
  /** The answer is bytes in one of these media types; with `response`, JSON as well. */
  readonly file?: readonly string[]
  /** Headers that the call reads or answers beside those of every call; lists with pages add theirs themselves. */
  readonly headers?: Headers
  /** The errors beside those of every call (`COMMON_ERRORS`). */
  readonly errors?: readonly ErrorCode[]
  /** The message that spec §5 fixes for a request that fails validation. */
  readonly invalidMessage?: string
}

/** Keeps the exact type of an endpoint, so that both sides know its parameters, body and answer. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

/**
 * Returns true if a call reads the header Idempotency-Key: every POST of a known caller that can write. One that only computes (its rate
 * limit is that of reading) or answers a file changes nothing, however often it is sent.
 */
export const readsIdempotencyKey = ({ method, access, rate, file, headers }: Endpoint): boolean =>
  headers?.idempotencyKey === true ||
  (method === 'POST' && access !== 'anyone' && rate !== 'read' && file === undefined)

/** Returns the names of the parameters in a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '')
}

type Part = 'params' | 'query' | 'body'
type In<S> = S extends z.ZodType ? z.input<S> : never
type Out<S> = S extends z.ZodType ? z.output<S> : never
type Parts<E> = { [K in Part]: K extends keyof E ? (E[K] extends z.ZodType ? K : never) : never }[Part]

/** The request of a caller. */
export type SentRequest<E extends Endpoint> = { [K in Parts<E>]: In<E[K & keyof E]> }
/** The parsed request for a handler. */
export type ParsedRequest<E extends Endpoint> = { [K in Parts<E>]: Out<E[K & keyof E]> }
/** The answer for a caller. */
export type Answer<E extends Endpoint> = E extends { readonly response: infer R } ? Out<R> : undefined
/** The result of a handler. */
export type HandlerResult<E extends Endpoint> = E extends { readonly response: infer R } ? In<R> : undefined
