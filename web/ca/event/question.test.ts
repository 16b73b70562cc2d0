import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from './event-row.ts'
import {
  activeFilters,
  apiQueryOf,
  formatQuestion,
  matcherOf,
  parseQuestion,
  type Question,
  spanOfTca,
  USUAL_DAYS,
  WINDOW_DAYS,
  withoutFilter,
} from './question.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 7, 2)
const DAY = 86_400_000
const ALL = parseQuestion({})
const row = (more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), ...more })
const groups = new Map([[row().satelliteKey, 'north']])
const fits = (question: Partial<Question>, one: EventRow = row()) =>
  matcherOf({ ...ALL, ...question }, { nowMs: NOW, groups })(one)

const QUESTIONS: readonly Partial<Question>[] = [
  {},
  { isPast: true },
  { levels: ['HIGH', 'CRITICAL'] },
  { satellites: ['a', 'b'], group: 'north', types: ['DEBRIS'] },
  { minPc: 1e-7, maxMissM: 2_500, text: 'DEB 12' },
  { noPc: true, maxRadialM: 40, originators: ['CSPOC', 'APSIS-SIM'], own: 'only' },
  { days: 14 },
  { days: 0 },
  { from: NOW, to: NOW + DAY },
  { to: NOW + 61_000 },
]

test.each(QUESTIONS)('a query is the same after it was written to its address and read back: %j', (part) => {
  const question = { ...ALL, ...part }
  expect(parseQuestion(formatQuestion(question))).toEqual(question)
})

test('parseQuestion ignores unknown values', () => {
  const odd = parseQuestion({ level: 'SOME,HIGH,HIGH', window: '5d', 'min-pc': 'x', from: 'noon', tab: 'now' })
  expect(odd).toEqual({ ...ALL, levels: ['HIGH'] })
  expect(parseQuestion({ from: '2026-11-22', to: '2026-11-21' })).toEqual(ALL)
  expect(Object.values(formatQuestion(ALL)).filter(Boolean)).toEqual([])
})

test('the default window can be chosen again after another one', () => {
  expect(WINDOW_DAYS).toContain(USUAL_DAYS)
})

test('spanOf covers a time from now on, or up to now, and never both sides', () => {
  expect(spanOfTca(ALL, NOW)).toEqual({ fromMs: NOW, toMs: NOW + 7 * DAY })
  expect(spanOfTca({ ...ALL, isPast: true, days: 1 }, NOW)).toEqual({ fromMs: NOW - DAY, toMs: NOW - 1 })
  expect(spanOfTca({ ...ALL, days: 0 }, NOW).toMs).toBe(Number.POSITIVE_INFINITY)
  expect(spanOfTca({ ...ALL, from: NOW - DAY, to: NOW + DAY }, NOW)).toEqual({ fromMs: NOW, toMs: NOW + DAY })
})

test('an event at this millisecond is in the future, and one a millisecond earlier is past', () => {
  expect(fits({}, row({ tcaMs: NOW }))).toBe(true)
  expect(fits({}, row({ tcaMs: NOW - 1 }))).toBe(false)
  expect(fits({ isPast: true }, row({ tcaMs: NOW - 1 }))).toBe(true)
  expect(fits({ isPast: true }, row({ tcaMs: NOW }))).toBe(false)
})

