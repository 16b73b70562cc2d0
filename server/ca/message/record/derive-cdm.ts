import { closeSync, openSync, readSync } from 'node:fs'
import type { EncounterObject, PlaneCovariance } from '@apsis/astro/conjunction/conjunction-plane.ts'
import type { Encounter } from '@apsis/astro/conjunction/encounter.ts'
import { type Assessment as Assessed, isKnown } from '@apsis/astro/conjunction/probability/assess.ts'
import { CO_ORBITING_MPS } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { type SymmetricCovariance, sixOf } from '@apsis/astro/conjunction/relative-difference.ts'
import { covarianceToRtn, positionCovariance } from '@apsis/astro/conjunction/rtn.ts'
import { alongVelocity } from '@apsis/astro/conjunction/velocity-axes.ts'
import { addMatrices, type Mat3 } from '@apsis/astro/mat3.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { dot, norm, scale, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm as Message, CdmObject as MessageObject } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm, eventToleranceS } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { riskLevelOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Assessment, Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { VERSION } from '../../../platform/process/version.ts'
import type { Pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../../platform/thread/task.ts'
import type { Fleet, OwnSatellite } from '../../satellite/record/fleet.ts'
import { STANDARD_THRESHOLDS } from '../../satellite/record/thresholds.data.ts'
import { designatorOf, toInstant } from './api-value.ts'
import { chooseRadii, combineRadii, type LoadedRadii, type ObjectRadius } from './choose-radii.ts'

/** The derived values of a message, as they are stored; all of them follow from the original and the satellites. */
export type DerivedCdm = Pick<Cdm, 'object1' | 'object2' | 'conjunctionData' | 'assessment'> & {
  /** The largest difference between this TCA and the TCA of another message of the event, s. */
  readonly eventToleranceS: number
  /** The covariances that other estimates of the event are compared with. */
  readonly comparison: {
    /** The miss distance as stated in the message, m. */
    readonly reportedMissM: number
    /** Covariances of the positions, in the radial, transverse and normal axes of object 1, m². */
    readonly primaryM2: SymmetricCovariance
    readonly secondaryM2: SymmetricCovariance
  }
}
/** The satellites of the organisation among the two objects. */
export type Own = readonly [OwnSatellite | undefined, OwnSatellite | undefined]
type Rtn = { r: number; t: number; n: number }

/** Bytes of a file. */
export type Slice = { readonly path: string; readonly start: number; readonly end: number }

export type MessageToAssess = {
  /** The bytes of the message, or the path of the file with them. */
  readonly source: Slice | Uint8Array
  /** The satellites of the organisation among its objects, by their catalogue numbers. */
  readonly satellites: ReadonlyMap<string, OwnSatellite>
  /** Radii of its objects in the table that the organisation has loaded, m, by their catalogue numbers. */
  readonly sizes: ReadonlyMap<string, number>
}

export type AssessedMessage = { readonly derived: DerivedCdm; readonly own: Own }

/** A larger number cannot be a number of observations. */
const MOST_OBSERVATIONS = 1e9

/** The time limit is needed because absurd covariances keep the curved method busy for minutes. */
const ASSESS_MESSAGE = task<typeof assessMessage>({
  module: new URL(import.meta.url),
  name: 'assessMessage',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 8 },
})

export type ToAssess = Pick<MessageToAssess, 'source'> & {
  readonly tenantId: string
  readonly designators: readonly [string, string]
  readonly fleet: Pick<Fleet, 'byNumber' | 'radii'>
  readonly signal?: AbortSignal | undefined
}

/**
 * Assesses a message with the present satellites; throws RangeError if it has no geometry. The pool is a parameter, because the processes of the
 * pool also load this file, and have no pool.
 */
export async function assessOnPool(
  pool: Pick<Pool, 'run'>,
  { tenantId, source, designators, fleet, signal }: ToAssess,
): Promise<AssessedMessage> {
  const satellites = new Map<string, OwnSatellite>()
  const sizes = new Map<string, number>()
  for (const designator of designators) {
    const satellite = fleet.byNumber.get(designator)
    if (satellite !== undefined) satellites.set(designator, satellite)
    const radiusM = fleet.radii.get(designator)
    if (radiusM !== undefined) sizes.set(designator, radiusM)
  }
  try {
    return await pool.run(ASSESS_MESSAGE, tenantId, { source, satellites, sizes }, signal)
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    throw new RangeError(`assessing it takes ${error.what}: its covariance may be wrong`)
  }
}

