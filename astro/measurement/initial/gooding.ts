import { missing } from '../../missing.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { solveLambert } from '../../orbit/lambert.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { requireRising, type ThreeSights } from './sight.ts'

/** An orbit that passes through three lines of sight at their times: the state at the second, and the distances, m. */
export interface GoodingRoot {
  readonly state: CartesianState
  readonly rangesM: Vec3
  /** Full turns between the first and the third sight. */
  readonly revolutions: number
}

/** What the search needs to know. */
export interface GoodingOptions {
  /** m³/s². */
  readonly gm: number
  /** Full turns between the first and the last sight, at most; 0. */
  readonly maxRevolutions?: number
  /** Distances (first, third, m) to start from, beside the grid: those of gauss(). */
  readonly starts?: readonly (readonly [number, number])[]
}

/** The search starts from every pair of these distances: 300 km to 150,000 km, 9 of them, each 2.2 times the one before. */
const GRID_FROM_M = 3e5
const GRID_TO_M = 1.5e8
const GRID_POINTS = 9
// An object nearer than 10 km or farther than twice the Moon is not what an angle of the sky is of.
const NEAREST_M = 1e4
const FARTHEST_M = 8e8
const MOST_STEPS = 30
/** The second line of sight is met when what is left is 1e-12 rad: 0.04 mm at the distance of geostationary orbits. */
const MET_RAD = 1e-12
/** The step of the forward differences, in the logarithm of the distance: half the digits of a double. */
const LOG_DISTANCE_STEP = 1e-7
/** Two roots whose distances differ by less than this part are one. */
const SAME_DISTANCE_SHARE = 1e-5

/**
 * All orbits through three lines of sight: for two assumed distances, the first and the third, Lambert's problem gives an
 * orbit, and where it passes beside the second line is two numbers that Newton's method brings to zero in the logarithms of
 * the distances, with steps halved while they lead away. It is repeated from a grid of distances, for both ways round and each
 * number of turns, as the equation has several roots and no start finds all. Source: R. H. Gooding, A new procedure for the
 * solution of the classical problem of minimal orbit determination from three lines of sight, Celestial Mechanics 66 (1997)
 * 387. Reached: six published orbits from low orbit to 10 Earth radii, to the rounding of their angles (gooding.test.ts).
 * Empty where no orbit passes. Throws RangeError for times that do not rise. Gauss's method expands f and g in time,
 * and is good for arcs of some degrees. Lambert's problem needs no expansion: the orbit through two assumed positions
 * in the known time is exact, so that any arc will do, several revolutions included, and only two unknowns are left.
 * Logarithms keep distances positive, and make a step from 300 km to 40 000 km as easy as one among high orbits.
 */
export function gooding(sights: ThreeSights, options: GoodingOptions): GoodingRoot[] {
  requireRising(sights)
  const grid = Array.from(
    { length: GRID_POINTS },
    (_unused, k) => GRID_FROM_M * (GRID_TO_M / GRID_FROM_M) ** (k / (GRID_POINTS - 1)),
  )
  const starts = [...(options.starts ?? []), ...grid.flatMap((a) => grid.map((b) => [a, b] as const))]
  const roots: GoodingRoot[] = []
  for (const way of waysOf(options.maxRevolutions ?? 0)) {
    for (const start of starts) {
      const root = follow(sights, way, { start, gm: options.gm })
      if (root !== null && !roots.some((known) => isSame(known, root))) roots.push(root)
    }
  }
  return roots.sort((a, b) => a.revolutions - b.revolutions || a.rangesM[1] - b.rangesM[1])
}

/** Which of Lambert's orbits is meant: round the centre by less or more than half a turn, after full turns. */
interface Way {
  readonly isLong: boolean
  readonly revolutions: number
  readonly branch: 'only' | 'left' | 'right'
}

/**
 * The short and the long way round; with full turns each has two orbits in the same time, to the left and to the
 * right of the time's minimum (lambert-root.ts).
 */
function waysOf(maxRevolutions: number): Way[] {
  const ways: Way[] = []
  for (const isLong of [false, true]) {
    ways.push({ isLong, revolutions: 0, branch: 'only' })
    for (let revolutions = 1; revolutions <= maxRevolutions; revolutions += 1) {
      ways.push({ isLong, revolutions, branch: 'left' }, { isLong, revolutions, branch: 'right' })
    }
  }
  return ways
}

/**
 * Two roots are one where all three distances agree. Neighbouring points of the grid often lead to one root.
 */
function isSame(a: GoodingRoot, b: GoodingRoot): boolean {
  return (
    a.revolutions === b.revolutions &&
    a.rangesM.every((value, k) => Math.abs(Math.log(value / (b.rangesM[k] ?? missing()))) < SAME_DISTANCE_SHARE)
  )
}

/** The orbit for two assumed distances, and how it misses the second line. */
interface Try {
  readonly state: CartesianState
  readonly rangeM: number
  /** Where the orbit passes beside the second line, along two axes across it, in units of its distance. */
  readonly off: readonly [number, number]
}

interface Problem {
  readonly sights: ThreeSights
  readonly way: Way
  readonly gm: number
}

