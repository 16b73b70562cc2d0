import { rtnAxes } from '../conjunction/rtn.ts'
import type { Mat3 } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type Dynamics, J2, type Leg, TWO_BODY } from './dynamics.ts'
import type { EncounterAfter, EncounterModel, Planar } from './encounter-model.ts'
import { type ExecutionError, executionCovariance } from './execution-error.ts'
import type { Target } from './local-risk.ts'
import type { PlaneMap, Vec2 } from './smallest-step.ts'

/** A burn at one instant, of which any Δv can be tried. */
export interface BurnTrial {
  /** The primary just before the burn. */
  readonly state: CartesianState
  /** Its radial, transverse and normal axes. */
  readonly rtn: Mat3
  readonly attempt: (deltaV: Vec3) => Attempt
}

/** What a Δv (m/s in the inertial frame) makes of the encounter. */
export interface Attempt {
  readonly deltaV: Vec3
  readonly after: EncounterAfter
  /** How the state of the primary where the message has its TCA moves with the Δv: 6 × 3. */
  readonly kicks: Matrix
}

/**
 * A burn `burnS` after the TCA of the message (before it: negative). The way there and back without a burn leaves a rounding error,
 * which is taken off, so that no burn at all leaves the encounter as it was (flight rule F5). Throws RangeError where the dynamics
 * cannot follow the orbit.
 */
export function makeBurnTrial(model: EncounterModel, burnS: number, error: ExecutionError | null): BurnTrial {
  const { encounter, dynamics } = model
  const leg = { fromS: burnS, toS: 0 }
  const { state, unmovedEnd, still } = withoutBurn(model, burnS)
  const unmoved = unmovedEnd()
  // The rounding of the way there and back.
  const [dr, dv] = [subtract(encounter.primary.r, unmoved.r), subtract(encounter.primary.v, unmoved.v)]
  const rtn = rtnAxes(state)
  const arrival = (deltaV: Vec3, moved: CartesianState): CartesianState => {
    // Adding the rounding back would leave its own last bit.
    if (norm(deltaV) === 0) return encounter.primary
    const { r, v } = dynamics.fly(moved, leg, 'primary')
    return { r: add(r, dr), v: add(v, dv) }
  }
  return {
    state,
    rtn,
    attempt(deltaV) {
      const moved = { r: state.r, v: add(state.v, deltaV) }
      const way = kicksFrom(dynamics, moved, leg)
      const kicks = once(() => bentKicks(model, [way], { still, burnS })[0] ?? missing())
      const added = error === null ? {} : { added: mapCovariance(kicks(), executionCovariance(deltaV, error, rtn)) }
      return attemptOf(deltaV, kicks, model.after({ state: arrival(deltaV, moved), ...added }))
    },
  }
}

/** The way of the primary from a time to the TCA of the message without a burn; what is asked for is flown once. */
interface WithoutBurn {
  readonly burnS: number
  readonly state: CartesianState
  readonly unmovedEnd: () => CartesianState
  readonly still: Kicks
}

/** How the state of the primary where the message has its TCA moves with the Δv of one way there: 6 × 3 each. */
export interface Kicks {
  /** By the dynamics of the encounter. */
  readonly kicks: () => Matrix
  /** By Kepler's motion from the burn on. */
  readonly keplerKicks: () => Matrix
  /** Under J2. */
  readonly j2Kicks: () => Matrix
}

/** Those of a burn at the beginning of a leg. */
export function kicksFrom(dynamics: Dynamics, state: CartesianState, leg: Leg): Kicks {
  return {
    kicks: () => dynamics.kicks(state, leg),
    keplerKicks: () => TWO_BODY.kicks(state, leg),
    j2Kicks: () => J2.kicks(state, leg),
  }
}

/** Those of a way that is flown when they are first asked for, and then kept. */
export function keptKicks(fly: () => Kicks): Kicks {
  const way = once(fly)
  return {
    kicks: once(() => way().kicks()),
    keplerKicks: once(() => way().keplerKicks()),
    j2Kicks: once(() => way().j2Kicks()),
  }
}

