import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'
import { refusalWords } from './receiver-words.ts'

/** An address that does not take the connection within this share of its time is left for the next one of the name. */
const ATTEMPT_SHARE = 0.3
/** Limits of one exchange (reliability.md §2.6); `mostBytes` is what is read of an answer, and the rest is cut off. */
export const HTTP_LIMITS = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000, mostBytes: 64 * 1024 } as const
const MOST_HEADER_BYTES = 16 * 1024
/** What is taken is answered by one word, as by Slack and its likes. Anything longer is a page that nobody asked for. */
const WORD = /^[a-z][a-z0-9_]{1,39}$/

/** Why there is no answer. */
export type NoAnswer =
  | 'address-not-public'
  | 'name-unknown'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'tls-failed'
  | 'connection-failed'

export class NoAnswerError extends Error {
  readonly reason: NoAnswer
  constructor(reason: NoAnswer, cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.name = 'NoAnswerError'
    this.reason = reason
  }
}

export type Posted = {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The receiver's own: one where it took the body, the first of them where it refused. */
  readonly words: string | undefined
}

export type PostOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowLoopback: boolean
  /** Only tests shorten it. */
  readonly limitsMs?: { readonly connect: number; readonly headers: number; readonly total: number }
  /** Certificates that are trusted beside the public ones; for tests. */
  readonly ca?: string
  /** All addresses of a name; the name service, but in tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/**
 * Sends a body to a public host and returns how it was answered. The name is looked up once, every address that it has is
 * judged, and the connection goes to an address that was judged: a name that answers otherwise the next time changes nothing.
 * Where one of them takes no connection, as those of IPv6 in a network without it, the next is tried. No redirect is followed.
 */
export async function postGuarded(url: URL, options: PostOptions): Promise<Posted> {
  const { connectMs, headersMs, totalMs } = HTTP_LIMITS
  const { connect, headers, total } = options.limitsMs ?? { connect: connectMs, headers: headersMs, total: totalMs }
  const addresses = await inTime(judgedAddresses(url, options), connect)
  const isTls = url.protocol === 'https:'
  const host = bare(url.hostname)
  const settings: RequestOptions & TcpOptions & { servername?: string; ca?: string } = {
    method: 'POST',
    host,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: connect * ATTEMPT_SHARE,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...options.headers, host: url.host, 'content-length': String(Buffer.byteLength(options.body)) },
    maxHeaderSize: MOST_HEADER_BYTES,
    agent: false,
    ...(isTls && isIP(host) === 0 && { servername: host }),
    ...(options.ca !== undefined && { ca: options.ca }),
  }
  return exchange((isTls ? requestHttps : requestHttp)(settings), options.body, {
    url,
    connectMs: connect,
    headersMs: headers,
    totalMs: total,
    connected: isTls ? 'secureConnect' : 'connect',
  })
}

type Exchange = {
  readonly url: URL
  readonly connectMs: number
  readonly headersMs: number
  readonly totalMs: number
  /** The event at which the connection can be used. */
  readonly connected: 'secureConnect' | 'connect'
}

function exchange(request: ClientRequest, body: string, limits: Exchange): Promise<Posted> {
  return new Promise((resolve, reject) => {
    let answered: ((text: string | undefined) => void) | undefined
    const fail = (reason: NoAnswer, cause?: unknown) => end(() => reject(new NoAnswerError(reason, cause)))
    const connecting = setTimeout(() => fail('connect-timeout'), limits.connectMs)
    const waiting = setTimeout(() => fail('answer-timeout'), limits.headersMs)
    // The status stands, even where the body never ends.
    const whole = setTimeout(() => (answered ? answered(undefined) : fail('answer-timeout')), limits.totalMs)
    const end = (finish: () => void) => {
      for (const timer of [connecting, waiting, whole]) clearTimeout(timer)
      finish()
      request.destroy()
    }
    request.on('socket', (socket) => socket.once(limits.connected, () => clearTimeout(connecting)))
    request.on('response', (response) => {
      clearTimeout(waiting)
      const { statusCode: status = 0, headers } = response
      answered = (text) =>
        end(() => resolve({ status, retryAfter: headers['retry-after'], words: wordsOf(status, text, limits.url) }))
      read(response).then(answered, () => answered?.(undefined))
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      fail(isTlsError(error) ? 'tls-failed' : 'connection-failed', error),
    )
    request.end(body)
  })
}

/** The same, but no look-up of a name takes longer than a connection may: a name service may never answer. */
async function inTime<T>(judged: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NoAnswerError('connect-timeout')), limitMs)
  try {
    return await Promise.race([judged, late])
  } finally {
    clearTimeout(timer)
  }
}

type TcpOptions = { readonly autoSelectFamily: true; readonly autoSelectFamilyAttemptTimeout: number }

/** Answers with these addresses in place of a name service: what is connected to is what was judged. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )

/** The addresses to connect to, where every address of the host may be connected to. */
async function judgedAddresses(
  url: URL,
  { allowLoopback, resolve = resolveAll }: PostOptions,
): Promise<readonly string[]> {
  const host = bare(url.hostname)
  const addresses = isIP(host) === 0 ? await resolve(host).catch((cause) => unknownName(cause)) : [host]
  const isGood = (one: string) => isPublicAddress(one) || (allowLoopback && isLoopbackAddress(one))
  if (addresses.length === 0) return unknownName(undefined)
  if (!addresses.every(isGood)) throw new NoAnswerError('address-not-public')
  return addresses
}

function unknownName(cause: unknown): never {
  throw new NoAnswerError('name-unknown', cause)
}

const resolveAll = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** An address of IPv6 without the brackets that it has in a URL. */
const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

async function read(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length >= HTTP_LIMITS.mostBytes) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

function wordsOf(status: number, text: string | undefined, url: URL): string | undefined {
  const trimmed = text?.trim() ?? ''
  if (WORD.test(trimmed)) return trimmed
  return status >= 400 ? refusalWords(trimmed, url) : undefined
}

const isTlsError = ({ code = '' }: NodeJS.ErrnoException) =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