/** Returns the assessment of a message from the side of our satellite. Throws RangeError if it has no geometry. Runs in the worker pool. */
export function assessMessage({ source, satellites, sizes }: MessageToAssess): AssessedMessage {
  const message = readStored(source instanceof Uint8Array ? source : readSlice(source))
  const [first, second] = message.objects
  const designators = [
    designatorOf(first.metadata.objectDesignator),
    designatorOf(second.metadata.objectDesignator),
  ] as const
  const turned = isTurned(designators, satellites)
  const [one, other] = designators.map((designator) => satellites.get(designator))
  const own = turned ? ([other, one] as const) : ([one, other] as const)
  const [firstM = null, secondM = null] = designators.map((designator) => sizes.get(designator))
  const loaded = turned ? ([secondM, firstM] as const) : ([firstM, secondM] as const)
  return { derived: deriveCdm(turned ? turnMessage(message) : message, own, loaded), own }
}

/**
 * True if the objects of a message change places, so that object 1 is the satellite of the organisation. If both are satellites of the
 * organisation, the one with the smaller catalogue number comes first, so that all messages of an event agree.
 */
function isTurned([first, second]: readonly [string, string], satellites: MessageToAssess['satellites']): boolean {
  if (!satellites.has(second)) return false
  return !satellites.has(first) || Number(second) < Number(first)
}

/** Returns the message from its second object's side, without the relative motion, which is in the axes of the other object. */
export function turnMessage({ relative, objects: [first, second], ...rest }: Message): Message {
  const { relativePositionRtnM: _position, relativeVelocityRtnMps: _velocity, ...kept } = relative
  return { ...rest, relative: kept, objects: [second, first] }
}

/** Reads a stored message again, from its bytes. */
export function readStored(bytes: Uint8Array): Message {
  const [found] = readMessages(Buffer.from(bytes).toString('utf8'), { strict: false }).messages
  if (found?.reading.ok !== true || found.reading.message.kind !== 'CDM')
    throw new TypeError('a stored message cannot be read any more')
  return found.reading.message.message
}

function readSlice({ path, start, end }: Slice): Buffer {
  const bytes = Buffer.alloc(end - start)
  const file = openSync(path, 'r')
  try {
    readSync(file, bytes, 0, bytes.length, start)
    return bytes
  } finally {
    closeSync(file)
  }
}

/**
 * Returns everything that the product shows of a message: the assessment of `apsis pc`, the geometry at the refined TCA in the axes of
 * object 1, both objects in the conjunction plane, and the level. Throws RangeError if there is no geometry, because a
 * state is in a frame that cannot be transformed.
 */
function deriveCdm(message: Message, own: Own, loadedM: LoadedRadii = [null, null]): DerivedCdm {
  const radii = chooseRadii(message, [own[0]?.radiusM ?? null, own[1]?.radiusM ?? null], loadedM)
  const { radius, assessment: assessed, error } = assessCdm(message, { radius: combineRadii(radii) })
  if (assessed === null || radius === null) throw new RangeError(error ?? 'the message cannot be assessed')
  const { encounter } = assessed
  const assessment = presentAssessment(assessed, radius)
  const { plane } = encounter
  const [x, y] = plane?.missM ?? []
  const [one, other] = message.objects
  const first = presentObject(one, radii[0], plane === null ? undefined : { x: 0, y: 0, covariance: plane.primary })
  const second = presentObject(
    other,
    radii[1],
    plane === null || x === undefined || y === undefined ? undefined : { x, y, covariance: plane.secondary },
  )
  const thresholds = own[0]?.thresholds ?? own[1]?.thresholds ?? STANDARD_THRESHOLDS
  const geometry = presentGeometry(encounter, message.relative.tca)
  const riskLevel = riskLevelOf(
    {
      probability: assessment.probability,
      missM: geometry.totalMissDistance,
      radialM: geometry.radialSeparation,
      isDiluted: assessment.isDiluted,
    },
    thresholds,
  )
  const { probability: probabilityOfCollision } = assessment
  const conjunctionData = { ...geometry, riskLevel, probabilityOfCollision, ...sumOf(first, second) }
  const comparison = { reportedMissM: message.relative.missDistanceM, ...covariancesOf(encounter) }
  const derived = {
    object1: first,
    object2: second,
    conjunctionData,
    assessment,
    comparison,
    eventToleranceS: eventToleranceS(message),
  }
  requireFinite(derived)
  return derived
}

