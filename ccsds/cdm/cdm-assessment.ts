import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { CARA_TOLERANCE_S, groupToleranceS } from '@apsis/astro/conjunction/group-updates.ts'
import { type Assessment, assess } from '@apsis/astro/conjunction/probability/assess.ts'
import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import { isVelocityCredible } from '@apsis/astro/conjunction/velocity-credibility.ts'
import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { keplerPeriodS } from '@apsis/astro/manoeuvre/encounter-model.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { cross, dot, norm } from '@apsis/astro/vec3.ts'
import { toFrame } from '../block/frame-name.ts'
import type { Cdm, CdmObject } from './cdm.ts'
import { findHardBodyRadius, type HardBodyRadius } from './hard-body-radius.ts'

export interface CdmAssessmentOptions {
  /** The combined radius; if it is absent, the radius in the message. */
  readonly radius?: HardBodyRadius
  /** The methods that are used: all, or only those that the decision needs (default). */
  readonly methods?: 'all' | 'needed'
}

/** The result for a message: the radius that was used, and the assessment with it, or the reason why there is none. */
export interface CdmAssessment {
  readonly radius: HardBodyRadius | null
  readonly assessment: Assessment | null
  readonly error: string | null
}

/**
 * Returns the assessment of a conjunction data message; `apsis pc` and the server both use this function. Both states are transformed to GCRF at TCA,
 * both covariances are rotated from the RTN frames of their objects, and `assess` computes the rest; the originator's value is kept in addition.
 */
export function assessCdm(cdm: Cdm, options: CdmAssessmentOptions = {}): CdmAssessment {
  const radius = options.radius ?? findHardBodyRadius(cdm)
  if (radius === null) return { radius, assessment: null, error: 'the message does not tell the hard-body radius' }
  const { collisionProbability, collisionProbabilityMethod: method } = cdm.relative
  const reported = collisionProbability === undefined ? null : { probability: collisionProbability }
  try {
    const [primary, secondary] = encounterOfCdm(cdm)
    const assessment = assess({
      primary,
      secondary,
      radiusM: radius.radiusM,
      methods: options.methods ?? 'needed',
      ...(reported === null ? {} : { reported: { ...reported, ...(method === undefined ? {} : { method }) } }),
    })
    return { radius, assessment: { ...assessment, ...doubtOf(cdm, assessment) }, error: null }
  } catch (error) {
    if (error instanceof RangeError) return { radius, assessment: null, error: error.message }
    throw error
  }
}

/**
 * The allowed difference between the miss distance in a message and the miss distance that follows from its states: the states are rounded, and the
 * orbits curve until the refined TCA.
 */
const MISS_TOLERANCE_M = 100
const MISS_TOLERANCE_SHARE = 0.1
/**
 * The allowed difference between the relative speed in a message and the relative speed that follows from its states: it is rounded to a metre per
 * second or more coarsely, and TCA is refined.
 */
const SPEED_TOLERANCE_MPS = 10
const SPEED_TOLERANCE_SHARE = 1e-3

/**
 * Returns the reason why a probability is worthless although it can be computed: a variance of position or velocity is below 0, the miss distance or
 * relative speed of the states differs from that in the message, or the orbit of a state would hit the ground. Returns an empty object if there is no
 * such reason. The components of the relative position are not checked, because originators use different axes and directions for them.
 */
function doubtOf({ objects, relative }: Cdm, { encounter, probability }: Assessment): Partial<Assessment> {
  if (probability === null) return {}
  const isNegative = objects.some(({ covariance: { matrix } }) => matrix.some((row, axis) => (row[axis] ?? 0) < 0))
  if (isNegative) return { reason: 'covariance-not-credible', isReliable: false }
  const { missDistanceM } = relative
  const missTolerance = Math.max(MISS_TOLERANCE_M, MISS_TOLERANCE_SHARE * missDistanceM)
  // A relative speed of 0 means that the originator did not fill it in.
  const relativeSpeedMps = relative.relativeSpeedMps || encounter.relativeSpeedMps
  const isMissed = Math.abs(encounter.missDistanceM - missDistanceM) > missTolerance
  const isOtherSpeed =
    Math.abs(encounter.relativeSpeedMps - relativeSpeedMps) >
    Math.max(SPEED_TOLERANCE_MPS, SPEED_TOLERANCE_SHARE * relativeSpeedMps)
  const isOrbit = [encounter.primary, encounter.secondary].every((object) => perigeeM(object) > WGS84_RADIUS_M)
  return isMissed || isOtherSpeed || !isOrbit ? { reason: 'message-contradicts-itself', isReliable: false } : {}
}

/** Returns the perigee distance, a (1 − e), of the two-body orbit through a state, m from the centre of the Earth. */
function perigeeM({ r, v }: EncounterObject): number {
  const momentum = cross(r, v)
  const semiLatusM = dot(momentum, momentum) / GM_EARTH
  const energy = dot(v, v) / 2 - GM_EARTH / norm(r)
  // e² = 1 + 2 ε h²/µ², and the perigee is p/(1 + e).
  const eccentricity = Math.sqrt(Math.max(0, 1 + (2 * energy * semiLatusM) / GM_EARTH))
  return semiLatusM / (1 + eccentricity)
}

/** Returns both objects of a message in GCRF at its TCA, with their covariances, which are 3 × 3 if they contain only the position. */
export function encounterOfCdm({
  objects,
  relative,
}: Cdm): readonly [primary: EncounterObject, secondary: EncounterObject] {
  return [toInertial(objects[0], relative.tca), toInertial(objects[1], relative.tca)]
}

/**
 * Returns by how much the TCAs of messages about the same event may differ, s; CARA's value if a state cannot be transformed, or leaves the Earth.
 */
export function eventToleranceS(cdm: Cdm): number {
  try {
    return groupToleranceS(encounterOfCdm(cdm).map(keplerPeriodS))
  } catch (error) {
    if (error instanceof RangeError) return CARA_TOLERANCE_S
    throw error
  }
}

/**
 * Returns the object in GCRF; its covariance contains only the position if the velocity's part is missing or not credible. The term ω × r is added to
 * velocities in a rotating frame, and the axes of the covariance are those of the inertial motion. Outside the range of the Earth orientation
 * parameters the values at its ends are used: both objects are rotated in the same way, and only ω matters.
 */
function toInertial({ metadata, state, covariance }: CdmObject, tca: Epoch): EncounterObject {
  const frame = toFrame(metadata.refFrame)
  if (frame === null) throw new RangeError(`${metadata.object}: REF_FRAME ${metadata.refFrame} cannot be transformed`)
  const { r, v } = transformState({ frame, epoch: tca, r: state.r, v: state.v }, 'GCRF', { outside: 'hold' })
  const hasVelocity = [3, 4, 5].some((axis) => (covariance.matrix[axis]?.[axis] ?? 0) > 0)
  const isCredible = hasVelocity && isVelocityCredible({ r, v }, ofSize(covariance.matrix, 6))
  const own = { r, v, covariance: covarianceFromRtn({ r, v }, ofSize(covariance.matrix, isCredible ? 6 : 3)) }
  return hasVelocity && !isCredible ? { ...own, isVelocityLeftOut: true } : own
}

function ofSize(matrix: Matrix, size: number): number[][] {
  return matrix.slice(0, size).map((row) => row.slice(0, size))
}
