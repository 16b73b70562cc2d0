import {
  AstroTime,
  Body as EngineBody,
  GeoMoon,
  GeoMoonState,
  GeoVector,
  HelioState,
  HelioVector,
  Illumination,
} from 'astronomy-engine'
import { SECONDS_PER_DAY, SPEED_OF_LIGHT, SUN_RADIUS_M } from '../constants.ts'
import type { PositionVelocity } from '../frames/rotation.ts'
import { addSeconds, type Epoch, FEMTOS_PER_SECOND } from '../time/epoch.ts'
import { readClock } from '../time/scales.ts'
import { degToRad } from '../units.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { earthFromSun, earthStateFromSun } from './earth-orbit.ts'

/** The bodies of the solar system with known positions. */
export const BODIES = [
  'Sun',
  'Moon',
  'Mercury',
  'Venus',
  'Mars',
  'Jupiter',
  'Saturn',
  'Uranus',
  'Neptune',
  'Pluto',
] as const
export type Body = (typeof BODIES)[number]

/** The astronomical unit, m (exact; IAU 2012 Resolution B2). */
export const ASTRONOMICAL_UNIT_M = 149_597_870_700

/**
 * Mean radii, m (B. A. Archinal and others, Report of the IAU Working Group on Cartographic Coordinates, Celestial
 * Mechanics 130 (2018) 22, tables 4 to 6; the Sun nominal, IAU 2015 Resolution B3).
 */
export const BODY_RADIUS_M: Readonly<Record<Body, number>> = {
  Sun: SUN_RADIUS_M,
  Moon: 1_737.4e3,
  Mercury: 2_439.4e3,
  Venus: 6_051.8e3,
  Mars: 3_389.5e3,
  Jupiter: 69_911e3,
  Saturn: 58_232e3,
  Uranus: 25_362e3,
  Neptune: 24_622e3,
  Pluto: 1_188.3e3,
}

/** The names in the library. */
const ENGINE: Readonly<Record<Body, EngineBody>> = {
  Sun: EngineBody.Sun,
  Moon: EngineBody.Moon,
  Mercury: EngineBody.Mercury,
  Venus: EngineBody.Venus,
  Mars: EngineBody.Mars,
  Jupiter: EngineBody.Jupiter,
  Saturn: EngineBody.Saturn,
  Uranus: EngineBody.Uranus,
  Neptune: EngineBody.Neptune,
  Pluto: EngineBody.Pluto,
}

/**
 * Returns the geocentric, geometric position (m) of a body in GCRF, without light time. Source: earthFromSun for the Sun; astronomy-engine 2.1.19
 * for the others (VSOP87 truncated to 1′ for the planets, the lunar theory of Montenbruck and Pfleger after Brown). Accuracy compared with JPL
 * Horizons, DE441, 1970 to 2060 (body.test.ts): Sun 0.05″ and 31 km, Moon 3.5″ and 16 km, Mars 6.2″ and Jupiter 12″ as seen from the Sun.
 */
export function bodyPosition(body: Body, epoch: Epoch): Vec3 {
  if (body === 'Moon') return metres(GeoMoon(engineTime(epoch)))
  const earth = earthFromSun(epoch)
  if (body === 'Sun') return scale(earth, -1)
  return subtract(metres(HelioVector(ENGINE[body], engineTime(epoch))), earth)
}

/** Returns the geocentric position (m) and velocity (m/s) of a body in GCRF, as bodyPosition; velocities have a relative accuracy of 1e-4. */
export function bodyState(body: Body, epoch: Epoch): PositionVelocity {
  if (body === 'Moon') return stateOf(GeoMoonState(engineTime(epoch)))
  const earth = earthStateFromSun(epoch)
  if (body === 'Sun') return { r: scale(earth.r, -1), v: scale(earth.v, -1) }
  const there = stateOf(HelioState(ENGINE[body], engineTime(epoch)))
  return { r: subtract(there.r, earth.r), v: subtract(there.v, earth.v) }
}

/**
 * Returns the apparent position of a body from the geocentre, m in GCRF: with light time and the aberration by the motion of the Earth, 20″.
 * Source as bodyPosition. Accuracy in right ascension and declination compared with JPL Horizons: sight.test.ts.
 */
export function apparentBodyPosition(body: Body, epoch: Epoch): Vec3 {
  if (body !== 'Sun') return metres(GeoVector(ENGINE[body], engineTime(epoch), true))
  // For light from the centre of the solar system the motion of the Earth in the light time, eight minutes, is its aberration. Both positions are
  // taken at the time at which the light left: using the Earth's earlier position instead of the present one is the aberration, to first order in
  // v/c.
  const lightTimeS = norm(earthFromSun(epoch)) / SPEED_OF_LIGHT
  return scale(earthFromSun(addSeconds(epoch, -lightTimeS)), -1)
}

/** Returns half the angular diameter of a body at a position (m from the observer), rad. Exact except for the radius. */
export function angularRadius(body: Body, position: Vec3): number {
  return Math.asin(Math.min(1, BODY_RADIUS_M[body] / norm(position)))
}

/** The brightness of a body and its lit fraction, seen from the geocentre. */
export interface BodyLight {
  readonly magnitude: number
  /** Angle at the body between Sun and Earth, rad; 0 at full phase. */
  readonly phaseAngleRad: number
  readonly litFraction: number
}

/**
 * Returns visual magnitude, phase angle and lit fraction of a body seen from the geocentre, without extinction. Source: astronomy-engine 2.1.19
 * after J. Hilton, Explanatory Supplement, 3rd ed. Accuracy: phase angle 0.02°, from the positions.
 */
export function bodyLight(body: Body, epoch: Epoch): BodyLight {
  const { mag, phase_angle, phase_fraction } = Illumination(ENGINE[body], engineTime(epoch))
  return { magnitude: mag, phaseAngleRad: degToRad(phase_angle), litFraction: phase_fraction }
}

/** Returns the time for astronomy-engine: days of TT (which it uses as TDB) since 2000-01-01T12. */
function engineTime(epoch: Epoch): AstroTime {
  const { day, secondOfDay, femtos } = readClock(epoch, 'TT')
  return AstroTime.FromTerrestrialTime(day - 0.5 + (secondOfDay + femtos / FEMTOS_PER_SECOND) / SECONDS_PER_DAY)
}

interface EngineVector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Converts astronomical units to metres. */
function metres({ x, y, z }: EngineVector): Vec3 {
  return [x * ASTRONOMICAL_UNIT_M, y * ASTRONOMICAL_UNIT_M, z * ASTRONOMICAL_UNIT_M]
}

function stateOf(
  state: EngineVector & { readonly vx: number; readonly vy: number; readonly vz: number },
): PositionVelocity {
  // Astronomical units a day to m/s.
  const k = ASTRONOMICAL_UNIT_M / SECONDS_PER_DAY
  return { r: metres(state), v: [state.vx * k, state.vy * k, state.vz * k] }
}
