import { expect, test } from 'vitest'
import { determined, simulateOrbit } from './campaign.ts'

/** The seeds of a low orbit and of a transfer orbit; bench/initial-orbits.ts determines 200, some of which take half a minute. */
const SEEDS = [1, 9]

test.each(SEEDS)('the orbit of seed %i is determined without an initial orbit', async (seed) => {
  const orbit = simulateOrbit(seed)
  const { verdict, note } = await determined(orbit)
  expect(verdict, note).toBe('right')
})
