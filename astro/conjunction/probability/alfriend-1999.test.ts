import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../../testing/real-between.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { alfriend1999, alfriendMaximum1999 } from './alfriend-1999.ts'
import { circle2d } from './circle-2d.ts'

/** A thousandth from a closed form: only rounding. */
const CLOSED_FORM_DIGITS = 15

/** The rounding of a standard deviation of 70 m, from a square root. */
const SIGMA_M_DIGITS = 10

/** The error of a constant density over the circle is (R/σ)²/4 and (R d/σ²)²/8, 1e-6 for a thousandth. */
const SMALL_CIRCLE = 1e-6

/** A few roundings. */
const ROUNDING = 1e-13

const ROUND: PrincipalMiss = { xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }

test('alfriend1999() is the density at the miss times the area, which is correct for a small circle', () => {
  const sigma = realBetween(0.5, 50)
  const offset = realBetween(-1, 1)
  fc.assert(
    fc.property(sigma, sigma, offset, offset, (sigmaXM, sigmaYM, x, y) => {
      const miss = { xM: x * sigmaXM, yM: y * sigmaYM, sigmaXM, sigmaYM }
      const radiusM = 1e-3 * Math.min(sigmaXM, sigmaYM)
      expect(Math.abs(alfriend1999(miss, radiusM) / circle2d(miss, radiusM) - 1)).toBeLessThan(SMALL_CIRCLE)
    }),
    { numRuns: 30 },
  )
})

test('alfriend1999() is at least the probability at a miss of 0, and at most 1', () => {
  for (const radiusM of [0.01, 0.5, 1, 1.5, 2, 50]) {
    // 1 − exp(−x) is at most x.
    expect(alfriend1999(ROUND, radiusM)).toBeGreaterThanOrEqual(-Math.expm1((-radiusM * radiusM) / 2))
    expect(alfriend1999(ROUND, radiusM)).toBeLessThanOrEqual(1)
  }
  expect(alfriend1999(ROUND, 0)).toBe(0)
  expect(alfriend1999({ ...ROUND, xM: 1e5 }, 10)).toBe(0)
})

test('alfriend1999() of an infinite circle is 1, for any miss', () => {
  expect(alfriend1999(ROUND, Infinity)).toBe(1)
  expect(alfriend1999({ ...ROUND, xM: 1e5 }, Infinity)).toBe(1)
})

test('alfriendMaximum1999() is reached at its factor, and any other factor gives less', () => {
  const offset = realBetween(0.1, 30)
  fc.assert(
    fc.property(offset, offset, realBetween(1, 20), (xM, yM, sigmaXM) => {
      const miss = { xM, yM, sigmaXM, sigmaYM: 3 }
      const { probability, covarianceFactor } = alfriendMaximum1999(miss, 1e-3)!
      const scaled = (factor: number) => {
        const root = Math.sqrt(covarianceFactor * factor)
        return alfriend1999({ xM, yM, sigmaXM: sigmaXM * root, sigmaYM: 3 * root }, 1e-3)
      }
      expect(Math.abs(scaled(1) / probability - 1)).toBeLessThan(ROUNDING)
      for (const factor of [0.5, 0.9, 1.1, 2]) expect(scaled(factor)).toBeLessThan(probability)
    }),
    { numRuns: 30 },
  )
})

test('alfriendMaximum1999() of a round covariance is (R/d)²/e, at a standard deviation of d/√2', () => {
  const found = alfriendMaximum1999({ ...ROUND, xM: 60, yM: 80 }, 5)!
  expect(found.probability).toBeCloseTo(0.05 ** 2 / Math.E, CLOSED_FORM_DIGITS)
  expect(Math.sqrt(found.covarianceFactor)).toBeCloseTo(100 / Math.SQRT2, SIGMA_M_DIGITS)
  expect(alfriendMaximum1999(ROUND, 5)).toBeNull()
  expect(alfriendMaximum1999({ ...ROUND, xM: 1 }, 100)!.probability).toBe(1)
})
