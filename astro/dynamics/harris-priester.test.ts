import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WGS84_FLATTENING, WGS84_RADIUS_M } from '../constants.ts'
import { fromGeodetic } from '../frames/geodetic.ts'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { IDENTITY, transform, transpose } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { scale, type Vec3 } from '../vec3.ts'
import { type HarrisPriester, makeHarrisPriester } from './harris-priester.ts'

/** The accuracy of the height is 1e-9 m (toGeodetic), which changes densities with a scale height of 6 km and more by 2e-13. */
const HEIGHT_ROUNDING = 2e-12
/** The same for fractions of the density and for ratios to the table, including the last digits of the heights. */
const HEIGHT_DIGITS = 12
/** The highest height is 1e-6 m below the top of the atmosphere, with a scale height of 131 km. */
const BELOW_END_DIGITS = 10
/**
 * The latitude of the apex is rounded by 0.0023°, the angle ψ. This lowers cos⁴(ψ/2) by ψ²/2, and 70 % of the density is proportional to
 * cos⁴(ψ/2).
 */
const APEX_DIGITS = 8

const EPOCH = parseTime('2026-03-20T00:00:00')
const AU = 149_597_870_700
const model = (more: Partial<HarrisPriester> = {}) =>
  makeHarrisPriester({ sun: () => [AU, 0, 0], toEarthFixed: () => IDENTITY, ...more })
const above = (lonDeg: number, heightKm: number, latDeg = 0) =>
  fromGeodetic({ latRad: degToRad(latDeg), lonRad: degToRad(lonDeg), heightM: heightKm * 1000 })
/** Returns the density, kg/m³, with the Sun over longitude 0. */
const density = (lonDeg: number, heightKm: number, more: Partial<HarrisPriester> = {}, latDeg = 0) =>
  model(more)({ epoch: EPOCH, rEarthFixed: above(lonDeg, heightKm, latDeg) })

test.each([
  // Height km, least and greatest density, g/km³: Montenbruck and Gill, Satellite Orbits, table 3.3.
  [120, 24_900, 24_900],
  [200, 255.7, 316.2],
  [300, 17.08, 35.26],
  [400, 2.249, 7.492],
  [600, 0.080_7, 0.639],
  [800, 0.007_069, 0.080_59],
])('the published densities at %d km are under the bulge and opposite to it', (heightKm, least, greatest) => {
  // The bulge lags behind the Sun by 30°: it is over 30° east, and its opposite over 150° west.
  expect(density(30, heightKm) / (greatest * 1e-12)).toBeCloseTo(1, HEIGHT_DIGITS)
  expect(density(-150, heightKm) / (least * 1e-12)).toBeCloseTo(1, HEIGHT_DIGITS)
})

test('the density is largest two hours after noon, for any position of the Sun', () => {
  const byLongitude = (lon: number, sunLon: number) =>
    density(lon, 500, { sun: () => scale([Math.cos(degToRad(sunLon)), Math.sin(degToRad(sunLon)), 0], AU) })
  for (const sunLon of [0, 80, 200, 320]) {
    const densities = Array.from({ length: 36 }, (_, k) => byLongitude(10 * k, sunLon))
    const densest = 10 * densities.indexOf(Math.max(...densities))
    expect((densest - sunLon + 360) % 360).toBe(30)
  }
})

test('at 90° from the bulge the exponent determines the density: a half of the bulge with 2, an eighth with 6', () => {
  // cos²45° is a half: its first, second and third power are 1/2, 1/4 and 1/8. All densities are at 400 km, over 120° east.
  const share = (exponent?: number) =>
    (density(120, 400, exponent === undefined ? {} : { exponent }) - 2.249e-12) / (7.492e-12 - 2.249e-12)
  expect(share(2)).toBeCloseTo(1 / 2, HEIGHT_DIGITS)
  expect(share(4)).toBeCloseTo(1 / 4, HEIGHT_DIGITS)
  expect(share()).toBeCloseTo(1 / 4, HEIGHT_DIGITS)
  expect(share(6)).toBeCloseTo(1 / 8, HEIGHT_DIGITS)
})

test('half-way between two rows of the table the density is their geometric mean', () => {
  expect(density(30, 390) / Math.sqrt(9.955e-12 * 7.492e-12)).toBeCloseTo(1, HEIGHT_DIGITS)
  expect(density(-150, 990) / density(-150, 980)).toBeCloseTo(
    density(-150, 1000 - 1e-9) / density(-150, 990),
    BELOW_END_DIGITS,
  )
})

test('the density is 0 above 1000 km, and below 100 km it is the density at 100 km', () => {
  expect(density(30, 1000.000_1)).toBe(0)
  expect(density(30, 35_786)).toBe(0)
  expect(density(30, 999)).toBeGreaterThan(0)
  for (const heightKm of [99.9, 50, 0]) expect(density(30, heightKm) / 497_400e-12).toBeCloseTo(1, HEIGHT_DIGITS)
})

test('heights are above the ellipsoid: over a pole the same distance is 21 km higher than over the equator', () => {
  const polarRadius = WGS84_RADIUS_M * (1 - WGS84_FLATTENING)
  const overPole = model()({ epoch: EPOCH, rEarthFixed: [0, 0, polarRadius + 400_000] })
  // 90° from the bulge the density of the bulge is reduced to a quarter at the default exponent.
  expect(overPole / (2.249e-12 + (7.492e-12 - 2.249e-12) / 4)).toBeCloseTo(1, HEIGHT_DIGITS)
})

test("densities are between those of the table, decrease with height and do not depend on the Earth's rotation", () => {
  const lon = realBetween(-180, 180)
  const lat = realBetween(-89, 89)
  fc.assert(
    fc.property(lon, lat, realBetween(120, 990), lon, (lonDeg, latDeg, heightKm, turnDeg) => {
      const here = density(lonDeg, heightKm, {}, latDeg)
      expect(here).toBeLessThanOrEqual(density(30, heightKm) * (1 + HEIGHT_ROUNDING))
      expect(here).toBeGreaterThanOrEqual(density(-150, heightKm) * (1 - HEIGHT_ROUNDING))
      expect(density(lonDeg, heightKm + 5, {}, latDeg)).toBeLessThan(here)
      // Sun and position rotated about the axis by the same angle; the Sun is given in space.
      const turned = density(lonDeg + turnDeg, heightKm, { toEarthFixed: () => rotationZ(-degToRad(turnDeg)) }, latDeg)
      expect(Math.abs(turned / here - 1)).toBeLessThan(HEIGHT_ROUNDING)
    }),
    { numRuns: 15 },
  )
})

test('a Sun in the north moves the bulge north', () => {
  const summer: Vec3 = transform(transpose(rotationX(degToRad(23.4))), [0, AU, 0])
  const at = (latDeg: number) => density(120, 400, { sun: () => summer }, latDeg)
  expect(at(23.4)).toBeGreaterThan(at(0))
  expect(at(0)).toBeGreaterThan(at(-23.4))
  // At the apex of the table the geocentric latitude equals that of the Sun, which is a geodetic latitude of 23.53° at 400 km.
  expect(at(23.53) / 7.492e-12).toBeCloseTo(1, APEX_DIGITS)
})
