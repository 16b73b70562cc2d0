import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { expect, test } from 'vitest'
import { type Places, placesWith, sensorAt } from './places.ts'

const [A, B, C] = [
  { latitude: 48, longitude: 11, altitude: 500 },
  { latitude: 28.3, longitude: -16.5, altitude: 2_390 },
  { latitude: -24.6, longitude: -70.4, altitude: 2_400 },
]
/** The position is ten metres from the first: the same place, given more exactly. */
const NEAR_A = { ...A, latitude: 48.0001 }
const [MARCH, JUNE, NOVEMBER] = ['2026-03-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2026-11-24T00:00:00.000Z']
const now = new Date(NOVEMBER)
const FIRST: Places = { place: A, since: null, former: [] }
const told = (before: Places, place: typeof A, movedAt?: string) => placesWith(before, { place, movedAt, now })

test('another place applies from now on, or from its stated date, and the former place is stored with its end', () => {
  expect(told(FIRST, B)).toEqual({ place: B, since: NOVEMBER, former: [{ ...A, since: null, until: NOVEMBER }] })
  const inMarch = told(FIRST, B, MARCH)
  expect(inMarch).toEqual({ place: B, since: MARCH, former: [{ ...A, since: null, until: MARCH }] })
  expect(told(inMarch, C, JUNE).former).toEqual([
    { ...A, since: null, until: MARCH },
    { ...B, since: MARCH, until: JUNE },
  ])
})

test('the same place does not change the history, and a more exact statement of a place keeps its date', () => {
  expect(told(FIRST, A)).toEqual(FIRST)
  expect(told(FIRST, NEAR_A)).toEqual({ ...FIRST, place: NEAR_A })
  const moved = told(FIRST, B, MARCH)
  expect(told(moved, B)).toEqual(moved)
  expect(told(moved, B, MARCH)).toEqual(moved)
})

test('if a move gets a later or an earlier date, it is still the same move', () => {
  const moved = told(FIRST, B, MARCH)
  expect(told(moved, B, JUNE).former).toEqual([
    { ...A, since: null, until: MARCH },
    { ...B, since: MARCH, until: JUNE },
  ])
  // The new date is before the last move: the earlier history of that time was wrong.
  expect(told(told(moved, C, JUNE), C, MARCH)).toEqual({
    place: C,
    since: MARCH,
    former: [{ ...A, since: null, until: MARCH }],
  })
  // The sensor gets a date for its only place: its places before that are unknown.
  expect(told(FIRST, A, MARCH)).toEqual({ place: A, since: MARCH, former: [] })
})

test('sensorAt() returns the sensor at its place at a time, and undefined if the place is unknown', () => {
  const { since, former } = told(told(FIRST, B, MARCH), C, JUNE)
  const sensor = { sensorCode: 'OWN1', ...C, standsSince: since, formerPlaces: former } as unknown as Sensor
  const at = (time: string) => {
    const found = sensorAt(sensor, Date.parse(time))
    return found && { latitude: found.latitude, longitude: found.longitude, altitude: found.altitude }
  }
  expect(at('2025-01-01T00:00:00Z')).toEqual(A)
  expect(at('2026-02-28T23:59:59Z')).toEqual(A)
  expect(at(MARCH)).toEqual(B)
  expect(at('2026-05-31T23:59:59Z')).toEqual(B)
  expect(at(JUNE)).toEqual(C)
  const unknown = { ...sensor, formerPlaces: former.slice(1) }
  expect(sensorAt(unknown, Date.parse('2026-02-28T00:00:00Z'))).toBe(undefined)
  // A sensor of the simulated network has no history.
  expect(sensorAt({ sensorCode: 'ABC01' } as Sensor, 0)).toEqual({ sensorCode: 'ABC01' })
})
