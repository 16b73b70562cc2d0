import { type ElementSet, fromPublished, type PublishedElements, toPublished } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { tleChecksum } from '@apsis/astro/sgp4/tle.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { AnswerRow } from '../service.ts'

/** The fields of class gp about an object in addition to its elements. */
export type GpDetails = {
  readonly objectType?: string
  readonly rcsSize?: string | null
  readonly country?: string | null
  /** The date in the form 1998-11-20. */
  readonly launchDate?: string | null
  readonly site?: string | null
  readonly decayDate?: string | null
  /** The publication time of the set, ms since 1970; the default is an hour after its epoch. */
  readonly createdMs?: number
  readonly gpId?: number
}

const SECONDS_PER_DAY = 86_400
/** µ and the radius of WGS-72, with which Space-Track derives the size of an orbit. */
const GM_KM3_S2 = 398_600.8
const EARTH_RADIUS_KM = 6378.135
/** The largest number that a TLE can carry (Alpha-5). */
const LARGEST_IN_TLE = 339_999
let gpIds = 300_000_000

/** Returns an element set as a record of class gp. */
export function gpRow(elements: ElementSet | PublishedElements, details: GpDetails = {}): AnswerRow {
  const published = 'meanMotionRevPerDay' in elements ? elements : toPublished(elements)
  const { noradId, objectName, meanMotionRevPerDay: motion, eccentricity } = published
  const axisKm = Math.cbrt(GM_KM3_S2 / ((motion * 2 * Math.PI) / SECONDS_PER_DAY) ** 2)
  const epoch = formatTime(published.epoch, { digits: 6 })
  const created = new Date(details.createdMs ?? Date.parse(`${epoch.slice(0, 19)}Z`) + 3_600_000)
  const [line1, line2] = noradId > LARGEST_IN_TLE ? [null, null] : spaceTrackTle(fromPublished(published))
  gpIds += 1
  return {
    CCSDS_OMM_VERS: '3.0',
    COMMENT: 'GENERATED VIA SPACE-TRACK.ORG API',
    CREATION_DATE: created.toISOString().slice(0, 19),
    ORIGINATOR: '18 SPCS',
    OBJECT_NAME: objectName,
    OBJECT_ID: published.internationalDesignator,
    CENTER_NAME: 'EARTH',
    REF_FRAME: 'TEME',
    TIME_SYSTEM: 'UTC',
    MEAN_ELEMENT_THEORY: 'SGP4',
    EPOCH: epoch,
    MEAN_MOTION: motion.toFixed(8),
    ECCENTRICITY: eccentricity.toFixed(8),
    INCLINATION: published.inclinationDeg.toFixed(4),
    RA_OF_ASC_NODE: published.raanDeg.toFixed(4),
    ARG_OF_PERICENTER: published.argPeriapsisDeg.toFixed(4),
    MEAN_ANOMALY: published.meanAnomalyDeg.toFixed(4),
    EPHEMERIS_TYPE: String(published.ephemerisType),
    CLASSIFICATION_TYPE: published.classification,
    NORAD_CAT_ID: String(noradId),
    ELEMENT_SET_NO: String(published.elementSetNumber),
    REV_AT_EPOCH: String(published.revolutionAtEpoch),
    BSTAR: published.bstar.toFixed(14),
    MEAN_MOTION_DOT: published.meanMotionDotRevPerDay2.toFixed(8),
    MEAN_MOTION_DDOT: published.meanMotionDdotRevPerDay3.toFixed(13),
    SEMIMAJOR_AXIS: axisKm.toFixed(3),
    PERIOD: (SECONDS_PER_DAY / 60 / motion).toFixed(3),
    APOAPSIS: (axisKm * (1 + eccentricity) - EARTH_RADIUS_KM).toFixed(3),
    PERIAPSIS: (axisKm * (1 - eccentricity) - EARTH_RADIUS_KM).toFixed(3),
    OBJECT_TYPE: details.objectType ?? 'PAYLOAD',
    RCS_SIZE: details.rcsSize ?? null,
    COUNTRY_CODE: details.country ?? null,
    LAUNCH_DATE: details.launchDate ?? null,
    SITE: details.site ?? null,
    DECAY_DATE: details.decayDate ?? null,
    FILE: '4700000',
    GP_ID: String(details.gpId ?? gpIds),
    TLE_LINE0: `0 ${objectName}`,
    TLE_LINE1: line1,
    TLE_LINE2: line2,
  }
}

