import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { type Agent, type RequestOptions, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { OutboundProxy } from '../outbound-settings.ts'
import { AddressError, type AddressRules, checkedAddresses, lookupOf } from './checked-addresses.ts'
import { bare, openAgent, proxyErrorOf, proxyFor } from './proxy.ts'

/** A proxy that has not opened the tunnel after this time has failed. */
const PROXY_MS = 15_000

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Undefined: a direct connection. */
  readonly proxy: OutboundProxy | undefined
  /** The address was entered by a person: every address of its name must be public, and the connection goes to a checked one. */
  readonly rules?: AddressRules
  /** Certificates that are trusted in place of the public ones; for tests. */
  readonly ca?: string
}

export type OutboundAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body after decompression. A reader that stops early ends the connection. */
  readonly body: AsyncIterable<Buffer>
  /** Ends the connection if the body is not needed. */
  discard(): void
}

/**
 * Requests an external address. Every address that an operator has set is requested here, and, with `rules`, every
 * address of a service that people connect. Addresses of receivers that people enter are requested by
 * `delivery/guarded-post.ts`. No redirect is followed.
 */
export async function askOutside(address: string, asked: OutboundRequest): Promise<OutboundAnswer> {
  const { method = 'GET', headers, body, signal, ca, rules } = asked
  const url = new URL(address)
  const proxy = proxyFor(url, asked.proxy)
  const target = rules === undefined ? {} : await checkedTarget(url, proxy, rules)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = send(url, {
      method,
      headers: { host: url.host, accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
      ...(ca !== undefined && { ca }),
      ...target,
      ...(proxy !== undefined && { agent: pooledAgent(proxy), timeout: PROXY_MS }),
    })
    let content: Readable | undefined
    const stop = () => {
      // A request that has no connection yet does not report that it was ended.
      reject(signal.reason)
      content?.destroy(signal.reason)
      request.destroy()
    }
    signal.addEventListener('abort', stop, { once: true })
    request.on('close', () => signal.removeEventListener('abort', stop))
    request.on('error', (error) => reject(proxyErrorOf(error, { proxy, url }) ?? error))
    request.on('response', (response) => {
      content = decoded(response)
      const received = content
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: received,
        discard: () => void discard(request, received),
      })
    })
    request.end(body)
  })
}

/**
 * Opens a connection with TLS to an external service that does not speak HTTP, by the same rules; `url` is its host and port, written with
 * https. The certificate must be valid for the host.
 */
export async function connectOutside(
  url: URL,
  asked: Pick<OutboundRequest, 'signal' | 'proxy' | 'rules' | 'ca'>,
): Promise<TLSSocket> {
  const { signal, ca, rules } = asked
  const proxy = proxyFor(url, asked.proxy)
  const target = rules === undefined ? {} : await checkedTarget(url, proxy, rules)
  signal.throwIfAborted()
  const name = bare(url.hostname)
  const options = {
    host: name,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(name) === 0 && { servername: name }),
    ...(ca !== undefined && { ca }),
    ...target,
  }
  return new Promise((resolve, reject) => {
    let opened: Duplex | null | undefined
    const stop = () => {
      reject(signal.reason)
      opened?.destroy()
    }
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop)
      reject(proxyErrorOf(error, { proxy, url }) ?? error)
    }
    const succeed = (socket: Duplex) => {
      signal.removeEventListener('abort', stop)
      if (socket instanceof TLSSocket && !signal.aborted) return resolve(socket)
      socket.destroy()
      reject(signal.aborted ? signal.reason : new TypeError('a connection without TLS'))
    }
    signal.addEventListener('abort', stop, { once: true })
    if (proxy === undefined) {
      const socket = connectTls(options as ConnectionOptions, () => succeed(socket))
      socket.once('error', fail)
      opened = socket
      return
    }
    const agent = openAgent(proxy, { keepAlive: false })
    opened = agent.createConnection({ ...options, timeout: PROXY_MS } as RequestOptions, (error, socket) => {
      if (error) fail(error)
      else succeed(socket)
    })
  })
}

/** Returns the options that send a request to a checked address of its host. */
async function checkedTarget(
  url: URL,
  proxy: OutboundProxy | undefined,
  rules: AddressRules,
): Promise<RequestOptions & { autoSelectFamily?: boolean }> {
  const addresses = await checkedAddresses(url, rules).catch((error: unknown) => {
    // If the name service does not know outside names, the proxy resolves them.
    if (proxy?.isByName === true && error instanceof AddressError && error.reason === 'name-unknown') return undefined
    throw error
  })
  if (addresses === undefined || proxy?.isByName === true) return {}
  if (proxy === undefined) return { lookup: lookupOf(addresses), autoSelectFamily: true }
  // Not every proxy supports IPv6, so IPv4 is first. TLS is negotiated for the name.
  const [host] = addresses.toSorted((a, b) => isIP(a) - isIP(b))
  const name = bare(url.hostname)
  return { host: host ?? null, ...(isIP(name) === 0 && { servername: name }) }
}

function discard(request: ClientRequest, content: Readable): void {
  // Errors from here on are ignored.
  content.on('error', () => undefined)
  content.destroy()
  request.destroy()
}

function decoded(response: IncomingMessage): Readable {
  const decoder = decoderOf(response.headers['content-encoding']?.toLowerCase())
  // The pipeline passes an error of the response on to the decoder, whose output is read.
  return decoder === undefined ? response : pipeline(response, decoder, () => undefined)
}

function decoderOf(encoding: string | undefined) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  return encoding === 'br' ? createBrotliDecompress() : undefined
}

/** Returns the message of an error; an error that combines several attempts has no message of its own. */
export function wordsOfError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOfError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const agents = new Map<string, Agent>()

/** Keeps connections through a proxy for the next requests to the same host. */
function pooledAgent(proxy: OutboundProxy): Agent {
  const agent = agents.get(proxy.url) ?? openAgent(proxy, { keepAlive: true })
  agents.set(proxy.url, agent)
  return agent
}
