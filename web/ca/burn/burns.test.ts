import { expect, test } from 'vitest'
import { plansOf } from './burns.ts'

test('burns of a removed satellite are left out but those that are still to be taken back, and none is before the satellites are known', () => {
  const plans = [
    { satelliteId: 'a', name: 'first', state: 'DRAFT' },
    { satelliteId: 'removed', name: 'second', state: 'SCREENED' },
    { satelliteId: 'b', name: 'third', state: 'EXPORTED' },
    { satelliteId: 'removed', name: 'fourth', state: 'EXPORTED' },
    { satelliteId: 'removed', name: 'fifth', state: 'APPROVED' },
    { satelliteId: 'removed', name: 'sixth', state: 'ABORTED' },
  ] as const
  const fleet = [{ satelliteId: 'b' }, { satelliteId: 'a' }]
  expect(plansOf(fleet, plans).map(({ name }) => name)).toEqual(['first', 'third', 'fourth', 'fifth'])
  expect(plansOf([], plans).map(({ name }) => name)).toEqual(['third', 'fourth', 'fifth'])
  // Nobody knows which are there: none is hidden.
  expect(plansOf(undefined, plans)).toEqual(plans)
})
