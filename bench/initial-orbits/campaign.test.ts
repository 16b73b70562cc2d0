import { expect, test } from 'vitest'
import { determined, simulateOrbit } from './campaign.ts'

/** One of each class, of one pass to six; bench/initial-orbits.ts determines 200. */
const SEEDS = [1, 4, 5, 7, 9]

test.each(SEEDS)('seed %i is determined without an orbit to start from', async (seed) => {
  const orbit = simulateOrbit(seed)
  const { verdict, note } = await determined(orbit)
  expect(verdict, note).toBe('right')
})
