import { buildMatrix, entry, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { symmetricEigen } from '../symmetric.ts'

/** The maximum number of iterations; when the pair changes by less than a thousandth, its sum is the smallest to a thousandth. */
const MOST_ROUNDS = 40
const ENOUGH_SHARE = 1e-3
/** A burn that tends to zero keeps this fraction of the other burn's weight, so that it can grow again. */
const LEAST_SHARE = 1e-6
/** The number of bisections for λ. They start with 40 decades about the largest eigenvalue, and end with 1e-8 of a decade. */
const LAMBDA_STEPS = 32
const LAMBDA_DECADES: readonly [number, number] = [-20, 20]

/**
 * Returns the two burns a and b (m/s, inertial) with the smallest |a| + |b| for which M (a, b) + c has at most the length `within`: the cheapest
 * return to within a distance. The sum of norms has no smooth minimum. But |a| ≤ |a|²/(2 w) + w/2 with equality at w = |a|, so repeating two
 * steps leads to the minimum: the right side is minimised, and w is set from the solution (iteratively reweighted least squares, majorisation and
 * minimisation: Lange, MM Optimization Algorithms, SIAM 2016, §4). With weights W each iteration is x = −W Mᵀ (M W Mᵀ + λ I)⁻¹ c, where λ is the
 * value that ends exactly on the limit (Golub and Van Loan, §6.2.1). There is no burn if c is already within the limit.
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
    // With w = |a| and |b| from the last iteration the quadratic bound touches the sum of norms.
    weights = [Math.max(a, least), Math.max(b, least)]
    const change = Math.hypot(...x.map((value, i) => value - (before[i] ?? missing())))
    if (change <= ENOUGH_SHARE * (a + b)) break
  }
  return x
}

/** Returns the scalar product of a row and a column. */
export function rowTimes(row: readonly number[], column: readonly number[]): number {
  return row.reduce((sum, value, k) => sum + value * (column[k] ?? missing()), 0)
}

interface Limit {
  readonly within: number
  readonly weights: readonly [number, number]
}

/** Makes one iteration: returns the least-squares pair for given weights, with the λ that leaves exactly `within`. */
function weightedPair(map: Matrix, without: readonly number[], { within, weights }: Limit): number[] {
  const weightOf = (column: number) => weights[column < 3 ? 0 : 1]
  // M W Mᵀ is symmetric: with its eigenvectors the search for λ is a search in a sum of six terms.
  const square = buildMatrix(6, 6, (i, j) => {
    let sum = 0
    for (let k = 0; k < 6; k += 1) sum += entry(map, i, k) * weightOf(k) * entry(map, j, k)
    return sum
  })
  const { values, vectors } = symmetricEigen(square)
  const largest = values[0] ?? missing()
  const parts = vectors.map((vector) => rowTimes(vector, without))
  // λ is the multiplier of the constraint |M x + c| = within: 0 cancels c completely, infinity leaves it. Along an eigenvector the remaining
  // fraction is λ / (value + λ), which grows with λ.
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
