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

/** A burn at one instant, for which any Δv can be tried. */
export interface BurnTrial {
  /** The primary just before the burn. */
  readonly state: CartesianState
  /** Its radial, transverse and normal axes. */
  readonly rtn: Mat3
  readonly attempt: (deltaV: Vec3) => Attempt
}

/** The encounter that results from a Δv (m/s in the inertial frame). */
export interface Attempt {
  readonly deltaV: Vec3
  readonly after: EncounterAfter
  /** The derivative of the primary's state, at the TCA of the message, with respect to the Δv: 6 × 3. */
  readonly kicks: Matrix
}

/**
 * Returns a trial of a burn `burnS` after the TCA of the message (before it: negative). Propagation to the burn and back has a rounding error.
 * The error is subtracted, so that a zero burn leaves the encounter unchanged (flight rule F5). Throws RangeError if the dynamics cannot
 * propagate the orbit.
 */
export function makeBurnTrial(model: EncounterModel, burnS: number, error: ExecutionError | null): BurnTrial {
  const { encounter, dynamics } = model
  const leg = { fromS: burnS, toS: 0 }
  const { state, unmovedEnd, still } = withoutBurn(model, burnS)
  const unmoved = unmovedEnd()
  // The rounding error of the propagation forth and back.
  const [dr, dv] = [subtract(encounter.primary.r, unmoved.r), subtract(encounter.primary.v, unmoved.v)]
  const rtn = rtnAxes(state)
  const arrival = (deltaV: Vec3, moved: CartesianState): CartesianState => {
    // Adding the rounding error back would itself be rounded in the last bit.
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

/** The primary's path from a time to the TCA of the message without a burn; its parts are computed on demand. */
interface WithoutBurn {
  readonly burnS: number
  readonly state: CartesianState
  readonly unmovedEnd: () => CartesianState
  readonly still: Kicks
}

/** The derivatives of the primary's state, at the TCA of the message, with respect to the Δv on one path there: 6 × 3 each. */
export interface Kicks {
  /** With the dynamics of the encounter. */
  readonly kicks: () => Matrix
  /** With Kepler's motion from the burn onwards. */
  readonly keplerKicks: () => Matrix
  /** With J2. */
  readonly j2Kicks: () => Matrix
}

/** Returns the derivatives for a burn at the start of a leg. */
export function kicksFrom(dynamics: Dynamics, state: CartesianState, leg: Leg): Kicks {
  return {
    kicks: () => dynamics.kicks(state, leg),
    keplerKicks: () => TWO_BODY.kicks(state, leg),
    j2Kicks: () => J2.kicks(state, leg),
  }
}

/** Returns the derivatives of a path, which is propagated at the first request and then stored. */
export function keptKicks(fly: () => Kicks): Kicks {
  const way = once(fly)
  return {
    kicks: once(() => way().kicks()),
    keplerKicks: once(() => way().keplerKicks()),
    j2Kicks: once(() => way().j2Kicks()),
  }
}

/** The last path of each model: a plan makes a dozen trials at one time, of a burn, of a weaker burn, and of arcs that begin there. */
const flownBefore = new WeakMap<EncounterModel, WithoutBurn>()

/**
 * Returns the primary at the time of a burn, its state at TCA without the burn, and the derivatives for a burn there. All trials of a plan begin
 * at one time, so the path for the last time of each model is stored.
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

/**
 * The relative error of Kepler's motion under J2, per revolution, in the change of the derivatives with a burn: 2.4 % after 2.5 revolutions, 15 %
 * after 15.5, 45 % after 45.5.
 */
const LOST_PER_REVOLUTION = 0.01
/** The allowed error of the derivatives relative to the largest: a few thousandths of a probability if the execution error dominates. */
const KICKS_RELATIVE = 1e-3

/**
 * Returns true if Kepler's motion is too inaccurate for the change of the derivatives with the burn. This change is proportional to the burn's
 * size and the square of the time, and the lost part of it grows with the time. After ten days, the error is 4 % of the derivatives for a burn of
 * 0.1 m/s, and half of them for 1 m/s.
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
 * Returns the derivatives on paths that begin at one time. Derivatives that are slow to compute are integrated once, without a burn. Their change
 * with the burn is a small part of them, and over a few revolutions Kepler's motion gives most of that part: K(Δv) = K(0) + K₂(Δv) − K₂(0).
 * Without it, the probability was wrong by 3 % for a burn of 0.16 m/s one revolution before TCA with an execution error of 10 %, and by one per
 * cent for a burn of 260 m/s. If Kepler's motion is too inaccurate for one of the paths, as it is after days, J2 is used for all paths, so that
 * one polynomial fits all of them.
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

/** Returns an attempt whose derivatives are computed on demand: under J2 they take as long as four propagations. */
export function attemptOf(deltaV: Vec3, kicks: () => Matrix, after: EncounterAfter): Attempt {
  return {
    deltaV,
    after,
    get kicks() {
      return kicks()
    },
  }
}

/** Returns a function that computes a value at the first call and then stores it; undefined also counts as a value. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Returns how far a unit of Δv along each direction (inertial) moves the primary in an attempt's conjunction plane, s; null without a plane. The
 * derivatives hold for the message's TCA: from there to the new TCA they continue linearly with their velocities, with an error of (n t)² / 2.
 */
export function planeMap({ after, kicks }: Attempt, directions: readonly Vec3[]): PlaneMap | null {
  if (after.planar === null) return null
  const [x, y] = after.planar.axes
  // The position at the new TCA: the position at the old TCA plus the velocity times the time between.
  const atTca = (i: number, j: number) => entry(kicks, i, j) + after.tcaS * entry(kicks, i + 3, j)
  // The shift along an axis of the plane for a unit of the inertial component j, s.
  const row = (axis: Vec3, j: number) => axis[0] * atTca(0, j) + axis[1] * atTca(1, j) + axis[2] * atTca(2, j)
  const [alongX, alongY]: [Vec3, Vec3] = [
    [row(x, 0), row(x, 1), row(x, 2)],
    [row(y, 0), row(y, 1), row(y, 2)],
  ]
  return directions.map((direction): Vec2 => [dot(alongX, direction), dot(alongY, direction)])
}

/** If the TCA moves by more than this, the plane rotates so far that the map is computed from attempts near the current one. */
const STRAIGHT_S = 1
/** The difference between these attempts, m/s. */
const NEXT_MPS = 1e-3

/**
 * Returns the map of planeMap() if the TCA has moved far, from differences of the miss vector of attempts. Plane and covariance change with the
 * TCA. The axes of the current attempt are carried into the plane of the next attempt by the smallest rotation. The next attempt's miss m and
 * covariance C' are expressed with the current covariance C: u = C^½ C'^−½ m has the same number of sigmas. Both roots are symmetric, so u
 * changes smoothly even if the covariance is equal in all directions and has no principal axes. A target of distance keeps the length: u = m.
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
  // Forward differences: each starts from the current attempt.
  const columns = directions.map((direction): Vec2 | null => {
    const next = trial.attempt(add(attempt.deltaV, scale(direction, NEXT_MPS))).after.planar
    if (next === null) return null
    const [nextX, nextY] = sigmasOf(next)
    const [x, y] = alongCarried(planar, next, [next.miss.xM / nextX, next.miss.yM / nextY])
    return [(planar.miss.xM - sigmaX * x) / NEXT_MPS, (planar.miss.yM - sigmaY * y) / NEXT_MPS]
  })
  return columns.every((column) => column !== null) ? columns : null
}

/** Converts a vector from the principal axes of the next plane to the current axes, carried into that plane. */
function alongCarried({ axes: [x, y] }: Planar, { axes: [nextX, nextY] }: Planar, [a, b]: Vec2): Vec2 {
  const [z, nextZ] = [cross(x, y), cross(nextX, nextY)]
  // The smallest rotation of z to z' takes a vector d normal to z to d − (d · z')/(1 + z · z') (z + z').
  const carried = add(x, scale(add(z, nextZ), -dot(x, nextZ) / (1 + dot(z, nextZ))))
  const [c, s] = [dot(carried, nextX), dot(carried, nextY)]
  return [c * a + s * b, c * b - s * a]
}
