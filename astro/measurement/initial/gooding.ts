import { missing } from '../../missing.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { solveLambert } from '../../orbit/lambert.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { requireRising, type ThreeSights } from './sight.ts'

/** An orbit that passes through three lines of sight at their times: the state at the second sight, and the distances, m. */
export interface GoodingRoot {
  readonly state: CartesianState
  readonly rangesM: Vec3
  /** Full revolutions between the first and the third sight. */
  readonly revolutions: number
}

/** The inputs of the search. */
export interface GoodingOptions {
  /** m³/s². */
  readonly gm: number
  /** The maximum number of full revolutions between the first and the last sight; default 0. */
  readonly maxRevolutions?: number
  /** Additional initial distances (first, third, m), besides the grid: those from gauss(). */
  readonly starts?: readonly (readonly [number, number])[]
}

/** The search starts from every pair of these distances: 300 km to 150,000 km, 9 of them, each 2.2 times the previous one. */
const GRID_FROM_M = 3e5
const GRID_TO_M = 1.5e8
const GRID_POINTS = 9
// An object nearer than 10 km or farther than twice the Moon is not a satellite observed by angles.
const NEAREST_M = 1e4
const FARTHEST_M = 8e8
const MOST_STEPS = 30
/** The orbit meets the second line of sight if the remaining angle is below 1e-12 rad: 0.04 mm at the distance of geostationary orbits. */
const MET_RAD = 1e-12
/** The step of the forward differences, in the logarithm of the distance: half the digits of a double. */
const LOG_DISTANCE_STEP = 1e-7
/** Two roots whose distances differ by less than this fraction are the same. */
const SAME_DISTANCE_SHARE = 1e-5

/**
 * Returns all orbits through three lines of sight. For two assumed distances, of the first and the third sight, Lambert's problem gives an orbit.
 * Two numbers say how far it misses the second line; Newton's method brings them to zero in the logarithms of the distances, with steps halved
 * while they increase the error. This is repeated from a grid of distances, for both ways round and each number of revolutions, because the
 * equation has several roots, and one start does not find them all. Source: R. H. Gooding, A new procedure for the solution of the classical
 * problem of minimal orbit determination from three lines of sight, Celestial Mechanics 66 (1997) 387. Accuracy: six published orbits from low
 * orbit to 10 Earth radii agree to the rounding of their angles (gooding.test.ts). Empty if no orbit passes through the lines. Throws RangeError
 * for times that are not ascending. Gauss's method expands f and g in time, and is valid for arcs of some degrees. Lambert's problem needs no
 * expansion: the orbit through two assumed positions in the known time is exact, so that any arc is possible, including several revolutions, and
 * only two unknowns are left. Logarithms keep distances positive, and make a step from 300 km to 40 000 km as easy as a step among high orbits.
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

/** Selects one of Lambert's orbits: round the centre by less or more than half a revolution, after full revolutions. */
interface Way {
  readonly isLong: boolean
  readonly revolutions: number
  readonly branch: 'only' | 'left' | 'right'
}

/**
 * Returns the short and the long way round; with full revolutions each has two orbits with the same time, on both sides of the time's minimum
 * (lambert-root.ts).
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

/** Returns true if all three distances of two roots agree. Neighbouring points of the grid often lead to one root. */
function isSame(a: GoodingRoot, b: GoodingRoot): boolean {
  return (
    a.revolutions === b.revolutions &&
    a.rangesM.every((value, k) => Math.abs(Math.log(value / (b.rangesM[k] ?? missing()))) < SAME_DISTANCE_SHARE)
  )
}

/** The orbit for two assumed distances, and its offset from the second line. */
interface Try {
  readonly state: CartesianState
  readonly rangeM: number
  /** The offset of the orbit from the second line, along two axes across the line, in units of its distance. */
  readonly off: readonly [number, number]
}

interface Problem {
  readonly sights: ThreeSights
  readonly way: Way
  readonly gm: number
}

/** Newton's method from one pair of distances, until the orbit meets the second line; null if it does not converge. */
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
 * Returns the change of both logarithms that brings the two components of `off` to zero in a linear model, by Cramer's rule for the 2 × 2
 * Jacobian of forward differences. It is limited to one e-fold: beyond that the model is invalid.
 */
function newtonStep(
  problem: Problem,
  [a, b]: readonly [number, number],
  { off: [x, y] }: Try,
): readonly [number, number] | null {
  // Forward differences: central differences would need two more orbits, and a slope with half of its digits also leads to the root.
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
 * Returns the longest of the step and its halves that leads nearer to the line; null if there is none. Each accepted step reduces the angle:
 * Newton's method alone may cycle between two branches.
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
 * Returns the orbit for two distances and its offset from the second line of sight; null if the orbit does not exist or passes behind the
 * observer. `off` is the offset angle, for small angles. It has two components, because the orbit can pass the line on any side.
 */
function tryRanges({ sights, way, gm }: Problem, [a, b]: readonly [number, number]): Try | null {
  const [first, second, third] = sights
  const [near, far] = [Math.log(NEAREST_M), Math.log(FARTHEST_M)]
  if (!(a > near && a < far && b > near && b < far)) return null
  const r1 = add(first.observerM, scale(first.direction, Math.exp(a)))
  const r3 = add(third.observerM, scale(third.direction, Math.exp(b)))
  // The plane follows from both positions. For the long way the normal is reversed, so that the object goes round the far side.
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
  // Lambert's solution has all numbers of revolutions up to the largest; this search uses one of them.
  const orbit = found.orbits.find(({ revolutions, branch }) => revolutions === way.revolutions && branch === way.branch)
  if (orbit === undefined) return null
  const { state } = propagateTwoBody({ r: r1, v: orbit.v1 }, second.seconds - first.seconds, gm)
  const line = subtract(state.r, second.observerM)
  const rangeM = dot(line, second.direction)
  if (!(rangeM > NEAREST_M && state.v.every(Number.isFinite))) return null
  const [x, y] = axesAcross(second.direction)
  return { state, rangeM, off: [dot(line, x) / rangeM, dot(line, y) / rangeM] }
}

/** Returns two unit vectors that are normal to a direction and to each other; the axis with the smallest component keeps the product large. */
function axesAcross(direction: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = direction.map(Math.abs) as [number, number, number]
  const other: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]
  const across = cross(direction, other)
  const first = scale(across, 1 / norm(across))
  return [first, cross(direction, first)]
}
