import { SECONDS_PER_DAY } from '../constants.ts'
import type { PositionVelocity } from '../frames/rotation.ts'
import { type Mat3, transform } from '../mat3.ts'
import { missing } from '../missing.ts'
import { type Epoch, FEMTOS_PER_SECOND } from '../time/epoch.ts'
import { readClock } from '../time/scales.ts'
import { scale, type Vec3 } from '../vec3.ts'
import { EARTH_ORBIT } from './earth-orbit.data.ts'

/** Numbers of a term: axis, power of time, amplitude (AU), phase (rad), frequency (rad a Julian year). */
const TERM_LENGTH = 5
const TABLE = Float64Array.from(EARTH_ORBIT)
const SECONDS_PER_YEAR = 365.25 * SECONDS_PER_DAY
const ASTRONOMICAL_UNIT_M = 149_597_870_700 // Exact; IAU 2012 Resolution B2.

// From the axes of the series to those of ICRF, fitted to DE405 from 1900 to 2100 (ERFA epv00.c).
const TO_ICRF: Mat3 = [
  [1, 0.000000211284, -0.000000091603],
  [-0.000000230286, 0.917482137087, -0.397776982902],
  [0, 0.397776982902, 0.917482137087],
]

/**
 * Returns the geometric position of the Earth from the Sun, m in GCRF. Source: the simplified VSOP2000 of P. Bretagnon, as in SOFA's epv00, its
 * terms above 1e-8 AU. Accuracy compared with JPL Horizons, DE441, 1970 to 2060: 2.1e-7 AU or 31 km, 0.05″ (body.test.ts); SOFA's own, with all
 * its terms, 2e-7 AU. Each term is A t^k cos(φ + f t) of one axis, AU and Julian years, where k is 0, 1 or 2.
 */
export function earthFromSun(epoch: Epoch): Vec3 {
  const t = yearsTdb(epoch)
  const sum: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < TABLE.length; at += TERM_LENGTH) {
    sum[axisAt(at)] += amplitudeAt(at, t) * Math.cos((TABLE[at + 3] ?? missing()) + (TABLE[at + 4] ?? missing()) * t)
  }
  return scale(transform(TO_ICRF, sum), ASTRONOMICAL_UNIT_M)
}

/**
 * Returns the geometric position and velocity of the Earth from the Sun, m and m/s; the velocity is the derivative of the series. Accuracy:
 * 0.05 m/s (body.test.ts).
 */
export function earthStateFromSun(epoch: Epoch): PositionVelocity {
  const t = yearsTdb(epoch)
  const rate: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < TABLE.length; at += TERM_LENGTH) {
    const frequency = TABLE[at + 4] ?? missing()
    const angle = (TABLE[at + 3] ?? missing()) + frequency * t
    const power = TABLE[at + 1] ?? missing()
    // The derivative of A t^k cos(φ + f t) is A k t^(k−1) cos(…) − A t^k f sin(…).
    const growth = power === 0 ? 0 : (TABLE[at + 2] ?? missing()) * power * t ** (power - 1) * Math.cos(angle)
    rate[axisAt(at)] += growth - amplitudeAt(at, t) * frequency * Math.sin(angle)
  }
  return { r: earthFromSun(epoch), v: scale(transform(TO_ICRF, rate), ASTRONOMICAL_UNIT_M / SECONDS_PER_YEAR) }
}

/** Returns the axis of a term. */
function axisAt(at: number): 0 | 1 | 2 {
  const axis = TABLE[at]
  return axis === 0 ? 0 : axis === 1 ? 1 : 2
}

/** Returns A t^k of a term, AU. */
function amplitudeAt(at: number, t: number): number {
  const power = TABLE[at + 1]
  const amplitude = TABLE[at + 2] ?? missing()
  return power === 0 ? amplitude : power === 1 ? amplitude * t : amplitude * t * t
}

/**
 * Returns Julian years of TDB since J2000.0; TT instead would be an error of 50 m along the path of the Earth. Days count from 2000-01-01, and
 * J2000.0 is half a day later.
 */
function yearsTdb(epoch: Epoch): number {
  const { day, secondOfDay, femtos } = readClock(epoch, 'TDB')
  return ((day - 0.5) * SECONDS_PER_DAY + secondOfDay + femtos / FEMTOS_PER_SECOND) / SECONDS_PER_YEAR
}
