import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { CatalogueObject } from '@apsis/contract/tle/object.ts'
import { expect, test } from 'vitest'
import { rowOf } from '../event/event-row.ts'
import { objectFile } from './facts-panes.tsx'
import { accuracyText, historyRows, leadOfObject, numberText, orderedEvents } from './object.ts'
import { objectWords } from './words.data.ts'

const ISS = CatalogueObject.parse((CatalogueObject.meta()!.examples as unknown[])[0])
const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const at = (hours: number, riskLevel: Conjunction['conjunctionData']['riskLevel'], conjunctionId: string) =>
  rowOf({
    ...EVENT,
    conjunctionId,
    conjunctionData: {
      ...EVENT.conjunctionData,
      riskLevel,
      tca: new Date(NOW_MS + hours * 3_600_000).toISOString(),
    },
  })
/** Twelve hours after the epoch of the example. */
const NOW_MS = Date.parse('2008-09-21T00:25:40.104Z')
const lead = (object: CatalogueObject | null, more: Partial<Parameters<typeof leadOfObject>[0]> = {}) =>
  leadOfObject({ noradId: 25_544, object, own: undefined, ahead: [], nowMs: NOW_MS, ...more }, objectWords)

test('numberText() writes a number of six digits as two lines do, and says where two lines have no room', () => {
  // In the notation of Space-Track, A0000 is 100000 and Z9999 is 339999.
  expect(numberText(25_544, objectWords)).toBe('25544')
  expect(numberText(100_000, objectWords)).toBe('100000 (A0000 in two lines)')
  expect(numberText(339_999, objectWords)).toBe('339999 (Z9999 in two lines)')
  expect(numberText(340_000, objectWords)).toBe('340000 (not in two lines: ask for OMM)')
})

test('the page begins with what the object is, the age of its set, and what comes next', () => {
  const { level, what, rest } = lead(ISS)
  expect(level).toBe('inactive')
  expect(what).toBe('ISS (ZARYA) is a payload in the catalogue.')
  expect(rest).toBe(
    'Its newest element set is 12.0 h old. No approach to your fleet is known; that is no clear sky unless it was screened.',
  )
  expect(lead(ISS, { ahead: undefined }).rest).toBe('Its newest element set is 12.0 h old.')
  expect(lead(ISS, { ahead: [at(2, 'CRITICAL', 'one')] })).toMatchObject({ level: 'critical' })
})

test.each([
  ['WITHOUT_SET', 'no screening finds it'],
  ['CAME_DOWN', 'has come down'],
  ['LEFT', 'has left the catalogue: no longer screened'],
  ['OWN_SETS', 'no screening compares with it'],
] as const)('an object that is %s is caution, and the sentence says what that means', (standing, means) => {
  const { level, what } = lead({ ...ISS, standing })
  expect(level).toBe('caution')
  expect(what).toContain(means)
})

test('an unknown number is no clear sky, also where it is an own satellite', () => {
  expect(lead(null)).toMatchObject({
    level: 'caution',
    what: 'Object 25544 is not in the catalogue, and that is no clear sky.',
  })
  // An event of a low level does not improve the level of an unknown number.
  expect(lead(null, { ahead: [at(2, 'LOW', 'one')] }).level).toBe('caution')
  expect(lead(null, { ahead: [at(2, 'HIGH', 'one')] }).level).toBe('serious')
  expect(lead(null, { own: { name: 'SAT-3' } }).what).toContain('that is no clear sky')
})

test('the events to come are first by TCA in the table and by urgency for the action; the last of the past ones follows', () => {
  const rows = [at(-30, 'HIGH', 'older'), at(40, 'CRITICAL', 'worst'), at(10, 'LOW', 'soonest'), at(-2, 'LOW', 'past')]
  const { ahead, shown } = orderedEvents(rows, NOW_MS)
  expect(shown.map(({ id }) => id)).toEqual(['soonest', 'worst', 'past', 'older'])
  expect(ahead.map(({ id }) => id)).toEqual(['worst', 'soonest'])
})

test('historyRows() has the newest first, with the change of the semi-major axis since the set before', () => {
  const set = ISS.set!
  const sets = [6_728_900, 6_728_880, null, 6_729_000].map((semiMajorAxisM, place) => ({
    ...set,
    epoch: `2008-09-2${place}T00:00:00.000Z`,
    semiMajorAxisM,
  }))
  expect(historyRows(sets).map(({ changeM }) => changeM)).toEqual([undefined, undefined, -20, undefined])
})

test('accuracyText() is in kilometres along, radially and across; without an accuracy there is no text', () => {
  expect(accuracyText(ISS, objectWords)).toBe('±0.8 km along the track, ±0.1 km radially, ±0.2 km across')
  expect(accuracyText({ accuracy: null }, objectWords)).toBeUndefined()
})

test('objectFile() has the facts in one row', () => {
  const { columns, rows } = objectFile(ISS)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.[columns.indexOf('standing')]).toBe('LISTED')
  expect(rows[0]?.[columns.indexOf('set_age_d')]).toBe(0.5)
})
