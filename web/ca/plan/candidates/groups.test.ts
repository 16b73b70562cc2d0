import { type EventPlan as Plan, Plan as PlanSchema } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { fittingColumns, narrowColumns, tableOf } from '../../../ui/table/column.ts'
import { groupColumns } from './columns.tsx'
import { groupsOf } from './groups.ts'
import { candidateWords } from './words.data.ts'

const { examples } = PlanSchema.meta() as { readonly examples: readonly Plan[] }
const base = { ...examples[0]!, approvedAt: null, steps: [], screening: null, state: 'DRAFT' as const, version: 1 }
const candidate = (groupId: string | null, groupRank: number | null, more: Partial<Plan> = {}): Plan => ({
  ...base,
  groupId,
  groupRank,
  manoeuvreId: `${groupId} ${groupRank}`,
  name: `${groupId}-${groupRank}`,
  ...more,
})

test('plans are put into their groups, the newest group first, and a single plan is in no group', () => {
  const plans = [candidate('b', 2), candidate('b', 1), candidate(null, null), candidate('a', 1), candidate('a', 2)]
  const groups = groupsOf(plans)
  expect(groups.map(({ groupId, standing }) => [groupId, standing.members.map(({ name }) => name)])).toEqual([
    ['b', ['b-1', 'b-2']],
    ['a', ['a-1', 'a-2']],
  ])
})

test('a group that is not screened yet is waiting and shows the preferred candidate; later it shows the nominal one', () => {
  const [waiting] = groupsOf([candidate('a', 2), candidate('a', 1)])
  expect(waiting).toMatchObject({ screened: 0, shown: { name: 'a-1' }, standing: { reason: 'waiting' } })
  const approved = candidate('a', 2, {
    state: 'APPROVED',
    approvedAt: base.createdAt,
    screening: examples[0]!.screening,
  })
  expect(groupsOf([approved, candidate('a', 1)])).toMatchObject([
    { screened: 1, shown: { name: 'a-2' }, standing: { reason: 'approved' } },
  ])
})

test('a group names both objects of its event, also on a phone, and its file identifies the event', () => {
  const [group] = groupsOf([candidate('a', 1), candidate('a', 2)])
  const columns = groupColumns(candidateWords)
  const row = { ...group!, satellite: 'SAT-3' }
  const onPhone = fittingColumns(narrowColumns(columns), 0)
  expect(onPhone.map(({ value }) => value(row))).toContain('SIMULATED: SAT-3 × SIM DEB')
  const file = tableOf(columns, [row])
  expect(file.columns).toEqual(expect.arrayContaining(['Event', 'Other object', 'Number', 'Event ID']))
  expect(file.rows[0]).toEqual(
    expect.arrayContaining(['SIMULATED: SAT-3 × SIM DEB', 'SIM DEB', base.objectId, base.conjunctionId]),
  )
})
