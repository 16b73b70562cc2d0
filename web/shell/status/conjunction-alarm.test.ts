import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { alarmOf } from './conjunction-alarm.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 7, 2)
const HOUR = 3_600_000
const event = (hours: number, riskLevel: 'HIGH' | 'CRITICAL'): Conjunction => ({
  ...EVENT,
  action: riskLevel === 'CRITICAL' ? 'ACT' : 'WATCH',
  conjunctionData: { ...EVENT.conjunctionData, tca: new Date(NOW + hours * HOUR).toISOString(), riskLevel },
})

test('the next critical event is named, even if a high event is earlier', () => {
  const next = event(30, 'CRITICAL')
  const alarm = alarmOf([event(2, 'HIGH'), event(40, 'CRITICAL'), next, event(-1, 'CRITICAL')], NOW - HOUR, NOW)
  expect(alarm).toMatchObject({ next, level: 'critical', count: 2, feed: 'ok' })
})

test('of the critical events that wait for somebody the most urgent is first, and acknowledged events no longer wait', () => {
  const decideIn = (hours: number, more: Partial<Conjunction> = {}): Conjunction => ({
    ...event(40, 'CRITICAL'),
    decideBefore: new Date(NOW + hours * HOUR).toISOString(),
    ...more,
  })
  const seen = decideIn(1, { decision: { ...EVENT.decision, state: 'ACKNOWLEDGED' } })
  const [later, sooner] = [decideIn(9), decideIn(2)]
  const above = [later, seen, decideIn(1, { state: 'MITIGATED' }), sooner, event(1, 'HIGH'), event(-1, 'CRITICAL')]
  expect(alarmOf(above, NOW, NOW).unseen).toEqual([sooner, later])
  expect(alarmOf([seen], NOW, NOW)).toMatchObject({ unseen: [], next: seen })
})

test('an event that a burn has mitigated is not counted and has no countdown', () => {
  const mitigated: Conjunction = { ...event(2, 'CRITICAL'), state: 'MITIGATED', action: 'NONE' }
  expect(alarmOf([mitigated], NOW, NOW)).toMatchObject({ next: undefined, unseen: [], level: 'ok', count: 0 })
  expect(alarmOf([mitigated, event(9, 'HIGH')], NOW, NOW)).toMatchObject({ level: 'serious', count: 1 })
})

test('a high event that needs action is named before a decided critical one; the critical one is named if it is the only event', () => {
  const decided = {
    ...event(2, 'CRITICAL'),
    action: 'NONE' as const,
    decision: { ...EVENT.decision, state: 'DECIDED' as const },
  }
  const capped: Conjunction = { ...event(9, 'HIGH'), action: 'ACT' }
  expect(alarmOf([decided, capped], NOW, NOW)).toMatchObject({
    next: capped,
    unseen: [capped],
    level: 'critical',
    count: 1,
  })
  expect(alarmOf([decided, event(1, 'HIGH')], NOW, NOW)).toMatchObject({ next: decided, unseen: [], count: 1 })
  expect(alarmOf([capped, event(1, 'HIGH')], NOW, NOW)).toMatchObject({ next: capped, level: 'serious', count: 2 })
})

test('without a critical event the high events are counted, and the count may be zero', () => {
  expect(alarmOf([event(2, 'HIGH')], NOW, NOW)).toMatchObject({ next: undefined, level: 'serious', count: 1 })
  expect(alarmOf([], NOW, NOW)).toMatchObject({ level: 'ok', count: 0 })
})

test('an unknown state, or a state that is not monitored, is never green', () => {
  expect(alarmOf(undefined, NOW, NOW)).toMatchObject({ level: 'inactive', count: undefined })
  expect(alarmOf([], undefined, NOW)).toMatchObject({ level: 'inactive', count: undefined, feed: 'inactive' })
})

test('an event from our own screening is an alarm even if no provider has ever sent a message', () => {
  const found = event(5, 'CRITICAL')
  const alarm = alarmOf([found], undefined, NOW)
  expect(alarm).toMatchObject({ next: found, unseen: [found], level: 'critical', count: 1, feed: 'inactive' })
})

test('the feed is as old as its newest message', () => {
  const feed = (hours: number) => alarmOf([], NOW - hours * HOUR, NOW).feed
  expect([1, 12, 13, 25].map(feed)).toEqual(['ok', 'ok', 'caution', 'serious'])
})

test('a feed is old after more than 12 hours and very old after more than a day', () => {
  const feed = (ms: number) => alarmOf([], NOW - ms, NOW).feed
  expect([12 * HOUR, 12 * HOUR + 1, 24 * HOUR, 24 * HOUR + 1].map(feed)).toEqual([
    'ok',
    'caution',
    'caution',
    'serious',
  ])
})

test('of events with the same required action the nearest TCA is next, and an event at its TCA still counts', () => {
  const [near, far] = [event(0, 'CRITICAL'), event(9, 'CRITICAL')]
  expect(alarmOf([far, near], NOW, NOW)).toMatchObject({ next: near, count: 2 })
  expect(alarmOf([event(-0.001, 'CRITICAL')], NOW, NOW)).toMatchObject({ next: undefined, count: 0, level: 'ok' })
})

test('the unseen events are ordered by the required action (act before prepare), then by deadline, then by TCA', () => {
  const of = (action: Conjunction['action'], decideIn: number, tcaIn: number): Conjunction => ({
    ...event(tcaIn, 'CRITICAL'),
    action,
    decideBefore: new Date(NOW + decideIn * HOUR).toISOString(),
  })
  const [act, prepare, sooner, later] = [
    of('ACT', 9, 20),
    of('PREPARE', 1, 20),
    of('PREPARE', 2, 21),
    of('PREPARE', 2, 22),
  ]
  expect(alarmOf([later, sooner, prepare, act], NOW, NOW).unseen).toEqual([act, prepare, sooner, later])
})

test('a high event that needs no action is counted but not named', () => {
  const alarm = alarmOf([event(3, 'HIGH'), event(2, 'HIGH')], NOW, NOW)
  expect(alarm).toMatchObject({ next: undefined, unseen: [], level: 'serious', count: 2 })
})
