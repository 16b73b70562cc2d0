import { listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from '../conjunctions/event-row.ts'
import { changesSince, isUnchanged, lookOf, parseLook } from './changes.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const THEN = Date.UTC(2026, 10, 20, 6)
const NOW = Date.UTC(2026, 10, 20, 14)
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EVENT), id, ...more })
const ids = (rows: readonly EventRow[]) => rows.map(({ id }) => id)

test('what came, worsened, eased and ended since the look is told apart', () => {
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

test('nothing has changed right after the look', () => {
  const rows = [row('a'), row('b', { rank: 2 }), row('c', { rank: 0 })]
  expect(changesSince(lookOf(rows, NOW), rows, NOW)).toEqual({ fresh: [], worse: [], better: [], ended: [] })
})

test('a look comes back from where it was kept, and anything else is none', () => {
  const look = lookOf([row('a')], NOW)
  expect(parseLook(JSON.stringify(look))).toEqual(look)
  expect(parseLook(null)).toBeUndefined()
  expect(parseLook('{"atMs":"x"}')).toBeUndefined()
  expect(parseLook('{')).toBeUndefined()
})

test('isUnchanged() only where nothing came, rose, fell or ended', () => {
  const none = { fresh: [], worse: [], better: [], ended: [] }
  const row = rowOf(EVENT)
  expect(isUnchanged(none)).toBe(true)
  expect(isUnchanged({ ...none, fresh: [row] })).toBe(false)
  expect(isUnchanged({ ...none, worse: [{ row, from: 1 }] })).toBe(false)
  expect(isUnchanged({ ...none, better: [{ row, from: 4 }] })).toBe(false)
  expect(isUnchanged({ ...none, ended: [row] })).toBe(false)
})
