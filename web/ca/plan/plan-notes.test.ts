import { type Manoeuvre, Manoeuvre as ManoeuvreSchema } from '@apsis/contract/ca/manoeuvre.ts'
import { expect, test } from 'vitest'
import { burnText, notesOf } from './plan-lead.tsx'

type Steps = Parameters<typeof notesOf>[0]['steps']
const step = (action: Steps[number]['action'], why: string): Steps[number] => ({
  at: '2026-11-20T05:55:00.000Z',
  by: 'demo',
  action,
  state: 'DRAFT',
  why,
})

test('the notes of a plan are those it was planned with, or planned anew; reasons of its steps are none', () => {
  const made = step('CREATE', 'Thruster 2 is warm.')
  expect(notesOf({ steps: [made, step('MOVE', 'WARN is accepted.'), step('DOWNLOAD', 'plan.opm')] })).toBe(made.why)
  expect(notesOf({ steps: [made, step('CHANGE', '')] })).toBe(made.why)
  expect(notesOf({ steps: [made, step('CHANGE', 'Earlier, as Kiruna is booked.')] })).toBe(
    'Earlier, as Kiruna is booked.',
  )
  expect(notesOf({ steps: [step('CREATE', ''), step('MOVE', 'checked')] })).toBe('')
})

test('a plan of no velocity is no burn of 0.0000 m/s', () => {
  const { examples } = ManoeuvreSchema.meta() as { readonly examples: readonly Manoeuvre[] }
  const plan = examples[0]!
  expect(burnText({ ...plan, totalDeltaVMagnitude: 0 })).toMatch(/^No burn: /)
  expect(burnText(plan)).toMatch(/^\d\.\d{4} m\/s at /)
})
