import { expect, test } from 'vitest'
import { toGeodetic } from '../frames/geodetic.ts'
import { angleBetween } from '../frames/topocentric.ts'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { radToDeg } from '../units.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { bodiesOver } from './bodies-over.ts'

/**
 * The canon prints tenths of a degree, and our Moon has an error of up to 3.5″, 7 km. The axis meets the ground at a low angle, at an elevation
 * of 26° in 2026, which makes this 15 km: 0.2° of latitude, and half a degree of longitude at 65° N.
 */
const [LATITUDE_DEG, LONGITUDE_DEG] = [0.25, 0.5]
/** The Sun's declination changes by 0.016° an hour, and equinoxes are printed to the minute. */
const DECLINATION_DEG = 5e-4
/** The low-precision formulas have an accuracy of 0.01° and 3.5 s; UTC is used as UT1. */
const HOUR_ANGLE_DEG = 0.02
/** The Moon moves by 1.5e-4° per second, slightly more with linear interpolation over half an hour: anything above is a jump. */
const JOIN_DEG = 2e-4
/** The rotation of the Earth per second, in a day of 86 164.1 s. */
const EARTH_DEG = 360 / 86_164.1

const DAY_S = 86_400

/** Returns where a line first meets the WGS 84 ellipsoid, which is a sphere after scaling of the third axis. */
function onGround(from: Vec3, towards: Vec3): Vec3 {
  const stretch = 6_378_137 / 6_356_752.314
  const flat = ([x, y, z]: Vec3): Vec3 => [x, y, z * stretch]
  const [start, way] = [flat(from), flat(subtract(towards, from))]
  const unit = scale(way, 1 / norm(way))
  const along = -dot(start, unit)
  const aside = dot(start, start) - along * along
  const [x, y, z] = add(start, scale(unit, along - Math.sqrt(6_378_137 ** 2 - aside)))
  return [x, y, z / stretch]
}

// F. Espenak, J. Meeus, Five Millennium Canon of Solar Eclipses (NASA/TP-2006-214141): greatest eclipse, TD, and where.
test.each([
  ['2017-08-21T18:26:40', 37.0, -87.7],
  ['2024-04-08T18:18:29', 25.3, -104.1],
  ['2026-08-12T17:47:06', 65.2, -25.2],
] as const)('the axis of the shadow of %s meets the Earth at %d° N, %d° E', (td, latitudeDeg, longitudeDeg) => {
  const epoch = parseTime(td, 'TT')
  // Each from a different half hour, so that the time is anywhere between two nodes.
  for (const beforeS of [600, 1000, 7 * 3600]) {
    const { sun, moon } = bodiesOver(addSeconds(epoch, -beforeS), DAY_S)(epoch)
    const { latRad, lonRad } = toGeodetic(onGround(sun, moon))
    expect(Math.abs(radToDeg(latRad) - latitudeDeg)).toBeLessThan(LATITUDE_DEG)
    expect(Math.abs(radToDeg(lonRad) - longitudeDeg)).toBeLessThan(LONGITUDE_DEG)
  }
})

test('the Sun is over the equator at the equinox, and its hour angle at Greenwich agrees with the equation of time', () => {
  // Equinox of March 2026, 14:46 UTC (Astronomical Almanac).
  const equinox = parseTime('2026-03-20T14:46:00')
  const { sun } = bodiesOver(addSeconds(equinox, -5000), DAY_S)(equinox)
  expect(Math.abs(radToDeg(Math.asin(sun[2] / norm(sun))))).toBeLessThan(DECLINATION_DEG)
  const hourAngleDeg = -radToDeg(Math.atan2(sun[1], sun[0]))
  // Astronomical Almanac, "Low precision formulas for the Sun" (page C5): 9575.115 days after J2000.0.
  const days = 9575.115_3
  const rad = Math.PI / 180
  const anomaly = (357.528 + 0.985_600_3 * days) * rad
  const meanLongitude = 280.46 + 0.985_647_4 * days
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad
  const ascension = Math.atan2(Math.cos(23.439 * rad) * Math.sin(longitude), Math.cos(longitude)) / rad
  const late = ((ascension - meanLongitude + 180) % 360) + (ascension - meanLongitude + 180 < 0 ? 360 : 0) - 180
  // 14:46 is 41.5° after noon of the mean Sun.
  expect(Math.abs(hourAngleDeg - (41.5 - late))).toBeLessThan(HOUR_ANGLE_DEG)
})

test('Sun and Moon move without a jump from one half hour to the next, and to the end of the span', () => {
  const start = parseTime('2026-11-24T00:00:00')
  const bodies = bodiesOver(start, 5400)
  for (const seconds of [1800, 3600]) {
    const [before, after] = [bodies(addSeconds(start, seconds - 0.5)), bodies(addSeconds(start, seconds + 0.5))]
    for (const name of ['sun', 'moon'] as const) {
      const moved = radToDeg(angleBetween(before[name], after[name]))
      const level = Math.hypot(before[name][0], before[name][1]) / norm(before[name])
      expect(Math.abs(moved - EARTH_DEG * level)).toBeLessThan(JOIN_DEG)
    }
  }
  // A span of zero length has one instant.
  const alone = bodiesOver(start, 0)(start)
  expect(angleBetween(alone.moon, bodies(start).moon)).toBe(0)
})
