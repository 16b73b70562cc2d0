import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { AddressError, checkedAddresses, lookupOf } from '../platform/outbound/checked-addresses.ts'
import { bare, openAgent, ProxyError, proxyErrorOf, proxyFor } from '../platform/outbound/proxy.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { refusalWords } from './receiver-words.ts'

/** If an address does not accept the connection within this share of the time, the next address of the name is tried. */
const ATTEMPT_SHARE = 0.3
/**
 * If a proxy opens no tunnel within this share of the time for connecting, the proxy is at fault. The rest of the
 * time is for TLS with the host behind the proxy.
 */
const WAY_SHARE = 0.8
/** The proxy is asked to connect to at most this many addresses of a name. */
const MOST_PROXY_ATTEMPTS = 3
/** Limits of one exchange (reliability.md §2.6); `mostBytes` limits how much of an answer is read, the rest is discarded. */
export const HTTP_LIMITS = { connectMs: 5_000, headersMs: 10_000, totalMs: 15_000, mostBytes: 64 * 1024 } as const
const MOST_HEADER_BYTES = 16 * 1024
/** Slack and similar services answer a success with one word. A longer text is an unrelated page. */
const WORD = /^[a-z][a-z0-9_]{1,39}$/

/** The reason why there is no answer. */
export type NoAnswer =
  | 'address-not-public'
  | 'name-unknown'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'tls-failed'
  | 'connection-failed'
  | 'proxy-failed'

export class NoAnswerError extends Error {
  readonly reason: NoAnswer
  constructor(reason: NoAnswer, cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.name = 'NoAnswerError'
    this.reason = reason
  }
}

/** Returns a sentence about the fault of the proxy, without a secret; undefined if the proxy has no fault. */
export const proxyFaultOf = ({ cause }: NoAnswerError): string | undefined =>
  cause instanceof ProxyError ? cause.message : undefined

export type PostAnswer = {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The receiver's text: one word if it accepted the body, the beginning of the text if it refused. */
  readonly words: string | undefined
}

export type PostOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly allowLoopback: boolean
  /** Undefined: a direct connection. */
  readonly proxy: OutboundProxy | undefined
  /** Only tests set this, to shorten the limits. */
  readonly limitsMs?: { readonly connect: number; readonly headers: number; readonly total: number }
  /** Certificates that are trusted in addition to the public ones; for tests. */
  readonly ca?: string
  /** Returns all addresses of a name; by default it asks the name service. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/**
 * Sends a body to a public host and returns its answer. The name is resolved once, every address is checked, and the
 * connection goes to a checked address: a name that resolves differently the next time changes nothing. If an address
 * refuses the connection, as an IPv6 address in a network without IPv6 does, the next address is tried. No redirect
 * is followed. With a proxy the same is true: the proxy is asked to connect to a checked address, and TLS is
 * negotiated for the name. If the proxy is asked to connect to the name (`isByName`), all addresses that this machine
 * finds for the name are still checked, but this machine need not find any.
 */
export async function postGuarded(url: URL, options: PostOptions): Promise<PostAnswer> {
  const { connectMs, headersMs, totalMs } = HTTP_LIMITS
  const limits = options.limitsMs ?? { connect: connectMs, headers: headersMs, total: totalMs }
  const proxy = proxyFor(url, options.proxy)
  if (proxy !== undefined) return postThrough(proxy, url, { ...options, limitsMs: limits })
  const addresses = await inTime(judgedAddresses(url, options), limits.connect)
  const settings = {
    ...requestTo(url, options),
    host: bare(url.hostname),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: limits.connect * ATTEMPT_SHARE,
    agent: false,
  }
  const isTls = url.protocol === 'https:'
  return exchange((isTls ? requestHttps : requestHttp)(settings), options.body, {
    url,
    limitsMs: limits,
    proxy: undefined,
    connected: isTls ? 'secureConnect' : 'connect',
  })
}

type Limits = NonNullable<PostOptions['limitsMs']>

/** Tries one address after the other until the proxy opens a tunnel; before that, nothing was sent. */
async function postThrough(
  proxy: OutboundProxy,
  url: URL,
  options: PostOptions & { readonly limitsMs: Limits },
): Promise<PostAnswer> {
  const { limitsMs } = options
  const hosts = await hostsToAskFor(proxy, url, options)
  let refused: unknown
  for (const host of hosts) {
    const agent = openAgent(proxy, { keepAlive: false })
    const request = requestHttps({ ...requestTo(url, options), host, agent, timeout: WAY_SHARE * limitsMs.connect })
    try {
      return await exchange(request, options.body, { url, limitsMs, proxy, connected: 'socket' })
    } catch (error) {
      refused = error
      const ofProxy = error instanceof NoAnswerError && error.cause instanceof ProxyError ? error.cause : undefined
      // If a proxy does not answer for one address, it will not answer for the next.
      if (ofProxy === undefined || ofProxy.isSilent) throw error
    }
  }
  throw refused
}

