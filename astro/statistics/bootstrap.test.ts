import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { AFTER_BURN_SHARE } from './alert-region.ts'
import { bootstrap } from './bootstrap.ts'

/** The median of 4,000 draws with a mean of 40 has an error of one count in two years. */
const HALF_A_COUNT_A_YEAR = 0.5
/** The tables print two decimals. */
const GARWOOD_DIGITS = 2
/** The median of 4,000 draws with a mean of 100 has an error of one and a half counts. */
const MEDIAN_COUNT = 1.5
/** The ends of the interval have an error of two counts. */
const PERCENTILE_COUNT = 2
/** The rounding of the same draws, summed in another order. */
const SAME_DRAWS_DIGITS = 12
/** The rounding of the same draws with another factor. */
const SCALED_DIGITS = 10
/** The table prints three decimals for a count of zero. */
const NONE_DIGITS = 3

const EVENTS = 400
const REACHING = 40
// 40 of 400 events reach 1e-4 in two years.
const probabilities = Array.from({ length: EVENTS }, (_, i) => (i < REACHING ? 3e-4 : 1e-9))
const plain = { probabilities, years: 2, thresholds: [1e-5, 1e-4], lifeYears: 5, resamples: 4000 }

test("bootstrap() agrees with the median of the Poisson distribution, and with Garwood's published interval", () => {
  const { rates } = bootstrap({ ...plain, random: seededRandom(1) })
  const [low, own] = rates
  expect(own!.observed).toBe(REACHING)
  expect(low!.observed).toBe(REACHING)
  // The median of 4,000 draws with a mean of 40 has an error of one count: half a count per year.
  expect(Math.abs(own!.manoeuvresPerYear.median - 20)).toBeLessThanOrEqual(HALF_A_COUNT_A_YEAR)
  // 28.58 to 54.47 for 40 (tables after Garwood, Biometrika 28, 1936).
  expect(own!.manoeuvresPerYear.lower).toBeCloseTo(28.58 / 2, GARWOOD_DIGITS)
  expect(own!.manoeuvresPerYear.upper).toBeCloseTo(54.47 / 2, GARWOOD_DIGITS)
})

/** Random histories of a satellite whose true rates are known. */
function coverageOf({ meanEvents, sigmaLog }: { meanEvents: number; sigmaLog: number }) {
  const random = seededRandom(17)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const countOf = (mean: number): number => {
    // Knuth's product of uniform numbers.
    let [count, product] = [0, random()]
    for (; product > Math.exp(-mean); count += 1) product *= random()
    return count
  }
  const [median, threshold, years] = [1e-5, 1e-8, 2]
  // The mean of a lognormal distribution; nearly every event reaches the threshold.
  const truth = 1 - Math.exp(-meanEvents * median * Math.exp(sigmaLog ** 2 / 2))
  let [rate, risk] = [0, 0]
  for (let history = 0; history < HISTORIES; history += 1) {
    const drawn = Array.from({ length: countOf(meanEvents) }, () => median * Math.exp(sigmaLog * normal()))
    const asked = { probabilities: drawn, years, thresholds: [threshold], lifeYears: years, resamples: 200 }
    const { rates, riskOverLife } = bootstrap({ ...asked, random })
    const band = rates[0]!.manoeuvresPerYear
    if (band.lower <= meanEvents / years && meanEvents / years <= band.upper) rate += 1
    if (riskOverLife.lower <= truth && truth <= riskOverLife.upper) risk += 1
  }
  return { rate: rate / HISTORIES, risk: risk / HISTORIES }
}

const HISTORIES = 400
/** Three standard errors of a fraction of 0.95 in this number of histories. */
const THREE_ERRORS = 3 * Math.sqrt((0.95 * 0.05) / HISTORIES)

test.each([4, 12, 40])(
  'the interval of manoeuvres contains the true rate in 95 of 100 histories, with %i events on average',
  (meanEvents) => {
    expect(coverageOf({ meanEvents, sigmaLog: 0.5 }).rate).toBeGreaterThan(0.95 - THREE_ERRORS)
  },
)

