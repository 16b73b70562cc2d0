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

/** An encounter to be avoided: both objects at the TCA of the message, in one inertial frame, and the combined radius. */
export interface PlannedEncounter {
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
  /** Combined hard-body radius, m. */
  readonly radiusM: number
}

/** What an encounter is after the primary has been moved. */
export interface EncounterAfter {
  /** Closest approach, in seconds after the TCA of the message. */
  readonly tcaS: number
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
  /** Both as a message would give them: as far from the closest approach as those of the message are, whose TCA is rounded. */
  readonly atMessageEpoch: MessageStates
  /** When that is, in seconds after the TCA of the message. */
  readonly messageEpochS: number
  readonly missDistanceM: number
  readonly relativeSpeedMps: number
  /** In the conjunction plane: along its principal axes, the minor one first; null where there is no plane. */
  readonly planar: Planar | null
}

/** The states and covariances that an assessment begins with. */
export interface MessageStates {
  readonly primary: EncounterObject
  readonly secondary: EncounterObject
}

/** The miss in principal axes, and those axes as vectors of the inertial frame. */
export interface Planar {
  readonly miss: PrincipalMiss
  readonly axes: readonly [Vec3, Vec3]
}

/** The primary where the message has its TCA, as it comes there after a burn. */
export interface Arrival {
  readonly state: CartesianState
  /** What the burn adds to the covariance of the position, or of the whole state: m², m²/s, m²/s². */
  readonly added?: Matrix
}

/** An encounter that can be asked what becomes of it. */
export interface EncounterModel {
  readonly encounter: PlannedEncounter
  readonly dynamics: Dynamics
  readonly periodS: number
  readonly after: (arrival: Arrival) => EncounterAfter
}

/** Newton's steps for the TCA end below this: the one after it moves the objects by less than a nanometre. */
const LAST_STEP_S = 1e-4
const MOST_STEPS = 25
/** The TCA is looked for no further than this share of a period from the one of the message. */
const REACH_PERIODS = 0.25
/** What a state is moved by with its gravity as constant: of the third order n² v t³/6 is left out, 1e-9 m after so long. */
const SHORT_S = 1e-2

/**
 * The encounter after a burn (flight rule F5): the TCA is searched again on the curved orbits. From it the objects are taken back by what
 * the TCA of the message is beside the closest approach, which is its rounding, and both covariances are carried there from the message:
 * one of position and velocity by the two-body transition matrix, one of position alone by staying as it is in the radial, transverse and
 * normal axes of its own object, those of the primary taken after the burn. Source of the first: Tapley, Schutz and Born, Statistical
 * Orbit Determination (2004), eq. 4.8.1. That is what a message after the burn would say, and it is read as assess() reads one: a method in
 * the plane after the straight way to the closest approach of the message, one along curved orbits from the states that the message has. No burn at all leaves
 * the message itself, to its last bit. Throws RangeError for a state without an orbit.
 */
export function makeEncounterModel(encounter: PlannedEncounter, dynamics: Dynamics): EncounterModel {
  const messageTcaS = approach(encounter, dynamics, encounter.primary).tcaS
  // What assess() takes for it: on straight lines.
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
      // The error of a burn is that at the TCA of the message. It is added as it is, and not carried over the seconds
      // to the new TCA.
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
 * As linearClosestApproach() and describeEncounter() move the objects of a message: velocity and covariance stay. A
 * method in the plane assumes this motion, and takes the miss at its closest approach.
 */
function moveStraight(object: EncounterObject, seconds: number): EncounterObject {
  return { ...object, r: add(object.r, scale(object.v, seconds)) }
}

function isSame(a: CartesianState, b: CartesianState): boolean {
  return ([0, 1, 2] as const).every((k) => a.r[k] === b.r[k] && a.v[k] === b.v[k])
}

/**
 * The osculating period of a Kepler orbit, s: 2π √(a³/µ) with 1/a = 2/r − v²/µ (vis-viva). Leads in orbits are multiples of it.
 * Throws RangeError where there is none.
 */
export function keplerPeriodS({ r, v }: CartesianState): number {
  const alpha = 2 / norm(r) - dot(v, v) / GM_EARTH
  if (!(alpha > 0)) throw new RangeError('the primary leaves the Earth: its orbit has no period')
  return 2 * Math.PI * Math.sqrt(1 / (GM_EARTH * alpha ** 3))
}

/** A covariance so long after the TCA of the message, from the state of its object there. */
type Carrier = (state: CartesianState, laterS: number) => Matrix

/** With velocities: Φ P Φᵀ over the time by which the burn moves the TCA. Without: P is constant in RTN, and turns with them. */
function carrierOf(state: CartesianState, covariance: Matrix): Carrier {
  if (covariance.length === 6) {
    return (there, laterS) => {
      if (laterS === 0) return covariance
      // Forwards from where the object would have been: the matrix of the way back, turned round.
      const before = flyTwoBody(there, -laterS, GM_EARTH)
      return mapCovariance(propagateTwoBody(before, laterS, GM_EARTH).stm, covariance)
    }
  }
  const rtn = covarianceToRtn(state, covariance)
  return (there) => covarianceFromRtn(there, rtn)
}

/** The block of a 6 × 6 that goes with a covariance of position alone. */
function sized(added: Matrix, size: number): Matrix {
  return added.length === size ? added : added.slice(0, size).map((row) => row.slice(0, size))
}

/** When the objects are nearest, in seconds after the TCA of the message, and their states there. */
interface Approach {
  readonly tcaS: number
  readonly primary: CartesianState
  readonly secondary: CartesianState
}

/**
 * The closest approach next to the TCA of the message: where Δr · Δv passes 0, by Newton's method with the relative acceleration of
 * two point masses, which is all of it but a thousandth. Where that leads to no minimum, the whole reach is searched.
 * The derivative of Δr · Δv is Δv² + Δr · Δa. For a fast encounter Δv² is all of it, and one step does; for one of two
 * neighbours on one orbit, metres a second, Δr · Δa counts as much, and without it the steps would be wrong.
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
    // d(Δr·Δv)/dt = Δv² + Δr·Δa; not above 0 it leads to a maximum of the distance.
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

/** The deepest approach within the reach; where the objects only near or only part in it, its nearer end. */
function searchAll(encounter: PlannedEncounter, { state, reachS, fly }: Search): Approach {
  const primaryAt = (toS: number) => fly(state, 'primary', toS)
  const secondaryAt = (toS: number) => fly(encounter.secondary, 'secondary', toS)
  // Half a revolution in 200 steps, between which the distance of two orbits has one minimum at most.
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

/** A state moved by no more than SHORT_S, its gravity as constant. */
function shift({ r, v }: CartesianState, by: number): CartesianState {
  const g = pull(r)
  return { r: add(r, add(scale(v, by), scale(g, (by * by) / 2))), v: add(v, scale(g, by)) }
}

/**
 * The miss in the conjunction plane; the principal axes are those of the plane, turned by the angle of the minor one.
 * Along these the two components of the miss are independent, each with a σ of its own, so that risk and gradient have
 * no mixed terms. Null where the objects do not move past each other, or the covariance is beyond repair.
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
