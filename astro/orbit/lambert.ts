import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** Two places and the time between them. */
export interface LambertProblem {
  /** Position at the start and at the end, m, in one inertial frame centred on the body. */
  readonly r1: Vec3
  readonly r2: Vec3
  readonly seconds: number
  /** m³/s². */
  readonly gm: number
  /** The side to which the angular momentum points: that of z by default, so that the motion is prograde. */
  readonly normal?: Vec3
  /** Full turns on the way, at most; all fewer are solved too. 0. */
  readonly maxRevolutions?: number
}

/** One orbit through both places in the time. */
export interface LambertOrbit {
  readonly v1: Vec3
  readonly v2: Vec3
  readonly revolutions: number
  /**
   * Of the two orbits with a number of full turns, the one of longer period ('left') or shorter ('right'); else 'only'.
   */
  readonly branch: 'only' | 'left' | 'right'
}

/** All orbits, or why there is none that one could name. */
export type LambertResult =
  | { readonly ok: true; readonly orbits: readonly LambertOrbit[] }
  | { readonly ok: false; readonly reason: 'plane-undefined' | 'no-convergence' }

// Below this sine of the angle between the places, rounding and not geometry sets the plane.
const COLLINEAR = 1e-10
const MAX_ITERATIONS = 200

/**
 * The orbits from r1 to r2 in a time: the direct one, then two for each number of full turns that the time allows, up
 * to `maxRevolutions`. Where both places are on one line through the centre their plane is undefined, and said to be
 * so. Source: D. Izzo, Revisiting Lambert's problem, Celestial Mechanics 121 (2015) 1. Reached: the solver of Gooding
 * (1990) and Vallado's examples to 1e-9 m/s (lambert.test.ts); two-body motion meets r2 to 1e-10 of the way. Throws
 * RangeError for a time, gm or place that is none.
 */
export function solveLambert(problem: LambertProblem): LambertResult {
  const { r1, r2, seconds, gm, normal = [0, 0, 1], maxRevolutions = 0 } = problem
  const [radius1, radius2] = [norm(r1), norm(r2)]
  if (!(seconds > 0 && seconds < Infinity)) throw new RangeError(`a time of ${seconds} s has no orbit`)
  if (!(gm > 0 && gm < Infinity)) throw new RangeError(`gm ${gm} m³/s² is not above 0`)
  if (!(radius1 > 0 && radius2 > 0)) throw new RangeError('a place at the centre, or none, has no orbit')
  const [u1, u2] = [scale(r1, 1 / radius1), scale(r2, 1 / radius2)]
  const across = cross(u1, u2)
  const sine = norm(across)
  if (sine < COLLINEAR) return { ok: false, reason: 'plane-undefined' }
  const side = dot(across, normal) < 0 ? -1 : 1
  const axis = scale(across, side / sine)
  const chord = norm(subtract(r2, r1))
  const s = (radius1 + radius2 + chord) / 2
  // √(1 − c/s) without cancellation: r1 r2 cos²(θ/2) = s (s − c), and the half angle from its sine and cosine.
  const halfAngleCosine = Math.cos(Math.atan2(sine, dot(u1, u2)) / 2)
  const lambda = (side * Math.sqrt(radius1 * radius2) * halfAngleCosine) / s
  const time = Math.sqrt((2 * gm) / s ** 3) * seconds
  const found = findX(lambda, time, maxRevolutions)
  if (found === undefined) return { ok: false, reason: 'no-convergence' }
  const geometry: Geometry = { u1, u2, axis, radius1, radius2, chord, s, lambda, gm }
  return { ok: true, orbits: found.map((solution) => orbitOf(geometry, solution)) }
}

interface Solution extends Pick<LambertOrbit, 'revolutions' | 'branch'> {
  readonly x: number
}

interface Geometry {
  readonly u1: Vec3
  readonly u2: Vec3
  readonly axis: Vec3
  readonly radius1: number
  readonly radius2: number
  readonly chord: number
  readonly s: number
  readonly lambda: number
  readonly gm: number
}

function orbitOf(geometry: Geometry, { x, revolutions, branch }: Solution): LambertOrbit {
  const { u1, u2, axis, radius1, radius2, chord, s, lambda, gm } = geometry
  const gamma = Math.sqrt((gm * s) / 2)
  const rho = (radius1 - radius2) / chord
  const sigma = Math.sqrt(Math.max(0, 1 - rho * rho))
  const y = yOf(x, lambda)
  const tangential = gamma * sigma * (y + lambda * x)
  const radial1 = (gamma * (lambda * y - x - rho * (lambda * y + x))) / radius1
  const radial2 = (-gamma * (lambda * y - x + rho * (lambda * y + x))) / radius2
  return {
    v1: add(scale(u1, radial1), scale(cross(axis, u1), tangential / radius1)),
    v2: add(scale(u2, radial2), scale(cross(axis, u2), tangential / radius2)),
    revolutions,
    branch,
  }
}

