import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { symmetricEigen } from '../symmetric.ts'

/** Rounds of weights at most; a pair that changes by less than a thousandth has the smallest sum to a thousandth. */
const MOST_ROUNDS = 40
const ENOUGH_SHARE = 1e-3
/** A burn that vanishes keeps this share of the other's weight, so that it may come back. */
const LEAST_SHARE = 1e-6
/** Steps of the search for λ: each halves the bracket of its logarithm, 40 decades about the largest eigenvalue; 1e-8 of a decade is left. */
const LAMBDA_STEPS = 32
const LAMBDA_DECADES: readonly [number, number] = [-20, 20]

/**
 * The two burns a and b (m/s, inertial) with the smallest |a| + |b| of which M (a, b) + c is at most `within` long: the cheapest way
 * back to within a distance. The sum of norms has no smooth minimum, but |a| ≤ |a|²/(2 w) + w/2 with equality at w = |a|, so that
 * minimising the right side, taking w from its solution, and so on, falls to the minimum of the left (iteratively reweighted least
 * squares, majorisation and minimisation: Lange, MM Optimization Algorithms, SIAM 2016, §4). With weights W each round is
 * x = −W Mᵀ (M W Mᵀ + λ I)⁻¹ c, where λ is the one that ends exactly on the limit (Golub and Van Loan, §6.2.1); no burn where c is
 * already within it.
 */
export function cheapestPair(map: Matrix, without: readonly number[], within: number): number[] {
  let weights: readonly [number, number] = [1, 1]
  let x = new Array<number>(6).fill(0)
  if (Math.hypot(...without) <= within) return x
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = x
    x = weightedPair(map, without, { within, weights })
    const [a, b] = [Math.hypot(...x.slice(0, 3)), Math.hypot(...x.slice(3))]
    const least = LEAST_SHARE * (a + b)
    // w = |a| and |b| of the last round make the quadratic bound touch the sum of norms there.
    weights = [Math.max(a, least), Math.max(b, least)]
    const change = Math.hypot(...x.map((value, i) => value - (before[i] ?? missing())))
    if (change <= ENOUGH_SHARE * (a + b)) break
  }
  return x
}

/** The scalar product of a row and a column. */
export function rowTimes(row: readonly number[], column: readonly number[]): number {
  return row.reduce((sum, value, k) => sum + value * (column[k] ?? missing()), 0)
}

interface Limit {
  readonly within: number
  readonly weights: readonly [number, number]
}

/** One round: the least-squares pair for given weights, with the λ that leaves exactly `within`. */
function weightedPair(map: Matrix, without: readonly number[], { within, weights }: Limit): number[] {
  const weightOf = (column: number) => weights[column < 3 ? 0 : 1]
  // M W Mᵀ, symmetric: its eigenvectors turn the search for λ into one of a sum of six terms.
  const square = buildMatrix(6, 6, (i, j) => {
    let sum = 0
    for (let k = 0; k < 6; k += 1) sum += entry(map, i, k) * weightOf(k) * entry(map, j, k)
    return sum
  })
  const { values, vectors } = symmetricEigen(square)
  const largest = values[0] ?? missing()
  const parts = vectors.map((vector) => rowTimes(vector, without))
  // λ is the multiplier of the constraint |M x + c| = within: 0 goes all the way, infinity stays.
  // In the eigenvectors what is left of a part is λ / (value + λ) of it: it grows with λ.
  const leftAt = (lambda: number) =>
    Math.hypot(...parts.map((part, k) => (part * lambda) / (Math.max(0, values[k] ?? missing()) + lambda)))
  let [low, high] = LAMBDA_DECADES
  for (let step = 0; step < LAMBDA_STEPS; step += 1) {
    const middle = (low + high) / 2
    if (leftAt(largest * 10 ** middle) <= within) low = middle
    else high = middle
  }
  const lambda = largest * 10 ** low
  const shares = parts.map((part, k) => part / (Math.max(0, values[k] ?? missing()) + lambda))
  const solved = without.map((_value, i) => shares.reduce((sum, share, k) => sum + share * entry(vectors, k, i), 0))
  return without.map((_value, j) => {
    let sum = 0
    for (let i = 0; i < 6; i += 1) sum += entry(map, i, j) * (solved[i] ?? missing())
    return -weightOf(j) * sum
  })
}
