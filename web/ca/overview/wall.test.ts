import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { expect, test } from 'vitest'
import { rowOf } from '../event/event-row.ts'
import { conditionOf } from './wall.tsx'

const EVENT = listConjunctions.response.parse((listConjunctions.response.meta()!.examples as unknown[])[0])[0]!
const reopens = { aboveLevel: 'HIGH', aboveProbability: null, lookAgainAt: null } as const
const closed = {
  ...EVENT,
  reopens,
  decision: { ...EVENT.decision, state: 'CLOSED' as const, decision: null, by: null },
}

test('the wall states that an event was closed, without a name, or mitigated', () => {
  expect(conditionOf(rowOf(closed))).toBe('closed; reopens above High')
  expect(conditionOf(rowOf({ ...closed, state: 'MITIGATED' }))).toBe('mitigated; reopens above High')
  expect(conditionOf(rowOf({ ...closed, reopens: null }))).toBe('closed')
})
