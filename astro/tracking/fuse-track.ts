import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { type Matrix, mapCovariance } from '../matrix.ts'
import type { Bias, NotDetermined } from '../measurement/determination.ts'
import { determineOrbit } from '../measurement/determine-orbit.ts'
import type { Fly } from '../measurement/flight.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { Observation } from '../measurement/observation.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import {
  carriedTo,
  combine,
  inverseForm,
  inverseTransition,
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
  readonly observations: readonly Observation[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases: readonly Bias[]
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
 * knowledge, the measurements are added to it (determineOrbit), and what they change is carried to closest approach. What an
 * unknown acceleration adds in between stays as it is (splitCovariance): a track does not know of it. Without measurements the
 * state and the covariance are those of the message, to the last digit. A track that moves the state by more than its covariance
 * allows is not taken in: the object may have manoeuvred, and no fit runs through that (F23 of the flight rules). Source: Tapley,
 * Schutz and Born, Statistical Orbit Determination (2004), §4.6 (a-priori information). Throws RangeError for a covariance that is
 * not positive definite.
 */
export function fuseTrack(input: TrackToFuse): FusedTrack {
  const { tracked, start, secondsToTca, fly, observations, sites, biases, accelerationSigma } = input
  if (observations.length === 0) return { ok: false, reason: 'no-measurements' }
  const split = splitCovariance(tracked.covariance, tracked, { seconds: secondsToTca, accelerationSigma })
  // The prior at the track: P(t) = Φ⁻¹ P(TCA) Φ⁻ᵀ of what has happened by then. Going back with all of the covariance
  // would make it smaller along the track than it ever was, as the part that is still to come would be taken for
  // knowledge.
  const ahead = transitionBetween(start, tracked, secondsToTca)
  const priorCovariance = mapCovariance(inverseTransition(ahead), split.known)
  const found = determineOrbit({ start, fly, observations, sites, biases, priorCovariance })
  if (!found.ok) return found
  const change = changeOf(start, found.state)
  const shiftSquared = inverseForm(priorCovariance, change)
  if (shiftSquared > MOST_SHIFT_SQUARED) return { ok: false, reason: 'possible-manoeuvre' }
  const edited = found.residuals.filter((row) => row.edited !== null).length
  return {
    ok: true,
    state: carriedTo({ from: start, changed: found.state, to: tracked }, secondsToTca),
    covariance: combine(mapCovariance(ahead, found.covariance), split.unavoidable),
    scaleFactor: found.scaleFactor,
    weightedRms: found.weightedRms,
    used: found.residuals.length - edited,
    edited,
    shiftSquared,
  }
}

const changeOf = (from: CartesianState, to: CartesianState): number[] => [
  ...to.r.map((value, i) => value - (from.r[i] ?? missing())),
  ...to.v.map((value, i) => value - (from.v[i] ?? missing())),
]
