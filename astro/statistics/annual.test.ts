import { expect, test } from 'vitest'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { SECONDS_PER_DAY } from '../constants.ts'
import { seededRandom } from '../random.ts'
import { type AnnualQuestion, annualStatistics } from './annual.ts'
import type { AnnualEvent } from './annual-event.ts'
import { DECISION_TIMES } from './commit-update.ts'
import { DAYS_PER_MONTH, DAYS_PER_YEAR, SECONDS_PER_YEAR } from './periods.ts'

/** The history has exactly the number of events of its flux and one set of errors: the difference is the rounding of sums of 540 terms. */
const CLOSED_FORM_RELATIVE = 1e-13

/** The rounding of the same sum in two parts. */
const PARTS_DIGITS = 13

/** The rounding of the same formula with a factor of 1. */
const SAME_DIGITS = 14

/** The rounding of a ratio of two rates: each is a sum over a history. */
const RATIO_DIGITS = 12

/** A threshold has a relative accuracy of 1e-9 (solveThreshold). */
const SOLVED_RELATIVE = 1e-9

const FLUX = 2e-5

const HISTORY_DAYS = 3 * DAYS_PER_YEAR

const REACH_M = 1_500

const LIFE_YEARS = 10

const OWN_THRESHOLD = 1e-4

const LIMIT_OVER_LIFE = 1e-3

const ERRORS = { sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }

/** A history of known flux and errors; each probability is the exact integral at a randomly drawn miss. */
function history(seed: number): AnnualEvent[] {
  const random = seededRandom(seed)
  const count = Math.round(FLUX * 3 * (2 * REACH_M) ** 2)
  return Array.from({ length: count }, (_, i) => {
    const [radialM, horizontalM] = [REACH_M * (2 * random() - 1), REACH_M * (2 * random() - 1)]
    const miss = { xM: radialM, yM: horizontalM, sigmaXM: 60, sigmaYM: 200 }
    const update = { daysBefore: 1.2, probability: circle2d(miss, 5), errors: ERRORS }
    return {
      kind: i % 4 === 0 ? 'payload' : 'debris',
      size: i % 4 === 0 ? 'above-1-m' : 'below-10-cm',
      tcaDay: HISTORY_DAYS * random(),
      crossing: { radialM, horizontalM, boxRadialM: REACH_M, boxHorizontalM: REACH_M },
      updates: [
        { ...update, daysBefore: 4, probability: 0.5 },
        update,
        { ...update, daysBefore: 0.3, probability: 0.5 },
      ],
    }
  })
}

const question = (events: readonly AnnualEvent[]): AnnualQuestion => ({
  events,
  historyDays: HISTORY_DAYS,
  times: DECISION_TIMES,
  thresholds: [1e-6, 1e-5, 1e-3],
  ownThreshold: OWN_THRESHOLD,
  lifeYears: LIFE_YEARS,
  lifeLimit: LIMIT_OVER_LIFE,
  variation: {},
  resamples: 300,
  random: seededRandom(1),
})

test('the periods are those of section 9 of the specification', () => {
  expect([DAYS_PER_MONTH, DAYS_PER_YEAR]).toEqual([30, 365.25])
  expect([DAYS_PER_MONTH * SECONDS_PER_DAY, SECONDS_PER_YEAR]).toEqual([2_592_000, 31_557_600])
})

test('annualStatistics() finds the rates of a history of known flux, with both methods', () => {
  const found = annualStatistics(question(history(21)))
  expect(found.historyYears).toBeCloseTo(3, SAME_DIGITS)
  expect(found).toMatchObject({ events: 540, decidable: 540, withErrors: 540, rough: 0 })
  // F 2π σ₁σ₂ ln(Pm/Pacc).
  const truth = FLUX * 2 * Math.PI * 12_000 * Math.log(25 / 24_000 / 1e-4)
  expect(Math.abs(found.closed!.own.manoeuvresPerYear / truth - 1)).toBeLessThan(CLOSED_FORM_RELATIVE)
  const band = found.bootstrap.rates.find(({ threshold }) => threshold === 1e-4)!
  expect(band.manoeuvresPerYear.lower).toBeLessThan(truth)
  expect(band.manoeuvresPerYear.upper).toBeGreaterThan(truth)
  expect(found.closed!.agreement.verdict).toBe('inside')
  expect(found.flux.chosen).toMatchObject({ doDisagree: false })
})

test('annualStatistics() splits the rates completely, and varies one quantity at a time', () => {
  const { closed } = annualStatistics(question(history(22)))
  const parts = closed!.byKind.map(({ rates }) => rates.manoeuvresPerYear)
  expect(parts[0]! + parts[1]!).toBeCloseTo(closed!.own.manoeuvresPerYear, PARTS_DIGITS)
  expect(closed!.bySize.map(({ name, events }) => [name, events])).toEqual([
    ['above-1-m', 135],
    ['below-10-cm', 405],
  ])
  expect(closed!.byKind[0]).toMatchObject({ medianSigmaMinorM: 60, medianSigmaMajorM: 200 })
  for (const list of Object.values(closed!.sensitivity)) {
    const plain = list.find(({ value }) => value === 1)!
    expect(plain.rates.manoeuvresPerYear).toBeCloseTo(closed!.own.manoeuvresPerYear, SAME_DIGITS)
  }
  expect(closed!.sensitivity.growth.map(({ rates }) => rates.riskPerYear / closed!.own.riskPerYear)).toEqual(
    [1, 1.25, 1.5, 2].map((factor) => expect.closeTo(factor, RATIO_DIGITS)),
  )
  if (closed!.solved.kind !== 'threshold') throw new Error(closed!.solved.kind)
  expect(closed!.solved.threshold).toBeLessThan(OWN_THRESHOLD)
  // For limits around the own limit: a higher limit allows a larger threshold, and each threshold leaves exactly the risk that its limit allows.
  const around = closed!.solvedAround
  expect(around.map(({ limit }) => limit / LIMIT_OVER_LIFE)).toEqual(
    [5, 2, 1, 0.5, 0.1].map((factor) => expect.closeTo(factor, SAME_DIGITS)),
  )
  expect(around[2]!.solved).toEqual(closed!.solved)
  for (const { limit, rates } of around.filter(({ rates }) => rates !== null))
    expect(Math.abs((1 - Math.exp(-rates!.residualPerYear * LIFE_YEARS)) / limit - 1)).toBeLessThan(SOLVED_RELATIVE)
})

test('annualStatistics() reports if a history contradicts the closed form', () => {
  // The errors in the messages are five times too large: the ellipse is far wider than the region of the events that reached the threshold.
  const events = history(23).map((event) => ({
    ...event,
    updates: event.updates.map((update) => ({ ...update, errors: { ...ERRORS, sigmaMinorM: 150, radiusM: 8 } })),
  }))
  expect(annualStatistics(question(events)).closed!.agreement.verdict).toBe('prediction-higher')
})

test('annualStatistics() of little data has a history and no closed form', () => {
  const few = history(24).slice(0, 3)
  const found = annualStatistics(question(few))
  expect(found).toMatchObject({ events: 3, closed: null })
  expect(annualStatistics(question([]))).toMatchObject({ events: 0, decidable: 0, closed: null })
})