/** Returns the lines of a TLE with the sign that Space-Track gives to the exponent of zero (gp.3le of the collection). */
function spaceTrackTle(set: ElementSet): readonly [string, string] {
  const [line1, line2] = formatTle(set)
  const signed = line1.replaceAll(' 00000+0', ' 00000-0').slice(0, -1)
  return [`${signed}${tleChecksum(signed)}`, line2]
}

/** Returns the record of class satcat about the object of a record of class gp. */
export function satcatRow(gp: AnswerRow): AnswerRow {
  const [launch = '', piece = ''] = String(gp.OBJECT_ID).split('-')
  const hasDecayed = gp.DECAY_DATE !== null
  const rounded = (name: string, digits: number) => (hasDecayed ? null : Number(gp[name]).toFixed(digits))
  return {
    INTLDES: gp.OBJECT_ID ?? null,
    NORAD_CAT_ID: gp.NORAD_CAT_ID ?? null,
    OBJECT_TYPE: gp.OBJECT_TYPE ?? null,
    SATNAME: gp.OBJECT_NAME ?? null,
    COUNTRY: gp.COUNTRY_CODE ?? null,
    LAUNCH: gp.LAUNCH_DATE ?? null,
    SITE: gp.SITE ?? null,
    DECAY: gp.DECAY_DATE ?? null,
    PERIOD: rounded('PERIOD', 2),
    INCLINATION: rounded('INCLINATION', 2),
    APOGEE: rounded('APOAPSIS', 0),
    PERIGEE: rounded('PERIAPSIS', 0),
    COMMENT: null,
    COMMENTCODE: null,
    RCSVALUE: '0',
    RCS_SIZE: gp.RCS_SIZE ?? null,
    FILE: '9415',
    LAUNCH_YEAR: launch,
    LAUNCH_NUM: String(Number(piece.slice(0, 3))),
    LAUNCH_PIECE: piece.slice(3),
    CURRENT: hasDecayed ? 'N' : 'Y',
    OBJECT_NAME: gp.OBJECT_NAME ?? null,
    OBJECT_ID: gp.OBJECT_ID ?? null,
    OBJECT_NUMBER: gp.NORAD_CAT_ID ?? null,
  }
}

/** Returns a time in the notation of the classes decay, tip and cdm_public, with a blank between day and clock. */
export function spacedTime(ms: number, digits: 0 | 6 = 0): string {
  const text = new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
  return digits === 0 ? text : `${text}.${String(ms % 1000).padStart(3, '0')}000`
}

export type PublicConjunction = {
  readonly id: number
  readonly createdMs: number
  readonly tcaMs: number
  readonly missM: number
  readonly probability: number | null
  /** The records of class gp about both objects. */
  readonly objects: readonly [AnswerRow, AnswerRow]
}

