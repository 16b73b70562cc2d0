import { type ClosestApproach, linearClosestApproach, listClosestApproaches } from '../conjunction/closest-approach.ts'
import { conjunctionPlane, type EncounterObject } from '../conjunction/conjunction-plane.ts'
import { type PrincipalMiss, principalMiss } from '../conjunction/principal-axes.ts'
import { covarianceFromRtn, covarianceToRtn } from '../conjunction/rtn.ts'
import { GM_EARTH } from '../constants.ts'
import { type Matrix, mapCovariance } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { flyTwoBody, propagateTwoBody } from '../orbit/two-body.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { Dynamics, EncounterObjectName } from './dynamics.ts'
import { sumMatrices } from './execution-error.ts'

/** An encounter that should be avoided: both objects at the TCA of the message, in one inertial frame, and the combined radius. */
export interface PlannedEncounter {
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
  /** Combined hard-body radius, m. */
  readonly radiusM: number
}

/** An encounter after the primary's burn. */
export interface EncounterAfter {
  /** Closest approach, in seconds after the TCA of the message. */
  readonly tcaS: number
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
  /**
   * Both objects as a message would give them. Their epoch has the same offset from the closest approach as in the original message, whose TCA is
   * rounded.
   */
  readonly atMessageEpoch: MessageStates
  /** This epoch, in seconds after the TCA of the message. */
  readonly messageEpochS: number
  readonly missDistanceM: number
  readonly relativeSpeedMps: number
  /** The encounter in the conjunction plane, along its principal axes, the minor axis first; null if there is no plane. */
  readonly planar: Planar | null
}

/** The states and covariances from which an assessment starts. */
export interface MessageStates {
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
}

/** The miss in principal axes, and those axes as vectors of the inertial frame. */
export interface Planar {
  readonly miss: PrincipalMiss
  readonly axes: readonly [Vec3, Vec3]
}

/** The primary at the TCA of the message, after a burn. */
export interface Arrival {
  readonly state: CartesianState
  /** The burn's contribution to the covariance of the position, or of the whole state: m², m²/s, m²/s². */
  readonly added?: Matrix
}

/** An encounter, and the function that returns the encounter after a burn. */
export interface EncounterModel {
  readonly encounter: PlannedEncounter
  readonly dynamics: Dynamics
  readonly periodS: number
  readonly after: (arrival: Arrival) => EncounterAfter
}

/** Newton's method for the TCA ends with a step below this: the next step moves the objects by less than a nanometre. */
const LAST_STEP_S = 1e-4
const MOST_STEPS = 25
/** The TCA is searched within this fraction of a period from the TCA of the message. */
const REACH_PERIODS = 0.25
/** Within this time a state is moved with constant gravity: the neglected third-order term n² v t³/6 is 1e-9 m. */
const SHORT_S = 1e-2

/**
 * Returns the model of an encounter after a burn (flight rule F5): the TCA is searched again on the curved orbits. From the new TCA the objects
 * are moved back by the offset between the message's TCA and its closest approach, which is the rounding of the message. Both covariances are
 * mapped there from the message. A covariance of position and velocity is mapped by the two-body transition matrix. A covariance of position only
 * is constant in the radial, transverse and normal axes of its own object; the primary's axes are taken after the burn. Source of the mapping of
 * position and velocity: Tapley, Schutz and Born, Statistical Orbit Determination (2004), eq. 4.8.1. A message after the burn would contain these
 * values, and they are used as assess() uses a message: a planar method after a straight motion to the closest approach, a method along curved
 * orbits from the states at the message's epoch. A zero burn returns exactly the message. Throws RangeError for a state without an orbit.
 */
