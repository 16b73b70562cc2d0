import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { PcAfter, pcAfterLine, pcAfterPlain } = await import('./pc-after.tsx')

afterEach(() => choose('language', 'en'))

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = { ...examples[0]!, after: { ...examples[0]!.after, probability: 5.15e-4 } }
const counted = { ...plan, counted: { hits: 0, trials: 7_159, upper: 5.15e-4 } }

test('a counted result is an upper bound, and is distinguished from a probability wherever it is shown (F2)', () => {
  expect(renderToStaticMarkup(<PcAfter plan={counted} reason="" />)).toMatch(/≤ 5\.15 ×/)
  expect(renderToStaticMarkup(<PcAfter plan={plan} reason="" />)).not.toContain('≤')
  expect(pcAfterLine(counted)).toBe('at most 5.15\u00a0×\u00a010⁻⁴')
  expect(pcAfterPlain(counted)).toBe('at most 5.15E-04')
  expect(pcAfterPlain(plan)).toBe('5.15E-04')
  choose('language', 'de')
  expect(pcAfterLine(counted)).toBe('höchstens 5,15\u00a0×\u00a010⁻⁴')
})

test('a missing value is not a bound', () => {
  const none = { ...counted, after: { ...counted.after, probability: null } }
  expect(renderToStaticMarkup(<PcAfter plan={none} reason="" />)).not.toContain('≤')
  expect(pcAfterPlain(none)).toBe('')
})
