import { expect, test } from 'vitest'
import { nameOf } from '../../shell/status/testing/naming.ts'
import { adviceOf } from './advice.tsx'
import { conjunctionWith } from './testing/event.ts'

const NOW = Date.UTC(2026, 10, 20, 8, 20, 30)
const contact = { from: '2026-11-20T14:13:07.000Z', to: '2026-11-20T14:20:00.000Z', station: 'North' }
const say = (event: Parameters<typeof conjunctionWith>[0], nowMs = NOW) => {
  const { what, rest } = adviceOf(conjunctionWith(event), nowMs, nameOf)
  return `${what} ${rest}`.trim()
}
const decision = conjunctionWith({}).decision
const lookAgainAt = '2026-11-20T12:00:00.000Z'

test.each([
  [
    'the last contact',
    { commit: { source: 'LAST_CONTACT', hours: 24, contact } },
    'Act. Decide before 14:13 Z (5\u00a0h\u00a052\u00a0m): last contact North.',
  ],
  [
    'the hours alone',
    { action: 'PREPARE' },
    'Prepare a manoeuvre. Decide before 14:13 Z (5\u00a0h\u00a052\u00a0m): TCA − 24 h, no contacts known.',
  ],
  [
    'another day',
    { action: 'WATCH', decideBefore: '2026-11-21T13:13:07.000Z' },
    'Watch. Decide before 2026-11-21 13:13 Z (1\u00a0d\u00a004\u00a0h\u00a052\u00a0m): TCA − 24 h, no contacts known.',
  ],
  [
    'a time that is over',
    { decideBefore: '2026-11-20T07:13:07.000Z' },
    'Act. The time to decide was over at 07:13 Z (1\u00a0h\u00a007\u00a0m ago): TCA − 24 h, no contacts known.',
  ],
  ['nothing to do', { action: 'IGNORE' }, 'Nothing to do.'],
  [
    'a decision',
    {
      decision: { ...decision, state: 'DECIDED', decision: 'MONITOR', by: 'kim' },
      reopens: { aboveLevel: 'CRITICAL', aboveProbability: 2.54e-4, lookAgainAt },
    },
    'Decided: monitor, Kim Weber. Look again by 2026-11-20 12:00 Z. Reopens when Pc > 2.54\u00a0×\u00a010⁻⁴.',
  ],
  [
    'a mitigated event, whoever has decided what',
    {
      state: 'MITIGATED',
      action: 'NONE',
      mitigation: { plan: 'SAT-1_20261127_160750_Z', aboveProbability: 1e-4 },
      decision: { ...decision, state: 'DECIDED', decision: 'MANOEUVRE', by: 'kim' },
    },
    'Mitigated by SAT-1_20261127_160750_Z; nothing to decide unless Pc > 1.00\u00a0×\u00a010⁻⁴.',
  ],
] as const)('one sentence states what to do and by when: %s', (_, event, text) => {
  expect(say(event)).toBe(text)
})

test('there is no advice after TCA', () => {
  expect(say({}, Date.UTC(2026, 10, 22))).toBe('TCA has passed.')
})
