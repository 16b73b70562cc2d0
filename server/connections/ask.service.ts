import { MINUTE_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { askOutside, type OutboundAnswer, wordsOfError } from '../platform/outbound/ask-outside.ts'
import { AddressError, type AddressRules } from '../platform/outbound/checked-addresses.ts'
import { ProxyError } from '../platform/outbound/proxy.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { VERSION } from '../platform/process/version.ts'

/** The reason why a service gave no usable answer. */
export class ServiceError extends Error {
  readonly result: ReadingResult
  /** The message of the service, shortened; null if it gave none. */
  readonly detail: string | null
  /** The service asks clients to send no request for this time. */
  readonly retryAfterMs: number
  /** False if the service may have answered, and may have counted the request towards its limits. */
  readonly isUnanswered: boolean
  constructor(
    result: ReadingResult,
    detail: string | null = null,
    {
      retryAfterMs = 0,
      isUnanswered = false,
    }: { readonly retryAfterMs?: number; readonly isUnanswered?: boolean } = {},
  ) {
    super(detail === null ? result : `${result}: ${detail}`)
    this.name = 'ServiceError'
    this.result = result
    this.detail = detail
    this.retryAfterMs = retryAfterMs
    this.isUnanswered = isUnanswered
  }
}

/** The way to a service, and the limits of an exchange with it. */
export type Line = {
  readonly signal: AbortSignal
  readonly proxy: OutboundProxy | undefined
  /** Undefined if the operator has set the address, which may then be inside the operator's network. */
  readonly rules: AddressRules | undefined
  /** The maximum time until the head of an answer has arrived, and until its end. */
  readonly headMs?: number
  readonly wholeMs?: number
  readonly mostBytes?: number
  /** Certificates that are trusted in addition to the public ones; for tests. */
  readonly ca?: string
}

export type ServiceRequest = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export type ServiceAnswer = {
  readonly status: number
  readonly type: string
  readonly headers: OutboundAnswer['headers']
  /** The address that answered. */
  readonly url: string
  readonly retryAfterMs: number
  readonly bytes: Buffer
}

const HEAD_MS = MINUTE_MS
const WHOLE_MS = 10 * MINUTE_MS
const MOST_BYTES = 256 * 1024 ** 2
const MOST_REDIRECTS = 5
/** The maximum number of characters of a service's message that are kept. */
const MOST_WORDS = 200
/** The number of first bytes of an answer that are searched for a web page or an error message. */
const HEAD_BYTES = 4_096

/**
 * Sends a request and reads the whole answer, within limits of time and size. A redirect is followed only to the same host, so that no
 * other host gets the password or the cookie; `follows` may allow one redirect elsewhere for a request without a secret. `count` is called
 * before each request that goes out, with the number of redirects before it.
 */
export async function askService(
  line: Line,
  address: string,
  request: ServiceRequest & {
    readonly count: (redirects: number) => Promise<unknown>
    readonly follows?: (status: number, from: URL, to: URL) => boolean
  },
): Promise<ServiceAnswer> {
  let url = new URL(address)
  let hasMoved = false
  for (let redirects = 0; ; redirects += 1) {
    await request.count(redirects)
    const answer = await exchange(line, url, request)
    if (answer.status < 300 || answer.status >= 400 || answer.status === 304) return answer
    const to = answer.headers.location
    const next = to !== undefined && URL.canParse(to, url.href) ? new URL(to, url) : undefined
    const isSame: boolean = next?.origin === url.origin
    const isMove: boolean =
      next !== undefined && !isSame && !hasMoved && request.follows?.(answer.status, url, next) === true
    const isFollowed = (isSame || isMove) && request.method !== 'POST' && redirects < MOST_REDIRECTS
    hasMoved ||= isMove
    const host = next === undefined ? null : next.host
    if (next === undefined || !isFollowed) throw new ServiceError('redirected', host, { isUnanswered: true })
    url = next
  }
}

async function exchange(line: Line, url: URL, { method, headers, body }: ServiceRequest): Promise<ServiceAnswer> {
  const { signal, proxy, rules, headMs = HEAD_MS, wholeMs = WHOLE_MS, mostBytes = MOST_BYTES, ca } = line
  const late = new AbortController()
  const stop = (what: string) => () => late.abort(new ServiceError('unreachable', what))
  const head = setTimeout(stop('no answer in time'), headMs)
  const whole = setTimeout(stop('the answer did not end in time'), wholeMs)
  try {
    const answer = await askOutside(url.href, {
      ...(method === undefined ? {} : { method }),
      headers: { 'user-agent': `Apsis/${VERSION}`, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, late.signal]),
      proxy,
      ...(rules === undefined ? {} : { rules }),
      ...(ca === undefined ? {} : { ca }),
    })
    clearTimeout(head)
    return {
      status: answer.status,
      type: answer.headers['content-type'] ?? '',
      headers: answer.headers,
      url: url.href,
      retryAfterMs: Math.min(SECONDS_PER_DAY, Number(answer.headers['retry-after']) || 0) * 1_000,
      bytes: await readAtMost(answer, mostBytes),
    }
  } catch (error) {
    throw serviceErrorOf(error)
  } finally {
    clearTimeout(head)
    clearTimeout(whole)
  }
}

