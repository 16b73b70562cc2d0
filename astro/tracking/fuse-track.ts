import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { buildMatrix, type Matrix, mapCovariance } from '../matrix.ts'
import { determineWithCommonError } from '../measurement/common-error.ts'
import type { Bias, NotDetermined } from '../measurement/determination.ts'
import type { Fly } from '../measurement/flight.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { Measurement } from '../measurement/observation.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Epoch } from '../time/epoch.ts'
import { add, subtract } from '../vec3.ts'
import {
  carriedTo,
  combine,
  inverseForm,
  inverseTransition,
  pushedBy,
  splitCovariance,
  transitionBetween,
} from './unavoidable.ts'

/** A track of an object whose state at closest approach a message tells; GCRF, m and m/s. */
export interface TrackToFuse {
  /** As the message has it at closest approach, with 6 × 6. */
  readonly tracked: EncounterObject
  /** The same orbit at the first measurement. */
  readonly start: CartesianState
  readonly secondsToTca: number
  /** The motion over the track from a state at its first measurement. */
  readonly fly: Fly
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases: readonly Bias[]
  /**
   * The motion from a state at the first measurement to closest approach by all forces, for measurements that determine an orbit by
   * themselves, as positions of a receiver on board do. Absent: what a track changes is carried as two bodies move.
   */
  readonly ahead?: { readonly fly: Fly; readonly tca: Epoch }
  /** Unknown constant acceleration along the track from the track to closest approach, 1 sigma, m/s². */
  readonly accelerationSigma: number
}

export type FusedTrack =
  | {
      readonly ok: true
      /** At the closest approach of the message. */
      readonly state: CartesianState
      readonly covariance: Matrix
      readonly scaleFactor: number
      readonly weightedRms: number
      readonly used: number
      readonly edited: number
      /** How far the track moves the state, in the light of its covariance before, squared; 6 degrees of freedom. */
      readonly shiftSquared: number
    }
  | { readonly ok: false; readonly reason: NotDetermined['reason'] | 'no-measurements' | 'possible-manoeuvre' }

/** The state is moved by more than this in one of a million tracks of an object that flew on freely: χ² of 6 degrees. */
export const MOST_SHIFT_SQUARED = 38.26

/**
 * The message with the track in it: at the first measurement the orbit of the message with the covariance that it had by then is
 * knowledge, the measurements are added to it (determineWithCommonError), and what they change is carried to closest approach. What an
 * unknown acceleration adds in between stays as it is (splitCovariance): a track does not know of it. Without measurements the
 * state and the covariance are those of the message, to the last digit. A track that moves the state by more than its covariance
 * allows is not taken in: the object may have manoeuvred, and no fit runs through that (F23 of the flight rules). Source: Tapley,
 * Schutz and Born, Statistical Orbit Determination (2004), §4.6 (a-priori information). Throws RangeError for a covariance that is
 * not positive definite.
 */
export function fuseTrack(input: TrackToFuse): FusedTrack {
  const { tracked, start, secondsToTca, fly, observations, sites, biases, accelerationSigma } = input
  if (observations.length === 0) return { ok: false, reason: 'no-measurements' }
  const way = input.ahead === undefined ? null : wayAhead(input, input.ahead)
  // The prior at the track: P(t) = Φ⁻¹ P(TCA) Φ⁻ᵀ of what has happened by then. Going back with all of the covariance
  // would make it smaller along the track than it ever was, as the part that is still to come would be taken for
  // knowledge.
  const split = way?.split ?? splitCovariance(tracked.covariance, tracked, { seconds: secondsToTca, accelerationSigma })
  const ahead = way?.transition ?? transitionBetween(start, tracked, secondsToTca)
  const priorCovariance = mapCovariance(inverseTransition(ahead), split.known)
  const found = determineWithCommonError({ start, fly, observations, sites, biases, priorCovariance })
  if (!found.ok) return found
  const change = changeOf(start, found.state)
  const shiftSquared = inverseForm(priorCovariance, change)
  if (shiftSquared > MOST_SHIFT_SQUARED) return { ok: false, reason: 'possible-manoeuvre' }
  const edited = found.residuals.filter((row) => row.edited !== null).length
  return {
    ok: true,
    state: way?.carry(found.state) ?? carriedTo({ from: start, changed: found.state, to: tracked }, secondsToTca),
    covariance: combine(mapCovariance(ahead, found.covariance), split.unavoidable),
    scaleFactor: found.scaleFactor,
    weightedRms: found.weightedRms,
    used: found.residuals.length - edited,
    edited,
    shiftSquared,
  }
}

/**
 * The way from the first measurement to closest approach by all forces. Measurements that determine an orbit by themselves contradict a
 * prior that is too narrow, and the fit then gives way where it hurts most: along the track at closest approach. What the unknown
 * acceleration does is therefore added twice, and in full: to what the message knows, as its orbit is flown back with the same unknown
 * forces, and to the result. Null where the motion comes to no end.
 */
function wayAhead(
  { start, tracked, secondsToTca, accelerationSigma }: TrackToFuse,
  { fly, tca }: NonNullable<TrackToFuse['ahead']>,
) {
  const from = fly(start)
  if (from === null) return null
  const before = from.stateAt(tca)
  const push = pushedBy(tracked, Math.max(0, secondsToTca)).map((part) => part * accelerationSigma)
  const unavoidable = buildMatrix(6, 6, (i, j) => (push[i] ?? missing()) * (push[j] ?? missing()))
  return {
    transition: from.transitionTo(tca),
    split: { known: combine(tracked.covariance, unavoidable), unavoidable },
    /** What the measurements change, as it is by then, on the state of the message. */
    carry(changed: CartesianState): CartesianState | null {
      const after = fly(changed)?.stateAt(tca)
      if (after === undefined) return null
      return { r: add(tracked.r, subtract(after.r, before.r)), v: add(tracked.v, subtract(after.v, before.v)) }
    },
  }
}

const changeOf = (from: CartesianState, to: CartesianState): number[] => [
  ...to.r.map((value, i) => value - (from.r[i] ?? missing())),
  ...to.v.map((value, i) => value - (from.v[i] ?? missing())),
]
