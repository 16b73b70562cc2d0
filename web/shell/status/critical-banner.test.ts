import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { titleOf } from './critical-banner.tsx'

const [EXAMPLES] = (listConjunctions.response.meta()?.examples ?? []) as readonly (readonly Conjunction[])[]
const EVENT = EXAMPLES?.[0] as Conjunction
const DUE = '2026-11-21T01:05:00.000Z'

const event = (riskLevel: Conjunction['conjunctionData']['riskLevel']): Conjunction => ({
  ...EVENT,
  decideBefore: DUE,
  conjunctionData: { ...EVENT.conjunctionData, riskLevel },
})

test('titleOf: while hours are left the title says until when to act, and "now" only when they are over', () => {
  const pair = `${EVENT.object1.name} × ${EVENT.object2.name}`
  expect(titleOf(event('HIGH'), Date.parse(DUE) - 6 * 3_600_000)).toBe(`${pair}: act before 2026-11-21 01:05 Z`)
  expect(titleOf(event('HIGH'), Date.parse(DUE))).toBe(`${pair}: act now`)
  expect(titleOf(event('CRITICAL'), Date.parse(DUE))).toBe(`${pair} is critical`)
})
