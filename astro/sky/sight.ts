import { type EarthModel, earthAt } from '../frames/earth.ts'
import { rotationBetween } from '../frames/frame.ts'
import { lookAt, type Station } from '../frames/topocentric.ts'
import { transform } from '../mat3.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { findIntervals, type Interval, type Margin, stepsBetween } from '../time/intervals.ts'
import { degToRad } from '../units.ts'
import { subtract } from '../vec3.ts'
import { angularRadius, apparentBodyPosition, type Body } from './body.ts'

/** The direction of a body from a station: azimuth from north over east, elevation without refraction, distance, half its angular diameter. */
export interface BodySight {
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly rangeM: number
  readonly angularRadiusRad: number
}

/** Elevations of the Sun's centre below which it is night of each kind, rad (Explanatory Supplement, §12.2). */
export const TWILIGHT = {
  /** 34′ of refraction and 16′ of radius below the horizon. */
  sunset: degToRad(-50 / 60),
  civil: degToRad(-6),
  nautical: degToRad(-12),
  astronomical: degToRad(-18),
} as const

// Refraction at the horizon in almanacs for rise and set: 34′ (Explanatory Supplement, §12.1.1).
const HORIZON_REFRACTION_RAD = degToRad(34 / 60)
// The step, s. It is shorter than half of the shortest day or night that could be missed between two steps near a polar circle; shorter ones
// are found by their extrema.
const STEP_S = 1200

/**
 * Returns the direction of a body from the station at the epoch, without refraction, but with light time, aberration and parallax. Accuracy
 * compared with JPL Horizons: 0.005° for Sun and Moon (sight.test.ts). `model` as for earthAt; IAU 1980 is accurate enough and faster.
 */
export function sightOf(body: Body, station: Station, epoch: Epoch, model?: EarthModel): BodySight {
  const { matrix } = rotationBetween('GCRF', 'ITRF', earthAt(epoch, model))
  const r = transform(matrix, apparentBodyPosition(body, epoch))
  const { azimuthRad, elevationRad, rangeM } = lookAt(station, { r, v: [0, 0, 0] })
  return { azimuthRad, elevationRad, rangeM, angularRadiusRad: angularRadius(body, subtract(r, station.r)) }
}

/** A span of time between two epochs. */
export interface EpochSpan {
  readonly start: Epoch
  readonly end: Epoch
}

/**
 * Returns the spans between two epochs in which the Sun's centre is below `sunElevationRad` at the station (see TWILIGHT; geometric, as in
 * almanacs). Accuracy: agrees with the twilights of sunmoon/twilight.txt, which are given to a minute.
 */
export function nights(station: Station, span: EpochSpan, sunElevationRad: number, model?: EarthModel): EpochSpan[] {
  const below: Margin = (seconds) =>
    sunElevationRad - sightOf('Sun', station, addSeconds(span.start, seconds), model).elevationRad
  return spansOf(span, findIntervals(below, samplesOf(span), 1e-3))
}

/**
 * Returns the spans in which the upper limb of the body is above the sea horizon of the station, with 34′ of refraction: from rise to set.
 * Accuracy: agrees with the USNO to a minute (sight.test.ts). Source: Explanatory Supplement to the Astronomical Almanac, 3rd ed., §12.1.
 */
export function daysOf(body: Body, station: Station, span: EpochSpan, model?: EarthModel): EpochSpan[] {
  const above: Margin = (seconds) => {
    const { elevationRad, angularRadiusRad } = sightOf(body, station, addSeconds(span.start, seconds), model)
    return elevationRad + angularRadiusRad + HORIZON_REFRACTION_RAD
  }
  return spansOf(span, findIntervals(above, samplesOf(span), 1e-3))
}

function samplesOf({ start, end }: EpochSpan): number[] {
  const lengthS = secondsBetween(start, end)
  if (!(lengthS > 0)) throw new RangeError('the span of time ends before it starts')
  return stepsBetween(0, lengthS, STEP_S)
}

function spansOf({ start }: EpochSpan, intervals: readonly Interval[]): EpochSpan[] {
  return intervals.map(({ startS, endS }) => ({ start: addSeconds(start, startS), end: addSeconds(start, endS) }))
}
