import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { makeEpoch, secondsBetween } from '../time/epoch.ts'
import { degToRad, radToDeg } from '../units.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { toGeodetic } from './geodetic.ts'
import reference from './topocentric.reference.json' with { type: 'json' }
import { angleBetween, directionOf, lookAt, lookWithLightTime, makeStation, pointAlong } from './topocentric.ts'

/** 0.014 rad/s at the zenith, where directions lose half of their digits. */
const RATE_DIGITS = 9
/** 500 km, from positions of 6,400 km that are rounded to a nanometre. */
const SLANT_M_DIGITS = 6

/** The resolution of an epoch is a femtosecond. */
const LIGHT_TIME_S = 2e-15
/** The error of a direction from a station on an ellipsoid, whose latitude is found by iteration. */
const SIGHT_RAD = 1e-12
/** The rounding of a square root of a sum of squares. */
const RANGE_RELATIVE = 1e-14
/** The rounding of directions rotated there and back. */
const TURNED_RAD = 1e-13
/** The rounding of an arc sine, which loses digits towards the zenith. */
const ELEVATION_RAD = 1e-12
/** Positions up to 1e9 m from a station at 6.4e6 m. */
const FAR_RELATIVE = 1e-12
/** The error of a difference quotient over 2 ms, for ranges up to 1e9 m. */
const RANGE_RATE_MPS = 1e-3
/** At the zenith half of the digits of the elevation are lost. */
const ZENITH_DIGITS = 9
/** The same for the azimuth. */
const ZENITH_RAD = 1e-9

const STK_DEG = 1e-9 // Near the zenith, for coordinates printed to 1e-12 degrees.
const STK_M = 2e-6

test.each(reference.aer)('lookAt() agrees with STK from %d, %d, %d m', (...row) => {
  const [lat, lon, alt] = row.slice(3, 6) as [number, number, number]
  const [x, y, z] = row.slice(6, 9) as [number, number, number]
  const [azimuth, elevation, range] = row.slice(12) as [number, number, number]
  const station = makeStation({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM: alt })
  const look = lookAt(station, { r: [x, y, z], v: [0, 0, 0] })
  expect(Math.abs(radToDeg(look.azimuthRad) - azimuth)).toBeLessThan(STK_DEG)
  expect(Math.abs(radToDeg(look.elevationRad) - elevation)).toBeLessThan(STK_DEG)
  expect(Math.abs(look.rangeM - range)).toBeLessThan(STK_M)
})

const EARTH_RATE = 7.292115e-5

test.each(reference.lightTime)('lookWithLightTime() sees a body where the light left it: $lightTimeS s', (row) => {
  const [site, r, v] = [row.site, row.r, row.vInertial] as unknown as [Vec3, Vec3, Vec3]
  const origin = makeEpoch(0)
  const look = lookWithLightTime(
    makeStation(toGeodetic(site)),
    (epoch) => {
      const t = secondsBetween(origin, epoch)
      const [x, y, z] = [r[0] + v[0] * t, r[1] + v[1] * t, r[2] + v[2] * t]
      const [c, s] = [Math.cos(EARTH_RATE * t), Math.sin(EARTH_RATE * t)]
      return { r: [c * x + s * y, c * y - s * x, z], v: [0, 0, 0] }
    },
    origin,
  )
  expect(Math.abs(look.lightTimeS - row.lightTimeS)).toBeLessThan(LIGHT_TIME_S) // The resolution of an epoch is a femtosecond.
  const sight = directionOf(makeStation(toGeodetic(site)), look.azimuthRad, look.elevationRad)
  expect(angleBetween(sight, row.sight as unknown as Vec3)).toBeLessThan(SIGHT_RAD)
  expect(Math.abs(look.rangeM / norm(row.sight as unknown as Vec3) - 1)).toBeLessThan(RANGE_RELATIVE)
})

const places = fc.record({
  latRad: realBetween(-1.55, 1.55),
  lonRad: realBetween(-3.1, 3.1),
  heightM: realBetween(-400, 9000),
})
const sights = fc.record({
  azimuthRad: realBetween(0, 6.28),
  elevationRad: realBetween(-1.5, 1.5),
  rangeM: realBetween(1e5, 1e9),
})
const component = realBetween(-8000, 8000)

test('lookAt() undoes directionOf(), and its rates agree with the motion', () => {
  fc.assert(
    fc.property(places, sights, fc.tuple(component, component, component), (place, sight, v) => {
      const station = makeStation(place)
      const r = pointAlong(station, directionOf(station, sight.azimuthRad, sight.elevationRad), sight.rangeM)
      const look = lookAt(station, { r, v })
      const turned = Math.sin(look.azimuthRad - sight.azimuthRad) * Math.cos(sight.elevationRad)
      expect(Math.abs(turned)).toBeLessThan(TURNED_RAD)
      expect(Math.abs(look.elevationRad - sight.elevationRad)).toBeLessThan(ELEVATION_RAD)
      expect(Math.abs(look.rangeM / sight.rangeM - 1)).toBeLessThan(FAR_RELATIVE)
      const step = 1e-3
      const [before, after] = [-step, step].map((dt) => {
        return lookAt(station, { r: [r[0] + v[0] * dt, r[1] + v[1] * dt, r[2] + v[2] * dt], v })
      }) as [typeof look, typeof look]
      const azimuthChange = Math.sin(after.azimuthRad - before.azimuthRad) / (2 * step)
      // Rounding and the error of a central difference, which comes from the third derivative; for the azimuth that is about the cube of its
      // rate.
      const left = Math.abs(look.azimuthRateRadS) ** 3 + (norm(v) / sight.rangeM) ** 3
      const limit = 1e-9 + (1e-9 * norm(v)) / sight.rangeM / step + 4 * step ** 2 * left
      expect(Math.abs(azimuthChange - look.azimuthRateRadS) * Math.cos(sight.elevationRad)).toBeLessThan(limit)
      expect(Math.abs((after.elevationRad - before.elevationRad) / (2 * step) - look.elevationRateRadS)).toBeLessThan(
        limit,
      )
      expect(Math.abs((after.rangeM - before.rangeM) / (2 * step) - look.rangeRateMps)).toBeLessThan(RANGE_RATE_MPS)
    }),
  )
})

test('lookAt() at the zenith and at the station itself', () => {
  const station = makeStation({ latRad: 0.8, lonRad: 0.2, heightM: 100 })
  const up = directionOf(station, 0, Math.PI / 2)
  const above = pointAlong(station, up, 5e5)
  const north = scale(directionOf(station, 0, 0), 7000)
  const look = lookAt(station, { r: above, v: north })
  expect(look.elevationRad).toBeCloseTo(Math.PI / 2, ZENITH_DIGITS)
  expect(Math.min(look.azimuthRad, 2 * Math.PI - look.azimuthRad)).toBeLessThan(ZENITH_RAD)
  expect(look.elevationRateRadS).toBeCloseTo(-7000 / 5e5, RATE_DIGITS)
  expect(() => lookAt(station, { r: station.r, v: [0, 0, 0] })).toThrow('has no direction')
  expect(norm(subtract(above, station.r))).toBeCloseTo(5e5, SLANT_M_DIGITS)
})