test('the interval of the risk contains the true risk nearly as often, for many similar events', () => {
  // Interval ends by rank are accurate to first order only (Efron and Tibshirani 1993, chapter 14): 2 % are allowed for it.
  expect(coverageOf({ meanEvents: 100, sigmaLog: 0.5 }).risk).toBeGreaterThan(0.93 - THREE_ERRORS)
})

test('bootstrap() leaves 0.03 of the threshold for each answered event, and the full probability of the others', () => {
  const same = { ...plain, probabilities: Array.from({ length: 100 }, () => 1e-3), random: seededRandom(2) }
  const { rates, riskOverLife } = bootstrap({ ...same, thresholds: [1e-4, 1e-2] })
  // All events are equal, so the risk gives their number: 100, within the error of 4,000 draws. For a Poisson distribution of mean 100, 95 % are
  // between 81 and 120.
  const eventsOf = (risk: number, each: number) => Math.log1p(-risk) / Math.log1p(-each) / 2.5
  expect(Math.abs(eventsOf(riskOverLife.median, 1e-3) - 100)).toBeLessThanOrEqual(MEDIAN_COUNT)
  expect(Math.abs(eventsOf(rates[0]!.residualOverLife.median, AFTER_BURN_SHARE * 1e-4) - 100)).toBeLessThanOrEqual(
    MEDIAN_COUNT,
  )
  expect(Math.abs(eventsOf(riskOverLife.lower, 1e-3) - 81)).toBeLessThanOrEqual(PERCENTILE_COUNT)
  expect(Math.abs(eventsOf(riskOverLife.upper, 1e-3) - 120)).toBeLessThanOrEqual(PERCENTILE_COUNT)
  expect(rates[1]!.residualOverLife.median).toBeCloseTo(riskOverLife.median, SAME_DRAWS_DIGITS)
  // No event reached 1e-2 in two years: at 95 % the expected count is below 3.689 (Garwood 1936) for the same time.
  expect(rates[1]!.manoeuvresPerYear).toEqual({ median: 0, lower: 0, upper: expect.closeTo(3.689 / 2, NONE_DIGITS) })
})

test('bootstrap() scales with life and growth, and gives the same result for the same seed', () => {
  const grown = bootstrap({ ...plain, growth: 2, random: seededRandom(3) })
  const once = bootstrap({ ...plain, random: seededRandom(3) })
  expect(grown.rates[1]!.manoeuvresPerYear.median).toBeCloseTo(
    2 * once.rates[1]!.manoeuvresPerYear.median,
    SCALED_DIGITS,
  )
  expect(Math.log1p(-grown.riskOverLife.median)).toBeCloseTo(2 * Math.log1p(-once.riskOverLife.median), SCALED_DIGITS)
  expect(bootstrap({ ...plain, random: seededRandom(3) })).toEqual(once)
})

test('bootstrap() of no events is zero, and a duration of zero is refused', () => {
  const none = bootstrap({ ...plain, probabilities: [], random: seededRandom(4) })
  expect(none.riskOverLife).toEqual({ median: 0, lower: 0, upper: 0 })
  expect(none.rates[0]).toMatchObject({ observed: 0, manoeuvresPerYear: { median: 0, lower: 0 } })
  expect(none.rates[0]!.manoeuvresPerYear.upper).toBeCloseTo(3.689 / 2, NONE_DIGITS)
  expect(() => bootstrap({ ...plain, years: 0, random: seededRandom(5) })).toThrow(RangeError)
})

test('bootstrap() with one draw has a band without width: it makes exactly the requested number of draws', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { riskOverLife: risk } = bootstrap({ ...plain, resamples: 1, random: seededRandom(seed) })
    expect([risk.lower, risk.upper]).toEqual([risk.median, risk.median])
  }
})
