import { missing } from '@apsis/astro/missing.ts'
import { eciToEcf, gstime } from 'satellite.js'
import { expect, test } from 'vitest'
import { stateByOtherProgram } from '../../space/testing/other-sgp4.ts'
import { catalogue, columns } from './testing/two-own.ts'
import { drawnUncertainty, ellipsoidOf } from './uncertainty.ts'

const DAY_MS = 86_400_000
const epochMs = Date.parse(columns.origin)
/** Both programs agree to a metre, and their mean sidereal times to a thousandth of a second. */
const [PLACE_KM, DIRECTION] = [0.01, 1e-5]

type Triple = readonly [number, number, number]
const unit = ([x, y, z]: Triple): Triple => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const crossOf = ([a, b, c]: Triple, [x, y, z]: Triple): Triple => [b * z - c * y, c * x - a * z, a * y - b * x]
const toEarth = ([x, y, z]: Triple, date: Date): Triple => {
  const turned = eciToEcf({ x, y, z }, gstime(date))
  return [turned.x, turned.y, turned.z]
}

test('the ellipsoid has the published sizes along the axes of the orbit by satellite.js, around its place', () => {
  // Flohrer, Krag and Klinkrad (2008) for circular orbits below 800 km, 30° to 60° and above; along the track 1.5 km for each day of age.
  const published = [
    { radialM: 107, alongM: 308, acrossM: 169 },
    { radialM: 115, alongM: 517, acrossM: 137 },
  ]
  for (const [k, { radialM, alongM, acrossM }] of published.entries()) {
    const atMs = epochMs + 2 * DAY_MS
    const date = new Date(atMs)
    const { r, v } = stateByOtherProgram(columns, k, atMs) ?? missing()
    const radial = unit(r)
    const across = unit(crossOf(r, v))
    const along = crossOf(across, radial)
    const found = ellipsoidOf(catalogue, k, { atMs, ink: 'one' }) ?? missing()
    const place = toEarth(r, date)
    expect(Math.hypot(...found.middle.map((m, axis) => m / 1_000 - (place[axis] ?? 0)))).toBeLessThan(PLACE_KM)
    const expected = [
      [radial, radialM],
      [along, Math.hypot(alongM, 3_000)],
      [across, acrossM],
    ] as const
    for (const [axis, [direction, lengthM]] of expected.entries()) {
      const half = found.halfAxes[axis] ?? missing()
      expect(Math.hypot(...half)).toBeCloseTo(lengthM, 3)
      // The sign of an axis of an ellipsoid does not matter.
      expect(Math.hypot(...crossOf(unit(half), toEarth(direction, date)))).toBeLessThan(DIRECTION)
    }
  }
})

test('ten days from the epoch there is no ellipsoid, and the reason is named; nor is there one of what an ephemeris has', () => {
  const later = epochMs + 10.1 * DAY_MS
  expect(drawnUncertainty(catalogue, 0, later)).toEqual({ ok: false, reason: 'modelTooOld' })
  expect(ellipsoidOf(catalogue, 0, { atMs: later, ink: 'one' })).toBeUndefined()
  const path = {
    name: 'sim.oem',
    publisher: null,
    isSimulated: true,
    madeMs: epochMs,
    stateAt: () => ({ r: [7e6, 0, 0] as const, v: [0, 7_546, 0] as const }),
  }
  const withPath = { ...catalogue, paths: new Map([[90_001, path]]) }
  expect(drawnUncertainty(withPath, 0, epochMs)).toEqual({ ok: false, reason: 'modelByEphemeris' })
  expect(ellipsoidOf(withPath, 0, { atMs: epochMs, ink: 'one' })).toBeUndefined()
})
