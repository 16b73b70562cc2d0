import { SPEED_OF_LIGHT } from '../constants.ts'
import { type Mat3, transform, transpose } from '../mat3.ts'
import { addSeconds, type Epoch } from '../time/epoch.ts'
import { wrapTwoPi } from '../units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { fromGeodetic, type Geodetic } from './geodetic.ts'
import type { PositionVelocity } from './rotation.ts'

/** The direction and distance of an object from a site: azimuth from north over east in [0, 2π), elevation above the horizon, range. */
export interface Look {
  readonly azimuthRad: number
  readonly elevationRad: number
  readonly rangeM: number
  readonly azimuthRateRadS: number
  readonly elevationRateRadS: number
  readonly rangeRateMps: number
}

/** A site prepared for use: its position in ITRF and the rotation from ITRF to its axes south, east, zenith. */
export interface Station {
  readonly place: Geodetic
  readonly r: Vec3
  readonly toSez: Mat3
}

/** Returns the station at a place. */
export function makeStation(place: Geodetic): Station {
  return { place, r: fromGeodetic(place), toSez: sezMatrix(place.latRad, place.lonRad) }
}

/**
 * Returns the rotation from ITRF to the axes south, east and zenith at a latitude and longitude. Exact. The rows are south (sin φ cos λ, sin φ
 * sin λ, −cos φ), east (−sin λ, cos λ, 0) and zenith (cos φ cos λ, cos φ sin λ, sin φ). With the geodetic latitude φ the zenith is normal to the
 * ellipsoid, like the vertical of a levelled instrument.
 */
export function sezMatrix(latRad: number, lonRad: number): Mat3 {
  const [sinLat, cosLat] = [Math.sin(latRad), Math.cos(latRad)]
  const [sinLon, cosLon] = [Math.sin(lonRad), Math.cos(lonRad)]
  return [
    [sinLat * cosLon, sinLat * sinLon, -cosLat],
    [-sinLon, cosLon, 0],
    [cosLat * cosLon, cosLat * sinLon, sinLat],
  ]
}

/**
 * Returns geometric azimuth, elevation, range and their rates for an object with position (m) and velocity (m/s) in ITRF, without light time and
 * refraction. Source: Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 27. Accuracy: 1e-9 degrees and 1 µm against STK
 * (topocentric.test.ts). Exactly at the zenith the azimuth is that of the motion and its rate is 0. Throws RangeError at the station itself.
 *
 * Let S, E and U be the components of the line of sight, l = √(S² + E²) and ρ = √(l² + U²). The rates of S, E and U are the components of the
 * velocity in ITRF, because the station is at rest there:
 *
 *   Az = atan2(E, −S),   El = atan2(U, l),   ρ̇ = (S Ṡ + E Ė + U U̇)/ρ,
 *   Ȧz = (E Ṡ − S Ė)/l²,   Ėl = (U̇ − ρ̇ U/ρ)/l.
 */
export function lookAt(station: Station, { r, v }: PositionVelocity): Look {
  const [south, east, up] = transform(station.toSez, subtract(r, station.r))
  const [southRate, eastRate, upRate] = transform(station.toSez, v)
  const rangeM = Math.sqrt(south * south + east * east + up * up)
  if (!(rangeM > 0)) throw new RangeError('an object at the station has no direction')
  const horizontal = Math.sqrt(south * south + east * east)
  // So close to the zenith the azimuth is only rounding.
  const atZenith = horizontal < 1e-12 * rangeM
  const rangeRateMps = (south * southRate + east * eastRate + up * upRate) / rangeM
  return {
    azimuthRad: wrapTwoPi(atZenith ? Math.atan2(eastRate, -southRate) : Math.atan2(east, -south)),
    elevationRad: Math.atan2(up, horizontal),
    rangeM,
    azimuthRateRadS: atZenith ? 0 : (southRate * east - eastRate * south) / (horizontal * horizontal),
    elevationRateRadS: atZenith
      ? -Math.hypot(southRate, eastRate) / rangeM
      : (upRate - rangeRateMps * (up / rangeM)) / horizontal,
    rangeRateMps,
  }
}

/** Returns elevation and range of a position, as in lookAt. Most searches need nothing else. */
export function elevationAndRange({ toSez, r: from }: Station, r: Vec3): Pick<Look, 'elevationRad' | 'rangeM'> {
  const [south, east, up] = transform(toSez, subtract(r, from))
  const horizontalSquared = south * south + east * east
  const rangeM = Math.sqrt(horizontalSquared + up * up)
  if (!(rangeM > 0)) throw new RangeError('an object at the station has no direction')
  return { elevationRad: Math.atan2(up, Math.sqrt(horizontalSquared)), rangeM }
}

/**
 * Returns the direction of an azimuth and elevation as a unit vector in ITRF, the inverse of lookAt. In south, east and zenith it is (−cos El cos
 * Az, cos El sin Az, sin El).
 */
export function directionOf(station: Station, azimuthRad: number, elevationRad: number): Vec3 {
  const horizontal = Math.cos(elevationRad)
  const sez: Vec3 = [-horizontal * Math.cos(azimuthRad), horizontal * Math.sin(azimuthRad), Math.sin(elevationRad)]
  return transform(transpose(station.toSez), sez)
}

/** The position and velocity of an object in ITRF as a function of the epoch, which is all that lookAt needs. */
export type Trajectory = (epoch: Epoch) => PositionVelocity

const EARTH_RATE = 7.292_115e-5 // rad/s, as in WGS 84 (NGA.STND.0036, table 3.3), for the rotation during the light time.

/**
 * Returns the look at the position where the object emitted the light that reaches the station at the epoch. The object is seen where it was when
 * the light left it, while the station has moved on with the rotation of the Earth (3 ms and 25 m at 1 000 km: domain.md C21). Source:
 * Explanatory Supplement to the Astronomical Almanac, 3rd ed., §7.3, for a solar system body without aberration of stars. Accuracy: agrees with a
 * calculation in 50 digits to 1e-12 rad. The rates are geometric; they change by less than 1e-4 of their value during the light time.
 */
export function lookWithLightTime(
  station: Station,
  trajectory: Trajectory,
  epoch: Epoch,
): Look & { lightTimeS: number } {
  let lightTimeS = 0
  let seen = trajectory(epoch)
  // Each iteration reduces the error by v/c: after four it is 1e-18 s even at escape speed.
  for (let pass = 0; pass < 4; pass += 1) {
    lightTimeS = norm(subtract(seen.r, station.r)) / SPEED_OF_LIGHT
    seen = turnBack(trajectory(addSeconds(epoch, -lightTimeS)), EARTH_RATE * lightTimeS)
  }
  return { ...lookAt(station, seen), lightTimeS }
}

/** Returns a state fixed in space, in the axes of the Earth after it has rotated by the angle. */
function turnBack({ r, v }: PositionVelocity, angleRad: number): PositionVelocity {
  const [c, s] = [Math.cos(angleRad), Math.sin(angleRad)]
  const turn = ([x, y, z]: Vec3): Vec3 => [c * x + s * y, c * y - s * x, z]
  return { r: turn(r), v: turn(v) }
}

/** Returns the angle between two directions in rad, accurate also for small angles. */
export function angleBetween(a: Vec3, b: Vec3): number {
  return Math.atan2(norm(cross(a, b)), dot(a, b))
}

/** Returns the point at `rangeM` from the station in a direction, in ITRF, m. */
export function pointAlong(station: Station, direction: Vec3, rangeM: number): Vec3 {
  return add(station.r, scale(direction, rangeM))
}
