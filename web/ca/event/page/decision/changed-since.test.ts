import { expect, test } from 'vitest'
import { changesSince, type Grounds } from './changed-since.ts'

const DECISION: Grounds['decision'] = {
  state: 'NEW',
  owner: null,
  decidedAs: null,
  decidedAt: null,
} as unknown as Grounds['decision']
const event = (pc: number | null, part: Partial<Grounds> = {}): Grounds => ({
  action: 'ACT',
  decision: DECISION,
  conjunctionData: { riskLevel: 'CRITICAL', probabilityOfCollision: pc },
  ...part,
})

test('changesSince: a new assessment with the same result is no change, up to 5 % of the probability', () => {
  expect(changesSince(event(2.12e-4), event(2.12e-4))).toEqual([])
  expect(changesSince(event(2e-4), event(2.1e-4))).toEqual([])
  expect(changesSince(event(2e-4), event(2.11e-4))).toEqual(['probability'])
  expect(changesSince(event(2.11e-4), event(2e-4))).toEqual(['probability'])
  expect(changesSince(event(0), event(0))).toEqual([])
  expect(changesSince(event(null), event(null))).toEqual([])
  expect(changesSince(event(null), event(1e-9))).toEqual(['probability'])
})

test('changesSince: a level, an action and a step by another person are each a reason to ask again', () => {
  const other = { riskLevel: 'HIGH', probabilityOfCollision: 2e-4 } as const
  expect(changesSince(event(2e-4), event(2e-4, { conjunctionData: other }))).toEqual(['level'])
  expect(changesSince(event(2e-4), event(2e-4, { action: 'WATCH' }))).toEqual(['action'])
  expect(changesSince(event(2e-4), event(2e-4, { decision: { ...DECISION, state: 'DECIDED' } }))).toEqual(['record'])
})
