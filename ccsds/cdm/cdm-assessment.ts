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
  /** The combined radius; without it, what the message says. */
  readonly radius?: HardBodyRadius
  /** All methods, or only those that the decision needs (default). */
  readonly methods?: 'all' | 'needed'
}

/** What a message gives: the radius that was used, the assessment with it, or why there is none. */
export interface CdmAssessment {
  readonly radius: HardBodyRadius | null
  readonly assessment: Assessment | null
  readonly error: string | null
}

/**
 * The assessment of a conjunction data message: the one path of `apsis pc` and of the server. Both states are brought into
 * GCRF at TCA, both covariances turned from the RTN frame of their object, and `assess` does the rest; the value of the
 * originator stays beside it.
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

/** Between the miss distance of a message and that of its states: rounded states, and orbits that bend up to the refined TCA. */
const MISS_TOLERANCE_M = 100
const MISS_TOLERANCE_SHARE = 0.1
/** Between its relative speed and that of its states: rounded to a metre per second and coarser, and refined. */
const SPEED_TOLERANCE_MPS = 10
const SPEED_TOLERANCE_SHARE = 1e-3

/**
 * What makes a computed probability worthless although it can be computed: a variance below 0, of position or velocity, or states that give
 * another miss distance or relative speed than the message says itself, or are those of no orbit, as it would hit the ground; nothing
 * where all is well. The components of the relative position say nothing: originators take them in different axes and directions.
 */
function doubtOf({ objects, relative }: Cdm, { encounter, probability }: Assessment): Partial<Assessment> {
  if (probability === null) return {}
  const isNegative = objects.some(({ covariance: { matrix } }) => matrix.some((row, axis) => (row[axis] ?? 0) < 0))
  if (isNegative) return { reason: 'covariance-not-credible', isReliable: false }
  const { missDistanceM } = relative
  const missTolerance = Math.max(MISS_TOLERANCE_M, MISS_TOLERANCE_SHARE * missDistanceM)
  // A speed of 0 stands where nobody has filled one in.
  const relativeSpeedMps = relative.relativeSpeedMps || encounter.relativeSpeedMps
  const isMissed = Math.abs(encounter.missDistanceM - missDistanceM) > missTolerance
  const isOtherSpeed =
    Math.abs(encounter.relativeSpeedMps - relativeSpeedMps) >
    Math.max(SPEED_TOLERANCE_MPS, SPEED_TOLERANCE_SHARE * relativeSpeedMps)
  const isOrbit = [encounter.primary, encounter.secondary].every((object) => perigeeM(object) > WGS84_RADIUS_M)
  return isMissed || isOtherSpeed || !isOrbit ? { reason: 'message-contradicts-itself', isReliable: false } : {}
}

/** Of the two-body orbit through a state, m from the centre of the Earth: a (1 − e). */
function perigeeM({ r, v }: EncounterObject): number {
  const momentum = cross(r, v)
  const semiLatusM = dot(momentum, momentum) / GM_EARTH
  const energy = dot(v, v) / 2 - GM_EARTH / norm(r)
  // e² = 1 + 2 ε h²/µ², and the perigee is p/(1 + e).
  const eccentricity = Math.sqrt(Math.max(0, 1 + (2 * energy * semiLatusM) / GM_EARTH))
  return semiLatusM / (1 + eccentricity)
}

/** Both objects of a message in GCRF at its TCA, covariances with them, of 3 × 3 where they are of position alone. */
export function encounterOfCdm({
  objects,
  relative,
}: Cdm): readonly [primary: EncounterObject, secondary: EncounterObject] {
  return [toInertial(objects[0], relative.tca), toInertial(objects[1], relative.tca)]
}

/** How far the TCAs of the event of a message may be apart, s; CARA's value where a state cannot be transformed, or leaves the Earth. */
export function eventToleranceS(cdm: Cdm): number {
  try {
    return groupToleranceS(encounterOfCdm(cdm).map(keplerPeriodS))
  } catch (error) {
    if (error instanceof RangeError) return CARA_TOLERANCE_S
    throw error
  }
}

/**
 * The object in GCRF, with the covariance of its position alone where that of its velocity is missing or not credible: velocities of a frame that turns get ω × r, and the axes of the covariance are those of the inertial
 * motion. Outside the Earth orientation parameters their ends are held: both objects turn alike, and only ω matters.
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
