import { expect, test } from 'vitest'
import { overDensity } from './density-average.ts'

/** The integral ends at 4.5σ; 7e-6 of the weight is outside. */
const CUT = 1e-4
/** The percentile of the normal distribution is written with nine decimals. */
const PERCENTILE_DIGITS = 9

test.each([0.1, 0.25, 0.6])(
  'overDensity() agrees with the moments of a log-normal density of mean 1 and σ %d',
  (sigma) => {
    // Mean 1 and second moment 1 + σ², by definition.
    expect(Math.abs(overDensity((factor) => factor, sigma, 721).mean - 1)).toBeLessThan(CUT)
    const second = overDensity((factor) => factor ** 2, sigma, 721).mean
    expect(Math.abs(second / (1 + sigma ** 2) - 1)).toBeLessThan(10 * CUT)
  },
)

test('overDensity() returns the largest value between the 5th and the 95th percentile', () => {
  const spread = Math.sqrt(Math.log(1 + 0.25 ** 2))
  const highest = Math.exp(1.644_853_627 * spread - spread ** 2 / 2)
  expect(overDensity((factor) => factor, 0.25, 721).worst).toBeCloseTo(highest, PERCENTILE_DIGITS)
  // A narrow peak inside the range: neither end of the range shows it.
  expect(overDensity((factor) => Math.exp(-(((factor - 1) / 0.02) ** 2)), 0.25, 721).worst).toBeGreaterThan(0.99)
  expect(overDensity((factor) => factor, 0, 721)).toEqual({ mean: 1, worst: 1, denser: 1, thinner: 1 })
})
