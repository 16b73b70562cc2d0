import { missing } from '@apsis/astro/missing.ts'
import { degreesToRadians, eciToEcf, geodeticToEcf, gstime } from 'satellite.js'
import { expect, test } from 'vitest'
import { stateByOtherProgram } from '../../space/testing/other-sgp4.ts'
import { directionsOf } from './sights.ts'
import { columns } from './testing/two-own.ts'
import { sightsOf } from './use-sights.ts'

const place = { latitude: 28.3, longitude: -16.51, altitude: 2_390 }
const atMs = Date.parse('2026-11-20T06:10:00Z')
const [arcsec, deg] = [Math.PI / 648_000, Math.PI / 180]

type Triple = readonly [number, number, number]
const aboutZ = (angle: number, [x, y, z]: Triple): Triple => [
  Math.cos(angle) * x + Math.sin(angle) * y,
  Math.cos(angle) * y - Math.sin(angle) * x,
  z,
]
const aboutY = (angle: number, [x, y, z]: Triple): Triple => [
  Math.cos(angle) * x - Math.sin(angle) * z,
  y,
  Math.sin(angle) * x + Math.cos(angle) * z,
]

/** Turns a direction of the mean equator of date to that of J2000.0 by the precession of Lieske (1977), IAU 1976. */
function toJ2000(direction: Triple, ms: number): Triple {
  const t = (ms - Date.UTC(2000, 0, 1, 12)) / 86_400_000 / 36_525
  const zeta = (2_306.2181 * t + 0.30188 * t ** 2) * arcsec
  const z = (2_306.2181 * t + 1.09468 * t ** 2) * arcsec
  const theta = (2_004.3109 * t - 0.42665 * t ** 2) * arcsec
  return aboutZ(zeta, aboutY(-theta, aboutZ(z, direction)))
}

/** Nutation is left out here, up to 17″, and so is UT1, up to 14″ of the turn of the Earth. */
const LEFT_OUT_RAD = 31 * arcsec

test('a direction that an independent SGP4 and precession give ends at the object itself', () => {
  const [x, y, z] = stateByOtherProgram(columns, 0, atMs)?.r ?? missing()
  const object = eciToEcf({ x, y, z }, gstime(new Date(atMs)))
  const sensor = geodeticToEcf({
    latitude: degreesToRadians(place.latitude),
    longitude: degreesToRadians(place.longitude),
    height: place.altitude / 1_000,
  })
  const sight: Triple = [object.x - sensor.x, object.y - sensor.y, object.z - sensor.z]
  // Back from the Earth to the equinox of date, then to J2000.0.
  const [a, b, c] = toJ2000(aboutZ(-gstime(new Date(atMs)), sight), atMs)
  const ra = Math.atan2(b, a) / deg
  const dec = Math.atan2(c, Math.hypot(a, b)) / deg
  const epoch = new Date(atMs).toISOString()
  const report = {
    reports: [{ measurementReports: [{ epoch, observedRaDec: { ra, dec }, observedMagnitude: null }] }],
  }
  const radiusM = 1_000 * Math.hypot(x, y, z)
  const [found = missing(), ...more] = sightsOf(directionsOf({ report, place }), () => radiusM)
  expect(more).toEqual([])
  expect(Math.hypot(found.from[0] / 1_000 - sensor.x, found.from[1] / 1_000 - sensor.y)).toBeLessThan(0.001)
  const away = Math.hypot(
    found.to[0] - 1_000 * object.x,
    found.to[1] - 1_000 * object.y,
    found.to[2] - 1_000 * object.z,
  )
  const rangeM = 1_000 * Math.hypot(...sight)
  expect(away).toBeLessThan(LEFT_OUT_RAD * rangeM)
  expect(Math.abs(Math.hypot(...found.to) - radiusM)).toBeLessThan(1)
  // Without a place of the object there is no height at which a line could end.
  expect(sightsOf(directionsOf({ report, place }), () => undefined)).toEqual([])
})

test('of a long track the first, the middle and the last direction are drawn', () => {
  const measurementReports = Array.from({ length: 37 }, (_, k) => ({
    epoch: new Date(atMs + 5_000 * k).toISOString(),
    observedRaDec: { ra: 100 + k / 10, dec: 20 },
    observedMagnitude: null,
  }))
  const found = sightsOf(directionsOf({ report: { reports: [{ measurementReports }] }, place }), () => 7_000_000)
  expect(found.map((sight) => (sight.atMs - atMs) / 5_000)).toEqual([0, 18, 36])
})
