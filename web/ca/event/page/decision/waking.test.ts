import { expect, test } from 'vitest'
import { wakingText } from './waking.ts'

const TIME = '2026-11-28T01:05:00.000Z'

test.each([
  [
    { level: 'CRITICAL', aboveProbability: 2.54e-4, lookAgainAt: TIME, waits: true },
    'Critical stays Critical; nothing will wake you but the time 2026-11-28 01:05 Z, a Pc above 2.54\u00a0×\u00a010⁻⁴, a TCA that moves by more than 60 s or a message that is two hours late.',
  ],
  [
    { level: 'HIGH', aboveProbability: 5e-5, lookAgainAt: null, waits: false },
    'It counts as decided; nothing will wake you but a Pc above 5.00\u00a0×\u00a010⁻⁵, a level above High, a TCA that moves by more than 60 s or messages that stop coming.',
  ],
  [
    { level: 'LOW', aboveProbability: null, lookAgainAt: TIME, waits: true },
    'It counts as decided; nothing will wake you but the time 2026-11-28 01:05 Z or a level above Low.',
  ],
] as const)('wakingText() of %j', (waking, text) => {
  expect(wakingText(waking)).toBe(text)
})
