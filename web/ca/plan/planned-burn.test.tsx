import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlanFacts } from './plan-facts.tsx'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = examples[0]!
const plannedBurn = {
  noticeId: plan.conjunctionId,
  announcedBy: 'flight dynamics',
  ignition: '2026-11-22T04:00:00.000Z',
  movedByS: 64_800,
  revolutions: 11,
  extraDeltaVMps: 0,
}

test('a plan and its brief name the planned burn and its shift, and say that it has no extra cost', () => {
  const rows = (one: Plan) => renderToStaticMarkup(<PlanFacts plan={one} />).replace(/<[^>]*>/g, '|')
  expect(rows({ ...plan, plannedBurn })).toMatch(
    /Planned for\|+2026-11-22 04:00:00 Z, by flight dynamics\|+Moved forward by\|+18\.0 h, 11 whole revolutions\|+Δv beside what was planned\|+0\.0000 m\/s/,
  )
  expect(rows({ ...plan, plannedBurn: { ...plannedBurn, revolutions: null } })).toMatch(/Moved forward by\|+18\.0 h\|/)
  expect(rows(plan)).not.toContain('Planned for')
})
