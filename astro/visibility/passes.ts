import type { PositionVelocity } from '../frames/rotation.ts'
import { type Look, lookAt, type Station, type Trajectory } from '../frames/topocentric.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { findIntervals, findSignChange, type Interval, type Margin, stepsBetween } from '../time/intervals.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { type ElevationMask, finestStep, lowestElevation, maskElevation } from './mask.ts'
import { type Air, refraction } from './refraction.ts'

/** The search for the passes of an object over a station between two epochs. */
export interface PassSearch {
  /** Position and velocity in ITRF. */
  readonly trajectory: Trajectory
  readonly station: Station
  readonly start: Epoch
  readonly end: Epoch
  /** The horizon of the station; flatMask gives a constant elevation. */
  readonly mask: ElevationMask
  /** If given, elevations include refraction; absent: they are geometric. */
  readonly air?: Air
}

/** One moment of a pass. The elevation is geometric, also with refraction. */
export interface PassMoment {
  readonly epoch: Epoch
  readonly look: Look
}

/** From an object's rise above the mask to its set. */
export interface Pass {
  readonly start: PassMoment
  readonly culmination: PassMoment
  readonly end: PassMoment
  /** True if the search starts (ends) during the pass. */
  readonly startsBefore: boolean
  readonly endsAfter: boolean
}

const EARTH_SPIN: Vec3 = [0, 0, 7.292_115e-5] // rad/s, WGS 84
// Steps are relative to the time in which the object moves by its distance from the centre of the Earth: a step is 4 min in low orbit, an hour at
// GEO, an eighth of the time from one peak to the next dip.
/** A step is this fraction of |r|/|v|, with the inertial speed. */
const STEP_SHARE = 0.25
const LARGEST_STEP_S = 3600
const LEAST_SAMPLES = 24
const LARGEST_SAMPLE_STEP_S = 10
const LARGEST_TURN_RAD = degToRad(2)
// Refraction at the horizon is at most this.
const MOST_REFRACTION_RAD = degToRad(0.7)

/**
 * Returns all passes in time order. First the object is followed in steps of a small part of its orbit, with its height over the cone of the
 * mask's lowest elevation, which has one peak in a pass and one dip between two passes: each change of sign and each peak between steps is found,
 * however short (findIntervals). Then the passes over the lowest elevation are cut by the mask, in steps of at most 2° of azimuth or half the
 * distance of corners of the mask. Accuracy: agrees with STK to 0.01 s and 0.005° of elevation with the same ephemeris (passes.test.ts). An
 * object that never sets gives one pass from start to end. Throws RangeError for an end before the start.
 */
export function findPasses(search: PassSearch): Pass[] {
  const { start, end, mask } = search
  const lengthS = secondsBetween(start, end)
  if (!(lengthS > 0)) throw new RangeError('the search for passes ends before it starts')
  const states = remember(search)
  const lowest = lowestElevation(mask) - (search.air === undefined ? 0 : MOST_REFRACTION_RAD)
  const candidates = findIntervals(heightOverCone(search, states, lowest), followOrbit(states, lengthS))
  const plain = search.air === undefined && mask.points.length === 1
  const cut = plain ? candidates : candidates.flatMap((candidate) => cutByMask(search, states, candidate))
  return cut.map((interval) => describe(search, states, interval, lengthS))
}

/** The states of an object by seconds after the start of the search. */
export type States = (seconds: number) => PositionVelocity

/** Stores the computed states: peaks and ends are searched near existing samples. */
function remember({ trajectory, start }: PassSearch): States {
  const known = new Map<number, PositionVelocity>()
  return (seconds) => {
    const found = known.get(seconds) ?? trajectory(addSeconds(start, seconds))
    known.set(seconds, found)
    return found
  }
}

/**
 * Returns the height over the plane of the horizon, minus the height of the cone of an elevation at the same distance, m. The height over the
 * cone is smooth, and has no cusp at the zenith, while the elevation of an overhead pass has one.
 */
function heightOverCone({ station }: PassSearch, states: States, elevationRad: number): Margin {
  const up = station.toSez[2]
  const sine = Math.sin(elevationRad)
  return (seconds) => {
    const sight = subtract(states(seconds).r, station.r)
    return dot(up, sight) - sine * norm(sight)
  }
}

