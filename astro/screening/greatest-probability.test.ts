import { expect, test } from 'vitest'
import { unknownCovarianceMaximum } from '../conjunction/probability/maximum.ts'
import { rtnAxes } from '../conjunction/rtn.ts'
import { greatestProbability } from './greatest-probability.ts'

/**
 * At a micrometre per second below head-on the axes are 1.2e-5 rad out of line: the ratio changes by 4 times the square of this
 * angle, 5.3e-10.
 */
const HEAD_ON_DIGITS = 8
/**
 * At 150 m/s the axes are 0.01 rad from the plane: the ratio changes by 4/9 of the square of this angle, and the series by 2
 * (R/d)²: 4.6e-5.
 */
const CHASE_DIGITS = 4
/** The stated accuracy of the series of greatestProbability for a miss of 30 radii or more. */
const SERIES_SHARE = 1e-5
/** The threshold is for a small disc, which neglects a relative (R/d)²: 1.1e-3 at 30 radii. */
const THRESHOLD_SHARE = 1e-3

/** Two objects at 7500 m/s on horizontal paths that cross with the given relative speed. */
function crossing(relativeSpeedMps: number) {
  const half = Math.asin(relativeSpeedMps / 2 / 7500)
  const at = (sign: number) => {
    const state = {
      r: [7.1e6, 0, 0] as const,
      v: [0, 7500 * Math.cos(half), sign * 7500 * Math.sin(half)] as const,
    }
    return { state, axes: rtnAxes(state) }
  }
  return [at(-1), at(1)] as const
}

test('greatestProbability() agrees with the dilution threshold that SOCRATES lists', () => {
  // CelesTrak, 2026-10-09: TIANMU-1 03 and FENGYUN 1C DEB, 0.012 km at 12.126 km/s: MAX_PROB 2.075E-02, DILUTION 0.004 km.
  const [primary, secondary] = crossing(12_126)
  const { sigmaMinorM, probability } = greatestProbability(primary, secondary, { missM: 12, radiusM: 2 })
  expect((sigmaMinorM / 1000).toFixed(3)).toBe('0.004')
  // Its radii are not published; with 2 m the probability is of the listed size.
  expect(probability / 2.075e-2).toBeGreaterThan(0.9)
  expect(probability / 2.075e-2).toBeLessThan(1.1)
})

test('greatestProbability() projects 1:3:1: a circle for head-on encounters, 3 to 1 across the track', () => {
  // Head-on, the long axes are along the relative velocity and have no effect: R² / (e d²).
  const [primary, secondary] = crossing(15_000 - 1e-6)
  const { probability } = greatestProbability(primary, secondary, { missM: 5000, radiusM: 5 })
  expect(probability / (25 / (Math.E * 25e6))).toBeCloseTo(1, HEAD_ON_DIGITS)
  const [chased, chaser] = crossing(150)
  const along = greatestProbability(chased, chaser, { missM: 5000, radiusM: 5 })
  expect(along.probability / ((3 * 25) / (Math.E * 25e6))).toBeCloseTo(1, CHASE_DIGITS)
})

test('the series of greatestProbability() agrees with the search for the maximum', () => {
  const [primary, secondary] = crossing(9000)
  for (const missM of [600, 2000, 5000, 20_000]) {
    const { probability, sigmaMinorM } = greatestProbability(primary, secondary, { missM, radiusM: 20 })
    const aspectRatio = missM / (Math.SQRT2 * sigmaMinorM)
    const exact = unknownCovarianceMaximum({ missDistanceM: missM, radiusM: 20, aspectRatio })
    expect(Math.abs(probability / exact.probability - 1)).toBeLessThan(SERIES_SHARE)
    expect(Math.abs(sigmaMinorM / exact.sigmaMinorM - 1)).toBeLessThan(THRESHOLD_SHARE)
  }
})
