import { SECONDS_PER_DAY } from '../constants.ts'
import type { Epoch } from '../time/epoch.ts'
import { degToRad, radToDeg } from '../units.ts'

/**
 * Brouwer mean elements as SGP4 takes them, in TEME of the epoch. They are no osculating elements: the periodic terms of
 * the theory have been taken out, and the formulas of a Kepler orbit would give a place kilometres off in low orbit.
 * Only SGP4 may read them. The mean motion is Kozai's, as in a TLE. `bstar` is the drag term in 1/(earth radius).
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

/** What a published element set says beside its elements. Empty texts and zeros stand for what is not said. */
export interface ElementSetHead {
  /** 1 to 999 999 999; a TLE can write those up to 339 999. */
  readonly noradId: number
  readonly objectName: string
  /** In the form 1998-067A, or as the source wrote it where that is no such number. */
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
 * One object of the public catalogue: who it is, and its mean elements. Angles are in rad, the mean motion in rad/s,
 * B* in inverse earth radii; the head stays as published.
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

/** A day of a TLE has 86 400 SI seconds: its revolutions are of that day, and not of a sidereal one. */
const RAD_PER_S_PER_REV_PER_DAY = (2 * Math.PI) / SECONDS_PER_DAY
const LARGEST_NORAD_ID = 999_999_999

/** What an element set of TLE or OMM has where its source says nothing. */
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
 * The element set of values in the units of TLE and OMM (degrees, revolutions per day); relative error 3e-16. Catalogue
 * numbers of up to nine digits. Throws RangeError that names the value which no element set can have.
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
  // Every field by its name: a record that is put together from another takes several times as long to make.
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
 * The same element set in the units of TLE and OMM; undoes fromPublished to 4e-16 relative. Angles are not brought into a range:
 * who writes a TLE does that with the digits it has (formatTle), and an OMM may say −10° as well as 350°.
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

/** Limits that are not allowed themselves, or ends that are. */
type Bounds = { readonly above: number; readonly below: number } | { readonly from: number; readonly to: number }

/** RangeError that names the value outside its bounds; NaN is outside of all. */
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