export function makeEncounterModel(encounter: PlannedEncounter, dynamics: Dynamics): EncounterModel {
  const messageTcaS = approach(encounter, dynamics, encounter.primary).tcaS
  // The offset that assess() uses: on straight lines.
  const straight = linearClosestApproach(encounter.primary, encounter.secondary)
  const straightS = straight.ok ? straight.seconds : 0
  const carriers = {
    primary: carrierOf(encounter.primary, encounter.primary.covariance),
    secondary: carrierOf(encounter.secondary, encounter.secondary.covariance),
  }
  const messageStatesOf = (state: CartesianState): MessageStates & { readonly laterS: number } => {
    if (isSame(state, encounter.primary)) {
      return { laterS: 0, primary: encounter.primary, secondary: encounter.secondary }
    }
    const found = approach(encounter, dynamics, state)
    const laterS = found.tcaS - messageTcaS
    const back = (at: CartesianState, start: CartesianState, who: EncounterObjectName) =>
      Math.abs(messageTcaS) <= SHORT_S ? shift(at, -messageTcaS) : dynamics.fly(start, { fromS: 0, toS: laterS }, who)
    const primary = back(found.primary, state, 'primary')
    const secondary = back(found.secondary, encounter.secondary, 'secondary')
    return {
      laterS,
      primary: { ...primary, covariance: carriers.primary(primary, laterS) },
      secondary: { ...secondary, covariance: carriers.secondary(secondary, laterS) },
    }
  }
  return {
    encounter,
    dynamics,
    periodS: keplerPeriodS(encounter.primary),
    after({ state, added }) {
      const { laterS, primary: still, secondary } = messageStatesOf(state)
      // The execution error is given at the TCA of the message. It is added unchanged, and not mapped over the seconds to the new TCA.
      const own = still.covariance
      const primary = added === undefined ? still : { ...still, covariance: sumMatrices(own, sized(added, own.length)) }
      const [first, second] = [moveStraight(primary, straightS), moveStraight(secondary, straightS)]
      return {
        tcaS: laterS + straightS,
        primary: first,
        secondary: second,
        atMessageEpoch: { primary, secondary },
        messageEpochS: laterS,
        missDistanceM: norm(subtract(second.r, first.r)),
        relativeSpeedMps: norm(subtract(second.v, first.v)),
        planar: planarOf(first, second, encounter.radiusM),
      }
    },
  }
}

/**
 * Moves an object as linearClosestApproach() and describeEncounter() move the objects of a message: velocity and covariance are constant. A
 * planar method assumes this motion, and uses the miss at its closest approach.
 */
function moveStraight(object: EncounterObject, seconds: number): EncounterObject {
  return { ...object, r: add(object.r, scale(object.v, seconds)) }
}

function isSame(a: CartesianState, b: CartesianState): boolean {
  return ([0, 1, 2] as const).every((k) => a.r[k] === b.r[k] && a.v[k] === b.v[k])
}

/**
 * Returns the osculating period of a Kepler orbit, s: 2π √(a³/µ) with 1/a = 2/r − v²/µ (vis-viva). Lead times in orbits are multiples of it.
 * Throws RangeError for an unbound orbit.
 */
export function keplerPeriodS({ r, v }: CartesianState): number {
  const alpha = 2 / norm(r) - dot(v, v) / GM_EARTH
  if (!(alpha > 0)) throw new RangeError('the primary leaves the Earth: its orbit has no period')
  return 2 * Math.PI * Math.sqrt(1 / (GM_EARTH * alpha ** 3))
}

/** Returns a covariance at a time after the TCA of the message, from the state of its object there. */
type Carrier = (state: CartesianState, laterS: number) => Matrix

/**
 * With velocities, the covariance is Φ P Φᵀ over the time by which the burn moves the TCA. Without velocities, P is constant in RTN and rotates
 * with these axes.
 */
function carrierOf(state: CartesianState, covariance: Matrix): Carrier {
  if (covariance.length === 6) {
    return (there, laterS) => {
      if (laterS === 0) return covariance
      // Propagates forwards from the earlier state; this matrix is the inverse of the matrix of the way back.
      const before = flyTwoBody(there, -laterS, GM_EARTH)
      return mapCovariance(propagateTwoBody(before, laterS, GM_EARTH).stm, covariance)
    }
  }
  const rtn = covarianceToRtn(state, covariance)
  return (there) => covarianceFromRtn(there, rtn)
}

/** Returns the block of a 6 × 6 matrix with the size of the covariance. */
function sized(added: Matrix, size: number): Matrix {
  return added.length === size ? added : added.slice(0, size).map((row) => row.slice(0, size))
}

/** The time at which the objects are nearest, in seconds after the TCA of the message, and their states there. */
interface Approach {
  readonly tcaS: number
  readonly primary: CartesianState
  readonly secondary: CartesianState
}