/** Throws for absurd values that overflow to infinity: JSON cannot write it, so the message could never be shown. */
function requireFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('its values are beyond what can be computed with')
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) requireFinite(inner)
}

/** Only a value in the conjunction plane is available. It is not a probability to judge by, but a plan can be confirmed by its own method. */
const CURVED_FAILED: Assessed['reason'] = 'planar-does-not-hold-and-curved-failed'

function presentAssessment(assessed: Assessed, radius: { radiusM: number; from: string }): Assessment {
  const { encounter, maximum, checks, reported, mahalanobis, velocityLeftOut, oneMissing } = assessed
  // Objects that pass each other slowly meet again and again, so a straight line through one meeting is no model.
  const isPlanarSeries = encounter.relativeSpeedMps < CO_ORBITING_MPS && assessed.method === 'circle-2d'
  // A meaningless number would be used as a probability by everybody who judges, sorts or adds probabilities.
  const isNumber = !isPlanarSeries && isKnown(assessed)
  return {
    probability: isNumber ? assessed.probability : null,
    // An invalid covariance cannot support a plan either. An event whose plane does not hold can, if the plan has its own proof.
    method: isNumber || (!isPlanarSeries && assessed.reason === CURVED_FAILED) ? assessed.method : null,
    reason: isPlanarSeries ? 'co-orbiting' : assessed.reason,
    isReliable: isPlanarSeries ? false : assessed.isReliable,
    hardBodyRadius: radius.radiusM,
    hardBodyRadiusFrom: radius.from,
    secondsToTca: encounter.secondsToTca,
    maximumProbability: maximum?.probability ?? null,
    maximumCovarianceFactor: maximum?.covarianceFactor ?? null,
    mahalanobis,
    isDiluted: maximum !== null && maximum.covarianceFactor < 1,
    approachAngleDeg: (encounter.approachAngleRad * 180) / Math.PI,
    checks:
      checks === null
        ? null
        : {
            isViolated: checks.isViolated,
            extended: checks.extended,
            offset: checks.offset,
            inaccurate: checks.inaccurate,
            notPositiveDefinite: checks.notPositiveDefinite,
          },
    velocityLeftOut,
    oneMissing: oneMissing === null ? null : { ...oneMissing, probability: assessed.probability },
    reported:
      reported === null
        ? null
        : { probability: reported.probability, method: reported.method ?? null, matches: reported.matches },
    version: VERSION,
  }
}

function presentGeometry(encounter: Encounter, reported: Epoch) {
  const { primary, secondary, missM, missDistanceM, missRtnM } = encounter
  const sum = addMatrices(positionCovariance(primary.covariance), positionCovariance(secondary.covariance))
  return {
    tca: toInstant(addSeconds(reported, encounter.secondsToTca)),
    reportedTca: toInstant(reported),
    totalMissDistance: missDistanceM,
    radialSeparation: Math.abs(missRtnM[0]),
    relativePosition: toRtn(missRtnM),
    relativeVelocity: toRtn(encounter.relativeVelocityRtnMps),
    relativeSpeed: encounter.relativeSpeedMps,
    sigmaRtn: sigmasOf(covarianceToRtn(primary, sum)),
    ...alongVelocityOf(primary, missM, sum),
    sigmaMiss: sigmaAlong(missM, missDistanceM, { primary, secondary }),
  }
}

/** Returns the geometry along the axes of the velocity of object 1. */
function alongVelocityOf(primary: EncounterObject, missM: Vec3, covariance: Mat3) {
  const { tnw, vnb, sigmaTnw, sigmaVnb } = alongVelocity(primary, missM, covariance)
  return {
    relativePositionTnw: toTnw(tnw),
    relativePositionVnb: toVnb(vnb),
    sigmaTnw: sigmaTnw === null ? null : toTnw(sigmaTnw),
    sigmaVnb: sigmaVnb === null ? null : toVnb(sigmaVnb),
  }
}

const toTnw = ([t, n, w]: Vec3) => ({ t, n, w })
const toVnb = ([v, n, b]: Vec3) => ({ v, n, b })

