import { conjunctionPlane, type EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { square2d } from '@apsis/astro/conjunction/probability/square-2d.ts'
import { covarianceFromRtn, rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { DAY_MS, GM_EARTH, HOUR_MS, SECONDS_PER_DAY, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { transform } from '@apsis/astro/mat3.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type CartesianState, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { norm, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { Cdm, CdmObject } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'
import type { DemoEncounter, DemoEstimate } from './encounter.ts'
import { DEMO_ORIGINATOR } from './fleet.data.ts'
import { demoState, epochOf, roundedEpoch } from './orbit.ts'
import { passingState } from './passage.ts'
import type { DemoEvent } from './plan.ts'

/** Above this altitude a message has no drag data: the air is too thin to move an object. */
const HIGHEST_M = 1_000_000
/** The share of the density forecast in the along-track error; an error of the density moves both objects in the same way. */
const SIGMA_SHARE_AHEAD = 0.6
/** 1σ of the density forecast, as a share of the density. */
const DENSITY_SIGMA = 0.15
/** A plausible drag coefficient, and the share of the same area for solar radiation pressure. */
const [DRAG_COEFFICIENT, RADIATION_SHARE] = [2.2, 0.6]

const SIMULATED = 'SIMULATED: no such object exists, and nobody acts on this message'
/** The digits of a covariance that keep it positive definite. */
const COVARIANCE_DIGITS = 12
const MS_PER_S = 1_000
/** For debris, messages state the radius of objects of unknown size (secondary.ts); the true object is smaller. */
const DEBRIS_RADIUS_M = 0.3

/** A message of the demo as KVN, and the name of its file. */
export interface DemoMessage {
  readonly name: string
  /** The number of the event. */
  readonly event: number
  readonly createdMs: number
  readonly bytes: Buffer
}

/** Writes the j-th message of an event, as the operator receives it. */
export function demoMessage(event: DemoEvent, encounter: DemoEncounter, j: number): DemoMessage {
  const estimate = encounter.estimates[j]
  if (estimate === undefined) throw new RangeError(`event ${event.index} of the demo has no message ${j}`)
  const messageId = messageIdOf(event, j)
  const text = formatCdm(cdmOf(event, encounter, { estimate, messageId }))
  return { name: `${messageId}.cdm`, event: event.index, createdMs: estimate.createdMs, bytes: Buffer.from(text) }
}

/** Makes the identifier of a message from its event, its number and the opening of the demo: a demo that is opened again has new messages. */
function messageIdOf({ seed, index, openedAt }: DemoEvent, j: number): string {
  const opened = new Date(openedAt).toISOString().replace(/\D/g, '').slice(0, 12)
  return `SIM-${seed}-${opened}-E${String(index).padStart(4, '0')}-M${String(j + 1).padStart(2, '0')}`
}

function cdmOf(
  event: DemoEvent,
  encounter: DemoEncounter,
  { estimate, messageId }: { estimate: DemoEstimate; messageId: string },
): Cdm {
  const { satellite, tcaMs, level } = event
  const { radiusM, passage } = encounter
  const tca = roundedEpoch(tcaMs, estimate.tcaShiftS)
  const primaryState = rounded(demoState(satellite, tca))
  const secondaryState = rounded(passingState(primaryState, passage, estimate.missM))
  const isKnown = level !== 'UNKNOWN' || event.story !== null
  const axes = rtnAxes(primaryState)
  const position = transform(axes, subtract(secondaryState.r, primaryState.r))
  const velocity = transform(axes, subtract(secondaryState.v, primaryState.v))
  const first = covarianceOf(estimate.primaryCovariance, isKnown)
  const second = covarianceOf(estimate.secondaryCovariance, isKnown)
  const [boxR, boxT, boxN] = satellite.boxM
  const reported = isKnown
    ? reportedProbability(inertial(primaryState, first), inertial(secondaryState, second), radiusM)
    : null
  return {
    header: {
      comments: [SIMULATED],
      version: '1.0',
      creationDate: epochOf(estimate.createdMs),
      originator: DEMO_ORIGINATOR,
      messageFor: satellite.input.name,
      messageId,
    },
    relative: {
      comments: [`HBR = ${radiusM.toFixed(3)} [m]`],
      tca,
      missDistanceM: round(norm(position), 2),
      relativeSpeedMps: round(norm(velocity), 4),
      relativePositionRtnM: position.map((one) => round(one, 2)) as unknown as Vec3,
      relativeVelocityRtnMps: velocity.map((one) => round(one, 4)) as unknown as Vec3,
      startScreenPeriod: epochOf(estimate.createdMs),
      stopScreenPeriod: addSeconds(epochOf(estimate.createdMs), 8 * SECONDS_PER_DAY),
      screenVolumeFrame: 'RTN',
      screenVolumeShape: 'BOX',
      screenVolumeXM: boxR,
      screenVolumeYM: boxT,
      screenVolumeZM: boxN,
      ...(reported === null ? {} : { collisionProbability: reported, collisionProbabilityMethod: 'FOSTER-1992' }),
    },
    objects: [
      primaryObject(event, estimate, { state: primaryState, covariance: first }),
      secondaryObject(event, encounter, { estimate, orbit: { state: secondaryState, covariance: second } }),
    ],
    unknown: [],
  }
}

interface Orbit {
  readonly state: CartesianState
  readonly covariance: Matrix
}

function primaryObject({ satellite, tcaMs }: DemoEvent, estimate: DemoEstimate, orbit: Orbit): CdmObject {
  const { name, noradId, cosparId, configuration } = satellite.input
  const { hardBodyRadius, wetMass } = configuration
  const forecastS = (tcaMs - estimate.primaryObservedMs) / MS_PER_S
  const air = airOf({ ...orbit, forecastS, massKg: wetMass, radiusM: hardBodyRadius })
  return {
    metadata: {
      comments: [`Operator Hard Body Radius = ${hardBodyRadius.toFixed(3)} [m]`],
      object: 'OBJECT1',
      objectDesignator: String(noradId),
      catalogName: 'SATCAT',
      objectName: name,
      internationalDesignator: cosparId,
      objectType: 'PAYLOAD',
      operatorOrganization: 'Demo operator (simulated)',
      ephemerisName: `${name} OPERATIONAL (SIMULATED)`,
      manoeuvrable: satellite.isManoeuvrable ? 'YES' : 'NO',
      ...modelsOf(orbit.covariance),
    },
    odParameters: odOf(estimate.primaryObservedMs, { spanD: 3.5, observations: 410, tracks: 38, rms: 1.02 }),
    additional: { comments: [], ...(wetMass === undefined ? {} : { massKg: wetMass }), ...air.values },
    state: { comments: air.comments, ...orbit.state },
    covariance: { comments: [], matrix: orbit.covariance },
  }
}

function secondaryObject(
  { tcaMs }: DemoEvent,
  { secondary }: DemoEncounter,
  { estimate, orbit }: { readonly estimate: DemoEstimate; readonly orbit: Orbit },
): CdmObject {
  const { operatorOrganization, objectType, massKg, isManoeuvrable } = secondary
  const forecastS = (tcaMs - estimate.secondaryObservedMs) / MS_PER_S
  const radiusM = objectType === 'DEBRIS' ? DEBRIS_RADIUS_M : secondary.radiusM
  const air = airOf({ ...orbit, forecastS, massKg, radiusM })
  const hasOperator = operatorOrganization !== null
  // A lost object has few observations in the used span.
  const isLost = estimate.createdMs - estimate.secondaryObservedMs > DAY_MS
  const effort = isLost
    ? { spanD: 9.6, observations: 21, tracks: 6, rms: 2.31 }
    : { spanD: 5.2, observations: 96, tracks: 19, rms: 1.17 }
  return {
    metadata: {
      comments: [`Operator Hard Body Radius = ${secondary.radiusM.toFixed(3)} [m]`],
      object: 'OBJECT2',
      objectDesignator: String(secondary.noradId),
      catalogName: 'SATCAT',
      objectName: secondary.name,
      internationalDesignator: secondary.internationalDesignator,
      objectType,
      ...(hasOperator ? { operatorOrganization } : {}),
      ephemerisName: hasOperator ? `${secondary.name} EPHEMERIS (SIMULATED)` : 'NONE',
      manoeuvrable: isManoeuvrable ? 'YES' : objectType === 'PAYLOAD' ? 'N/A' : 'NO',
      ...modelsOf(orbit.covariance),
    },
    odParameters: odOf(estimate.secondaryObservedMs, effort),
    additional: { comments: [], massKg, ...air.values },
    state: { comments: air.comments, ...orbit.state },
    covariance: { comments: [], matrix: orbit.covariance },
  }
}

function modelsOf(covariance: Matrix) {
  return {
    covarianceMethod: (covariance[0]?.[0] ?? missing()) > 0 ? 'CALCULATED' : 'DEFAULT',
    refFrame: 'GCRF',
    gravityModel: 'EGM-96: 36D 36O',
    atmosphericModel: 'JACCHIA 70 DCA',
    nBodyPerturbations: 'MOON, SUN',
    solarRadPressure: 'YES',
    earthTides: 'YES',
    intrackThrust: 'NO',
  }
}

function odOf(observedMs: number, effort: { spanD: number; observations: number; tracks: number; rms: number }) {
  const { spanD, observations, tracks, rms } = effort
  return {
    comments: [],
    timeLastobStart: epochOf(observedMs - HOUR_MS),
    timeLastobEnd: epochOf(observedMs),
    recommendedOdSpanS: spanD * SECONDS_PER_DAY,
    actualOdSpanS: spanD * SECONDS_PER_DAY,
    obsAvailable: observations,
    obsUsed: observations - 3,
    tracksAvailable: tracks,
    tracksUsed: tracks - 1,
    residualsAcceptedPercent: 97.8,
    weightedRms: rms,
  }
}

/** Returns the probability that 18 SDS would report: the integral over the square around the circle (reference/INDEX.md, traps). */
function reportedProbability(primary: EncounterObject, secondary: EncounterObject, radiusM: number): number {
  const plane = conjunctionPlane(primary, secondary)
  if (plane === null) return 0
  return Number(square2d(plane.missM, plane.combined, radiusM).toPrecision(7))
}

function inertial(state: CartesianState, covariance: Matrix): EncounterObject {
  return { ...state, covariance: covarianceFromRtn(state, covariance) }
}

/** Zeros mark a covariance that the provider does not have: the format has no other way to say so. */
function covarianceOf(covariance: Matrix, isKnown: boolean): Matrix {
  return covariance.map((row) => row.map((value) => (isKnown ? Number(value.toPrecision(COVARIANCE_DIGITS)) : 0)))
}

/** Rounds a state as it is printed, to the millimetre and the micrometre per second. */
function rounded({ r, v }: CartesianState): CartesianState {
  return { r: r.map((one) => round(one, 3)) as unknown as Vec3, v: v.map((one) => round(one, 6)) as unknown as Vec3 }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** The drag data in a message of the demo: its decorrelation parameters (AAS 18-272), and the values of its fit. */
interface Air {
  readonly comments: readonly string[]
  readonly values: Partial<NonNullable<CdmObject['additional']>>
}

type FlownObject = {
  readonly state: CartesianState
  /** In RTN, m²; zeros if the provider has no covariance. */
  readonly covariance: Matrix
  /** The time from the last observation to the closest approach, s. */
  readonly forecastS: number
  readonly massKg: number | undefined
  readonly radiusM: number
}

/** Makes the drag data. The along-track shift for twice the density is chosen so that its error is a fixed share of the stated covariance. */
function airOf({ state, covariance, forecastS, massKg, radiusM }: FlownObject): Air {
  const variance = covariance[1]?.[1] ?? missing()
  const { semiMajorAxisM } = toKeplerian(state, GM_EARTH)
  if (variance <= 0 || semiMajorAxisM - WGS84_RADIUS_M > HIGHEST_M) return { comments: [], values: {} }
  const aheadM = (SIGMA_SHARE_AHEAD * Math.sqrt(variance)) / DENSITY_SIGMA
  // The deceleration that causes this along-track shift follows from 3/2 a t².
  const brakingMps2 = aheadM / (1.5 * forecastS ** 2)
  const areaOverMass = massKg === undefined ? undefined : (DRAG_COEFFICIENT * Math.PI * radiusM ** 2) / 4 / massKg
  return {
    comments: [
      `DCP Density Forecast Uncertainty = ${DENSITY_SIGMA}`,
      `DCP Sensitivity Vector RTN Pos = 0.0 ${aheadM.toFixed(1)} 0.0 [m]`,
    ],
    values: {
      sedrWPerKg: significant(brakingMps2 * norm(state.v)),
      ...(areaOverMass === undefined
        ? {}
        : {
            cdAreaOverMassM2PerKg: significant(areaOverMass),
            crAreaOverMassM2PerKg: significant(RADIATION_SHARE * areaOverMass),
          }),
    },
  }
}

const significant = (value: number) => Number(value.toPrecision(4))