/** Returns the times of the samples: steps follow the object's speed, so that a perigee is not missed. */
function followOrbit(states: States, lengthS: number): number[] {
  const samples: number[] = []
  for (let seconds = 0; seconds < lengthS; ) {
    samples.push(seconds)
    const { r, v } = states(seconds)
    // The inertial velocity is v + ω × r: an object in geostationary orbit is at rest in ITRF, but moves in inertial space.
    const speed = norm(add(v, cross(EARTH_SPIN, r)))
    const stepS = Math.min((STEP_SHARE * norm(r)) / speed, LARGEST_STEP_S)
    if (!(stepS > 0)) throw new RangeError(`the trajectory has no position and velocity after ${seconds} s`)
    // Divides the remaining time into equal parts: a very short last step would not show the curvature of the height.
    const parts = Math.ceil((lengthS - seconds) / stepS)
    seconds = parts === 1 ? lengthS : seconds + (lengthS - seconds) / parts
  }
  return [...samples, lengthS]
}

/** Returns the parts of a pass over the lowest elevation that are also above the mask. */
export function cutByMask({ station, mask, air }: PassSearch, states: States, { startS, endS }: Interval): Interval[] {
  const over: Margin = (seconds) => {
    const { azimuthRad, elevationRad } = lookAt(station, states(seconds))
    // Elevation including refraction, in radians.
    const lift = air === undefined ? 0 : refraction(elevationRad, air)
    return elevationRad + lift - maskElevation(mask, azimuthRad)
  }
  const stepS = Math.min(LARGEST_SAMPLE_STEP_S, (endS - startS) / LEAST_SAMPLES)
  const turn = Math.min(LARGEST_TURN_RAD, finestStep(mask) / 2)
  const azimuth = (seconds: number) => lookAt(station, states(seconds)).azimuthRad
  return findIntervals(over, refineTurns(stepsBetween(startS, endS, stepS), azimuth, turn))
}

/**
 * Adds samples between those whose azimuths are more than a limit apart, as near the zenith. There the azimuth changes by 180° in seconds, and
 * the mask with it: the pass's own samples would miss a corner.
 */
function refineTurns(samples: readonly number[], azimuth: Margin, turnRad: number): number[] {
  return samples.flatMap((at, index) => {
    const next = samples[index + 1]
    if (next === undefined) return [at]
    // The shorter way from one azimuth to the next, also across north.
    const apart = Math.abs(Math.atan2(Math.sin(azimuth(next) - azimuth(at)), Math.cos(azimuth(next) - azimuth(at))))
    // The samples are not finer than a hundredth of a second, because exactly through the zenith the azimuth jumps by 180°.
    const parts = Math.min(Math.ceil(apart / turnRad), Math.ceil((next - at) / 0.01))
    return parts < 2 ? [at] : stepsBetween(at, next, (next - at) / parts).slice(0, -1)
  })
}

function describe({ station, start }: PassSearch, states: States, interval: Interval, lengthS: number): Pass {
  const { startS, endS } = interval
  const moment = (seconds: number): PassMoment => ({
    epoch: addSeconds(start, seconds),
    look: lookAt(station, states(seconds)),
  })
  return {
    start: moment(startS),
    culmination: moment(findCulmination(station, states, interval)),
    end: moment(endS),
    startsBefore: startS === 0,
    endsAfter: endS === lengthS,
  }
}

/** Returns when the elevation is greatest: where its exact rate changes its sign near the highest sample. */
function findCulmination(station: Station, states: States, { startS, endS }: Interval): number {
  const { r, v } = states(startS)
  const stepS = Math.min((STEP_SHARE * norm(r)) / norm(add(v, cross(EARTH_SPIN, r))), (endS - startS) / LEAST_SAMPLES)
  const samples = stepsBetween(startS, endS, stepS)
  const heights = samples.map((seconds) => lookAt(station, states(seconds)).elevationRad)
  const best = heights.indexOf(Math.max(...heights))
  const rate: Margin = (seconds) => lookAt(station, states(seconds)).elevationRateRadS
  const [low, high] = [samples[Math.max(best - 1, 0)] ?? startS, samples[best + 1] ?? endS]
  const [atLow, atHigh] = [rate(low), rate(high)]
  if (!(atLow > 0 && atHigh < 0)) return samples[best] ?? startS
  return findSignChange(rate, { at: low, value: atLow }, { at: high, value: atHigh }, 1e-6)
}
