import { expect, test } from 'vitest'
import { symmetricEigen } from '../symmetric.ts'
import { findBurnTime } from './burn-time.ts'
import { ALONG_TRACK_RTN, STRATEGIES, strategySpan } from './strategy.ts'
import { crossingCircles, RATE } from './testing/crossing-circles.ts'

const HOUR_S = 3_600
const DAY_S = 86_400
/** Clohessy and Wiltshire neglect the square of the displacement: for 1 km on an orbit of 7 000 km some thousandths, over days a hundredth. */
const LINEAR_SHARE = 0.01
/** A start is rounded to one microsecond. */
const ROUNDED_S = 1e-6
/** The number of samples of the closed form: at most two minutes apart, in which its cost changes by less than LINEAR_SHARE. */
const LOOKS = 2_000

/**
 * Returns the displacement across the relative velocity (0, 1, −1) by a burn of 1 m/s at a lead time before TCA: the equations of Clohessy and
 * Wiltshire, for R, T, N.
 */
function movedBy(leadS: number): readonly [radial: readonly number[], across: readonly number[]] {
  const [c, s, turned] = [Math.cos(RATE * leadS), Math.sin(RATE * leadS), RATE * leadS]
  const radial = [s, 2 * (1 - c), 0].map((part) => part / RATE)
  const across = [2 * (c - 1), 4 * s - 3 * turned, s].map((part) => part / RATE / Math.SQRT2)
  return [radial, across]
}

/** The smallest burns in closed form for objects that would meet: along the track, and in the best direction (the largest singular value). */
function leastMps(leadS: number, missM: number) {
  const [a, b] = movedBy(leadS)
  const times = (u: readonly number[], v: readonly number[]) => u.reduce((sum, part, k) => sum + part * v[k]!, 0)
  const [largest = 0] = symmetricEigen([
    [times(a, a), times(a, b)],
    [times(b, a), times(b, b)],
  ]).values
  return { along: missM / Math.hypot(a[1]!, b[1]!), free: missM / Math.sqrt(largest) }
}

const model = crossingCircles()
const { periodS } = model
const target = { kind: 'miss', missM: 1_000 } as const

test('the best time of a short-term and of a long-term burn agrees with the closed form', () => {
  for (const strategy of STRATEGIES) {
    const isLong = strategy === 'long-term'
    const span = strategySpan(strategy, { periodS, earliestS: -2 * DAY_S })
    const found = findBurnTime(model, span, { target, ...(isLong ? { directionRtn: ALONG_TRACK_RTN } : {}) })!
    expect(found.meetsTarget).toBe(true)
    // The numbers are from the rule, not from strategySpan().
    const [mostS, leastS] = isLong ? [2 * DAY_S, 5 * periodS] : [3.5 * periodS, 0.1 * periodS]
    const costs = Array.from({ length: LOOKS + 1 }, (_, k) => {
      const { along, free } = leastMps(leastS + ((mostS - leastS) * k) / LOOKS, target.missM)
      return isLong ? along : free
    })
    expect(Math.abs(found.deltaVMps / Math.min(...costs) - 1)).toBeLessThan(LINEAR_SHARE)
    expect(-found.burnS).toBeGreaterThanOrEqual(leastS - ROUNDED_S)
    expect(-found.burnS).toBeLessThanOrEqual(mostS + ROUNDED_S)
  }
})

test('strategies count in revolutions, and in GEO in hours (F6); a start that cannot be commanded is too late', () => {
  const day = { periodS: 86_000, earliestS: -7 * DAY_S }
  expect(strategySpan('short-term', day)).toEqual({ fromS: -24 * HOUR_S, toS: -8_600 })
  expect(strategySpan('long-term', day)).toEqual({ fromS: -7 * DAY_S, toS: -48 * HOUR_S })
  const low = { periodS: 6_000, earliestS: -12_000 }
  expect(strategySpan('short-term', low)).toEqual({ fromS: -12_000, toS: -600 })
  expect(strategySpan('short-term', { ...low, earliestS: -DAY_S }).fromS).toBe(-21_000)
  const { fromS, toS } = strategySpan('long-term', low)
  expect([fromS > toS, toS]).toEqual([true, -30_000])
})
