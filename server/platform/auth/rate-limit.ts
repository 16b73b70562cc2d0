const WINDOW_S = 60
const MAX_KEYS = 100_000

export type RateLimit = {
  readonly granted: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetS: number
}

export type Limits = {
  /** Takes one call from the rate limit of a key; `limit` is the rate limit per minute over all processes together. */
  take(policy: string, key: string, limit: number): RateLimit
}

/**
 * Returns buckets that fill evenly over a minute. Each process allows its share of the common limit: the share follows the number of
 * running API processes, so that adding one raises nobody's limit.
 */
export function createLimits(options: { readonly now: () => number; readonly processes: () => number }): Limits {
  const buckets = new Map<string, { level: number; at: number }>()

  function read(policy: string, key: string, shared: number) {
    const limit = Math.max(1, Math.ceil(shared / Math.max(1, options.processes())))
    const id = `${policy} ${key}`
    const now = options.now() / 1000
    const bucket = buckets.get(id)
    // A clock that is set back must not drain a bucket.
    const passed = bucket === undefined ? WINDOW_S : Math.max(0, now - bucket.at)
    const level = Math.min(limit, (bucket?.level ?? 0) + (passed * limit) / WINDOW_S)
    return { id, limit, level, now }
  }
  const rateLimit = (level: number, limit: number, granted: boolean): RateLimit => ({
    granted,
    limit,
    remaining: Math.max(0, Math.floor(level)),
    resetS: granted
      ? Math.ceil(((limit - level) * WINDOW_S) / limit)
      : Math.max(1, Math.ceil(((1 - level) * WINDOW_S) / limit)),
  })

  return {
    take(policy, key, shared) {
      const { id, limit, level, now } = read(policy, key, shared)
      const granted = level >= 1
      const left = granted ? level - 1 : level
      // The least recently used key is dropped, so that a flood of new keys cannot fill the memory.
      if (buckets.size >= MAX_KEYS && !buckets.has(id)) buckets.delete(buckets.keys().next().value ?? '')
      buckets.delete(id)
      buckets.set(id, { level: left, at: now })
      return rateLimit(left, limit, granted)
    },
  }
}

/** The address of a closed connection is unknown: all callers on closed connections share one rate limit. */
const NO_NETWORK = 'unknown'

/**
 * Returns the network of an address: an IPv6 subscriber has a whole /64, and could use a new address for each call. `ip` is undefined if
 * the client has already left: Node drops the address of a destroyed socket.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return NO_NETWORK
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter((group) => group !== '')
  const after = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${all.slice(0, 4).join(':')}::/64`
}

export const LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit', 'retry-after'] as const
export type LimitHeader = (typeof LIMIT_HEADERS)[number]
export type LimitHeaders = Partial<Record<LimitHeader, string>>

/** Returns the headers that inform a client of its rate limit (RateLimit header fields for HTTP, IETF draft). */
export function limitHeaders(policy: string, { limit, remaining, resetS, granted }: RateLimit): LimitHeaders {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_S}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetS}`,
    ...(granted ? {} : { 'retry-after': String(resetS) }),
  }
}
