import { SPEED_OF_LIGHT } from '../constants.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { wrapTwoPi } from '../units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** Returns the state of an object `seconds` after the origin of the track, in GCRF or EME2000: m and m/s; null if it has none. */
export type ObjectAt = (seconds: number) => CartesianState | null

/** The position and velocity of a sensor in the same frame, m and m/s; on the ground including the rotation of the Earth. */
export interface Observer {
  readonly r: Vec3
  readonly v: Vec3
}

/**
 * The corrections of a measured direction. `geometric`: to the object's position at the time itself, which cannot be observed. `light-time`: to
 * its position when the light left it, in the geocentric frame: a direction without annual aberration (CORRECTIONS_APPLIED = YES in a TDM).
 * `astrometric`: relative to catalogue stars on the same image, which have the same aberration. `apparent`: the direction of an instrument on the
 * moving Earth in inertial axes.
 */
export const REDUCTIONS = ['geometric', 'light-time', 'astrometric', 'apparent'] as const
export type Reduction = (typeof REDUCTIONS)[number]

/** The reduction with which a direction is computed. */
export interface SightOptions {
  readonly reduction: Reduction
  /** The velocity of the Earth about the barycentre, m/s; needed by `astrometric`. */
  readonly earthVelocity?: Vec3
}

/** A direction as right ascension in [0, 2π) and declination (rad), the range (m) and the light time (s). */
export interface SightLine {
  readonly raRad: number
  readonly decRad: number
  readonly rangeM: number
  readonly lightTimeS: number
  /** Rates of the direction on the sky, rad/s: eastwards (with the cosine of the declination) and northwards. */
  readonly eastRateRadps: number
  readonly northRateRadps: number
  /** The part of the rates from the object's own motion, which changes for a late object. */
  readonly ownEastRateRadps: number
  readonly ownNorthRateRadps: number
}

// A picosecond, in which an object in low orbit moves by 8 nm.
const LIGHT_TIME_TOLERANCE_S = 1e-12
const MOST_STEPS = 12

/**
 * Returns the direction in which an observer sees an object `seconds` after the origin of the track. The light time is iterated. Aberration is of
 * first order: −v_E/c relative to catalogue stars (the aberration by the observer's own motion cancels), and +v_o/c for an instrument; v²/c² is 2
 * mas. Source: Urban and Seidelmann, Explanatory Supplement, 3rd ed. (2013), §7.2–7.4; Klioner and Kopeikin, AJ 104 (1992) 897, for near objects.
 * Null if the object has no state then. Throws RangeError if the velocity of the Earth is needed and missing. Accuracy: agrees with the closed
 * form of a passing object to 1e-9 rad (angles.test.ts).
 */
export function sightLine(
  object: ObjectAt,
  observer: Observer,
  { seconds, ...options }: SightOptions & { readonly seconds: number },
): SightLine | null {
  const seen = lightTimeVector(object, observer, { seconds, isGeometric: options.reduction === 'geometric' })
  if (seen === null) return null
  const { lineM, velocityMps, lightTimeS } = seen
  const range = norm(lineM)
  const shifted = add(scale(lineM, 1 / range), aberration(observer, options))
  const [x, y, z] = scale(shifted, 1 / norm(shifted))
  const level = Math.hypot(x, y)
  const raRad = wrapTwoPi(Math.atan2(y, x))
  const { east, north } = tangentAxes(raRad, Math.atan2(z, level))
  const relative = subtract(velocityMps, observer.v)
  return {
    raRad,
    decRad: Math.atan2(z, level),
    rangeM: range,
    lightTimeS,
    eastRateRadps: dot(east, relative) / range,
    northRateRadps: dot(north, relative) / range,
    ownEastRateRadps: dot(east, velocityMps) / range,
    ownNorthRateRadps: dot(north, velocityMps) / range,
  }
}

/** Returns the unit vectors towards east and north at a direction. */
export function tangentAxes(raRad: number, decRad: number): { readonly east: Vec3; readonly north: Vec3 } {
  const [ca, sa, cd, sd] = [Math.cos(raRad), Math.sin(raRad), Math.cos(decRad), Math.sin(decRad)]
  return { east: [-sa, ca, 0], north: [-sd * ca, -sd * sa, cd] }
}

/** Returns the unit vector of a direction. */
export function unitVector(raRad: number, decRad: number): Vec3 {
  const level = Math.cos(decRad)
  return [level * Math.cos(raRad), level * Math.sin(raRad), Math.sin(decRad)]
}

/**
 * Returns the vector from the observer at `seconds` to the object when the light left it: τ = |r(t − τ) − R(t)|/c, repeated from τ = 0. Each step
 * multiplies the error by v/c (2.5e-5 in low orbit); null if the object has no state.
 */
function lightTimeVector(
  object: ObjectAt,
  observer: Observer,
  { seconds, isGeometric }: { readonly seconds: number; readonly isGeometric: boolean },
): { readonly lineM: Vec3; readonly velocityMps: Vec3; readonly lightTimeS: number } | null {
  let lightTimeS = 0
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const state = object(seconds - lightTimeS)
    if (state === null) return null
    const lineM = subtract(state.r, observer.r)
    const next = norm(lineM) / SPEED_OF_LIGHT
    if (!(next > 0)) throw new RangeError('the observer is at the object: no direction')
    const isSettled = Math.abs(next - lightTimeS) < LIGHT_TIME_TOLERANCE_S
    if (isGeometric || isSettled || step === MOST_STEPS - 1) {
      return { lineM, velocityMps: state.v, lightTimeS: isGeometric ? 0 : next }
    }
    lightTimeS = next
  }
  return null
}

/**
 * Returns the shift of a direction as a vector that is added to its unit vector: v/c of the observer for an instrument that moves with it, −v/c
 * of the Earth for directions relative to catalogue stars, whose own aberration was removed together with the object's.
 */
function aberration(observer: Observer, { reduction, earthVelocity }: SightOptions): Vec3 {
  if (reduction === 'apparent') return scale(observer.v, 1 / SPEED_OF_LIGHT)
  if (reduction !== 'astrometric') return [0, 0, 0]
  if (earthVelocity === undefined) throw new RangeError('an astrometric direction needs earthVelocity')
  return scale(earthVelocity, -1 / SPEED_OF_LIGHT)
}
