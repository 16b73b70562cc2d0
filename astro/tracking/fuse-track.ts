import type { EncounterObject } from '../conjunction/conjunction-plane.ts'
import { buildMatrix, invertScaled, type Matrix, mapCovariance, transformRow } from '../matrix.ts'
import { determineWithCommonError } from '../measurement/common-error.ts'
import type { Bias, NotDetermined } from '../measurement/determination.ts'
import type { Fly } from '../measurement/flight.ts'
import type { GroundSite } from '../measurement/ground-site.ts'
import type { Measurement } from '../measurement/observation.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Epoch } from '../time/epoch.ts'
import { add } from '../vec3.ts'
import {
  carriedTo,
  combine,
  inverseForm,
  inverseTransition,
  pushedBy,
  splitCovariance,
  transitionBetween,
} from './unavoidable.ts'

/** A track of an object whose state at closest approach is in a message; GCRF, m and m/s. */
export interface TrackToFuse {
  /** The object in the message at closest approach, with a 6 × 6 covariance. */
  readonly tracked: EncounterObject
  /** The same orbit at the first measurement. */
  readonly start: CartesianState
  readonly secondsToTca: number
  /** Returns the motion over the track from a state at its first measurement. */
  readonly fly: Fly
  readonly observations: readonly Measurement[]
  readonly sites: ReadonlyMap<string, GroundSite>
  readonly biases: readonly Bias[]
  /**
   * The motion from a state at the first measurement to closest approach under all forces, for measurements that determine an orbit by
   * themselves, such as positions of a receiver on board. Absent: changes by the track are propagated by two-body motion.
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
      /** The squared Mahalanobis distance by which the track moves the state, for the previous covariance; 6 degrees of freedom. */
      readonly shiftSquared: number
    }
  | { readonly ok: false; readonly reason: NotDetermined['reason'] | 'no-measurements' | 'possible-manoeuvre' }

/** A covariance that is much smaller in one combination than in the others cannot be inverted (`invertScaled`). */
const LARGEST_INFLATION = 1e14

/** One in a million tracks of an object without a manoeuvre moves the state by more than this: χ² of 6 degrees. */
export const MOST_SHIFT_SQUARED = 38.26

/**
 * Returns the orbit of the message combined with a track. The prior at the first measurement is the orbit of the message with the covariance
 * that it had then. The measurements are added to it (determineWithCommonError), and the resulting change is mapped to closest approach. The
 * part of the covariance that an unknown acceleration adds in between does not change (splitCovariance), because the track contains no
 * information about it. Without measurements the result is a failure. A track that moves the state by more than its covariance allows is not
 * used: the object may have manoeuvred, and no fit describes that (F23 of the flight rules). Source: Tapley, Schutz and Born, Statistical
 * Orbit Determination (2004), §4.6 (a-priori information). Throws RangeError for a covariance that is not positive definite.
 */
export function fuseTrack(input: TrackToFuse): FusedTrack {
  const { tracked, start, secondsToTca, fly, observations, sites, biases, accelerationSigma } = input
  if (observations.length === 0) return { ok: false, reason: 'no-measurements' }
  const way = input.ahead === undefined ? null : wayAhead(input, input.ahead)
  // The prior at the track is P(t) = Φ⁻¹ P(TCA) Φ⁻ᵀ for the part of the covariance that existed then. If the whole covariance were mapped
  // back, it would be smaller along the track than it ever was: the part that is added later would count as knowledge.
  const split = splitCovariance(tracked.covariance, tracked, { seconds: secondsToTca, accelerationSigma })
  const ahead = way?.transition ?? transitionBetween(start, tracked, secondsToTca)
  const priorCovariance = mapCovariance(inverseTransition(ahead), way?.known ?? split.known)
  const found = determineWithCommonError({ start, fly, observations, sites, biases, priorCovariance })
  if (!found.ok) return found
  const change = changeOf(start, found.state)
  const shiftSquared = inverseForm(priorCovariance, change)
  if (shiftSquared > MOST_SHIFT_SQUARED) return { ok: false, reason: 'possible-manoeuvre' }
  const edited = found.residuals.filter((row) => row.edited !== null).length
  const carried = mapCovariance(ahead, found.covariance)
  return {
    ok: true,
    state: way?.carry(found.state) ?? carriedTo({ from: start, changed: found.state, to: tracked }, secondsToTca),
    covariance: way?.covarianceOf(carried) ?? combine(carried, split.unavoidable),
    scaleFactor: found.scaleFactor,
    weightedRms: found.weightedRms,
    used: found.residuals.length - edited,
    edited,
    shiftSquared,
  }
}

/** The part of the message's variance along the push that may be future drag; the rest is knowledge of the orbit. */
const MOST_TO_COME = 0.5

/**
 * Returns the motion from the first measurement to closest approach under all forces. The covariance of the message contains the effect of
 * the unknown acceleration in between, up to half of the variance along the push (α). If more were removed, the rest would be nearly singular
 * in this direction, and would be contradicted by measurements that determine an orbit by themselves. If the acceleration is less certain
 * than that (β), the message knows the drag better: mapped to closest approach, the measurements have the error β, and the message does not.
 * With K = P − α g gᵀ the fit starts from K + β g gᵀ. The gain of the message is G = K (K + β g gᵀ)⁻¹ = I − γ g gᵀK⁻¹, with γ = β/(1 + β
 * gᵀK⁻¹g); with the fitted covariance Q its covariance becomes G Q Gᵀ + (α + γ) g gᵀ, as for the best linear estimate (fuse-ahead.test.ts).
 * Measurements without information leave P unchanged, and no measurement makes it larger. Null if the motion cannot be propagated.
 */
function wayAhead(
  { start, tracked, secondsToTca, accelerationSigma }: TrackToFuse,
  { fly, tca }: NonNullable<TrackToFuse['ahead']>,
) {
  const from = fly(start)
  if (from === null) return null
  const before = from.stateAt(tca)
  const push = pushedBy(tracked, Math.max(0, secondsToTca))
  const most = MOST_TO_COME / inverseForm(tracked.covariance, push)
  const alpha = Math.min(accelerationSigma ** 2, most)
  const beta = accelerationSigma ** 2 - alpha
  const squared = (factor: number) =>
    buildMatrix(6, 6, (i, j) => factor * (push[i] ?? missing()) * (push[j] ?? missing()))
  const known = combine(tracked.covariance, squared(-alpha))
  const gamma = beta / (1 + beta * inverseForm(known, push))
  const weights = transformRow(invertScaled(known, LARGEST_INFLATION) ?? missing(), push)
  const gain = buildMatrix(
    6,
    6,
    (i, j) => (i === j ? 1 : 0) - gamma * (push[i] ?? missing()) * (weights[j] ?? missing()),
  )
  return {
    transition: from.transitionTo(tca),
    known: combine(known, squared(beta)),
    covarianceOf: (found: Matrix) => combine(mapCovariance(gain, found), squared(alpha + gamma)),
    /** Adds the change by the measurements, mapped to closest approach, to the state of the message. */
    carry(changed: CartesianState): CartesianState | null {
      const after = fly(changed)?.stateAt(tca)
      if (after === undefined) return null
      const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = transformRow(gain, changeOf(before, after))
      return { r: add(tracked.r, [x, y, z]), v: add(tracked.v, [vx, vy, vz]) }
    },
  }
}

const changeOf = (from: CartesianState, to: CartesianState): number[] => [
  ...to.r.map((value, i) => value - (from.r[i] ?? missing())),
  ...to.v.map((value, i) => value - (from.v[i] ?? missing())),
]