/** Returns the hosts that the proxy is asked for: the checked addresses, IPv4 first because not every proxy supports IPv6; or the name. */
async function hostsToAskFor(
  proxy: OutboundProxy,
  url: URL,
  options: PostOptions & { readonly limitsMs: Limits },
): Promise<readonly string[]> {
  try {
    const addresses = await inTime(judgedAddresses(url, options), options.limitsMs.connect)
    if (proxy.isByName) return [bare(url.hostname)]
    return addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, MOST_PROXY_ATTEMPTS)
  } catch (error) {
    const reason = error instanceof NoAnswerError ? error.reason : undefined
    // A name service that does not know outside names may give this answer, or no answer.
    const isUnknown = reason === 'name-unknown' || reason === 'connect-timeout'
    if (isUnknown && proxy.isByName) return [bare(url.hostname)]
    if (reason !== 'name-unknown') throw error
    const words = `${url.hostname} is not known here: where only the proxy knows public names, set APSIS_OUTBOUND_PROXY_BY_NAME`
    throw new NoAnswerError('name-unknown', new ProxyError(words, { cause: error }))
  }
}

function requestTo(url: URL, options: PostOptions): RequestOptions & { servername?: string; ca?: string } {
  const host = bare(url.hostname)
  return {
    method: 'POST',
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...options.headers, host: url.host, 'content-length': String(Buffer.byteLength(options.body)) },
    maxHeaderSize: MOST_HEADER_BYTES,
    ...(url.protocol === 'https:' && isIP(host) === 0 && { servername: host }),
    ...(options.ca !== undefined && { ca: options.ca }),
  }
}

type Exchange = {
  readonly url: URL
  readonly limitsMs: Limits
  readonly proxy: OutboundProxy | undefined
  /** The event after which the connection can be used; a socket through a proxy is returned when it is ready. */
  readonly connected: 'secureConnect' | 'connect' | 'socket'
}

function exchange(
  request: ClientRequest,
  body: string,
  { url, limitsMs, proxy, connected }: Exchange,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    let answered: ((text: string | undefined) => void) | undefined
    const fail = (reason: NoAnswer, cause?: unknown) => end(() => reject(new NoAnswerError(reason, cause)))
    const connecting = setTimeout(() => fail('connect-timeout'), limitsMs.connect)
    const waiting = setTimeout(() => fail('answer-timeout'), limitsMs.headers)
    // The status is used even if the body never ends.
    const whole = setTimeout(() => (answered ? answered(undefined) : fail('answer-timeout')), limitsMs.total)
    const end = (finish: () => void) => {
      for (const timer of [connecting, waiting, whole]) clearTimeout(timer)
      finish()
      request.destroy()
    }
    request.on('socket', (socket) => {
      if (connected === 'socket') clearTimeout(connecting)
      else socket.once(connected, () => clearTimeout(connecting))
    })
    request.on('response', (response) => {
      clearTimeout(waiting)
      const { statusCode: status = 0, headers } = response
      answered = (text) =>
        end(() => resolve({ status, retryAfter: headers['retry-after'], words: wordsOf(status, text, url) }))
      read(response).then(answered, () => answered?.(undefined))
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const ofProxy = proxyErrorOf(error, { proxy, url })
      if (ofProxy !== undefined) fail('proxy-failed', ofProxy)
      else fail(isTlsError(error) ? 'tls-failed' : 'connection-failed', error)
    })
    request.end(body)
  })
}

/** Limits the time of a look-up to the time for a connection, because a name service may never answer. */
async function inTime<T>(judged: Promise<T>, limitMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NoAnswerError('connect-timeout')), limitMs)
  try {
    return await Promise.race([judged, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the checked addresses of a host, or says why there is no answer. */
const judgedAddresses = (url: URL, options: PostOptions): Promise<readonly string[]> =>
  checkedAddresses(url, options).catch((error: unknown) => {
    if (error instanceof AddressError) throw new NoAnswerError(error.reason, error.cause)
    throw error
  })

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
