import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { burnText, goStrip, notesOf } from './plan-lead.tsx'

type Steps = Parameters<typeof notesOf>[0]['steps']
const step = (action: Steps[number]['action'], why: string): Steps[number] => ({
  at: '2026-11-20T05:55:00.000Z',
  by: 'demo',
  action,
  state: 'DRAFT',
  why,
})

test('the notes of a plan come from its creation or its last change; reasons of its steps are not notes', () => {
  const made = step('CREATE', 'Thruster 2 is warm.')
  expect(notesOf({ steps: [made, step('MOVE', 'WARN is accepted.'), step('DOWNLOAD', 'plan.opm')] })).toBe(made.why)
  expect(notesOf({ steps: [made, step('CHANGE', '')] })).toBe(made.why)
  expect(notesOf({ steps: [made, step('CHANGE', 'Earlier, as Kiruna is booked.')] })).toBe(
    'Earlier, as Kiruna is booked.',
  )
  expect(notesOf({ steps: [step('CREATE', ''), step('MOVE', 'checked')] })).toBe('')
})

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const plan = examples[0]!

test('a plan without a Δv is not shown as a burn of 0.0000 m/s', () => {
  expect(burnText({ ...plan, totalDeltaVMagnitude: 0 })).toMatch(/^No burn: /)
  expect(burnText(plan)).toMatch(/^\d\.\d{4} m\/s at /)
})

test('GO beside a screening that fails mentions the failure, and is not shown as positive (F12, F14)', () => {
  const evaluation: NonNullable<Plan['evaluation']> = {
    at: '2026-11-20T05:55:00.000Z',
    cdmId: plan.cdmId,
    verdict: 'GO',
    reason: '',
    probabilityWithout: 1.87e-5,
    probabilityWith: 3e-6,
    missWithM: 829,
    stoppableUntil: '2026-11-20T09:00:00.000Z',
  }
  const screening = plan.screening!
  const values = { object: 'SIM DEB', tcaAt: '2026-11-20T08:00:00.000Z', pc: 2.12e-4 }
  const failed = {
    ...screening,
    verdict: 'FAIL' as const,
    causes: [{ code: 'not-accepted-before-burn' as const, values }],
  }
  const beside = goStrip({ screening: failed }, evaluation)
  expect(beside.level).toBe('caution')
  expect(beside.text).toContain('Its screening fails all the same: SIM DEB')
  expect(beside.text).toContain('decide it first')
  expect(goStrip({ screening: { ...screening, verdict: 'PASS' } }, evaluation).level).toBe('ok')
  expect(goStrip({ screening: failed }, { ...evaluation, verdict: 'NO_GO' }).level).toBe('serious')
})
