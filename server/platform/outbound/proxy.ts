import { Agent } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { OutboundProxy } from '../outbound-settings.ts'

/** The proxy did not open the tunnel; the message names the proxy and the reason, and contains no secret. */
export class ProxyError extends Error {
  /** True if the proxy did not answer in time, whatever the request was. */
  readonly isSilent: boolean
  constructor(message: string, options: { readonly cause?: unknown; readonly isSilent?: boolean } = {}) {
    super(message, options)
    this.name = 'ProxyError'
    this.isSilent = options.isSilent === true
  }
}

/** Connects through a proxy (CONNECT); TLS is negotiated with the host behind it. */
export const openAgent = ({ url }: OutboundProxy, options: { readonly keepAlive: boolean }): Agent =>
  new Agent({ ...options, proxyEnv: { HTTPS_PROXY: url } })

/**
 * Returns the proxy through which a URL is requested; undefined if there is none. Only https URLs use it, because everything outside needs
 * https.
 */
export function proxyFor(url: URL, proxy: OutboundProxy | undefined): OutboundProxy | undefined {
  return proxy === undefined || url.protocol !== 'https:' || isDirect(url, proxy.direct) ? undefined : proxy
}

/** Returns true if a host is reached directly: this machine, or a host in a list like NO_PROXY. */
function isDirect({ hostname, port }: URL, direct: readonly string[]): boolean {
  const host = bare(hostname).replace(/\.$/, '')
  const isHere = host === 'localhost' || host.endsWith('.localhost') || isWithin(host, '127.0.0.0/8') || host === '::1'
  return isHere || direct.some((entry) => isNamed(entry.toLowerCase(), host, port === '' ? '443' : port))
}

function isNamed(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  if (isIP(entry.split('/')[0] ?? '') !== 0) return isWithin(host, entry)
  const [, bracketed, plain = bracketed ?? '', wanted] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? []
  if (wanted !== undefined && wanted !== port) return false
  if (isIP(plain) !== 0) return isWithin(host, plain)
  const name = plain.replace(/^\*?\./, '')
  return name !== '' && (host === name || host.endsWith(`.${name}`))
}

/** Returns true if an address is in a network, which is written as `10.0.0.0/8` or as a single address. */
function isWithin(host: string, network: string): boolean {
  const [base = '', prefix] = network.split('/')
  const families = [isIP(host), isIP(base)]
  if (families.includes(0) || families[0] !== families[1]) return false
  const bits = isIP(base) === 4 ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  if (!Number.isInteger(length) || length < 0 || length > bits) return false
  const family = bits === 32 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(base, length, family)
  return list.check(host, family)
}

/** Returns an IPv6 address without the brackets that it has in a URL. */
export const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** An error of Node that was caused by the connection to a proxy, or by the proxy's answer. */
type WayError = NodeJS.ErrnoException & { readonly statusCode?: number }

/** Returns a sentence about the fault of the proxy, or of the connection to it; undefined if the error has another cause. */
export function proxyErrorOf(
  error: WayError,
  { proxy, url }: { readonly proxy: OutboundProxy | undefined; readonly url: URL },
): ProxyError | undefined {
  if (proxy === undefined) return undefined
  const name = new URL(proxy.address).host
  const isSilent =
    error.code === 'ERR_PROXY_TUNNEL' && error.statusCode === undefined && /timed out/.test(error.message)
  const say = (words: string) => new ProxyError(`The proxy ${name} ${words}.`, { cause: error, isSilent })
  if (isSilent) return say(`did not open the way to ${url.host} in time`)
  if (error.code === 'ERR_PROXY_TUNNEL') return say(refusalOf(error, url.host))
  // The failed connection can only be the one to the proxy.
  if (error.syscall === 'getaddrinfo') return say(`is not known by this name (${error.code})`)
  if (error.code === 'ECONNREFUSED') return say('refused the connection')
  return error.syscall === 'connect' || error instanceof AggregateError
    ? say(`could not be reached (${error.code})`)
    : undefined
}

function refusalOf({ statusCode: status }: WayError, host: string): string {
  if (status === 407)
    return `refused the user and password that it was given, or was given none (407): APSIS_OUTBOUND_PROXY carries them`
  if (status === 403) return `does not allow ${host} (403)`
  if (status !== undefined) return `did not open the way to ${host} (${status})`
  return `broke the connection to ${host} off`
}
