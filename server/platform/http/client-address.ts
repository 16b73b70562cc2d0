import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/** Returns the address of the client behind trusted proxies; forwarded addresses from others are ignored. */
export function createClientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (request) => {
    const nearest = plain(request.socket.remoteAddress ?? '')
    if (!isTrusted(nearest)) return nearest
    // Each proxy appends the address of its caller. From the right, the first address that is not a trusted proxy is the client.
    const chain = [request.headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((one) => plain(one.trim()))
    return chain.reverse().find((address) => address !== '' && !isTrusted(address)) ?? nearest
  }
}

/** Returns an IPv4 address that came over an IPv6 socket as IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}
