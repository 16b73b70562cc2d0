import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import { expect, test } from 'vitest'
import { LIGHT_EDGES_DEG, type Light, lightOf, partsOf, placeAt, placeText, trackTable } from './track.ts'

const FROM_MS = Date.UTC(2026, 10, 20, 6)
const place = (second: number, more: Partial<TrackPlace> = {}): TrackPlace => ({
  time: new Date(FROM_MS + 1_000 * second).toISOString(),
  azimuth: 100,
  elevation: 10,
  range: 1_200_000,
  sunElevation: -8,
  moonAzimuth: 200,
  moonElevation: 30,
  moonSeparation: 40,
  phaseAngle: 60,
  isSunlit: true,
  magnitude: 6,
  ...more,
})

test('placeAt() interpolates linearly between the two neighbouring places', () => {
  const later = { azimuth: 140, elevation: 30, range: 800_000, sunElevation: -9, moonSeparation: 44, phaseAngle: 80 }
  const moon = { moonAzimuth: 204, moonElevation: 26 }
  const track = [place(0), place(60, { ...later, ...moon, magnitude: 4 }), place(120)]
  expect(placeAt(track, FROM_MS + 15_000)).toEqual(
    place(15, {
      azimuth: 110,
      elevation: 15,
      range: 1_100_000,
      sunElevation: -8.25,
      moonAzimuth: 201,
      moonElevation: 29,
      moonSeparation: 41,
      phaseAngle: 65,
      magnitude: 5.5,
    }),
  )
})

test.each([
  [350, 10, 355],
  [10, 350, 5],
  [0, 270, 337.5],
  [200, 20, 155],
])('placeAt() takes the shorter way from %i° to %i°', (from, to, azimuth) => {
  const [before, after] = [from, to].map((one) => ({ azimuth: one, moonAzimuth: one }))
  const between = placeAt([place(0, before), place(60, after)], FROM_MS + 15_000)
  expect(between).toMatchObject({ azimuth, moonAzimuth: azimuth })
})

test('placeAt() includes the first and the last moment of a track, and nothing outside', () => {
  const track = [place(0), place(60)]
  expect(placeAt(track, FROM_MS)).toEqual(place(0))
  expect(placeAt(track, FROM_MS + 60_000)).toEqual(place(60))
  expect(placeAt(track, FROM_MS - 1)).toBeUndefined()
  expect(placeAt(track, FROM_MS + 60_001)).toBeUndefined()
  expect(placeAt([], FROM_MS)).toBeUndefined()
})

test('placeAt() has no magnitude if one of its neighbours has none', () => {
  const dark = { magnitude: null }
  expect(placeAt([place(0, dark), place(60)], FROM_MS + 15_000)?.magnitude).toBeNull()
  expect(placeAt([place(0), place(60, dark)], FROM_MS + 15_000)?.magnitude).toBeNull()
})

test('partsOf() divides a track where it changes, and both parts contain that place', () => {
  const [a, b, c, d] = [place(0), place(60), place(120, { isSunlit: false }), place(180)]
  expect(partsOf([a, b, c, d], ({ isSunlit }) => isSunlit)).toEqual([
    { kind: true, from: 0, places: [a, b, c] },
    { kind: false, from: 2, places: [c, d] },
    { kind: true, from: 3, places: [d] },
  ])
  expect(partsOf([], () => true)).toEqual([])
})

/** Explanatory Supplement 2013, §12.1: the Sun on the horizon, and 6°, 12° and 18° below it. */
test.each<[number, Light]>([
  [0, 'day'],
  [-0.01, 'civil'],
  [-6, 'civil'],
  [-6.01, 'nautical'],
  [-12, 'nautical'],
  [-12.01, 'astronomical'],
  [-18, 'astronomical'],
  [-18.01, 'night'],
])('with the Sun at %f° the light is %s', (sunElevation, light) => {
  expect(lightOf(sunElevation)).toBe(light)
})

test('the edges of the light are the elevations at which it changes', () => {
  const before = LIGHT_EDGES_DEG.map((edge) => [lightOf(edge), lightOf(edge - 0.01)])
  expect(before).toEqual([
    ['day', 'civil'],
    ['civil', 'nautical'],
    ['nautical', 'astronomical'],
    ['astronomical', 'night'],
  ])
})

test('placeText() gives angles in whole degrees, the elevation with a decimal, the range in km, and the magnitude if there is one', () => {
  const text = placeText(place(0, { azimuth: 123.4, elevation: 12.34, range: 1_234_400 }))
  for (const part of ['06:00:00', '123°', '12.3°', '1\u202f234 km', '6.0 mag']) expect(text).toContain(part)
  expect(placeText(place(0, { magnitude: null }))).not.toContain('mag')
})

test('trackTable() has a row for each place, and an empty magnitude if there is none', () => {
  const { columns, rows } = trackTable([place(0), place(60, { isSunlit: false, magnitude: null })])
  const cell = (row: number, column: string) => rows[row]?.[columns.indexOf(column)]
  expect(rows.map((row) => row.length)).toEqual([columns.length, columns.length])
  expect([cell(0, 'time'), cell(0, 'range_m'), cell(0, 'sunlit'), cell(0, 'magnitude')]).toEqual([
    ...['2026-11-20T06:00:00.000Z', 1_200_000, 'yes', 6],
  ])
  expect([cell(1, 'sunlit'), cell(1, 'magnitude'), cell(1, 'phase_angle_deg')]).toEqual(['no', undefined, 60])
})
