import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../event/event-row.ts'
import { changesSince, isUnchanged, lookOf, parseLook } from './changes.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const THEN = Date.UTC(2026, 10, 20, 6)
const NOW = Date.UTC(2026, 10, 20, 14)
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EVENT), id, ...more })
const ids = (rows: readonly EventRow[]) => rows.map(({ id }) => id)

test('new, worse, better and ended events since the last look are separated', () => {
  const soon = { tcaMs: NOW - 3_600_000 }
  const then = [row('steady'), row('eases', { rank: 3 }), row('ends', { rank: 3, ...soon }), row('low', { rank: 1 })]
  const late = { ...EVENT, firstCreationDate: new Date(NOW - 60_000).toISOString() }
  const now = [
    row('steady'),
    row('eases', { rank: 2 }),
    row('ends', { rank: 3, ...soon }),
    row('low', { rank: 3 }),
    row('new', { event: late, rank: 2 }),
    row('new and worse', { event: late, rank: 4 }),
  ]
  const changes = changesSince(lookOf(then, THEN), now, NOW)
  expect(ids(changes.fresh)).toEqual(['new and worse', 'new'])
  expect(changes.worse.map(({ row: { id }, from }) => `${id} from ${from}`)).toEqual(['low from 1'])
  expect(changes.better.map(({ row: { id }, from }) => `${id} from ${from}`)).toEqual(['eases from 3'])
  expect(ids(changes.ended)).toEqual(['ends'])
})

test('nothing has changed immediately after the look', () => {
  const rows = [row('a'), row('b', { rank: 2 }), row('c', { rank: 0 })]
  expect(changesSince(lookOf(rows, NOW), rows, NOW)).toEqual({ fresh: [], worse: [], better: [], ended: [] })
})

test('a stored look is restored, and any other text is not a look', () => {
  const look = lookOf([row('a')], NOW)
  expect(parseLook(JSON.stringify(look))).toEqual(look)
  expect(parseLook(null)).toBeUndefined()
  expect(parseLook('{"atMs":"x"}')).toBeUndefined()
  expect(parseLook('{')).toBeUndefined()
})

test('isUnchanged() is true only if no event is new, worse, better or ended', () => {
  const none = { fresh: [], worse: [], better: [], ended: [] }
  const row = rowOf(EVENT)
  expect(isUnchanged(none)).toBe(true)
  expect(isUnchanged({ ...none, fresh: [row] })).toBe(false)
  expect(isUnchanged({ ...none, worse: [{ row, from: 1 }] })).toBe(false)
  expect(isUnchanged({ ...none, better: [{ row, from: 4 }] })).toBe(false)
  expect(isUnchanged({ ...none, ended: [row] })).toBe(false)
})

test('worse and better events are in the order of level, and at equal levels the earlier TCA comes first', () => {
  const [early, late] = [{ tcaMs: NOW + 3_600_000 }, { tcaMs: NOW + 7_200_000 }]
  const then = [
    ...['w1', 'w2', 'w3'].map((id) => row(id, { rank: 2 })),
    ...['b1', 'b2', 'b3'].map((id) => row(id, { rank: 4 })),
  ]
  const now = [
    row('w1', { rank: 3, ...late }),
    row('w2', { rank: 3, ...early }),
    row('w3', { rank: 4, ...late }),
    row('b1', { rank: 2, ...late }),
    row('b2', { rank: 2, ...early }),
    row('b3', { rank: 3, ...late }),
  ]
  const { worse, better } = changesSince(lookOf(then, THEN), now, NOW)
  expect(worse.map(({ row: { id } }) => id)).toEqual(['w3', 'w2', 'w1'])
  expect(better.map(({ row: { id } }) => id)).toEqual(['b3', 'b2', 'b1'])
})

test('new events of one level are in the order of TCA', () => {
  const late = { ...EVENT, firstCreationDate: new Date(NOW - 60_000).toISOString() }
  const rows = [
    row('later', { event: late, tcaMs: NOW + 7_200_000 }),
    row('sooner', { event: late, tcaMs: NOW + 3_600_000 }),
  ]
  expect(ids(changesSince(lookOf([], THEN), rows, NOW).fresh)).toEqual(['sooner', 'later'])
})

test('an event counts until exactly its TCA, and an event that arrived at the time of the look is not new', () => {
  const atLook = { ...EVENT, firstCreationDate: new Date(THEN).toISOString() }
  const known = row('known', { event: atLook, rank: 3, tcaMs: NOW })
  expect(lookOf([row('now', { tcaMs: NOW, rank: 2 })], NOW).ranks).toEqual({ now: 2 })
  expect(lookOf([row('low', { rank: 1 })], NOW).ranks).toEqual({})
  const { fresh, worse, ended } = changesSince(lookOf([], THEN), [known], NOW)
  expect(ids(fresh)).toEqual([])
  expect(worse.map(({ row: { id }, from }) => `${id} from ${from}`)).toEqual(['known from 1'])
  expect(ended).toEqual([])
})

test('an event that fell below the stored levels is better; a low event that was never stored has not changed', () => {
  const look = lookOf([row('falls', { rank: 2 })], THEN)
  const changes = changesSince(
    look,
    [row('falls', { rank: 0 }), row('low', { rank: 1 }), row('none', { rank: 0 })],
    NOW,
  )
  expect(changes.better.map(({ row: { id }, from }) => `${id} from ${from}`)).toEqual(['falls from 2'])
  expect(changes.worse).toEqual([])
})

test('an event has ended if its TCA is between the look and now and it was, or is, above its thresholds', () => {
  const look = { atMs: THEN, ranks: { high: 3, medium: 2 } }
  const past = (id: string, rank: number, tcaMs = NOW - 1) => row(id, { rank, tcaMs })
  const rows = [
    past('high', 1),
    past('medium', 2),
    past('became', 3),
    past('at the look', 3, THEN),
    past('older', 4, THEN - 1),
  ]
  expect(ids(changesSince(look, rows, NOW).ended)).toEqual(['high', 'became', 'at the look'])
})

test('only numbers in a stored look are read, and a text without a list of ranks is not a look', () => {
  expect(parseLook('{"atMs":1,"ranks":{"a":2,"b":"3"}}')).toEqual({ atMs: 1, ranks: { a: 2 } })
  for (const text of ['5', 'null', '{"atMs":1}', '{"atMs":1,"ranks":null}', '{"atMs":1,"ranks":7}', '{"ranks":{}}'])
    expect(parseLook(text)).toBeUndefined()
})