test('each filter keeps the events that it names', () => {
  expect(fits({ levels: ['CRITICAL'] })).toBe(true)
  expect(fits({ levels: ['LOW', 'UNKNOWN'] })).toBe(false)
  expect(fits({ satellites: [row().satelliteKey] })).toBe(true)
  expect(fits({ satellites: ['another'] })).toBe(false)
  expect(fits({ group: 'north' })).toBe(true)
  expect(fits({ group: 'south' })).toBe(false)
  expect(fits({ types: ['DEBRIS'] })).toBe(true)
  expect(fits({ types: ['PAYLOAD'] })).toBe(false)
  expect(fits({ minPc: 2.12e-4 })).toBe(true)
  expect(fits({ minPc: 3e-4 })).toBe(false)
  expect(fits({ minPc: 0 }, row({ pc: undefined }))).toBe(false)
  expect(fits({ maxMissM: 182 })).toBe(true)
  expect(fits({ maxMissM: 181 })).toBe(false)
  expect(fits({ noPc: true })).toBe(false)
  expect(fits({ noPc: true }, row({ pc: undefined }))).toBe(true)
  expect(fits({ maxRadialM: 58 })).toBe(true)
  expect(fits({ maxRadialM: 57 })).toBe(false)
  expect(fits({ originators: ['OTHER', 'APSIS-SIM'] })).toBe(true)
  expect(fits({ originators: ['OTHER'] })).toBe(false)
  expect(fits({ own: 'none' })).toBe(true)
  expect(fits({ own: 'only' })).toBe(false)
  expect(fits({ text: 'sim d' })).toBe(true)
  expect(fits({ text: '9012' })).toBe(true)
  expect(fits({ text: 'fengyun' })).toBe(false)
})

test('activeFilters lists the active filters, and withoutFilter removes one', () => {
  const question: Question = { ...ALL, levels: ['HIGH'], minPc: 1e-6 }
  expect(activeFilters(question)).toEqual(['levels', 'minPc'])
  expect(activeFilters(withoutFilter(question, 'levels'))).toEqual(['minPc'])
  expect(activeFilters(withoutFilter(question, 'minPc'))).toEqual(['levels'])
})

test('an event between two own satellites is found by either of them', () => {
  const { event } = row()
  const both = row({ event: { ...event, object2: { ...event.object2, satelliteId: 'second' } } })
  expect(fits({ satellites: ['second'] }, both)).toBe(true)
  expect(fits({ own: 'only' }, both)).toBe(true)
  expect(fits({ satellites: ['second'], group: 'north' }, both)).toBe(false)
})

const sentOf = (question: Partial<Question>) => {
  const query = apiQueryOf({ ...ALL, ...question }, { nowMs: NOW, groups })
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

test('apiQueryOf contains every filter, in a form that the contract accepts', () => {
  const key = row().satelliteKey
  const sent = sentOf({
    levels: ['HIGH', 'CRITICAL'],
    satellites: [key, '90003'],
    types: ['DEBRIS'],
    minPc: 1e-6,
    maxMissM: 2_500,
    maxRadialM: 40,
    originators: ['CSPOC', 'OTHER'],
    own: 'none',
    text: ' DEB ',
  })
  expect(listConjunctions.query?.parse(sent)).toEqual({
    'satellite-id': `${key},90003`,
    'tca-after': new Date(NOW - 1).toISOString(),
    'tca-before': new Date(NOW + 7 * DAY + 1).toISOString(),
    'risk-level': 'HIGH,CRITICAL',
    'min-probability': 1e-6,
    'max-miss': 2_500,
    'max-radial': 40,
    'object-type': 'DEBRIS',
    originator: 'CSPOC,OTHER',
    'is-between-own': false,
    search: 'DEB',
    sort: 'tca',
    page: 1,
    limit: 10_000,
  })
  expect(listConjunctions.query?.parse(sentOf({ noPc: true }))).toMatchObject({ 'has-probability': false })
})

test('apiQueryOf names the satellites of a group, and an unknown one if the group is empty', () => {
  expect(sentOf({ group: 'north' })['satellite-id']).toBe(row().satelliteKey)
  const nobody = sentOf({ group: 'north', satellites: ['90003'] })
  expect(listConjunctions.query?.parse(nobody)).toMatchObject({ 'satellite-id': expect.stringMatching(/^0{8}-/) })
})

test.each([
  [
    { 'min-pc': '1', 'max-miss': '0', 'max-r': '1e9' },
    { minPc: 1, maxMissM: 0, maxRadialM: 1e9 },
  ],
  [{ 'min-pc': '0' }, { minPc: 0 }],
  [{ 'min-pc': '1.1', 'max-miss': '-1', 'max-r': 'far' }, {}],
  [{ window: '1d' }, { days: 1 }],
  [{ window: 'all' }, { days: 0 }],
  [{ window: '0d' }, { days: 0 }],
  [{ window: '14d ' }, {}],
  [{ satellite: 'a,,b,a', type: ',' }, { satellites: ['a', 'b'] }],
  [{ pc: 'some', own: 'both' }, {}],
  [{ level: 'HIGH,LOW' }, { levels: ['LOW', 'HIGH'] }],
  [{ from: '2026-11-21', to: '2026-11-21' }, {}],
  [
    { from: '2026-11-21', to: '2026-11-21 00:00:01' },
    { from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 21, 0, 0, 1) },
  ],
])('parseQuestion reads %j as written, and ignores values out of range', (search, part) => {
  expect(parseQuestion(search)).toEqual({ ...ALL, ...part })
})

