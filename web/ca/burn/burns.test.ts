import { expect, test } from 'vitest'
import { plansOf } from './burns.ts'

test('burns of a removed satellite are left out, and nothing is known of any before the satellites are', () => {
  const plans = [
    { satelliteId: 'a', name: 'first' },
    { satelliteId: 'removed', name: 'second' },
    { satelliteId: 'b', name: 'third' },
  ]
  const fleet = [{ satelliteId: 'b' }, { satelliteId: 'a' }]
  expect(plansOf(fleet, plans).map(({ name }) => name)).toEqual(['first', 'third'])
  expect(plansOf([], plans)).toEqual([])
  // Nobody knows which are there: none is hidden.
  expect(plansOf(undefined, plans)).toEqual(plans)
})
