import { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'
import { expect, test } from 'vitest'
import { historyYears } from './history-rate.ts'
import { curvesOf, limitPerYear, ratePerYear, thresholdScene } from './threshold-scene.ts'

const examples: unknown = AnnualStatistics.meta()?.examples
const example = AnnualStatistics.parse(Array.isArray(examples) ? examples[0] : undefined)
/** Two years in which 10 events reached 1e-5, and a flux between half and twice its value. */
const found: AnnualStatistics = {
  ...example,
  assumptions: { ...example.assumptions, from: '2024-11-20T00:00:00Z', to: '2026-11-20T12:00:00Z' },
  flux: {
    ...example.flux,
    discs: [{ withinM: 5000, count: 5, perM2Year: 1e-5, lower: 5e-6, upper: 2e-5 }],
    chosenM: 5000,
  },
  bootstrap: {
    ...example.bootstrap,
    rates: [{ ...example.bootstrap.rates[0]!, threshold: 1e-5, observed: 10 }],
  },
}

test('a year has 365.25 days', () => expect(historyYears(found)).toBeCloseTo(2, 12))

test("curvesOf() counts the satellite's history with the interval of Garwood (1936), and gives the closed form the interval of its flux", () => {
  const { observed, closed } = curvesOf(found)
  // Garwood's table: 10 events have 4.795 to 18.390 at 95 %.
  expect(observed).toEqual([
    { threshold: 1e-5, count: 10, value: 5, low: expect.closeTo(2.3977, 3), high: expect.closeTo(9.195, 3) },
  ])
  expect(closed).toEqual([{ threshold: 1e-4, value: 1.77, low: 0.885, high: 3.54 }])
})

test('ratePerYear() returns the rate that gives the probability over the life', () => {
  expect(1 - Math.exp(-5 * ratePerYear(1e-3, 5))).toBeCloseTo(1e-3, 12)
  expect(limitPerYear(found)).toBeCloseTo(2.001e-4, 7)
})

test('sceneOf() shows a threshold outside the usual decades, and no third plot without a closed form', () => {
  const size = { width: 900, height: 460 }
  const wide = thresholdScene(
    { ...found, assumptions: { ...found.assumptions, threshold: 3e-9 } },
    curvesOf(found),
    size,
  )
  expect(wide.exponents).toEqual([-9, -8, -7, -6, -5, -4, -3])
  expect(wide.x(1e-9)).toBe(wide.left)
  const bare = { ...found, closed: null }
  expect(thresholdScene(bare, curvesOf(bare), size).perAvoided).toBeUndefined()
})

test('sceneOf() chooses its axes for the displayed values: the thresholds of its decades, including both ends', () => {
  const at = (threshold: number, value: number) => ({ threshold, value, low: value, high: value })
  const curves = { ...curvesOf(found), closed: [at(9e-8, 1e6), at(1e-7, 40), at(1e-3, 70), at(1.1e-3, 1e6)] }
  const { y } = thresholdScene(found, curves, { width: 900, height: 460 }).rates
  expect(y.domain()[1]).toBeGreaterThanOrEqual(70)
  expect(y.domain()[1]).toBeLessThan(200)
  const low = { ...curves, closed: [at(1e-7, 40)] }
  expect(thresholdScene(found, low, { width: 900, height: 460 }).rates.y.domain()[1]).toBeGreaterThanOrEqual(40)
})

test('sceneOf() fills its height with plots at equal distances, down to the axis', () => {
  const height = 460
  const { rates, kept, perAvoided } = thresholdScene(found, curvesOf(found), { width: 900, height })
  const between = kept.top - rates.bottom
  expect(between).toBeGreaterThan(10)
  if (perAvoided) expect(perAvoided.top - kept.bottom).toBeCloseTo(between, 9)
  // The room above the first plot is as in the design, with 44 px below the last for the axis and its name.
  expect([rates.top, height - (perAvoided ?? kept).bottom]).toEqual([6, expect.closeTo(44, 9)])
})
