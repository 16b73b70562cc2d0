import { type Manoeuvre, Manoeuvre as ManoeuvreSchema } from '@apsis/contract/ca/manoeuvre.ts'
import { expect, test } from 'vitest'
import { chosenPlan, standsOnOlder, verdictMeaning } from './plan-state.ts'

/** The example of the contract, but for what is given. */
function planWith(differences: Partial<Manoeuvre>): Manoeuvre {
  const { examples } = ManoeuvreSchema.meta() as { readonly examples: readonly Manoeuvre[] }
  return { ...examples[0]!, ...differences }
}

test('chosenPlan is the one asked for, else the one that is furthest, else the newest', () => {
  const plans = (['REJECTED', 'DRAFT', 'EXPORTED', 'SUPERSEDED'] as const).map((state) =>
    planWith({ manoeuvreId: state, state }),
  )
  expect(chosenPlan(plans, 'REJECTED')?.state).toBe('REJECTED')
  expect(chosenPlan(plans, undefined)?.state).toBe('EXPORTED')
  expect(chosenPlan(plans, 'of another event')?.state).toBe('EXPORTED')
  expect(chosenPlan([planWith({ state: 'EXPIRED' })], undefined)?.state).toBe('EXPIRED')
  expect(chosenPlan([], undefined)).toBeUndefined()
})

test('standsOnOlder of what may still lead to a burn, and of nothing that has ended', () => {
  expect(standsOnOlder(planWith({ state: 'DRAFT', cdmId: 'a', newestCdmId: 'b' }))).toBe(true)
  expect(standsOnOlder(planWith({ state: 'DRAFT', cdmId: 'a', newestCdmId: 'a' }))).toBe(false)
  expect(standsOnOlder(planWith({ state: 'REJECTED', cdmId: 'a', newestCdmId: 'b' }))).toBe(false)
})

test('a plan that was not screened, or not in full, never looks safe', () => {
  const { screening } = planWith({})
  expect(verdictMeaning(null).level).not.toBe('ok')
  const levels = (['PASS', 'WARN', 'FAIL', 'NOT_ASSESSED'] as const).map(
    (verdict) => verdictMeaning({ ...screening!, verdict }).level,
  )
  expect(levels).toEqual(['ok', 'caution', 'serious', 'caution'])
})
