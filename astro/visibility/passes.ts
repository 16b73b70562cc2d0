import type { PositionVelocity } from '../frames/rotation.ts'
import { type Look, lookAt, type Station, type Trajectory } from '../frames/topocentric.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'
import { findIntervals, findSignChange, type Interval, type Margin, stepsBetween } from '../time/intervals.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, norm, subtract, type Vec3 } from '../vec3.ts'
import { type ElevationMask, finestStep, lowestElevation, maskElevation } from './mask.ts'
import { type Air, refraction } from './refraction.ts'

/** What is looked for: the passes of an object over a station between two epochs. */
export interface PassSearch {
  /** Position and velocity in ITRF. */
  readonly trajectory: Trajectory
  readonly station: Station
  readonly start: Epoch
  readonly end: Epoch
  /** The horizon of the station; see flatMask for one elevation. */
  readonly mask: ElevationMask
  /** With the air given, elevations are those seen through it. Without, they are geometric. */
  readonly air?: Air
}

/** One moment of a pass. The elevation is geometric, also where air was given. */
export interface PassMoment {
  readonly epoch: Epoch
  readonly look: Look
}

/** From the rise of an object over the mask to its set. */
export interface Pass {
  readonly start: PassMoment
  readonly culmination: PassMoment
  readonly end: PassMoment
  /** The search began, or ended, in the middle of the pass. */
  readonly startsBefore: boolean
  readonly endsAfter: boolean
}

const EARTH_SPIN: Vec3 = [0, 0, 7.292_115e-5] // rad/s, WGS 84
// Of the time in which the object moves by its distance from the centre of the Earth: 4 min in low orbit, an hour
// at GEO, an eighth of the way from one peak to the next dip.
/** So much of |r|/|v| is a step, with the inertial speed. */
const STEP_SHARE = 0.25
const LARGEST_STEP_S = 3600
const LEAST_SAMPLES = 24
const LARGEST_SAMPLE_STEP_S = 10
const LARGEST_TURN_RAD = degToRad(2)
// Refraction at the horizon lifts no more than this.
const MOST_REFRACTION_RAD = degToRad(0.7)

/**
 * All passes in time order. First the object is followed in steps of a small part of its orbit, on the height over the
 * cone of the lowest elevation of the mask, which has one peak in a pass and one dip between two: each change of sign
 * and each peak between steps is found, however short (findIntervals). Then the passes over the lowest elevation are
 * cut by the mask, in steps of no more than 2° of azimuth or half a corner of the mask. Reached: STK to 0.01 s and
 * 0.005° of elevation with the same ephemeris (passes.test.ts). An object that never sets gives one pass from start to
 * end. Throws RangeError for an end before the start.
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

/** The states asked for so far: peaks and ends are looked for where samples are already. */
function remember({ trajectory, start }: PassSearch): States {
  const known = new Map<number, PositionVelocity>()
  return (seconds) => {
    const found = known.get(seconds) ?? trajectory(addSeconds(start, seconds))
    known.set(seconds, found)
    return found
  }
}

/**
 * Height over the plane of the horizon, less that of the cone of an elevation at the same distance, m. The height over
 * the cone is smooth, and has no cusp at the zenith as the elevation of a pass overhead has.
 */
function heightOverCone({ station }: PassSearch, states: States, elevationRad: number): Margin {
  const up = station.toSez[2]
  const sine = Math.sin(elevationRad)
  return (seconds) => {
    const sight = subtract(states(seconds).r, station.r)
    return dot(up, sight) - sine * norm(sight)
  }
}

/** Times at which the object is looked at: steps that follow its speed, so that a perigee is not stepped over. */
function followOrbit(states: States, lengthS: number): number[] {
  const samples: number[] = []
  for (let seconds = 0; seconds < lengthS; ) {
    samples.push(seconds)
    const { r, v } = states(seconds)
    // The inertial velocity is v + ω × r: an object in geostationary orbit stands still in ITRF, and yet turns.
    const speed = norm(add(v, cross(EARTH_SPIN, r)))
    const stepS = Math.min((STEP_SHARE * norm(r)) / speed, LARGEST_STEP_S)
    if (!(stepS > 0)) throw new RangeError(`the trajectory has no position and velocity after ${seconds} s`)
    // In equal parts of what is left: a last step of next to nothing would not show how the height bends.
    const parts = Math.ceil((lengthS - seconds) / stepS)
    seconds = parts === 1 ? lengthS : seconds + (lengthS - seconds) / parts
  }
  return [...samples, lengthS]
}

/** The parts of a pass over the lowest elevation that are over the mask as well. */
export function cutByMask({ station, mask, air }: PassSearch, states: States, { startS, endS }: Interval): Interval[] {
  const over: Margin = (seconds) => {
    const { azimuthRad, elevationRad } = lookAt(station, states(seconds))
    // Elevation as seen through the air, in radians.
    const lift = air === undefined ? 0 : refraction(elevationRad, air)
    return elevationRad + lift - maskElevation(mask, azimuthRad)
  }
  const stepS = Math.min(LARGEST_SAMPLE_STEP_S, (endS - startS) / LEAST_SAMPLES)
  const turn = Math.min(LARGEST_TURN_RAD, finestStep(mask) / 2)
  const azimuth = (seconds: number) => lookAt(station, states(seconds)).azimuthRad
  return findIntervals(over, refineTurns(stepsBetween(startS, endS, stepS), azimuth, turn))
}

/**
 * Samples put between those that are more than a turn apart in azimuth, as they are near the zenith. Near the zenith
 * the azimuth turns by 180° in seconds, and the mask with it: samples of the pass alone would miss a corner.
 */
function refineTurns(samples: readonly number[], azimuth: Margin, turnRad: number): number[] {
  return samples.flatMap((at, index) => {
    const next = samples[index + 1]
    if (next === undefined) return [at]
    // The shorter way from one azimuth to the next, across north as well.
    const apart = Math.abs(Math.atan2(Math.sin(azimuth(next) - azimuth(at)), Math.cos(azimuth(next) - azimuth(at))))
    // No finer than a hundredth of a second: straight through the zenith the azimuth jumps by 180°.
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

/**
 * Seconds at which the elevation is greatest: where its rate, which is exact, changes its sign beside the highest
 * sample.
 */
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
