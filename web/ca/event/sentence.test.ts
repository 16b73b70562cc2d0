import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { type EventRow, rowOf } from './event-row.ts'
import { sentenceOf } from './sentence.ts'

const EXAMPLES = listConjunctions.response.meta()!.examples as unknown[]
const EXAMPLE = listConjunctions.response.parse(EXAMPLES[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 7, 2)
const HOUR = 3_600_000
const row = (id: string, more: Partial<EventRow> = {}): EventRow => ({ ...rowOf(EXAMPLE), id, ...more })
const low = { rank: 1, risk: 'LOW' } as const

test('the sentence names the most urgent event', () => {
  const soon = row('soon', { decideMs: NOW + HOUR })
  const found = sentenceOf([row('later', { decideMs: NOW + 2 * HOUR }), soon, row('low', low)], NOW, null)
  expect(found).toEqual({ kind: 'decide', row: soon, decided: [] })
})

test('the sentence reports a deadline that has passed', () => {
  expect(sentenceOf([row('a', { decideMs: NOW - 1 })], NOW, null)?.kind).toBe('late')
  expect(sentenceOf([row('a', { decideMs: NOW })], NOW, null)?.kind).toBe('decide')
})

test('an undecided high event is named before a decided critical one, which is also mentioned', () => {
  const reopens = { aboveLevel: 'CRITICAL', aboveProbability: 1e-3, lookAgainAt: null } as const
  const decided = {
    ...EXAMPLE,
    action: 'NONE' as const,
    reopens,
    decision: { ...EXAMPLE.decision, state: 'DECIDED' as const },
  }
  const high = row('high', { rank: 3, risk: 'HIGH', decideMs: NOW + HOUR })
  const done = row('done', { event: decided })
  expect(sentenceOf([done, high], NOW, null)).toEqual({ kind: 'decide', row: high, decided: [done] })
  expect(sentenceOf([row('done', { event: decided })], NOW, null)?.kind).toBe('settled')
})

test('an event that needs action, whose level is limited, is named before a critical event that needs preparation', () => {
  const prepare = row('critical', { event: { ...EXAMPLE, action: 'PREPARE' }, decideMs: NOW + HOUR })
  const capped = row('capped', { rank: 3, risk: 'HIGH', decideMs: NOW + 2 * HOUR })
  expect(sentenceOf([prepare, capped], NOW, null)).toMatchObject({ kind: 'decide', row: capped })
})

test('"clear" is limited to the time covered by the newest message, and events without an assessment are not clear', () => {
  const newestMs = NOW - HOUR
  const unknown = { rank: 0, risk: 'UNKNOWN' } as const
  const rows = [row('low', { ...low, newestMs }), row('unknown', { ...unknown, newestMs: NOW - 9 * HOUR })]
  expect(sentenceOf(rows, NOW, null)).toEqual({
    kind: 'clear',
    untilMs: newestMs + 7 * 24 * HOUR,
    newestMs,
    unassessed: 1,
  })
})

test('past events need no decision, and a list without any event has its own sentence', () => {
  expect(sentenceOf([row('past', { tcaMs: NOW - 1 })], NOW, null)?.kind).toBe('clear')
  expect(sentenceOf([], NOW, null)).toEqual({ kind: 'nothing' })
})

test('an event at its TCA still counts as future', () => {
  expect(sentenceOf([row('now', { tcaMs: NOW, decideMs: NOW })], NOW, null)?.kind).toBe('decide')
})

test('future events without an assessment are counted, and those with a level are not', () => {
  const unknown = { rank: 0, risk: 'UNKNOWN' } as const
  const rows = [row('a', unknown), row('b', unknown), row('past', { ...unknown, tcaMs: NOW - 1 }), row('low', low)]
  expect(sentenceOf(rows, NOW, null)).toMatchObject({ kind: 'clear', unassessed: 2 })
  expect(sentenceOf([row('low', low)], NOW, null)).toMatchObject({ unassessed: 0 })
})

test('besides a decided event the other decided ones are named, but not that event again', () => {
  const reopens = { aboveLevel: 'CRITICAL', aboveProbability: 1e-3, lookAgainAt: null } as const
  const decision = { ...EXAMPLE.decision, state: 'DECIDED' as const }
  const event = { ...EXAMPLE, action: 'NONE', reopens, decision } as const
  const [first, second] = [row('a', { event, decideMs: NOW + 1 }), row('b', { event, decideMs: NOW + 2 })]
  expect(sentenceOf([second, first], NOW, null)).toEqual({ kind: 'settled', row: first, decided: [second] })
  const unwatched = row('c', { event: { ...event, reopens: null }, decideMs: NOW + 3 })
  expect(sentenceOf([first, unwatched], NOW, null)).toMatchObject({ decided: [] })
})

test('nothing is "clear" until a demo fleet is complete, or while that is unknown; pending decisions are still reported', () => {
  const filling = { events: 3, of: 60 }
  expect(sentenceOf([row('low', low)], NOW, filling)).toEqual({ kind: 'filling', events: 3, of: 60 })
  expect(sentenceOf([], NOW, filling)).toMatchObject({ kind: 'filling' })
  expect(sentenceOf([row('low', low)], NOW, undefined)).toBeUndefined()
  expect(sentenceOf([row('a')], NOW, filling)?.kind).toBe('decide')
})
