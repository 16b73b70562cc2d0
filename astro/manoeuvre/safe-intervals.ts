/** An interval of Δv along one line, m/s. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * The number of samples of the total between two ends; edges between samples are found to this fraction of the range. An unsafe interval narrower
 * than a sample step can be missed: with 1 m/s to either side that is 5 mm/s.
 */
const SAMPLES_OF_INTERVAL = 400
const EDGE_SHARE = 1e-9

/** Returns 1 − ∏ (1 − Pᵢ): the probability that at least one of several encounters is a collision, if they are independent (flight rule F10). */
export function totalProbability(probabilities: readonly number[]): number {
  // Logarithms are used because 1 − (1 − 1e-17) would be 0.
  return -Math.expm1(probabilities.reduce((sum, probability) => sum + Math.log1p(-probability), 0))
}

/** The probability of an encounter, and the pair of objects. */
export interface PairProbability {
  readonly pair: string
  readonly probability: number
}

/** The bounds of a total if some pairs meet more than once. */
export interface PairTotal {
  readonly least: number
  readonly most: number
  /** The pairs that meet more than once; if there are none, both bounds are equal. */
  readonly repeated: readonly string[]
}

/**
 * Returns the probability that one of several encounters is a collision, if a pair may meet more than once (flight rule F10). The encounters of
 * one pair have the same orbits and the same errors, so they are not independent: the probability that any of them is a collision is at least
 * their largest and at most their sum (Boole's inequality), for any correlation. The errors of different pairs are assumed to be independent: 1 −
 * ∏ (1 − P) over the pairs. If no pair meets twice, this equals totalProbability(). The correlation of all pairs through the errors of the own
 * satellite is neglected.
 */
export function totalOfPairs(encounters: readonly PairProbability[]): PairTotal {
  const pairs = [...Map.groupBy(encounters, ({ pair }) => pair)].map(([pair, met]) => ({
    pair,
    count: met.length,
    largest: Math.max(...met.map(({ probability }) => probability)),
    sum: met.reduce((total, { probability }) => total + probability, 0),
  }))
  return {
    least: totalProbability(pairs.map(({ largest }) => largest)),
    most: totalProbability(pairs.map(({ sum }) => Math.min(1, sum))),
    repeated: pairs.filter(({ count }) => count > 1).map(({ pair }) => pair),
  }
}

/**
 * Returns the safe set along a line: the intervals of Δv, negative and positive, in which the total probability is at most its target. The line
 * is sampled in 400 equal steps, and each edge is found by bisection.
 */
export function safeIntervals(total: (deltaVMps: number) => number, target: number, ends: Interval): Interval[] {
  const at = (k: number) => ends.from + ((ends.to - ends.from) * k) / SAMPLES_OF_INTERVAL
  const isSafe = (deltaV: number) => total(deltaV) <= target
  // Bisection keeps one end safe and one unsafe; the safe end is returned.
  const edge = (one: number, other: number) => {
    let [safe, unsafe] = isSafe(one) ? [one, other] : [other, one]
    while (Math.abs(unsafe - safe) > EDGE_SHARE * (ends.to - ends.from)) {
      const middle = (safe + unsafe) / 2
      if (isSafe(middle)) safe = middle
      else unsafe = middle
    }
    return safe
  }
  const found: Interval[] = []
  let from = isSafe(ends.from) ? ends.from : null
  for (let k = 1; k <= SAMPLES_OF_INTERVAL; k += 1) {
    const safe = isSafe(at(k))
    if (safe && from === null) from = edge(at(k - 1), at(k))
    else if (!safe && from !== null) {
      found.push({ from, to: edge(at(k - 1), at(k)) })
      from = null
    }
  }
  return from === null ? found : [...found, { from, to: ends.to }]
}

/**
 * A scan tries sizes from the first to the second, m/s, each larger than the previous one by the factor; the smallest sufficient size is then
 * bisected.
 */
const [SCAN_FROM_MPS, SCAN_TO_MPS, SCAN_FACTOR, SCAN_HALVINGS] = [1e-4, 20, 1.3, 8]

/**
 * Returns the smallest burn along one line that reaches its target, in either or in the given sense, between two sizes, m/s; null if there is
 * none. Objects that drift past each other at less than a few metres per second approach more than once: the risk after a burn then jumps from
 * one closest approach to another, and neither quadratic problems nor a root can follow it.
 */
export function scanSizes<Plan extends { readonly meetsTarget: boolean }>(
  planOf: (sizeMps: number) => Plan,
  {
    fromMps,
    toMps,
    factor = SCAN_FACTOR,
    senses = [1, -1],
  }: {
    readonly fromMps: number
    readonly toMps: number
    readonly factor?: number
    readonly senses?: readonly number[]
  },
): Plan | null {
  const smallest = (sense: number, below: number, size: number) => {
    let best = planOf(sense * size)
    if (!best.meetsTarget) return []
    let [low, high] = [below, size]
    for (let step = 0; step < SCAN_HALVINGS; step += 1) {
      const middle = (low + high) / 2
      const tried = planOf(sense * middle)
      if (tried.meetsTarget) [best, high] = [tried, middle]
      else low = middle
    }
    return [{ best, size: high }]
  }
  const most = Math.min(toMps, SCAN_TO_MPS)
  let [below, size] = [fromMps, Math.max(fromMps, SCAN_FROM_MPS)]
  while (size <= most) {
    const found = senses.flatMap((sense) => smallest(sense, below, size))
    if (found.length > 0) return found.reduce((one, other) => (other.size < one.size ? other : one)).best
    if (size === most)
      return null
      // The largest allowed size is also tried.
    ;[below, size] = [size, Math.min(size * factor, most)]
  }
  return null
}
