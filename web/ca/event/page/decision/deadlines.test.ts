import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { inOrder } from '../../messages.ts'
import { cdmWith, conjunctionWith } from '../../testing/event.ts'
import { deadlinesOf } from './deadlines.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20)
/** TCA is 40 h after the first message, and the decision is due 24 h before it. */
const TIMES = { decideBefore: new Date(START + 16 * HOUR).toISOString() }

function eventAt(hours: readonly number[], more: Partial<Conjunction> = {}) {
  const messages = inOrder(
    hours.map((hour, place) => cdmWith({ number: place + 1, created: new Date(START + hour * HOUR).toISOString() })),
  )
  const conjunction = conjunctionWith({ ...TIMES, action: 'NONE', rule: 'past', ...more })
  const tca = new Date(START + 40 * HOUR).toISOString()
  return {
    conjunction: { ...conjunction, conjunctionData: { ...conjunction.conjunctionData, tca } },
    messages,
    newest: messages.at(-1)!,
    satellite: undefined,
  }
}

const told = (event: ReturnType<typeof eventAt>, hour: number) =>
  deadlinesOf(event, START + hour * HOUR).map(({ id, atMs, what, why }) => [
    id,
    atMs === undefined ? undefined : (atMs - START) / HOUR,
    what,
    why,
  ])

test('future deadlines are in the order of time: the next message by the usual interval, and the decision', () => {
  // Messages at 0, 4 and 8 h arrive every 4 h, so the fourth is expected at 12 h, before the decision at 16 h.
  expect(told(eventAt([0, 4, 8]), 9)).toEqual([
    ['next', 12, 'Message 4 expected.', 'Usually every 4.0 h.'],
    ['decide', 16, 'Decision due.', 'TCA − 24 h, no contacts known (set for SAT-3).'],
  ])
  // After messages at 0, 6 and 12 h, the next one is later than the decision.
  expect(told(eventAt([0, 6, 12]), 12.5).map(([id, at]) => [id, at])).toEqual([
    ['decide', 16],
    ['next', 18],
  ])
})

test('a late message is described as late, and too few messages give no usual interval', () => {
  expect(told(eventAt([0, 4, 8]), 13)[0]).toEqual([
    'next',
    undefined,
    'Message 4 is late.',
    'Expected about 2026-11-20 12:00:00 Z.',
  ])
  expect(told(eventAt([0, 4]), 9)[0]?.[2]).toBe('Next message not known.')
})

test('no message is expected if the next one would arrive after TCA', () => {
  // With messages at 0, 14 and 28 h the fourth would arrive at 42 h, but TCA is at 40 h.
  expect(told(eventAt([0, 14, 28]), 29).map(([id]) => id)).not.toContain('next')
})

test('a decision is due until its time has passed or it is made', () => {
  const ids = (event: ReturnType<typeof eventAt>, hour: number) => told(event, hour).map(([id]) => id)
  const decision = { ...conjunctionWith({}).decision, state: 'DECIDED' as const }
  expect(ids(eventAt([0, 4, 8]), 16)).toContain('decide')
  expect(ids(eventAt([0, 4, 8]), 16.1)).not.toContain('decide')
  expect(ids(eventAt([0, 4, 8], { decision }), 9)).not.toContain('decide')
  expect(ids(eventAt([0, 4, 8], { state: 'MITIGATED' }), 9)).not.toContain('decide')
  expect(ids(eventAt([0, 4, 8], { action: 'IGNORE' }), 9)).not.toContain('decide')
})

test('the measures that would reduce the uncertainty and the suggested action are at the end, with the reason as text', () => {
  const rule = 'diluted-beyond-accepted-before-commit'
  const lines = told(eventAt([0, 4, 8], { needsData: true, maximumProbability: 3.31e-3, action: 'ACT', rule }), 9)
  expect(lines.slice(2)).toEqual([
    ['data', undefined, 'Tracking data would help.', 'Better data could raise Pc to 3.31\u00a0×\u00a010⁻³.'],
    [
      'rule',
      undefined,
      'Suggested: act.',
      'Pc is above accepted, decision due within 24 h: too late to wait for better data.',
    ],
  ])
})

test('if no probability is known, tracking data would help, and an unknown maximum is not named', () => {
  const [data] = told(eventAt([0, 4, 8], { needsData: true, maximumProbability: null }), 9).slice(2)
  expect(data).toEqual(['data', undefined, 'Tracking data would help.', 'Without a probability nobody can decide.'])
})

test('after TCA there is nothing to decide', () => {
  expect(told(eventAt([0, 4, 8], { needsData: true, action: 'ACT' }), 40).map(([id]) => id)).toEqual(['over'])
})

test('a message is late after the moment at which it was expected, and not at that moment', () => {
  expect(told(eventAt([0, 4, 8]), 12).find(([id]) => id === 'next')?.[2]).not.toContain('late')
  expect(told(eventAt([0, 4, 8]), 12.001)[0]).toEqual(['next', undefined, expect.any(String), expect.any(String)])
})
