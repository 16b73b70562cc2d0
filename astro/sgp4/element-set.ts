import { SECONDS_PER_DAY } from '../constants.ts'
import type { Epoch } from '../time/epoch.ts'
import { degToRad, radToDeg } from '../units.ts'

/**
 * Brouwer mean elements as used by SGP4, in TEME of the epoch. They are not osculating elements: the periodic terms of the theory are removed,
 * and in low orbit the formulas of a Kepler orbit would give a position wrong by kilometres. Only SGP4 may read them. The mean motion is Kozai's,
 * as in a TLE. `bstar` is the drag term in 1/(earth radius).
 */
export interface MeanElements {
  readonly epoch: Epoch
  readonly meanMotionRadPerS: number
  readonly eccentricity: number
  readonly incRad: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly meanAnomalyRad: number
  readonly bstar: number
}

/** The data of a published element set other than its elements. Empty texts and zeros mean that the source does not state a value. */
export interface ElementSetHead {
  /** 1 to 999 999 999; a TLE can contain numbers up to 339 999. */
  readonly noradId: number
  readonly objectName: string
  /** In the form 1998-067A; a text that is not such a designator is kept as in the source. */
  readonly internationalDesignator: string
  /** U, C or S. */
  readonly classification: string
  readonly ephemerisType: number
  readonly elementSetNumber: number
  readonly revolutionAtEpoch: number
  /** As published: half the derivative, rev/day². SGP4 does not use it. */
  readonly meanMotionDotRevPerDay2: number
  /** As published: a sixth of the second derivative, rev/day³. SGP4 does not use it. */
  readonly meanMotionDdotRevPerDay3: number
}

/**
 * One object of the public catalogue: its identity and its mean elements. Angles are in rad, the mean motion in rad/s, B* in inverse earth radii;
 * the head stays as published.
 */
export interface ElementSet extends ElementSetHead, MeanElements {}

/** An element set in the units of TLE and OMM. */
export interface PublishedElements extends ElementSetHead {
  readonly epoch: Epoch
  readonly meanMotionRevPerDay: number
  readonly eccentricity: number
  readonly inclinationDeg: number
  readonly raanDeg: number
  readonly argPeriapsisDeg: number
  readonly meanAnomalyDeg: number
  readonly bstar: number
}

/** A day in a TLE has 86 400 SI seconds: its revolutions are per solar day, not per sidereal day. */
const RAD_PER_S_PER_REV_PER_DAY = (2 * Math.PI) / SECONDS_PER_DAY
const LARGEST_NORAD_ID = 999_999_999

/** The classification that CelesTrak gives to supplemental sets, which operators' ephemerides are fitted with (elementSetAt). */
export const SUPPLEMENTAL = 'C'

/** The values of a TLE or OMM element set where the source states none. */
export const UNSAID: Omit<ElementSetHead, 'noradId'> = {
  objectName: '',
  internationalDesignator: '',
  classification: 'U',
  ephemerisType: 0,
  elementSetNumber: 0,
  revolutionAtEpoch: 0,
  meanMotionDotRevPerDay2: 0,
  meanMotionDdotRevPerDay3: 0,
}

/**
 * Returns the element set for values in the units of TLE and OMM (degrees, revolutions per day). The relative error is 3e-16. Catalogue numbers
 * have up to nine digits. Throws RangeError that names an impossible value.
 */
export function fromPublished(published: PublishedElements): ElementSet {
  const { meanMotionRevPerDay, inclinationDeg, raanDeg, argPeriapsisDeg, meanAnomalyDeg } = published
  const { noradId, eccentricity, bstar } = published
  if (!(Number.isInteger(noradId) && noradId >= 0 && noradId <= LARGEST_NORAD_ID)) {
    throw new RangeError(`catalogue number ${noradId} is not a whole number of up to nine digits`)
  }
  requireInside('mean motion', meanMotionRevPerDay, { above: 0, below: 100 })
  requireInside('inclination', inclinationDeg, { from: 0, to: 180 })
  if (!(eccentricity >= 0 && eccentricity < 1)) throw new RangeError(`eccentricity ${eccentricity} is not in [0, 1)`)
  requireNumber('right ascension of the node', raanDeg)
  requireNumber('argument of perigee', argPeriapsisDeg)
  requireNumber('mean anomaly', meanAnomalyDeg)
  requireNumber('drag term', bstar)
  // Every field is listed by name, because copying another record takes several times as long.
  return {
    noradId,
    objectName: published.objectName,
    internationalDesignator: published.internationalDesignator,
    classification: published.classification,
    ephemerisType: published.ephemerisType,
    elementSetNumber: published.elementSetNumber,
    revolutionAtEpoch: published.revolutionAtEpoch,
    meanMotionDotRevPerDay2: published.meanMotionDotRevPerDay2,
    meanMotionDdotRevPerDay3: published.meanMotionDdotRevPerDay3,
    epoch: published.epoch,
    eccentricity,
    bstar,
    meanMotionRadPerS: meanMotionRevPerDay * RAD_PER_S_PER_REV_PER_DAY,
    incRad: degToRad(inclinationDeg),
    raanRad: degToRad(raanDeg),
    argPeriapsisRad: degToRad(argPeriapsisDeg),
    meanAnomalyRad: degToRad(meanAnomalyDeg),
  }
}

/**
 * Returns the same element set in the units of TLE and OMM, the inverse of fromPublished to 4e-16 relative. Angles are not reduced to a range:
 * formatTle does this with its own digits, and an OMM may contain −10° as well as 350°.
 */
export function toPublished(set: ElementSet): PublishedElements {
  const { meanMotionRadPerS, incRad, raanRad, argPeriapsisRad, meanAnomalyRad, ...rest } = set
  return {
    ...rest,
    meanMotionRevPerDay: meanMotionRadPerS / RAD_PER_S_PER_REV_PER_DAY,
    inclinationDeg: radToDeg(incRad),
    raanDeg: radToDeg(raanRad),
    argPeriapsisDeg: radToDeg(argPeriapsisRad),
    meanAnomalyDeg: radToDeg(meanAnomalyRad),
  }
}

/** Limits that are exclusive, or ends that are inclusive. */
type Bounds = { readonly above: number; readonly below: number } | { readonly from: number; readonly to: number }

/** Throws RangeError that names a value outside its bounds, or NaN. */
function requireInside(name: string, value: number, bounds: Bounds): void {
  const inside =
    'above' in bounds ? value > bounds.above && value < bounds.below : value >= bounds.from && value <= bounds.to
  if (inside) return
  const range = 'above' in bounds ? `between ${bounds.above} and ${bounds.below}` : `in ${bounds.from} to ${bounds.to}`
  throw new RangeError(`${name} ${value} is not ${range}`)
}

function requireNumber(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} ${value} is not a number`)
}