/** Of each model the last: a plan makes a dozen trials at one time, of a burn, of a weak one, of arcs that begin there. */
const flownBefore = new WeakMap<EncounterModel, WithoutBurn>()

/**
 * The primary at the time of a burn, where it comes to without one, and the kicks there. All trials of a plan begin
 * at one time, so that the last time of each model is kept.
 */
export function withoutBurn(model: EncounterModel, burnS: number): WithoutBurn {
  const known = flownBefore.get(model)
  if (known?.burnS === burnS) return known
  const { encounter, dynamics } = model
  const leg = { fromS: burnS, toS: 0 }
  const state = dynamics.fly(encounter.primary, { fromS: 0, toS: burnS }, 'primary')
  const flown = {
    burnS,
    state,
    unmovedEnd: once(() => dynamics.fly(state, leg, 'primary')),
    still: keptKicks(() => kicksFrom(dynamics, state, leg)),
  }
  flownBefore.set(model, flown)
  return flown
}

/** Of how kicks bend with a burn, Kepler's motion loses so much a revolution under J2: 2.4 % after 2.5, 15 % after 15.5, 45 % after 45.5. */
const LOST_PER_REVOLUTION = 0.01
/** What kicks may lack, as a share of the largest: of a probability that is a few thousandths where the error of a burn rules. */
const KICKS_RELATIVE = 1e-3

/**
 * Whether Kepler's motion says too little of how kicks bend: they do so with the size of the burn and the square of the time, and what is
 * lost of it grows with the time. After ten days, a burn of 0.1 m/s has kicks that Kepler's bend leaves 4 % off, and one of 1 m/s half.
 */
function isFarBent(moved: Matrix, still: Matrix, revolutions: number): boolean {
  const largest = (at: (i: number, j: number) => number) =>
    Math.max(
      ...buildMatrix(6, 3, (i, j) => Math.abs(at(i, j)))
        .slice(0, 3)
        .flat(),
    )
  const bend = largest((i, j) => entry(moved, i, j) - entry(still, i, j)) / largest((i, j) => entry(still, i, j))
  return bend * revolutions * LOST_PER_REVOLUTION > KICKS_RELATIVE
}

/**
 * The kicks of ways that begin at one time. Kicks that are dear are integrated once, without a burn. How they bend with the burn is a small
 * part of them, and over a few revolutions Kepler's motion has most of that part: K(Δv) = K(0) + K₂(Δv) − K₂(0). Without it a burn of
 * 0.16 m/s one revolution ahead, with 10 % of error, left a probability that was 3 % off, and one of 260 m/s one of a hundredth. Where
 * Kepler's motion says too little of one of the ways, as it does after days, J2 says it of all, so that one polynomial goes through them.
 */
export function bentKicks(
  { dynamics, periodS }: Pick<EncounterModel, 'dynamics' | 'periodS'>,
  ways: readonly Kicks[],
  { still, burnS }: { readonly still: Kicks; readonly burnS: number },
): Matrix[] {
  if (dynamics.hasCheapKicks) return ways.map((way) => way.kicks())
  const kepler = ways.map((way) => way.keplerKicks())
  const isFar = kepler.some((one) => isFarBent(one, still.keplerKicks(), -burnS / periodS))
  if (isFar && dynamics.name === 'j2') return ways.map((way) => way.kicks())
  const [dear, cheap] = [still.kicks(), isFar ? still.j2Kicks() : still.keplerKicks()]
  const moved = isFar ? ways.map((way) => way.j2Kicks()) : kepler
  return moved.map((one) => buildMatrix(6, 3, (i, j) => entry(dear, i, j) + entry(one, i, j) - entry(cheap, i, j)))
}

/** An attempt whose kicks are computed when somebody asks for them: under J2 they take as long as four flights. */
export function attemptOf(deltaV: Vec3, kicks: () => Matrix, after: EncounterAfter): Attempt {
  return {
    deltaV,
    after,
    get kicks() {
      return kicks()
    },
  }
}