/** Returns a conjunction as a record of class cdm_public: without covariances, so that nobody can recompute the probability. */
export function cdmPublicRow({ id, createdMs, tcaMs, missM, probability, objects }: PublicConjunction): AnswerRow {
  const [first, second] = objects
  const volume = ({ OBJECT_TYPE }: AnswerRow) => (OBJECT_TYPE === 'DEBRIS' ? '1.00' : '5.00')
  return {
    CDM_ID: String(id),
    CREATED: spacedTime(createdMs, 6),
    EMERGENCY_REPORTABLE: probability !== null && probability > 1e-4 ? 'Y' : 'N',
    TCA: spacedTime(tcaMs, 6).replace(' ', 'T'),
    MIN_RNG: missM.toFixed(0),
    PC: probability === null ? null : String(probability),
    SAT_1_ID: first.NORAD_CAT_ID ?? null,
    SAT_1_NAME: first.OBJECT_NAME ?? null,
    SAT1_OBJECT_TYPE: first.OBJECT_TYPE ?? null,
    SAT1_RCS: first.RCS_SIZE ?? null,
    SAT_1_EXCL_VOL: volume(first),
    SAT_2_ID: second.NORAD_CAT_ID ?? null,
    SAT_2_NAME: second.OBJECT_NAME ?? null,
    SAT2_OBJECT_TYPE: second.OBJECT_TYPE ?? null,
    SAT2_RCS: second.RCS_SIZE ?? null,
    SAT_2_EXCL_VOL: volume(second),
  }
}

/** The sources of class decay and their precedence: 4 is a forecast for sixty days, 3 a TIP, 2 a message of decay, 1 the catalogue. */
const DECAY_SOURCES = {
  '60day_msg': { precedence: '4', type: 'Prediction' },
  tip_msg: { precedence: '3', type: 'Prediction' },
  decay_msg: { precedence: '2', type: 'Historical' },
  satcat: { precedence: '1', type: 'Historical' },
} as const

export type DecayMessage = {
  readonly source: keyof typeof DECAY_SOURCES
  readonly messageMs: number
  readonly decayMs: number
  /** The record of class gp about the object. */
  readonly object: AnswerRow
}

/** Returns a message as a record of class decay. */
export function decayRow({ source, messageMs, decayMs, object }: DecayMessage): AnswerRow {
  return {
    NORAD_CAT_ID: object.NORAD_CAT_ID ?? null,
    OBJECT_NUMBER: object.NORAD_CAT_ID ?? null,
    OBJECT_NAME: object.OBJECT_NAME ?? null,
    INTLDES: object.OBJECT_ID ?? null,
    OBJECT_ID: object.OBJECT_ID ?? null,
    RCS: '0',
    RCS_SIZE: object.RCS_SIZE ?? null,
    COUNTRY: object.COUNTRY_CODE ?? null,
    MSG_EPOCH: spacedTime(messageMs),
    DECAY_EPOCH: spacedTime(decayMs),
    SOURCE: source,
    MSG_TYPE: DECAY_SOURCES[source].type,
    PRECEDENCE: DECAY_SOURCES[source].precedence,
  }
}

export type ImpactPrediction = {
  readonly id: number
  readonly messageMs: number
  readonly decayMs: number
  /** The half width of the predicted re-entry window, minutes. */
  readonly windowMinutes: number
  readonly latDeg: number
  readonly lonDeg: number
  /** The record of class gp about the object. */
  readonly object: AnswerRow
}

/** Returns a prediction of a re-entry as a record of class tip. */
export function tipRow({ id, messageMs, decayMs, windowMinutes, latDeg, lonDeg, object }: ImpactPrediction): AnswerRow {
  return {
    NORAD_CAT_ID: object.NORAD_CAT_ID ?? null,
    MSG_EPOCH: spacedTime(messageMs),
    INSERT_EPOCH: spacedTime(messageMs),
    DECAY_EPOCH: spacedTime(decayMs),
    WINDOW: String(windowMinutes),
    REV: String(object.REV_AT_EPOCH),
    DIRECTION: 'descending',
    LAT: latDeg.toFixed(1),
    LON: lonDeg.toFixed(1),
    INCL: Number(object.INCLINATION).toFixed(1),
    NEXT_REPORT: '24',
    ID: String(id),
    HIGH_INTEREST: 'N',
    OBJECT_NUMBER: object.NORAD_CAT_ID ?? null,
  }
}
