// Lambert's problem without dimensions: for a transfer with the shape λ, −1 to 1, and the time T in units of √(s³ / 2 GM), the variable x is
// searched. Source: D. Izzo, Revisiting Lambert's problem, Celestial Mechanics 121 (2015) 1.

const MAX_ITERATIONS = 200

interface RootSearch {
  readonly x: number
  /** The number of iterations. */
  readonly steps: number
}

/** The x of one orbit, above −1; above 1 it is a hyperbola. */
export interface LambertRoot extends RootSearch {
  readonly revolutions: number
  readonly branch: 'only' | 'left' | 'right'
}

/**
 * Returns Izzo's free variable of each orbit; undefined if an iteration does not converge. For each number of full revolutions above 0 the time
 * of flight has a minimum over x; a longer time has two solutions, to the left of it the orbit of longer period and to the right the orbit of
 * shorter period.
 */
export function findX(lambda: number, time: number, maxRevolutions: number): LambertRoot[] | undefined {
  const roots: LambertRoot[] = []
  const direct = findRoot(lambda, { time, revolutions: 0, start: startDirect(lambda, time) })
  if (direct === undefined) return undefined
  roots.push({ ...direct, revolutions: 0, branch: 'only' })
  for (let revolutions = 1; revolutions <= Math.min(maxRevolutions, Math.floor(time / Math.PI)); revolutions += 1) {
    const lowest = findLowest(lambda, revolutions)
    if (lowest === undefined) return undefined
    if (timeOf(lowest, lambda, revolutions) > time) break
    const [left, right] = startRevolutions(time, revolutions)
    const ends = [
      { low: -1, high: lowest, start: Math.min(left, lowest), branch: 'left' as const },
      { low: lowest, high: 1, start: Math.max(right, lowest), branch: 'right' as const },
    ]
    for (const { branch, ...bracket } of ends) {
      const found = findRoot(lambda, { time, revolutions, ...bracket })
      if (found === undefined) return undefined
      roots.push({ ...found, revolutions, branch })
    }
  }
  return roots
}

/** One branch of the time of flight: the time, full revolutions, a start, and the bracket of x. */
interface Search {
  readonly time: number
  readonly revolutions: number
  readonly start: number
  readonly low?: number
  readonly high?: number
}

/**
 * Householder's third-order step, F (F′² − ½ F F″)/(F′ (F′² − F F″) + F‴ F²/6) with F = T(x) − T, kept inside the bracket by bisection. The time
 * decreases with x; with full revolutions it increases again to the right of its minimum.
 */
function findRoot(
  lambda: number,
  { time, revolutions, start, low = -1, high = Infinity }: Search,
): RootSearch | undefined {
  let [left, right, x] = [low, high, start]
  // Left of its minimum the time decreases with x, and right of it it increases.
  const falling = revolutions === 0 || high < 1
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const at = timeOf(x, lambda, revolutions)
    const excess = at - time
    // Less than the rounding of the time itself: where two orbits coincide, x has half its digits.
    if (Math.abs(excess) <= 4 * Number.EPSILON * time || right - left <= Number.EPSILON) return { x, steps: iteration }
    if (excess > 0 === falling) left = x
    else right = x
    const [d1, d2, d3] = derivatives(x, at, lambda)
    const step = (excess * (d1 * d1 - (excess * d2) / 2)) / (d1 * (d1 * d1 - excess * d2) + (d3 * excess * excess) / 6)
    const inside = x - step > left && x - step < right
    const next = inside ? x - step : right === Infinity ? 2 * x + 1 : (left + right) / 2
    if (Math.abs(next - x) <= 1e-15 * (1 + Math.abs(x))) return { x: next, steps: iteration + 1 }
    x = next
  }
  return undefined
}

/**
 * Returns where the time with this number of revolutions is least: the root of its derivative. The derivative increases through (−1, 1), so that
 * bisection cannot fail. The bracket, 2 at first, is below 1e-12 after 41 bisections.
 */
