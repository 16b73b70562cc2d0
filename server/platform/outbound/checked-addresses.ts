import { lookup } from 'node:dns/promises'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { bare } from './proxy.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** The name is unknown, or it leads to an address inside a network. */
export class AddressError extends Error {
  readonly reason: 'address-not-public' | 'name-unknown'
  constructor(reason: AddressError['reason'], cause?: unknown) {
    super(reason, { cause })
    this.name = 'AddressError'
    this.reason = reason
  }
}

export type AddressRules = {
  readonly allowLoopback: boolean
  /** Returns all addresses of a name; by default it asks the name service. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** Returns the addresses to connect to, if every address of the host is allowed. */
export async function checkedAddresses(
  url: URL,
  { allowLoopback, resolve = resolveAll }: AddressRules,
): Promise<readonly string[]> {
  const host = bare(url.hostname)
  const addresses = isIP(host) === 0 ? await resolve(host).catch((cause) => unknownName(cause)) : [host]
  const isGood = (one: string) => isPublicAddress(one) || (allowLoopback && isLoopbackAddress(one))
  if (addresses.length === 0) return unknownName(undefined)
  if (!addresses.every(isGood)) throw new AddressError('address-not-public')
  return addresses
}

function unknownName(cause: unknown): never {
  throw new AddressError('name-unknown', cause)
}

const resolveAll = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Answers with these addresses instead of a name service, so that the connection is made to a checked address. */
export const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )
