import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { chainOf, comparableOf, plannableOf, restorableOf } from './own-values.ts'

const file = (oemFileId: string, satelliteId: string, version: number, hours: readonly [number, number] | null) =>
  ({
    oemFileId,
    satelliteId,
    version,
    usableStartTime: hours && `2026-11-20T0${hours[0]}:00:00.000Z`,
    usableStopTime: hours && `2026-11-20T0${hours[1]}:00:00.000Z`,
  }) as EphemerisFile

test('comparableOf finds a file whose time overlaps with an earlier file of the same satellite', () => {
  const older = file('older', 'one', 1, [0, 3])
  const newer = file('newer', 'one', 2, [2, 5])
  expect(comparableOf([newer, older])).toBe(newer)
  expect(comparableOf([older, newer])).toBe(newer)
})

test.each([
  ['nothing earlier', [file('a', 'one', 1, [0, 3])]],
  ['another satellite', [file('a', 'one', 1, [0, 3]), file('b', 'two', 2, [0, 3])]],
  ['another time', [file('a', 'one', 1, [0, 3]), file('b', 'one', 2, [3, 5])]],
  ['an earlier one that is invalid', [file('a', 'one', 1, null), file('b', 'one', 2, [0, 3])]],
])('comparableOf finds none if there is %s', (_, files) => {
  expect(comparableOf(files)).toBeUndefined()
})

test('restorableOf finds a removed satellite whose number is free', () => {
  const satellite = (satelliteId: string, noradId: number) => ({ satelliteId, noradId }) as Satellite
  const [taken, free] = [satellite('taken', 90_001), satellite('free', 90_002)]
  expect(restorableOf([taken, free], [satellite('now', 90_001)])).toBe(free)
  expect(restorableOf([taken], [satellite('now', 90_001)])).toBeUndefined()
})

test('plannableOf finds the first event with a message of a satellite that has an engine', () => {
  const satellite = (satelliteId: string, type: string) =>
    ({ satelliteId, configuration: { propulsion: { type } } }) as Satellite
  const fleet = [satellite('drifts', 'NONE'), satellite('burns', 'IMPULSIVE')]
  const event = (satelliteId: string | null, messages: number) => ({ satelliteId, messages }) as Conjunction
  const good = event('burns', 2)
  expect(plannableOf([event(null, 2), event('drifts', 2), event('burns', 0), good], fleet)).toBe(good)
  expect(plannableOf([event('burns', 0)], fleet)).toBeUndefined()
})

test('the example of the on-call chain is the current chain; if none was ever set, the example calls the reader', () => {
  const fields = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  const shown = { now: [], nextGap: null, gaps: [], members: [], former: [], demo: null }
  const chain = [{ people: ['ann', 'ben'] }, { people: ['eve'] }]
  expect(chainOf({ ...fields, ...shown, chain: [], version: 0 }, 'me')).toEqual({
    ...fields,
    chain: [{ people: ['me'] }],
  })
  expect(chainOf({ ...fields, ...shown, chain, version: 3 }, 'me')).toEqual({ ...fields, chain })
  expect(chainOf({ ...fields, ...shown, chain: [], version: 4 }, 'me')).toEqual({ ...fields, chain: [] })
})
