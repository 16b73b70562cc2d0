import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { caseOf, GRID, gridOf, peakOf, radiusCurve, scaleCurve, scaledProbability, sharesOf } from './sensitivity.ts'

const PLANE = {
  missM: [100, 0],
  combined: { xx: 2500, yx: 0, yy: 2500 },
  first: { xx: 500, yx: 0, yy: 2000 },
  second: { xx: 2000, yx: 0, yy: 500 },
  radiusM: 1,
} as const

/** Returns the probability for a small body in a round σ: R² / (2σ²) · exp(−d² / 2σ²) (Alfriend 1999). */
const roundPc = (variance: number) => (1 / (2 * variance)) * Math.exp(-(100 ** 2) / (2 * variance))

test('scaledProbability agrees with the formula for a small body in a round uncertainty', () => {
  expect(scaledProbability(PLANE, 1, 1)).toBeCloseTo(roundPc(2500), 7)
  const twice = scaledProbability(PLANE, 2, 2) ?? 0
  expect(twice / roundPc(5000)).toBeCloseTo(1, 3)
})

test('peakOf the scale curve lies where σ² is half of the squared miss', () => {
  // d/ds of exp(−d² / 2s) / s is 0 at s = d² / 2 = 5000: twice the covariance.
  const peak = peakOf(scaleCurve(PLANE))
  expect(Math.log10(peak?.factor ?? 0)).toBeCloseTo(Math.log10(2), 1)
  expect((peak?.probability ?? 0) / roundPc(5000)).toBeCloseTo(1, 2)
})

test('gridOf has the value of the message at its centre', () => {
  const middle = (GRID.length - 1) / 2
  expect(GRID[middle]).toBeCloseTo(1, 12)
  expect(gridOf(PLANE)[middle]?.[middle]).toBeCloseTo(scaledProbability(PLANE, 1, 1) ?? 0, 12)
})

test('sharesOf counts the variance along the miss, not across it', () => {
  expect(sharesOf(PLANE)).toEqual({ first: 0.2, second: 0.8 })
})

test('caseOf a message without covariance is undefined', () => {
  const created = '2026-11-18T13:00:00.000Z'
  const [full] = inOrder([cdmWith({ number: 1, created })])
  expect(full && caseOf(full)?.missM).toEqual([160, -70])
  const none = { combinedPlaneCovarianceXX: 0, combinedPlaneCovarianceYX: 0, combinedPlaneCovarianceYY: 0 }
  const [empty] = inOrder([cdmWith({ number: 1, created, data: none })])
  expect(empty && caseOf(empty)).toBeUndefined()
})

test('sharesOf counts the correlation of both axes twice, as a variance along an oblique line does', () => {
  // Along (3, 4)/5: (9 xx + 24 yx + 16 yy) / 25.
  const oblique = {
    ...PLANE,
    missM: [300, 400] as const,
    first: { xx: 100, yx: 50, yy: 100 },
    second: { xx: 200, yx: 0, yy: 200 },
  }
  const [first, second] = [(900 + 1200 + 1600) / 25, (1800 + 3200) / 25]
  expect(sharesOf(oblique).first).toBeCloseTo(first / (first + second), 12)
  expect(sharesOf(oblique).second).toBeCloseTo(second / (first + second), 12)
})

test('scaledProbability adds the common part of two correlated uncertainties, so opposite uncertainties cancel', () => {
  const tilted = (yx: number) => ({ xx: 1_250, yx, yy: 1_250 })
  const plane = { ...PLANE, first: tilted(300), second: tilted(-300) }
  expect(scaledProbability(plane, 1, 1)).toBeCloseTo(roundPc(2_500), 7)
})

test('the curves extend from a thousandth to a thousand times the covariance, and from a tenth to ten times the radius', () => {
  const ends = (curve: readonly { factor: number }[]) => [curve[0]?.factor, curve.at(-1)?.factor, curve.length]
  const expected = [
    [1e-3, 1e3, 121],
    [0.1, 10, 61],
  ]
  for (const [i, found] of [scaleCurve(PLANE), radiusCurve(PLANE)].map(ends).entries())
    for (const [j, value] of found.entries()) expect(value).toBeCloseTo(expected[i]![j]!, 9)
})