export function serviceErrorOf(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  if (error instanceof AddressError) return new ServiceError('unreachable', error.reason, { isUnanswered: true })
  if (error instanceof ProxyError) return new ServiceError('unreachable', cut(error.message), { isUnanswered: true })
  if (!(error instanceof Error)) return error
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'string' && !(error instanceof AggregateError)) return error
  if (typeof code === 'string' && CERTIFICATE.test(code))
    return new ServiceError('certificate', cut(error.message), { isUnanswered: true })
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || (typeof code === 'string' && BROKEN.test(code)))
    return new ServiceError('cut-off', cut(error.message))
  return new ServiceError('unreachable', cut(wordsOfError(error)), { isUnanswered: true })
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO)/
/** The error codes of a compressed answer that ends too early, and of an answer that is not valid HTTP. */
const BROKEN = /^(Z_|HPE_)/

async function readAtMost({ body, headers }: OutboundAnswer, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > most) throw new ServiceError('too-large', `${most}`)
    pieces.push(piece)
  }
  const isPlain = headers['content-encoding'] === undefined
  if (isPlain && headers['content-length'] !== undefined && Number(headers['content-length']) !== length)
    throw new ServiceError('cut-off', `${length} of ${Number(headers['content-length'])} bytes`)
  return Buffer.concat(pieces)
}

/** Returns the beginning of an answer as text, without a byte order mark. */
export const headOf = ({ bytes }: Pick<ServiceAnswer, 'bytes'>): string =>
  bytes
    .toString('utf8', 0, HEAD_BYTES)
    .replace(/^\ufeff/, '')
    .trimStart()

/** Returns true if an answer is a web page for people, and not data. */
export const isPage = (answer: Pick<ServiceAnswer, 'bytes' | 'type'>): boolean =>
  answer.type.includes('text/html') || headOf(answer).startsWith('<')

/** Returns the message of a service on one line, without tags and control characters, shortened. */
export function wordsOf(answer: Pick<ServiceAnswer, 'bytes'>): string | null {
  const words = headOf(answer)
    .replace(/<[^<>]{0,200}>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return words === '' ? null : cut(words)
}

const cut = (words: string) => (words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS - 1)}…` : words)

/** Parses an answer that must be a list in JSON; an incomplete answer is refused as a whole. */
export function readJsonList(answer: ServiceAnswer): readonly unknown[] {
  const text = answer.bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '' || /^NO RESULTS RETURNED/i.test(text.trim())) return []
  if (isPage(answer)) throw new ServiceError('page', wordsOf(answer))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // A text that begins like JSON but cannot be parsed was cut off.
    throw new ServiceError(/^[[{]/.test(text.trimStart()) ? 'cut-off' : 'wrong-type', wordsOf(answer))
  }
  if (!Array.isArray(value)) throw new ServiceError('wrong-type', wordsOf(answer))
  return value
}