/**
 * Returns the closest approach next to the TCA of the message: where Δr · Δv passes 0, by Newton's method with the relative acceleration of two
 * point masses, which is accurate to a thousandth. If this leads to no minimum, the whole range is searched. The derivative of Δr · Δv is Δv² +
 * Δr · Δa. In a fast encounter Δv² dominates, and one step is enough. For two neighbours on one orbit, at metres per second, Δr · Δa is equally
 * important, and without it the steps would be wrong.
 */
function approach(encounter: PlannedEncounter, dynamics: Dynamics, state: CartesianState): Approach {
  const fly = (start: CartesianState, who: EncounterObjectName, toS: number) =>
    dynamics.fly(start, { fromS: 0, toS }, who)
  const reachS = REACH_PERIODS * keplerPeriodS(encounter.primary)
  let tcaS = 0
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const primary = fly(state, 'primary', tcaS)
    const secondary = fly(encounter.secondary, 'secondary', tcaS)
    const [dr, dv] = [subtract(secondary.r, primary.r), subtract(secondary.v, primary.v)]
    // d(Δr·Δv)/dt = Δv² + Δr·Δa; if it is not above 0, the step leads to a maximum of the distance.
    const slope = dot(dv, dv) + dot(dr, subtract(pull(secondary.r), pull(primary.r)))
    if (!(slope > 0)) break
    const by = -dot(dr, dv) / slope
    if (Math.abs(by) < LAST_STEP_S) {
      return { tcaS: tcaS + by, primary: shift(primary, by), secondary: shift(secondary, by) }
    }
    tcaS += by
    if (!(Math.abs(tcaS) <= reachS)) break
  }
  return searchAll(encounter, { state, reachS, fly })
}

interface Search {
  readonly state: CartesianState
  readonly reachS: number
  readonly fly: (start: CartesianState, who: EncounterObjectName, toS: number) => CartesianState
}

/** Returns the deepest approach in the range; if the objects only approach or only separate in it, returns its nearer end. */
function searchAll(encounter: PlannedEncounter, { state, reachS, fly }: Search): Approach {
  const primaryAt = (toS: number) => fly(state, 'primary', toS)
  const secondaryAt = (toS: number) => fly(encounter.secondary, 'secondary', toS)
  // Half a revolution in 200 steps; within a step the distance of two orbits has at most one minimum.
  const window = { fromS: -reachS, toS: reachS, stepS: reachS / 100 }
  const ends = [-reachS, reachS].map((seconds): ClosestApproach => {
    const [primary, secondary] = [primaryAt(seconds), secondaryAt(seconds)]
    return { seconds, primary, secondary, missDistanceM: norm(subtract(secondary.r, primary.r)) }
  })
  const inside = listClosestApproaches(primaryAt, secondaryAt, window)
  const found = inside.length > 0 ? inside : ends
  const best = found.reduce((least, next) => (next.missDistanceM < least.missDistanceM ? next : least))
  return { tcaS: best.seconds, primary: best.primary, secondary: best.secondary }
}

/** Gravity of a point mass, m/s². */
function pull(r: Vec3): Vec3 {
  return scale(r, -GM_EARTH / norm(r) ** 3)
}

/** Returns a state after at most SHORT_S with constant gravity. */
function shift({ r, v }: CartesianState, by: number): CartesianState {
  const g = pull(r)
  return { r: add(r, add(scale(v, by), scale(g, (by * by) / 2))), v: add(v, scale(g, by)) }
}

/**
 * Returns the miss in the conjunction plane. The principal axes are the axes of the plane, rotated by the angle of the minor axis. Along them the
 * two components of the miss are independent, each with its own σ, so that risk and gradient have no mixed terms. Null if the objects do not move
 * past each other, or if the covariance cannot be repaired.
 */
function planarOf(primary: EncounterObject, secondary: EncounterObject, radiusM: number): Planar | null {
  const plane = conjunctionPlane(primary, secondary)
  if (plane === null) return null
  const principal = principalMiss(plane.missM, plane.combined, radiusM)
  if (!principal.ok) return null
  const [c, s] = [Math.cos(principal.minorAxisRad), Math.sin(principal.minorAxisRad)]
  const [x, y] = plane.axes
  const axes = [add(scale(x, c), scale(y, s)), add(scale(x, -s), scale(y, c))] as const
  return { miss: principal.miss, axes }
}