/** Newton's method from one pair of distances, until the orbit meets the second line; null where it does not get there. */
function follow(
  sights: ThreeSights,
  way: Way,
  { start, gm }: { readonly start: readonly [number, number]; readonly gm: number },
): GoodingRoot | null {
  const problem = { sights, way, gm }
  let logs: readonly [number, number] = [Math.log(start[0]), Math.log(start[1])]
  let current = tryRanges(problem, logs)
  for (let step = 0; step < MOST_STEPS && current !== null; step += 1) {
    if (Math.hypot(...current.off) < MET_RAD) {
      const rangesM: Vec3 = [Math.exp(logs[0]), current.rangeM, Math.exp(logs[1])]
      return { state: current.state, rangesM, revolutions: way.revolutions }
    }
    const change = newtonStep(problem, logs, current)
    if (change === null) return null
    const next = shorten(problem, { logs, current, change })
    if (next === null) return null
    ;({ logs, current } = next)
  }
  return null
}

/**
 * The change of both logarithms that brings the two components of `off` to zero in a linear model, by Cramer's rule for the
 * 2 × 2 Jacobian of forward differences. It is shortened to one e-fold: beyond that the model says nothing.
 */
function newtonStep(
  problem: Problem,
  [a, b]: readonly [number, number],
  { off: [x, y] }: Try,
): readonly [number, number] | null {
  // Forward differences: central ones would cost two more orbits, and a slope with half its digits leads to the root
  // as well.
  const [aUp, bUp] = [tryRanges(problem, [a + LOG_DISTANCE_STEP, b]), tryRanges(problem, [a, b + LOG_DISTANCE_STEP])]
  if (aUp === null || bUp === null) return null
  const [xa, ya] = [(aUp.off[0] - x) / LOG_DISTANCE_STEP, (aUp.off[1] - y) / LOG_DISTANCE_STEP]
  const [xb, yb] = [(bUp.off[0] - x) / LOG_DISTANCE_STEP, (bUp.off[1] - y) / LOG_DISTANCE_STEP]
  const determinant = xa * yb - xb * ya
  if (!(Math.abs(determinant) > 1e-20)) return null
  const change = [(xb * y - yb * x) / determinant, (ya * x - xa * y) / determinant] as const
  const factor = Math.min(1, 1 / Math.max(Math.abs(change[0]), Math.abs(change[1])))
  return [change[0] * factor, change[1] * factor]
}

interface Move {
  readonly logs: readonly [number, number]
  readonly current: Try
  readonly change: readonly [number, number]
}

/**
 * The longest of the step and its halves that leads nearer to the line; null if none does. Each accepted step lowers
 * the angle: Newton's method alone may cycle between two branches.
 */
function shorten(problem: Problem, { logs, current, change }: Move) {
  for (let part = 1; part > 1e-4; part /= 2) {
    const next = [logs[0] + part * change[0], logs[1] + part * change[1]] as const
    const tried = tryRanges(problem, next)
    if (tried !== null && Math.hypot(...tried.off) < Math.hypot(...current.off)) return { logs: next, current: tried }
  }
  return null
}

/**
 * The orbit for two distances, and where it passes beside the second line; null if it is behind it or there is none.
 * `off` is the angle beside the line for small angles. It has two components, not one, as the orbit can pass it on any
 * side.
 */
function tryRanges({ sights, way, gm }: Problem, [a, b]: readonly [number, number]): Try | null {
  const [first, second, third] = sights
  const [near, far] = [Math.log(NEAREST_M), Math.log(FARTHEST_M)]
  if (!(a > near && a < far && b > near && b < far)) return null
  const r1 = add(first.observerM, scale(first.direction, Math.exp(a)))
  const r3 = add(third.observerM, scale(third.direction, Math.exp(b)))
  // The plane follows from both positions. The normal of the long way points the other way, so that the object goes
  // round the far side.
  const shortWay = cross(r1, r3)
  const found = solveLambert({
    r1,
    r2: r3,
    seconds: third.seconds - first.seconds,
    gm,
    normal: way.isLong ? scale(shortWay, -1) : shortWay,
    maxRevolutions: way.revolutions,
  })
  if (!found.ok) return null
  // Lambert's solution has all numbers of turns up to the largest; this search follows one of them.
  const orbit = found.orbits.find(({ revolutions, branch }) => revolutions === way.revolutions && branch === way.branch)
  if (orbit === undefined) return null
  const { state } = propagateTwoBody({ r: r1, v: orbit.v1 }, second.seconds - first.seconds, gm)
  const line = subtract(state.r, second.observerM)
  const rangeM = dot(line, second.direction)
  if (!(rangeM > NEAREST_M && state.v.every(Number.isFinite))) return null
  const [x, y] = axesAcross(second.direction)
  return { state, rangeM, off: [dot(line, x) / rangeM, dot(line, y) / rangeM] }
}

/** Two unit vectors normal to a direction and to each other; the axis with the smallest component keeps the product large. */
function axesAcross(direction: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = direction.map(Math.abs) as [number, number, number]
  const other: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]
  const across = cross(direction, other)
  const first = scale(across, 1 / norm(across))
  return [first, cross(direction, first)]
}
