import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { AFTER_BURN_SHARE } from './alert-region.ts'
import { bootstrap } from './bootstrap.ts'

const EVENTS = 400
const REACHING = 40
// 40 of 400 events at 1e-4 and more, in two years.
const probabilities = Array.from({ length: EVENTS }, (_, i) => (i < REACHING ? 3e-4 : 1e-9))
const plain = { probabilities, years: 2, thresholds: [1e-5, 1e-4], lifeYears: 5, resamples: 4000 }

test('bootstrap() has the mean and the spread of the binomial distribution that it draws from', () => {
  const { rates } = bootstrap({ ...plain, random: seededRandom(1) })
  const [low, own] = rates
  expect(own!.observed).toBe(REACHING)
  expect(low!.observed).toBe(REACHING)
  // np = 40 and √(np(1 − p)) = 6: half of it a year. A median of 4,000 draws is good to a count.
  expect(Math.abs(own!.manoeuvresPerYear.median - 20)).toBeLessThanOrEqual(0.5)
  const halfWidth = (own!.manoeuvresPerYear.upper - own!.manoeuvresPerYear.lower) / 2
  expect(Math.abs(halfWidth - (1.96 * 6) / 2)).toBeLessThan(0.75)
})

test('bootstrap() leaves 0.03 of the threshold of what is answered, and all of the rest', () => {
  const same = { ...plain, probabilities: Array.from({ length: 100 }, () => 1e-3), random: seededRandom(2) }
  const { rates, riskOverLife } = bootstrap({ ...same, thresholds: [1e-4, 1e-2] })
  // Every resample is the same: 100 events in 2 years are 250 in 5.
  expect(riskOverLife.median).toBeCloseTo(1 - (1 - 1e-3) ** 250, 10)
  expect(rates[0]!.residualOverLife.median).toBeCloseTo(1 - (1 - AFTER_BURN_SHARE * 1e-4) ** 250, 10)
  expect(rates[1]!.residualOverLife.median).toBeCloseTo(riskOverLife.median, 12)
  // Nothing reached 1e-2 in two years: at 95 % it is less than 3.689 (Garwood 1936) in as much time.
  expect(rates[1]!.manoeuvresPerYear).toEqual({ median: 0, lower: 0, upper: expect.closeTo(3.689 / 2, 3) })
})

test('bootstrap() scales with life and growth, and is the same for the same seed', () => {
  const grown = bootstrap({ ...plain, growth: 2, random: seededRandom(3) })
  const once = bootstrap({ ...plain, random: seededRandom(3) })
  expect(grown.rates[1]!.manoeuvresPerYear.median).toBeCloseTo(2 * once.rates[1]!.manoeuvresPerYear.median, 10)
  expect(Math.log1p(-grown.riskOverLife.median)).toBeCloseTo(2 * Math.log1p(-once.riskOverLife.median), 10)
  expect(bootstrap({ ...plain, random: seededRandom(3) })).toEqual(once)
})

test('bootstrap() of nothing is nothing, and no time is refused', () => {
  const none = bootstrap({ ...plain, probabilities: [], random: seededRandom(4) })
  expect(none.riskOverLife).toEqual({ median: 0, lower: 0, upper: 0 })
  expect(none.rates[0]).toMatchObject({ observed: 0, manoeuvresPerYear: { median: 0, lower: 0 } })
  expect(none.rates[0]!.manoeuvresPerYear.upper).toBeCloseTo(3.689 / 2, 3)
  expect(() => bootstrap({ ...plain, years: 0, random: seededRandom(5) })).toThrow(RangeError)
})