function covariancesOf({ primary, secondary }: Encounter) {
  const inRtn = ({ covariance }: EncounterObject) => sixOf(covarianceToRtn(primary, positionCovariance(covariance)))
  return { primaryM2: inRtn(primary), secondaryM2: inRtn(secondary) }
}

function sigmaAlong(
  missM: Vec3,
  missDistanceM: number,
  { primary, secondary }: { readonly primary: EncounterObject; readonly secondary: EncounterObject },
): number | null {
  if (!(missDistanceM > 0)) return null
  const unit = scale(missM, 1 / norm(missM))
  const variance = [primary, secondary].reduce((all, { covariance }) => {
    const [x, y, z] = positionCovariance(covariance)
    return all + dot(unit, [dot(x, unit), dot(y, unit), dot(z, unit)])
  }, 0)
  return variance > 0 ? Math.sqrt(variance) : null
}

type InPlane = { readonly x: number; readonly y: number; readonly covariance: PlaneCovariance }

function presentObject(
  { metadata, odParameters, covariance }: MessageObject,
  radius: ObjectRadius,
  inPlane: InPlane | undefined,
): DerivedCdm['object1'] {
  const { manoeuvrable, objectType, operatorOrganization, ephemerisName } = metadata
  const { timeLastobEnd, timeLastobStart, obsUsed, weightedRms } = odParameters ?? {}
  const observed = timeLastobEnd ?? timeLastobStart
  return {
    designator: designatorOf(metadata.objectDesignator),
    name: metadata.objectName,
    internationalDesignator: metadata.internationalDesignator,
    objectType: objectType ?? null,
    operatorOrganization: operatorOrganization ?? null,
    manoeuvrable: manoeuvrable === 'YES' || manoeuvrable === 'NO' ? manoeuvrable : 'UNKNOWN',
    hardBodyRadius: radius.radiusM,
    hardBodyRadiusFrom: radius.from,
    ...(inPlane === undefined
      ? {}
      : {
          conjunctionPlaneX: inPlane.x,
          conjunctionPlaneY: inPlane.y,
          conjunctionPlaneCovarianceXX: inPlane.covariance.xx,
          conjunctionPlaneCovarianceYX: inPlane.covariance.yx,
          conjunctionPlaneCovarianceYY: inPlane.covariance.yy,
        }),
    sigmaRtn: sigmasOf(covariance.matrix),
    lastObservationAt: observed === undefined ? null : toInstant(observed),
    observationsUsed: obsUsed === undefined || obsUsed > MOST_OBSERVATIONS ? null : Math.round(obsUsed),
    weightedRms: weightedRms ?? null,
    ephemerisName: ephemerisName ?? null,
  }
}

/** Returns the combined values: exactly the sums over both objects (spec §3). */
function sumOf(first: DerivedCdm['object1'], second: DerivedCdm['object1']) {
  if (first.conjunctionPlaneCovarianceXX === undefined || second.conjunctionPlaneCovarianceXX === undefined) return {}
  const sum = (of: (object: DerivedCdm['object1']) => number | null | undefined) => (of(first) ?? 0) + (of(second) ?? 0)
  return {
    combinedHardBodyRadius: sum((object) => object.hardBodyRadius),
    combinedPlaneX: sum((object) => object.conjunctionPlaneX),
    combinedPlaneY: sum((object) => object.conjunctionPlaneY),
    combinedPlaneCovarianceXX: sum((object) => object.conjunctionPlaneCovarianceXX),
    combinedPlaneCovarianceYX: sum((object) => object.conjunctionPlaneCovarianceYX),
    combinedPlaneCovarianceYY: sum((object) => object.conjunctionPlaneCovarianceYY),
  }
}

const toRtn = ([r, t, n]: Vec3): Rtn => ({ r, t, n })

/** Returns the sigmas; null if there is no covariance, or if it is not positive definite. */
function sigmasOf(covariance: readonly (readonly number[])[]): Rtn | null {
  const [r, t, n] = [0, 1, 2].map((axis) => covariance[axis]?.[axis])
  if (r === undefined || t === undefined || n === undefined || !(r >= 0 && t >= 0 && n >= 0)) return null
  return r + t + n > 0 ? { r: Math.sqrt(r), t: Math.sqrt(t), n: Math.sqrt(n) } : null
}
