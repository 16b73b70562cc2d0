import { isIPv4, isIPv6 } from 'node:net'
import { missing } from '@apsis/astro/missing.ts'

/**
 * IPv4 networks that are not globally reachable (IANA IPv4 Special-Purpose Address Registry, RFC 6890), multicast (RFC 5771), reserved addresses (RFC
 * 1112 §4) and the relays of 6to4 (RFC 7526).
 */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Global unicast addresses (RFC 4291 §2.4), except for the closed parts that are listed below. */
const OPEN_V6 = '2000::/3'
/** Protocol assignments including Teredo (RFC 2928), documentation (RFC 3849, RFC 9637) and 6to4 (RFC 3056). */
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** Networks whose addresses contain an IPv4 address in their last four bytes: mapped (RFC 4291 §2.5.5.2) and NAT64 (RFC 6052). */
const CARRIERS_V6 = ['::ffff:0:0/96', '64:ff9b::/96']

/** Returns true if an IP address is public. It examines the bytes, so that the notation does not matter. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOf(address)
  if (bytes === undefined) return false
  if (bytes.length === 4) return !CLOSED_V4.some((network) => isWithin(bytes, network))
  if (CARRIERS_V6.some((network) => isWithin(bytes, network))) return isPublicAddress(bytes.slice(12).join('.'))
  if (isIsatap(bytes) && !isPublicAddress(bytes.slice(12).join('.'))) return false
  return isWithin(bytes, OPEN_V6) && !CLOSED_V6.some((network) => isWithin(bytes, network))
}

/** In an ISATAP address, the identifier 5efe, local or global, is followed by the IPv4 address to which a router forwards it (RFC 5214 §6.1). */
const isIsatap = (bytes: readonly number[]) =>
  (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe

/** Returns true if an address is a loopback address of the machine. */
export function isLoopbackAddress(address: string): boolean {
  const bytes = bytesOf(address)
  if (bytes === undefined) return false
  return isWithin(bytes, bytes.length === 4 ? '127.0.0.0/8' : '::1/128')
}

/** Returns the 4 or 16 bytes of an address; undefined for an invalid address, and for one with a zone. */
function bytesOf(address: string): number[] | undefined {
  if (isIPv4(address)) return address.split('.').map(Number)
  if (!isIPv6(address) || address.includes('%')) return undefined
  // If the end is written as IPv4, it is two groups of 16 bits.
  const plain = address.replace(/(?<![\d.])[\d.]+$/, (tail) =>
    tail.includes('.') ? groupsOf(tail.split('.').map(Number)) : tail,
  )
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

const groupsOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`

function isWithin(bytes: readonly number[], network: string): boolean {
  const [base = '', length = '0'] = network.split('/')
  const prefix = bytesOf(base)
  if (prefix === undefined || prefix.length !== bytes.length) return false
  return prefix.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, Number(length) - index * 8))
    const mask = (0xff << (8 - bits)) & 0xff
    return ((bytes[index] ?? missing()) & mask) === (byte & mask)
  })
}
