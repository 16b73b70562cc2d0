import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { groupStanding } from './group-state.ts'

const GROUP = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e90'

/** Returns a candidate: the example of the contract, except for the given values. */
function candidate(groupRank: number, differences: Partial<Plan>): Plan {
  const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
  const base = { groupId: GROUP, groupRank, name: `M-${groupRank}`, approvedAt: null, steps: [], screening: null }
  return { ...examples[0]!, ...base, manoeuvreId: `id-${groupRank}`, ...differences }
}
const screened = (verdict: 'PASS' | 'FAIL', paths: readonly { result: string }[] = []) =>
  ({ state: 'SCREENED', screening: { verdict, paths } }) as unknown as Partial<Plan>
const replacedBy = (other: string) =>
  ({
    state: 'SUPERSEDED',
    steps: [{ at: '', by: '', action: 'MOVE', state: 'SUPERSEDED', why: '', cause: { reason: 'replaced', other } }],
  }) as unknown as Partial<Plan>
const standing = (...plans: readonly Plan[]) => {
  const { members, nominal, reason } = groupStanding(plans, GROUP)
  return [members.map(({ groupRank }) => groupRank), nominal?.groupRank, reason]
}

test('candidates are in the order of preference, without plans outside the group', () => {
  const alone = candidate(9, { groupId: null })
  expect(
    standing(candidate(2, { state: 'DRAFT', version: 1 }), alone, candidate(1, { state: 'DRAFT', version: 1 }))[0],
  ).toEqual([1, 2])
})

test('the candidate for which the others were withdrawn is nominal', () => {
  const others = [candidate(1, replacedBy('M-2')), candidate(3, replacedBy('M-2'))]
  expect(standing(...others, candidate(2, screened('PASS')))).toEqual([[1, 2, 3], 2, 'passed'])
})

test('a draft that a person has changed does not block the group: if no other candidate is left, the group waits for a person', () => {
  const held = candidate(1, { state: 'DRAFT', version: 2 })
  expect(standing(held, candidate(2, screened('PASS')))).toEqual([[1, 2], 2, 'passed'])
  expect(standing(held, candidate(2, screened('FAIL')))).toEqual([[1, 2], undefined, 'none-passes'])
  expect(standing(held)).toEqual([[1], undefined, 'held'])
  expect(standing(candidate(1, { state: 'DRAFT', version: 1 }))).toEqual([[1], undefined, 'waiting'])
})

test('a candidate that passes waits for those before it, and one that a person approved is kept', () => {
  const waiting = candidate(1, screened('PASS', [{ result: 'WAITING' }]))
  expect(standing(waiting, candidate(2, screened('PASS')))).toEqual([[1, 2], undefined, 'waiting'])
  const approved = candidate(3, { ...screened('FAIL'), state: 'APPROVED', approvedAt: '2026-11-20T06:00:00.000Z' })
  expect(standing(waiting, approved)).toEqual([[1, 3], 3, 'approved'])
})

test('if none passes, all stay; if all have ended otherwise, none is left', () => {
  expect(standing(candidate(1, screened('FAIL')), candidate(2, screened('FAIL')))).toEqual([
    [1, 2],
    undefined,
    'none-passes',
  ])
  expect(standing(candidate(1, { state: 'EXPIRED' }), candidate(2, { state: 'REJECTED' }))[2]).toBe('ended')
})

test('an approved plan is nominal while it may lead to a burn or if it was performed, but not after it has ended otherwise', () => {
  const approved = (state: Plan['state']) => candidate(1, { state, approvedAt: '2026-11-20T06:00:00.000Z' })
  for (const state of ['APPROVED', 'EXPORTED', 'EXECUTED', 'VERIFIED'] as const)
    expect(standing(approved(state)), state).toEqual([[1], 1, 'approved'])
  for (const state of ['SUPERSEDED', 'ABORTED', 'REJECTED', 'EXPIRED', 'PARTIAL'] as const)
    expect(standing(approved(state)), state).toEqual([[1], undefined, 'ended'])
})

test('the candidate for which others were withdrawn is no longer nominal once it has ended', () => {
  const others = [candidate(1, replacedBy('M-2')), candidate(2, { state: 'EXPIRED' })]
  expect(standing(...others)).toEqual([[1, 2], undefined, 'ended'])
})
