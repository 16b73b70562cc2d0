import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { type EventRow, rowOf } from './event-row.ts'
import { decidedText, reopeningText, watchedOf } from './watched.ts'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const NOW = Date.UTC(2026, 10, 20, 14)
const reopens = { aboveLevel: 'HIGH', aboveProbability: null, lookAgainAt: null } as const

function row(id: string, state: 'NEW' | 'DECIDED' | 'CLOSED', more: Partial<EventRow> = {}): EventRow {
  const decision = { ...EVENT.decision, state }
  return { ...rowOf({ ...EVENT, decision, reopens: state === 'NEW' ? null : reopens }), id, ...more }
}

test('watchedOf() keeps every decided event until its TCA, closed events only above their thresholds, the worst first', () => {
  const rows = [
    row('low', 'DECIDED', { rank: 1 }),
    row('later', 'DECIDED', { tcaMs: NOW + 9 }),
    row('sooner', 'DECIDED', { tcaMs: NOW }),
    row('past', 'DECIDED', { tcaMs: NOW - 1 }),
    row('open', 'NEW'),
    row('closed-low', 'CLOSED', { rank: 1 }),
    row('closed-high', 'CLOSED', { rank: 3 }),
  ]
  expect(watchedOf(rows, NOW).map(({ id }) => id)).toEqual(['sooner', 'later', 'closed-high', 'low'])
})

test.each([
  ['HIGH', 1.06e-3, 'Reopens when Pc > 1.06\u00a0×\u00a010⁻³ or the level rises above High.'],
  ['CRITICAL', 1.06e-3, 'Reopens when Pc > 1.06\u00a0×\u00a010⁻³.'],
  ['LOW', null, 'Reopens when the level rises above Low.'],
  ['CRITICAL', null, 'Only a TCA that moves by more than 60 s reopens it: no Pc is set, no level is higher.'],
] as const)('reopeningText() above %s and %s is %3$s', (aboveLevel, aboveProbability, text) => {
  expect(reopeningText({ aboveLevel, aboveProbability, lookAgainAt: null })).toBe(text)
})

test('reopeningText() begins with the time of the next look', () => {
  const lookAgainAt = '2026-11-28T01:05:00.000Z'
  expect(reopeningText({ aboveLevel: 'CRITICAL', aboveProbability: 1.06e-3, lookAgainAt })).toBe(
    'Look again by 2026-11-28 01:05 Z. Reopens when Pc > 1.06\u00a0×\u00a010⁻³.',
  )
})

test('decidedText() names the decision, or that the event was closed, and the person', () => {
  const decision = { ...EVENT.decision, by: 'kim' }
  expect(decidedText({ ...decision, state: 'DECIDED', decision: 'NO_ACTION' }, nameOf)).toBe('no action, Kim Weber')
  expect(decidedText({ ...decision, state: 'CLOSED', decision: 'NO_ACTION' }, nameOf)).toBe('closed, Kim Weber')
  expect(decidedText({ ...decision, by: null, state: 'CLOSED', decision: null }, nameOf)).toBe('closed')
})
