import { isIPv6 } from 'node:net'

export type LimiterOptions = {
  readonly limit: number
  readonly windowMs: number
  /** The duration of the first block; each further block is twice as long as the previous one, up to `maxBlockMs`. */
  readonly blockMs: number
  readonly maxBlockMs: number
  readonly now: () => number
  readonly maxKeys?: number
}
export type Permit =
  | { readonly allowed: true; readonly refund: () => void }
  | { readonly allowed: false; readonly retryAfterS: number }
export type Limiter = { acquire(key: string): Permit }

type Entry = { count: number; windowStart: number; strikes: number; blockedUntil: number }

/** Returns a limiter by key: `limit` tries in each window, then a block whose length doubles with every repeated excess. */
export function createLimiter(options: LimiterOptions): Limiter {
  const entries = new Map<string, Entry>()
  const maxKeys = options.maxKeys ?? 20_000

  function isForgettable(entry: Entry, now: number): boolean {
    return now > Math.max(entry.windowStart + options.windowMs, entry.blockedUntil + options.maxBlockMs)
  }

  function entryOf(key: string, now: number): Entry {
    const known = entries.get(key)
    if (known) return known
    if (entries.size >= maxKeys) for (const [k, e] of entries) if (isForgettable(e, now)) entries.delete(k)
    // If the map is still full, the oldest key is dropped, so that the memory for a flood of keys is limited.
    if (entries.size >= maxKeys) for (const k of entries.keys()) if (entries.delete(k)) break
    const entry = { count: 0, windowStart: now, strikes: 0, blockedUntil: 0 }
    entries.set(key, entry)
    return entry
  }

  return {
    acquire(key) {
      const now = options.now()
      const entry = entryOf(key, now)
      if (now < entry.blockedUntil) return { allowed: false, retryAfterS: Math.ceil((entry.blockedUntil - now) / 1000) }
      if (now - entry.windowStart >= options.windowMs) {
        entry.windowStart = now
        entry.count = 0
        if (now > entry.blockedUntil + options.maxBlockMs) entry.strikes = 0
      }
      if (entry.count >= options.limit) {
        const block = Math.min(options.maxBlockMs, options.blockMs * 2 ** entry.strikes)
        entry.strikes += 1
        entry.blockedUntil = now + block
        entry.windowStart = entry.blockedUntil
        entry.count = 0
        return { allowed: false, retryAfterS: Math.ceil(block / 1000) }
      }
      entry.count += 1
      const window = entry.windowStart
      return {
        allowed: true,
        refund: () => {
          if (entry.windowStart === window && entry.count > 0) entry.count -= 1
        },
      }
    },
  }
}

/** Returns the key of an address: IPv4 unchanged, IPv6 by its /64 network, because one host usually has a whole /64. */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')
}