/** A value that is made when it is first asked for, and then kept; undefined counts as a value, too. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Where a unit of each direction of Δv (inertial) moves the primary in the conjunction plane of an attempt, s; null without a plane.
 * The kicks are those at the TCA of the message: from there to the new one their velocities carry them on, straight to (n t)² / 2.
 */
export function planeMap({ after, kicks }: Attempt, directions: readonly Vec3[]): PlaneMap | null {
  if (after.planar === null) return null
  const [x, y] = after.planar.axes
  // Place at the new TCA: that at the old one and the velocity times the time between.
  const atTca = (i: number, j: number) => entry(kicks, i, j) + after.tcaS * entry(kicks, i + 3, j)
  // What a unit of the inertial component j makes along an axis of the plane, s.
  const row = (axis: Vec3, j: number) => axis[0] * atTca(0, j) + axis[1] * atTca(1, j) + axis[2] * atTca(2, j)
  const [alongX, alongY]: [Vec3, Vec3] = [
    [row(x, 0), row(x, 1), row(x, 2)],
    [row(y, 0), row(y, 1), row(y, 2)],
  ]
  return directions.map((direction): Vec2 => [dot(alongX, direction), dot(alongY, direction)])
}

/** A TCA moved by more than this turns the plane so far that the map has to be taken from attempts about the one at hand. */
const STRAIGHT_S = 1
/** By how much those differ, m/s. */
const NEXT_MPS = 1e-3

/**
 * The same where the TCA has moved far: by differences of the miss of each attempt. Plane and covariance turn with the TCA. The axes of the
 * attempt at hand are carried into the plane of the next one by the smallest turn, and what the next covariance C' makes of its miss m is
 * told in the covariance C at hand: u = C^½ C'^−½ m has the same number of sigmas. Both roots are symmetric, so that u moves gently also
 * where the covariance is as large in all directions and has no principal axes. A target of distance keeps the length: u = m.
 */
export function bentPlaneMap(
  trial: BurnTrial,
  attempt: Attempt,
  { directions, kind }: { readonly directions: readonly Vec3[]; readonly kind: Target['kind'] },
): PlaneMap | null {
  const { planar, tcaS } = attempt.after
  if (planar === null || Math.abs(tcaS) <= STRAIGHT_S) return planeMap(attempt, directions)
  const sigmasOf = ({ miss }: Planar): Vec2 => (kind === 'miss' ? [1, 1] : [miss.sigmaXM, miss.sigmaYM])
  const [sigmaX, sigmaY] = sigmasOf(planar)
  // Forward differences: the attempt at hand is one end of each.
  const columns = directions.map((direction): Vec2 | null => {
    const next = trial.attempt(add(attempt.deltaV, scale(direction, NEXT_MPS))).after.planar
    if (next === null) return null
    const [nextX, nextY] = sigmasOf(next)
    const [x, y] = alongCarried(planar, next, [next.miss.xM / nextX, next.miss.yM / nextY])
    return [(planar.miss.xM - sigmaX * x) / NEXT_MPS, (planar.miss.yM - sigmaY * y) / NEXT_MPS]
  })
  return columns.every((column) => column !== null) ? columns : null
}

/** A vector in the principal axes of the next plane, along those of the first that were turned into it. */
function alongCarried({ axes: [x, y] }: Planar, { axes: [nextX, nextY] }: Planar, [a, b]: Vec2): Vec2 {
  const [z, nextZ] = [cross(x, y), cross(nextX, nextY)]
  // The smallest turn of z to z' takes a vector d across z to d − (d · z')/(1 + z · z') (z + z').
  const carried = add(x, scale(add(z, nextZ), -dot(x, nextZ) / (1 + dot(z, nextZ))))
  const [c, s] = [dot(carried, nextX), dot(carried, nextY)]
  return [c * a + s * b, c * b - s * a]
}
