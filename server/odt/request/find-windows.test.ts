import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { fillLegs, type KnownOrbit } from '../object/known-orbit.ts'
import { findWindows } from './find-windows.ts'

const FROM_MS = Date.parse('2026-12-21T00:00:00Z')
const NOON = parseTime('2000-01-01T12:00:00')
const RADIUS_M = 42_164_000

/** Returns a state that stays above longitude 0, from the sidereal time of Greenwich (Meeus, Astronomical Algorithms, 12.4). */
function at(epoch: Epoch) {
  const days = secondsBetween(NOON, epoch) / 86_400
  const angle = degToRad((280.460_618_37 + 360.985_647_366_29 * days) % 360)
  const [x, y] = [RADIUS_M * Math.cos(angle), RADIUS_M * Math.sin(angle)]
  const rate = degToRad(360.985_647_366_29) / 86_400
  return { r: [x, y, 0], v: [-rate * y, rate * x, 0] } as const
}

// The sensor has only the fields that a search reads.
const sensor = {
  sensorCode: 'SITE',
  sensorType: 'OPTICAL_PASSIVE',
  latitude: 40,
  longitude: 0,
  altitude: 0,
  horizon: [],
  minimumElevation: 10,
  maximumSunElevation: -12,
  minimumMoonSeparation: 0,
  limitingMagnitude: null,
} as unknown as Sensor

const orbit: KnownOrbit = { type: 'TLE', epoch: null, at }
const legs = fillLegs([], orbit)

test('a night that is cut by the edge between two days of the search is one window', () => {
  const search = { legs, sensors: [sensor], fromMs: FROM_MS, toMs: FROM_MS + 2 * DAY_MS, enough: 10 }
  // A night of twelve hours lasts from evening to morning; the search begins with half a night and ends with half a night.
  const { windows } = findWindows({ ...search, minimumDurationS: (8 * HOUR_MS) / 1000 })
  expect(windows).toHaveLength(1)
  const { part, startMs, endMs } = windows[0]!
  expect(part.toMs - part.fromMs).toBeGreaterThan(12 * HOUR_MS)
  // At the solstice the Sun is lowest over Greenwich 2 min before midnight (equation of time).
  expect(Math.abs((startMs + endMs) / 2 - FROM_MS - DAY_MS)).toBeLessThan(5 * MINUTE_MS)
})

test('an object that never sets can be observed on each day', () => {
  const radar = { ...sensor, sensorType: 'RADAR_ACTIVE', maximumRange: null } as Sensor
  const search = { legs, sensors: [radar], fromMs: FROM_MS, toMs: FROM_MS + 3 * DAY_MS, enough: 10 }
  expect(findWindows(search).windows).toHaveLength(3)
})

test('each span is searched with the orbit that is known at that time, and a span without an orbit is reported', () => {
  const flown: KnownOrbit = { type: 'SP_EPHEMERIS', epoch: null, at }
  const flownLeg = { orbit: flown, fromMs: FROM_MS + 6 * HOUR_MS, toMs: FROM_MS + 18 * HOUR_MS }
  const radar = { ...sensor, sensorType: 'RADAR_ACTIVE', maximumRange: null } as Sensor
  const search = { sensors: [radar], fromMs: FROM_MS, toMs: FROM_MS + DAY_MS, enough: 10 }
  // The object never sets: a pass that is cut by the ends of the ephemeris is one pass, and its longest part stays.
  const { windows } = findWindows({ ...search, legs: fillLegs([flownLeg], orbit) })
  expect(windows.map((window) => [window.orbit.type, window.part.fromMs, window.part.toMs])).toEqual([
    ['SP_EPHEMERIS', flownLeg.fromMs, flownLeg.toMs],
  ])
  const none = { ...sensor, latitude: 0, longitude: 180, sensorType: 'RADAR_ACTIVE', maximumRange: null } as Sensor
  expect(findWindows({ ...search, sensors: [none], legs: [flownLeg] }).reasons).toContain('no-orbit')
  expect(findWindows({ ...search, sensors: [none], legs }).reasons).toEqual(['never-above-mask'])
})
