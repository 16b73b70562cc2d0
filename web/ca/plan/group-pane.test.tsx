import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GroupPane } from './group-pane.tsx'

const GROUP = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e90'

test('the pane names the nominal candidate with the reason, and the result of the others', () => {
  const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
  const base = { ...examples[0]!, groupId: GROUP, approvedAt: null, steps: [], screening: null }
  const cause = { reason: 'replaced', other: 'M-2' }
  const step = { at: base.createdAt, by: 'Apsis', action: 'MOVE', state: 'SUPERSEDED', why: '', cause } as const
  const plans = [
    { ...base, manoeuvreId: 'one', name: 'M-1', groupRank: 1, state: 'SUPERSEDED' as const, steps: [step] },
    { ...base, manoeuvreId: 'two', name: 'M-2', groupRank: 2, state: 'SCREENED' as const },
  ]
  const page = renderToStaticMarkup(<GroupPane groupId={GROUP} plans={plans} selectedId="two" onPlan={() => {}} />)
  expect(page).toContain('M-2 is nominal: the first left that passed its screening.')
  const text = page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/1 M-1 .*Withdrawn .*2 M-2 .*Nominal/)
})

test('an approved candidate that has ended is not shown as nominal', () => {
  const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
  const base = { ...examples[0]!, groupId: GROUP, groupRank: 1, approvedAt: '2026-11-20T06:00:00.000Z', steps: [] }
  const plans = [{ ...base, manoeuvreId: 'one', name: 'M-1', state: 'EXPIRED' as const }]
  const page = renderToStaticMarkup(<GroupPane groupId={GROUP} plans={plans} selectedId="one" onPlan={() => {}} />)
  expect(page).not.toContain('Nominal')
  expect(page).toContain('No candidate is left.')
})