/** Izzo's free variable of each orbit; undefined if an iteration does not come to rest. */
function findX(lambda: number, time: number, maxRevolutions: number): Solution[] | undefined {
  const solutions: Solution[] = []
  const direct = findRoot(lambda, { time, revolutions: 0, start: startDirect(lambda, time) })
  if (direct === undefined) return undefined
  solutions.push({ x: direct, revolutions: 0, branch: 'only' })
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
      const x = findRoot(lambda, { time, revolutions, ...bracket })
      if (x === undefined) return undefined
      solutions.push({ x, revolutions, branch })
    }
  }
  return solutions
}

interface Search {
  readonly time: number
  readonly revolutions: number
  readonly start: number
  readonly low?: number
  readonly high?: number
}

/**
 * Householder's third-order step, kept inside the bracket by halving it; time falls with x, and rises right of its
 * lowest.
 */
function findRoot(lambda: number, { time, revolutions, start, low = -1, high = Infinity }: Search): number | undefined {
  let [left, right, x] = [low, high, start]
  const falling = revolutions === 0 || high < 1
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const at = timeOf(x, lambda, revolutions)
    const excess = at - time
    // Less than the rounding of the time itself: where two orbits meet in one, x has half its digits.
    if (Math.abs(excess) <= 4 * Number.EPSILON * time || right - left <= Number.EPSILON) return x
    if (excess > 0 === falling) left = x
    else right = x
    const [d1, d2, d3] = derivatives(x, at, lambda)
    const step = (excess * (d1 * d1 - (excess * d2) / 2)) / (d1 * (d1 * d1 - excess * d2) + (d3 * excess * excess) / 6)
    const inside = x - step > left && x - step < right
    const next = inside ? x - step : right === Infinity ? 2 * x + 1 : (left + right) / 2
    if (Math.abs(next - x) <= 1e-15 * (1 + Math.abs(x))) return next
    x = next
  }
  return undefined
}

/** Where the time with so many turns is least: the root of its derivative, which rises through the interval. */
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

function startDirect(lambda: number, time: number): number {
  const atZero = Math.acos(lambda) + lambda * Math.sqrt(1 - lambda * lambda)
  const atOne = (2 / 3) * (1 - lambda ** 3)
  if (time >= atZero) return (atZero / time) ** (2 / 3) - 1
  if (time <= atOne) return (2.5 * atOne * (atOne - time)) / (time * (1 - lambda ** 5)) + 1
  return (time / atZero) ** (Math.LN2 / Math.log(atOne / atZero)) - 1
}

function startRevolutions(time: number, revolutions: number): [number, number] {
  const left = (((revolutions + 1) * Math.PI) / (8 * time)) ** (2 / 3)
  const right = ((8 * time) / (revolutions * Math.PI)) ** (2 / 3)
  return [(left - 1) / (left + 1), (right - 1) / (right + 1)]
}

function yOf(x: number, lambda: number): number {
  return Math.sqrt(1 - lambda * lambda * (1 - x * x))
}

/**
 * Time of flight over √(s³ / 2 GM): Lancaster and Blanchard's form, and near the parabola Battin's series (Izzo, §2).
 */
function timeOf(x: number, lambda: number, revolutions: number): number {
  const y = yOf(x, lambda)
  if (revolutions === 0 && Math.abs(x - 1) < 0.2) {
    const eta = y - lambda * x
    const half = (1 - lambda - x * eta) / 2
    return (eta ** 3 * (4 / 3) * hypergeometric(half) + 4 * lambda * eta) / 2
  }
  const e = x * x - 1
  const rest = Math.sqrt(Math.abs(e))
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

/** The first three derivatives of the time by x (Izzo, eq. 22); at the parabola its limit, and no more. */
function derivatives(x: number, time: number, lambda: number): [number, number, number] {
  const rest = 1 - x * x
  const cube = lambda ** 3
  if (Math.abs(rest) < 1e-5) return [0.4 * (lambda ** 5 - 1), 0, 0]
  const y = yOf(x, lambda)
  const first = (3 * time * x - 2 + (2 * cube * x) / y) / rest
  const second = (3 * time + 5 * x * first + (2 * (1 - lambda * lambda) * cube) / y ** 3) / rest
  const third = (7 * x * second + 8 * first - (6 * (1 - lambda * lambda) * lambda ** 5 * x) / y ** 5) / rest
  return [first, second, third]
}
