import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from './event-row.ts'
import {
  arrangedIn,
  groupingOf,
  isFolded,
  nameOf,
  namingOf,
  orderOf,
  parseFolding,
  titleOf,
  toggleFold,
  writeGrouping,
} from './grouping.ts'
import { conjunctionsWords } from './words.data.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const row = (more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), ...more })

const AHEAD = { grouping: 'day', sort: undefined, isPast: false } as const

test('groupingOf returns days if the order is by time, and no groups otherwise, unless a grouping was chosen', () => {
  expect(groupingOf({})).toBe('day')
  expect(groupingOf({ sort: '-until' })).toBe('day')
  expect(groupingOf({ sort: '-level,decide' })).toBe('none')
  expect(groupingOf({ sort: '-level,decide', by: 'day' })).toBe('day')
  expect(groupingOf({ by: 'satellite' })).toBe('satellite')
  expect(groupingOf({ by: 'colour' })).toBe('day')
})

test.each([undefined, '-level,decide'])(
  'a grouping is the same after it was written to the address and read back, sorted by %s',
  (sort) => {
    for (const grouping of ['day', 'satellite', 'type', 'level', 'none'] as const)
      expect(groupingOf({ by: writeGrouping(grouping, sort), sort })).toBe(grouping)
    expect(writeGrouping(groupingOf({ sort }), sort)).toBeUndefined()
  },
)

test('groups have permanent names, and titles for readers', () => {
  const t = conjunctionsWords
  const event = { ...EXAMPLE, object2: { ...EXAMPLE.object2, objectType: 'Rocket Body' } }
  expect(nameOf.type(row({ event }))).toBe('ROCKET_BODY')
  expect(titleOf('type', [row({ event })], t)).toBe('Rocket body')
  expect(titleOf('day', [row()], t)).toBe('2026-11-21, day 325')
  expect(titleOf('level', [row()], t)).toBe('Critical')
  expect(titleOf('satellite', [row()], t)).toBe('SAT-3')
})

test('orderOf puts the group with the worst event first; days are in the order of time', () => {
  const groups = [[row({ rank: 1 })], [row({ rank: 0 }), row({ rank: 3 })], [row({ rank: 2 })]]
  const ranks = groups
    .toSorted(orderOf({ ...AHEAD, grouping: 'satellite' }))
    .map((rows) => rows.map(({ rank }) => rank))
  expect(ranks).toEqual([[0, 3], [2], [1]])
  expect(orderOf({ ...AHEAD, isPast: true })).toBeUndefined()
  const days = [[row({ tcaMs: 2 })], [row({ tcaMs: 1 })]].toSorted(orderOf({ ...AHEAD, sort: '-pc' }))
  expect(days.map(([one]) => one?.tcaMs)).toEqual([1, 2])
})

test('pressing a fold again reverses it, also if all groups are folded', () => {
  const once = toggleFold(parseFolding(undefined), 'LOW')
  expect(isFolded(parseFolding(once), 'LOW')).toBe(true)
  expect(isFolded(parseFolding(once), 'HIGH')).toBe(false)
  expect(toggleFold(parseFolding(once), 'LOW')).toBeUndefined()
  const allButOne = toggleFold(parseFolding('all'), 'LOW')
  expect(['LOW', 'HIGH'].map((name) => isFolded(parseFolding(allButOne), name))).toEqual([false, true])
  expect(toggleFold(parseFolding(allButOne), 'LOW')).toBe('all')
})

test('for future events by time, events that need a decision are above the days, by urgency', () => {
  const decided = { ...EXAMPLE, decision: { ...EXAMPLE.decision, state: 'DECIDED' as const } }
  const open = { ...EXAMPLE, decision: { ...EXAMPLE.decision, state: 'NEW' as const }, state: 'OPEN' as const }
  const low = row({ id: 'low', event: open, rank: 1, tcaMs: 1 })
  const high = row({ id: 'high', event: open, rank: 3, tcaMs: 2 })
  const critical = row({ id: 'critical', event: open, rank: 4, tcaMs: 3 })
  const settled = row({ id: 'settled', event: decided, rank: 4, tcaMs: 4 })
  const nameIn = namingOf(AHEAD)!
  expect([low, high, critical, settled].map(nameIn)).toEqual(['1970-01-01', 'decide', 'decide', '1970-01-01'])
  expect(titleOf('day', [high], conjunctionsWords, 'decide')).toBe('Needs a decision')
  expect(arrangedIn('decide', [high, critical]).map(({ id }) => id)).toEqual(['critical', 'high'])
  expect(arrangedIn('1970-01-01', [settled, low])).toEqual([settled, low])
  const groups = [
    [low, settled],
    [high, critical],
  ]
  expect(groups.toSorted(orderOf(AHEAD))[0]).toBe(groups[1])
  expect(groups.toSorted(orderOf({ ...AHEAD, sort: '-until' }))[0]).toBe(groups[1])
  // There is no group of pending decisions among past events, or if the table is not sorted by time.
  expect(namingOf({ ...AHEAD, isPast: true })!(high)).toBe('1970-01-01')
  expect(namingOf({ ...AHEAD, sort: '-pc' })!(high)).toBe('1970-01-01')
  expect(namingOf({ ...AHEAD, grouping: 'none' })).toBeUndefined()
})
