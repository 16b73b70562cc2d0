import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { angleBetween } from '../frames/topocentric.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { parseTime } from '../time/parse-time.ts'
import { radToDeg } from '../units.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { ASTRONOMICAL_UNIT_M, angularRadius, BODIES, type Body, bodyLight, bodyPosition, bodyState } from './body.ts'
import reference from './sky.reference.json' with { type: 'json' }

/** Positions with and without velocity are from one series, at times that are rounded to a microsecond. */
const SAME_SERIES_RELATIVE = 1e-9
/** The almanac gives the radius of the Sun to a hundredth of an arcsecond; our radius is IAU's nominal one. */
const ALMANAC_ARCSEC_DIGITS = 1
/** The mean radius of the Moon, to a tenth of a minute. */
const ALMANAC_ARCMIN_DIGITS = 1

// The error of the series: 1e-8 AU a term for the Sun, 1′ for the planets according to the author of astronomy-engine.
const LIMITS: Record<string, { arcsec: number; relative: number; speed: number }> = {
  Sun: { arcsec: 0.06, relative: 2.5e-7, speed: 2e-6 },
  Moon: { arcsec: 5, relative: 6e-5, speed: 2e-4 },
  Mars: { arcsec: 8, relative: 3e-5, speed: 3e-4 },
  Jupiter: { arcsec: 14, relative: 6e-5, speed: 1e-2 },
}

const vector = (row: number[], from: number, unit: number): Vec3 => [
  row[from]! * unit,
  row[from + 1]! * unit,
  row[from + 2]! * unit,
]

interface Case {
  readonly body: Body
  readonly row: number[]
}

/** Checks one row of Horizons; the planets are compared as seen from the Sun, with our own position of the Earth. */
function expectHorizons({ body, row }: Case): void {
  const epoch = fromJulianDate([Math.floor(row[0]!), row[0]! % 1], 'TDB')
  const sun = bodyState('Sun', epoch)
  const ours = bodyState(body, epoch)
  const direct = body === 'Sun' || body === 'Moon'
  const sign = body === 'Sun' ? -1 : 1 // Horizons gives the Earth from the Sun.
  const [r, v] = direct ? [ours.r, ours.v] : [subtract(ours.r, sun.r), subtract(ours.v, sun.v)]
  const expected = scale(vector(row, 1, ASTRONOMICAL_UNIT_M), sign)
  const expectedV = scale(vector(row, 4, ASTRONOMICAL_UNIT_M / 86_400), sign)
  const limit = LIMITS[body]!
  expect(radToDeg(angleBetween(r, expected)) * 3600).toBeLessThan(limit.arcsec)
  expect(Math.abs(norm(r) / norm(expected) - 1)).toBeLessThan(limit.relative)
  expect(norm(subtract(v, expectedV)) / norm(expectedV)).toBeLessThan(limit.speed)
  expect(norm(subtract(bodyPosition(body, epoch), ours.r))).toBeLessThan(SAME_SERIES_RELATIVE * norm(ours.r))
}

const { states } = reference
const SETS = [
  ['Moon', states.moonFromEarth, 'horizons_state_barystate_GeoMoon.csv'],
  ['Sun', states.earthFromSun, 'horizons_state_heliostate_Earth.csv'],
  ['Mars', states.marsFromSun, 'horizons_state_heliostate_Mars.csv'],
  ['Jupiter', states.jupiterFromSun, 'horizons_state_heliostate_Jupiter.csv'],
] as const

test.each(SETS)('bodyState() and bodyPosition() agree with JPL Horizons for %s', (body, rows) => {
  for (const row of rows) expectHorizons({ body, row })
})

test.skipIf(!hasCollection('sunmoon'))('bodyState() agrees with every row of Horizons in the collection', () => {
  for (const [body, , file] of SETS) {
    const lines = readFileSync(collectionPath(`sunmoon/${file}`), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
    for (const line of lines) {
      const row = line.split(',').filter((_word, index) => index !== 1)
      expectHorizons({ body, row: row.map(Number) })
    }
  }
  expect.hasAssertions()
})

test('bodyLight() agrees with the full Moon of 2018-01-31 and the following new Moon', () => {
  // Total lunar eclipse of 2018-01-31T13:30 UTC, solar eclipse of 2018-02-15T20:51 UTC (NASA eclipse catalogue).
  const full = bodyLight('Moon', parseTime('2018-01-31T13:30:00'))
  expect(full.litFraction).toBeGreaterThan(0.999)
  expect(full.magnitude).toBeLessThan(-12.5)
  expect(radToDeg(bodyLight('Moon', parseTime('2018-02-15T20:51:00')).phaseAngleRad)).toBeGreaterThan(178)
})

test('angularRadius() agrees with the almanac: Sun 16′ at one unit, Moon 15.5′ at its mean distance', () => {
  expect(radToDeg(angularRadius('Sun', [ASTRONOMICAL_UNIT_M, 0, 0])) * 3600).toBeCloseTo(959.23, ALMANAC_ARCSEC_DIGITS)
  expect(radToDeg(angularRadius('Moon', [384_400e3, 0, 0])) * 60).toBeCloseTo(15.54, ALMANAC_ARCMIN_DIGITS)
})

test('bodyPosition() has a position for every body', () => {
  for (const body of BODIES) expect(norm(bodyPosition(body, parseTime('2026-11-20T00:00:00')))).toBeGreaterThan(3.5e8)
})
