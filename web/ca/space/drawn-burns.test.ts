import { missing } from '@apsis/astro/missing.ts'
import { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { expect, test } from 'vitest'
import { burnLines, drawnBurns } from './drawn-burns.ts'
import { own } from './testing/two-own.ts'
import { spaceWords } from './words.data.ts'

const examples = Plan.meta()?.examples as readonly Plan[] | undefined
const example = examples?.[0] ?? missing()
const nowMs = Date.parse('2026-11-20T06:00:00Z')
const GROUP = '5f3a1f60-6d0e-4c8e-9d55-0b6a5f4e3d21'
const planOf = (name: string, fields: Partial<Plan>): Plan => ({
  ...example,
  manoeuvreId: name,
  name,
  satelliteId: '90001',
  state: 'SCREENED',
  ignitionEpoch: '2026-11-21T01:00:00.000000Z',
  deltaVMagnitude: 0.0223,
  ...fields,
})
const drawn = (plans: readonly Plan[]) => drawnBurns(plans, own, nowMs).map(({ id, candidate }) => [id, candidate])

test('of a group the approved plan stands as a burn, and the others are its candidates, also those that it replaced', () => {
  const group = { groupId: GROUP }
  const replaced = [
    {
      at: '2026-11-20T05:00:00.000Z',
      by: 'platform',
      action: 'CHANGE',
      state: 'SUPERSEDED',
      why: '',
      cause: { reason: 'replaced', other: 'one' },
    },
  ] as unknown as Plan['steps']
  const one = planOf('one', { ...group, groupRank: 1, state: 'APPROVED', approvedAt: '2026-11-20T05:30:00.000Z' })
  const two = planOf('two', { ...group, groupRank: 2, state: 'SUPERSEDED', steps: replaced })
  const three = planOf('three', { ...group, groupRank: 3 })
  const rejected = planOf('four', { ...group, groupRank: 4, state: 'REJECTED' })
  expect(drawn([one, two, three, rejected])).toEqual([
    ['one', undefined],
    ['two', 2],
    ['three', 3],
  ])
  expect(drawn([planOf('alone', { groupId: null, groupRank: null })])).toEqual([['alone', undefined]])
})

test('burns of the past, of more than two days ahead, and of a satellite that the catalogue does not have are not drawn', () => {
  expect(
    drawn([
      planOf('past', { ignitionEpoch: '2026-11-20T05:59:00.000000Z' }),
      planOf('later', { ignitionEpoch: '2026-11-22T06:01:00.000000Z' }),
      planOf('unknown', { satelliteId: '1' }),
    ]),
  ).toEqual([])
})

test('the label of a burn has the instant and the Δv of its plan', () => {
  const [burn = missing()] = drawnBurns([planOf('one', {})], own, nowMs)
  expect(burnLines(burn, spaceWords)).toEqual(['SIM 90001, burn', '11-21 01:00, 0.0223 m/s'])
  expect(burnLines({ ...burn, candidate: 2 }, spaceWords)[0]).toBe('SIM 90001, candidate 2')
  const [drag = missing()] = drawnBurns([planOf('one', { drag: {} as Plan['drag'], deltaVMagnitude: 0 })], own, nowMs)
  expect(burnLines(drag, spaceWords)[1]).toBe('11-21 01:00, change of drag')
})
