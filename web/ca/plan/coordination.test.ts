import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { EXAMPLE } from '@apsis/contract/ca/message/conjunction-example.data.ts'
import { type EventPlan, Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { draftText, entryText, isEntry } from './coordination.ts'
import { isOvertaken } from './plan-state.ts'

const { examples } = Plan.meta() as { readonly examples: readonly EventPlan[] }
const plan = examples[0]!
const conjunction = EXAMPLE as unknown as Conjunction

test('the message names the operator who moves, has the burn as in the file, and is marked as simulated', () => {
  const facts = { plan, conjunction, operator: undefined, name: 'ada' } as const
  const ours = draftText({ ...facts, mover: 'US' })
  expect(ours.body).toContain('WE MOVE')
  expect(ours.body).toContain(plan.ignitionEpoch)
  expect(ours.body).toContain('0.00020, 0.03740, 0.00000')
  expect(ours.body.startsWith('SIMULATED')).toBe(true)
  expect(ours.subject).toContain(conjunction.object2.name)
  const theirs = draftText({ ...facts, mover: 'THEM' }).body
  expect(theirs).toContain('YOU MOVE')
  expect(theirs).not.toContain('WE MOVE')
})

test('a change of drag is described by its area and its time, without a Δv of zeros', () => {
  const drag = { holdS: 129_600, heldAreaM2: 4.2, usualAreaM2: 1.35 } as NonNullable<Plan['drag']>
  const { body } = draftText({ plan: { ...plan, drag }, conjunction, operator: undefined, name: 'ada', mover: 'US' })
  expect(body).toContain(`from ${plan.ignitionEpoch} for 36.0 h, with 4.20 m² in the flow in place of 1.35 m²; no Δv\n`)
  expect(body).not.toContain('Δv R, T, N')
})

test('sent and received messages are recognised in the record, and other notes are not', () => {
  const said = { operator: 'Example Orbital', channel: ' mail ', text: ' we agree ' }
  for (const direction of ['SENT', 'RECEIVED'] as const) {
    const why = entryText(direction, said)
    expect(why).toContain('by mail: we agree')
    expect(isEntry({ action: 'NOTE', why })).toBe(true)
    expect(isEntry({ action: 'CLOSE', why })).toBe(false)
  }
  expect(isEntry({ action: 'NOTE', why: 'Sent home.' })).toBe(false)
})

test('a plan is outdated until a new plan uses the newer message', () => {
  const old = { ...plan, state: 'SUPERSEDED', cdmId: 'old', newestCdmId: 'new' } as const
  const anew = { ...plan, state: 'DRAFT', cdmId: 'new', newestCdmId: 'new' } as const
  expect(isOvertaken(old, [old])).toBe(true)
  expect(isOvertaken(old, [old, anew])).toBe(false)
  expect(isOvertaken({ ...old, state: 'VERIFIED' }, [old])).toBe(false)
  expect(isOvertaken({ ...anew, cdmId: 'old' }, [])).toBe(true)
})
