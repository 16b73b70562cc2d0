/** A stretch of Δv along one line, m/s. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/**
 * Looks at the total between two ends; the edges between looks are found to this share of the whole. An unsafe
 * stretch narrower than a look can be missed: with 1 m/s to either side that is 5 mm/s.
 */
const SAMPLES_OF_INTERVAL = 400
const EDGE_SHARE = 1e-9

/** 1 − ∏ (1 − Pᵢ): the probability that one of several encounters becomes a collision, were they independent (flight rule F10). */
export function totalProbability(probabilities: readonly number[]): number {
  // By logarithms: 1 − (1 − 1e-17) would be 0.
  return -Math.expm1(probabilities.reduce((sum, probability) => sum + Math.log1p(-probability), 0))
}

/** The probability of an encounter, and whom it is with. */
export interface PairProbability {
  readonly pair: string
  readonly probability: number
}

/** What is known of a total where some pairs meet more than once. */
export interface PairTotal {
  readonly least: number
  readonly most: number
  /** The pairs that meet more than once; of none, both bounds are the same. */
  readonly repeated: readonly string[]
}

/**
 * The probability that one of several encounters becomes a collision, where a pair may meet more than once (flight rule F10). The encounters of
 * one pair rest on the same orbits and the same errors, so that they are not independent: that any of them is a collision is at least the
 * largest of them and at most their sum (Boole's inequality), whatever their correlation. Of different pairs the errors are taken as
 * independent: 1 − ∏ (1 − P) over the pairs. Where no pair meets twice this is totalProbability(). What an error of the own satellite makes
 * common to all pairs is not in it.
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
 * The safe set of Δv along a line: the intervals between two ends in which a total probability is at or below its target, on both
 * sides of no burn. It is looked at in 400 equal steps, and each edge is found by halving.
 */
export function safeIntervals(total: (deltaVMps: number) => number, target: number, ends: Interval): Interval[] {
  const at = (k: number) => ends.from + ((ends.to - ends.from) * k) / SAMPLES_OF_INTERVAL
  const isSafe = (deltaV: number) => total(deltaV) <= target
  // Halving keeps one end safe and one unsafe; the safe one is returned.
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

/** Of a scan: sizes that are tried, m/s, each larger than the last by a factor; then the smallest by halving. */
const [SCAN_FROM_MPS, SCAN_TO_MPS, SCAN_FACTOR, SCAN_HALVINGS] = [1e-4, 20, 1.3, 8]

/**
 * The smallest burn of either sense, or of those given, along one line that reaches its target, between two sizes, m/s; null where none does. Objects that drift
 * past each other at less than a few metres a second come near more than once: what a burn leaves then jumps from one closest approach to
 * another, and neither quadratic problems nor a root find their way.
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
      // The largest size that is allowed is one of those that are tried.
    ;[below, size] = [size, Math.min(size * factor, most)]
  }
  return null
}