function findLowest(lambda: number, revolutions: number): number | undefined {
  let [left, right] = [-1, 1]
  for (let iteration = 0; iteration < 200; iteration += 1) {
    const x = (left + right) / 2
    if (right - left < 1e-12) return x
    const [slope] = derivatives(x, timeOf(x, lambda, revolutions), lambda)
    if (slope > 0) right = x
    else left = x
  }
  return undefined
}

/** Returns the start of the search: exact at x = 0, and at the parabola with its slope. */
export function startDirect(lambda: number, time: number): number {
  // T(0) = acos λ + λ √(1 − λ²) and T(1) = ⅔ (1 − λ³): the start is a power law through both between them (Izzo
  // 2015).
  const atZero = Math.acos(lambda) + lambda * Math.sqrt(1 - lambda * lambda)
  const atOne = (2 / 3) * (1 - lambda ** 3)
  if (time >= atZero) return (atZero / time) ** (2 / 3) - 1
  if (time <= atOne) return (2.5 * atOne * (atOne - time)) / (time * (1 - lambda ** 5)) + 1
  return (time / atZero) ** (Math.LN2 / Math.log(atOne / atZero)) - 1
}

/** Returns the starts of the two searches; accurate for long times. */
export function startRevolutions(time: number, revolutions: number): [number, number] {
  const left = (((revolutions + 1) * Math.PI) / (8 * time)) ** (2 / 3)
  const right = ((8 * time) / (revolutions * Math.PI)) ** (2 / 3)
  return [(left - 1) / (left + 1), (right - 1) / (right + 1)]
}

/** Returns the variable of the other position, y = √(1 − λ² (1 − x²)). It replaces x in the relations for the second position. */
export function yOf(x: number, lambda: number): number {
  return Math.sqrt(1 - lambda * lambda * (1 - x * x))
}

/**
 * Returns the time of flight over √(s³ / 2 GM): Lancaster and Blanchard's form, and near the parabola Battin's series (Izzo, §2). Lancaster and
 * Blanchard's form divides by 1 − x², which is 0 at the parabola: within 0.2 of it the series is used.
 */
export function timeOf(x: number, lambda: number, revolutions: number): number {
  const y = yOf(x, lambda)
  if (revolutions === 0 && Math.abs(x - 1) < 0.2) {
    const eta = y - lambda * x
    const half = (1 - lambda - x * eta) / 2
    return (eta ** 3 * (4 / 3) * hypergeometric(half) + 4 * lambda * eta) / 2
  }
  const e = x * x - 1
  const rest = Math.sqrt(Math.abs(e))
  // ψ is half the difference of the eccentric anomalies (Lancaster and Blanchard, NASA TN D-5368 (1969)).
  const psi =
    e < 0
      ? Math.atan2(rest * (y - lambda * x), x * y - lambda * e) + revolutions * Math.PI
      : Math.asinh(rest * (y - lambda * x))
  return (x - lambda * y - psi / rest) / e
}

/** ₂F₁(3, 1; 5/2; z), |z| < 1. */
function hypergeometric(z: number): number {
  let [sum, term] = [1, 1]
  for (let n = 0; n < 500 && Math.abs(term) > 1e-17 * Math.abs(sum); n += 1) {
    term *= ((3 + n) / (2.5 + n)) * z
    sum += term
  }
  return sum
}

/** Returns the first three derivatives of the time with respect to x (Izzo, eq. 22); at the parabola only the limit of the first. */
export function derivatives(x: number, time: number, lambda: number): [number, number, number] {
  const rest = 1 - x * x
  const cube = lambda ** 3
  if (Math.abs(rest) < 1e-5) return [0.4 * (lambda ** 5 - 1), 0, 0]
  const y = yOf(x, lambda)
  const first = (3 * time * x - 2 + (2 * cube * x) / y) / rest
  const second = (3 * time + 5 * x * first + (2 * (1 - lambda * lambda) * cube) / y ** 3) / rest
  const third = (7 * x * second + 8 * first - (6 * (1 - lambda * lambda) * lambda ** 5 * x) / y ** 5) / rest
  return [first, second, third]
}
