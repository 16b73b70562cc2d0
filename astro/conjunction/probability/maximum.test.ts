import { expect, test } from 'vitest'
import { describeEncounter } from '../encounter.ts'
import { sampleOf } from '../testing/published-case.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { dilution, scaledMaximum, unknownCovarianceMaximum } from './maximum.ts'

/** Two searches for one flat maximum, each with an accuracy of 1e-9; the factor in the index is rounded in addition. */
const SEARCHED_DIGITS = 6
/** The limit R² ratio / (e d²) neglects terms of (R/d)², 1e-6, times the square of the ratio. */
const SMALL_RADIUS_DIGITS = 4
/** At a flat maximum the accuracy of the position is the root of the accuracy of the height. */
const FLAT_TOP_DIGITS = 2
/** The stated accuracy of the factor is 1e-4. */
const FACTOR_DIGITS = 3

test.each(cara.dilution)('dilution() and scaledMaximum() agree with the maximum of $cdm', (row) => {
  const { primary, secondary } = sampleOf(row.cdm)
  const { plane, principal } = describeEncounter(primary, secondary, row.hbr_m)
  if (plane === null || !principal?.ok) throw new Error('no plane')
  const conjunction = { ...plane, radiusM: row.hbr_m }
  const both = dilution(conjunction, 'both')!
  expect(Math.abs(both.maximumProbability / row.expected_dilution_max_pc - 1)).toBeLessThan(row.rel_tol)
  expect(both.isDiluted).toBe(row.expected_diluted === 11)
  expect(scaledMaximum(principal.miss, row.hbr_m).probability / both.maximumProbability).toBeCloseTo(1, SEARCHED_DIGITS)
})

test("dilution() reports which object's covariance dilutes", () => {
  const { primary, secondary } = sampleOf('OmitronTestCase_Test01_HighPc.cdm')
  const { plane } = describeEncounter(primary, secondary, 20)
  const times = (covariance: { xx: number; yx: number; yy: number }, k: number) => ({
    xx: covariance.xx * k,
    yx: covariance.yx * k,
    yy: covariance.yy * k,
  })
  const flags = (first: number, second: number) => {
    const conjunction = {
      missM: plane!.missM,
      primary: times(plane!.primary, first),
      secondary: times(plane!.secondary, second),
      radiusM: 20,
    }
    return [dilution(conjunction, 'primary')!.isDiluted, dilution(conjunction, 'secondary')!.isDiluted]
  }
  // The flags of CARA's DilutionMaxPc unit test: 11, 1, 10 and 0.
  expect(flags(1, 1)).toEqual([true, true])
  expect(flags(1e-3, 1)).toEqual([false, true])
  expect(flags(1, 1e-6)).toEqual([true, false])
  expect(flags(1e-3, 1e-6)).toEqual([false, false])
})

test('unknownCovarianceMaximum() tends to R² ratio / (e d²), and a case is diluted beyond √2 sigmas', () => {
  for (const aspectRatio of [1, 3, 10]) {
    const { probability, sigmaMinorM } = unknownCovarianceMaximum({ missDistanceM: 1000, radiusM: 1, aspectRatio })
    expect(probability / (aspectRatio / (Math.E * 1e6))).toBeCloseTo(1, SMALL_RADIUS_DIGITS)
    expect(sigmaMinorM / (1000 / (Math.SQRT2 * aspectRatio))).toBeCloseTo(1, FLAT_TOP_DIGITS)
  }
  expect(unknownCovarianceMaximum({ missDistanceM: 1, radiusM: 2, aspectRatio: 3 }).probability).toBe(1)
  expect(() => unknownCovarianceMaximum({ missDistanceM: 9, radiusM: 2, aspectRatio: 0.5 })).toThrow(RangeError)
  // At the Mahalanobis distance √2 the maximum is at the factor 1.
  const { covarianceFactor } = scaledMaximum({ xM: 100, yM: 0, sigmaXM: 100 / Math.SQRT2, sigmaYM: 400 }, 0.1)
  expect(covarianceFactor).toBeCloseTo(1, FACTOR_DIGITS)
})
