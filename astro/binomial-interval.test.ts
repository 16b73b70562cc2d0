import { expect, test } from 'vitest'
import { clopperPearson } from './binomial-interval.ts'
import cara from './conjunction/probability/cara.reference.json' with { type: 'json' }

test('clopperPearson() gives the intervals of 10⁸ trials', () => {
  for (const { expected } of cara.alfano) {
    const { lower, upper } = clopperPearson(expected.CARA_MC_hits, expected.CARA_MC_trials)
    expect(Math.abs(lower / expected.CARA_PcMC_lo95 - 1)).toBeLessThan(1e-8)
    expect(Math.abs(upper / expected.CARA_PcMC_hi95 - 1)).toBeLessThan(1e-8)
  }
  // No hit in n: 1 − (α/2)^(1/n), by hand.
  expect(clopperPearson(0, 1000)).toEqual({ lower: 0, upper: expect.closeTo(1 - 0.025 ** (1 / 1000), 12) })
  expect(clopperPearson(1000, 1000).upper).toBe(1)
  expect(() => clopperPearson(3, 2)).toThrow(RangeError)
})