test('an address contains the seconds of the end of a window only if they are not zero', () => {
  const { from, to } = formatQuestion({ ...ALL, from: NOW, to: NOW + 61_000 })
  expect([from, to]).toEqual(['2026-11-20T07:02Z', '2026-11-20T07:03:01Z'])
  expect(formatQuestion({ ...ALL, days: 0 }).window).toBe('all')
  expect(formatQuestion({ ...ALL, days: 3 }).window).toBe('3d')
})

test('spanOf a window with one end stops at now, or has no end', () => {
  const [before, after] = [NOW - DAY, NOW + DAY]
  expect(spanOfTca({ ...ALL, from: after }, NOW)).toEqual({ fromMs: after, toMs: Number.POSITIVE_INFINITY })
  expect(spanOfTca({ ...ALL, to: after }, NOW)).toEqual({ fromMs: NOW, toMs: after })
  const past = { ...ALL, isPast: true }
  expect(spanOfTca({ ...past, from: before }, NOW)).toEqual({ fromMs: before, toMs: NOW - 1 })
  expect(spanOfTca({ ...past, to: before }, NOW)).toEqual({ fromMs: Number.NEGATIVE_INFINITY, toMs: before })
  expect(spanOfTca({ ...past, from: before, to: after }, NOW)).toEqual({ fromMs: before, toMs: NOW - 1 })
  expect(spanOfTca({ ...past, days: 0 }, NOW)).toEqual({ fromMs: Number.NEGATIVE_INFINITY, toMs: NOW - 1 })
})

test('an event exactly at the end of the window matches, and a later one does not', () => {
  expect(fits({}, row({ tcaMs: NOW + 7 * DAY }))).toBe(true)
  expect(fits({}, row({ tcaMs: NOW + 7 * DAY + 1 }))).toBe(false)
  expect(fits({ isPast: true }, row({ tcaMs: NOW - 7 * DAY }))).toBe(true)
  expect(fits({ isPast: true }, row({ tcaMs: NOW - 7 * DAY - 1 }))).toBe(false)
})

test('a satellite within its group is found, and an object without a type counts as unknown', () => {
  const key = row().satelliteKey
  expect(fits({ satellites: [key], group: 'north' })).toBe(true)
  expect(fits({ satellites: [key], group: 'south' })).toBe(false)
  const { event } = row()
  const typeless = row({ event: { ...event, object2: { ...event.object2, objectType: null } } })
  expect(fits({ types: ['UNKNOWN'] }, typeless)).toBe(true)
  expect(fits({ types: ['DEBRIS'] }, typeless)).toBe(false)
  expect(fits({ text: '   ' })).toBe(true)
})

test('apiQueryOf omits missing ends and unused filters', () => {
  expect(sentOf({ days: 0 })).toEqual({ 'tca-after': new Date(NOW - 1).toISOString(), limit: 10_000 })
  expect(sentOf({ isPast: true, days: 0 })).toEqual({ 'tca-before': new Date(NOW).toISOString(), limit: 10_000 })
  expect(sentOf({ own: 'only' })['is-between-own']).toBe('true')
  expect(sentOf({ text: '  ' })).not.toHaveProperty('search')
})

test('withoutFilter empties a list, and removes a single value', () => {
  const question: Question = { ...ALL, levels: ['HIGH'], group: 'north', noPc: true }
  expect(activeFilters(question)).toEqual(['levels', 'group', 'noPc'])
  expect(withoutFilter(question, 'levels').levels).toEqual([])
  expect(withoutFilter(question, 'group').group).toBeUndefined()
})
