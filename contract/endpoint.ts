import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Requirement } from './roles.ts'

export const SERVICES = ['ca', 'odt', 'payments', 'tle', 'userconfig'] as const
export type Service = (typeof SERVICES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The rate limit of a call, in requests per minute: the limit for reading, writing or uploading. */
export type RateClass = 'read' | 'write' | 'upload'

/** A body that consists of files. */
export type UploadBody = {
  readonly media: readonly string[]
  readonly maxBytes: number
  /** The form's fields in addition to its files; a form sends the fields before the files. */
  readonly form?: z.ZodObject
  /** The form may contain many files. */
  readonly isMany?: true
  /** The file in an example; `name` is set if the call requires another name. */
  readonly sample: { readonly file: string; readonly name?: string }
}

/** Headers that only some calls have. */
export type Headers = {
  /** If-Match names the version that the caller has seen: the answer is 412 if the version differs, and 428 if a required If-Match is missing. */
  readonly ifMatch?: 'required' | 'optional'
  /** ETag contains the version of the answer. */
  readonly etag?: true
  /** The answer is 304 if If-None-Match names its version. */
  readonly ifNoneMatch?: true
  /** A PATCH that reads the Idempotency-Key, as every POST that writes does (`readsIdempotencyKey`). */
  readonly idempotencyKey?: true
}

/** One HTTP operation as data: the server binds it, the client calls it, and it is printed as OpenAPI. */
export type Endpoint = {
  readonly method: Method
  /** The path; its parameters are in braces, as in the spec and in OpenAPI: `/api/v1/userconfig/{config-id}`. */
  readonly path: `/api/v1/${string}`
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** The requirements, which must all be met (spec §6). An empty list admits every signed-in caller; `anyone` needs no token. */
  readonly access: readonly Requirement[] | 'anyone'
  readonly rate: RateClass
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The way in which the sender signs the body: the handler gets the raw bytes in addition to the parsed content. */
  readonly signed?: 'standard-webhooks' | 'pagerduty'
  /** The media type of the body if it is not JSON. */
  readonly accepts?: 'application/x-www-form-urlencoded'
  /** The call is one of OAuth 2.0: refusals have the form of RFC 6749 §5.2, and unknown fields are ignored. */
  readonly protocol?: 'oauth'
  /** The media types, and the maximum number of bytes, of a body that is received as bytes; never used together with `body`. */
  readonly upload?: UploadBody
  /** If there is neither this nor `file`, the call answers 204 without a body. */
  readonly response?: z.ZodType
  readonly status?: 200 | 201
  /** The media type of the answer if it is not JSON; the schema then describes one item of the stream. */
  readonly media?: 'text/event-stream'
  /** The answer is bytes in one of these media types; if there is also a `response`, JSON can be requested, too. */
  readonly file?: readonly string[]
  /** Headers that the call reads or answers in addition to those of every call; lists with pages add their headers themselves. */
  readonly headers?: Headers
  /** The errors in addition to those of every call (`COMMON_ERRORS`). */
  readonly errors?: readonly ErrorCode[]
  /** The message that spec §5 prescribes for a request that fails validation. */
  readonly invalidMessage?: string
}

/** Returns the endpoint unchanged; its exact type is kept, so that both sides know its parameters, body and answer. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

/**
 * Returns true if a call reads the header Idempotency-Key: every POST of a known caller that can write does. A POST that only computes (its rate
 * limit is that of reading) or that answers a file changes nothing, however often it is sent.
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

/** The type of a request as a caller sends it. */
export type SentRequest<E extends Endpoint> = { [K in Parts<E>]: In<E[K & keyof E]> }
/** The type of a parsed request as a handler gets it. */
export type ParsedRequest<E extends Endpoint> = { [K in Parts<E>]: Out<E[K & keyof E]> }
/** The type of an answer as a caller gets it. */
export type Answer<E extends Endpoint> = E extends { readonly response: infer R } ? Out<R> : undefined
/** The type of the result that a handler returns. */
export type HandlerResult<E extends Endpoint> = E extends { readonly response: infer R } ? In<R> : undefined
