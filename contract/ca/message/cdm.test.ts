import { expect, test } from 'vitest'
import { type Cdm, listCdms } from './cdm.ts'

/** The rounding in the sample: its distances are whole metres. */
const ROUNDED_M = 0.5

const sampleOf = (): Cdm => {
  const { examples } = listCdms.response.meta() ?? {}
  const [[sample]] = examples as [[Cdm]]
  return sample
}

test('the combined values in the sample of a conjunction message agree with the values of its objects', () => {
  const { object1, object2, conjunctionData: both, assessment } = sampleOf()
  expect(both.combinedHardBodyRadius).toBe((object1.hardBodyRadius ?? 0) + (object2.hardBodyRadius ?? 0))
  expect(assessment.hardBodyRadius).toBe(both.combinedHardBodyRadius)
  for (const axis of ['X', 'Y'] as const) {
    expect(both[`combinedPlane${axis}`]).toBe(
      (object2[`conjunctionPlane${axis}`] ?? 0) - (object1[`conjunctionPlane${axis}`] ?? 0),
    )
  }
  for (const part of ['XX', 'YX', 'YY'] as const) {
    expect(both[`combinedPlaneCovariance${part}`]).toBe(
      (object1[`conjunctionPlaneCovariance${part}`] ?? 0) + (object2[`conjunctionPlaneCovariance${part}`] ?? 0),
    )
  }
  const { r = 0, t = 0, n = 0 } = both.relativePosition ?? {}
  expect(Math.abs(Math.hypot(r, t, n) - (both.totalMissDistance ?? 0))).toBeLessThan(ROUNDED_M)
  expect(Math.abs(Math.hypot(both.combinedPlaneX ?? 0, both.combinedPlaneY ?? 0) - Math.hypot(r, t, n))).toBeLessThan(
    ROUNDED_M,
  )
})
