import { expect, test } from 'vitest'
import { conjunctionPlane } from '../conjunction-plane.ts'
import { sampleOf } from '../testing/published-case.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { frisbee2015, frisbeeCovariance } from './frisbee-2015.ts'
import { EQUAL_AREA_HALF_SIDE, square2d } from './square-2d.ts'

/** The recomputed values are written with seven digits. */
const RECOMPUTED_RELATIVE = 1e-6
/**
 * The source integrates over a square of equal area and accepts an error of 1e-2. We integrate over the same square, so we accept only this much.
 */
const PUBLISHED_SQUARE_RELATIVE = 1e-3
/** The source's assertion allows this below its bound. */
const LOWER_BOUND_RELATIVE = 1e-4

test.each(cara.frisbee)('frisbee2015() agrees with the maximum of $cdm at $hbr_m m', (row) => {
  const { primary, secondary } = sampleOf(row.cdm)
  const plane = conjunctionPlane(primary, secondary)!
  const known = (covariance: typeof plane.combined) => ({ missM: plane.missM, known: covariance, radiusM: row.hbr_m })
  const circle = (covariance: typeof plane.combined) => frisbee2015(known(covariance))!
  const square = (covariance: typeof plane.combined) => {
    return square2d(plane.missM, frisbeeCovariance(known(covariance)), EQUAL_AREA_HALF_SIDE * row.hbr_m)
  }
  if (row.expected_max_pc !== undefined) {
    expect(Math.abs(circle(plane.primary) - row.expected_max_pc)).toBeLessThan(row.abs_tol!)
    expect(Math.abs(circle(plane.primary) / row['max_pc_recomputed (derived)']! - 1)).toBeLessThan(RECOMPUTED_RELATIVE)
  } else if (row.expected_max_pc_only_primary_cov !== undefined) {
    expect(Math.abs(circle(plane.primary) / row['circle_recomputed_only_primary (derived)']! - 1)).toBeLessThan(
      RECOMPUTED_RELATIVE,
    )
    expect(Math.abs(circle(plane.secondary) / row['circle_recomputed_only_secondary (derived)']! - 1)).toBeLessThan(
      RECOMPUTED_RELATIVE,
    )
    // The source integrates over a square of equal area, and accepts an error of 1e-2.
    expect(Math.abs(square(plane.primary) / row.expected_max_pc_only_primary_cov - 1)).toBeLessThan(
      PUBLISHED_SQUARE_RELATIVE,
    )
    expect(Math.abs(square(plane.secondary) / row.expected_max_pc_only_secondary_cov! - 1)).toBeLessThan(
      PUBLISHED_SQUARE_RELATIVE,
    )
  } else {
    const either = Math.max(circle(plane.primary), circle(plane.secondary))
    expect(either).toBeGreaterThanOrEqual(row.expected_lower_bound! * (1 - LOWER_BOUND_RELATIVE))
  }
})

test('frisbeeCovariance() does not change a covariance that covers the miss, and refuses an invalid one', () => {
  const known = { xx: 100, yx: 0, yy: 100 }
  expect(frisbeeCovariance({ missM: [3, 4], known, radiusM: 1 })).toBe(known)
  // For K = 2 sigmas, |m|² (K² − 1)/K² = 400 · 3/4 is added along the miss.
  expect(frisbeeCovariance({ missM: [20, 0], known, radiusM: 1 })).toEqual({ xx: 400, yx: 0, yy: 100 })
  expect(() => frisbeeCovariance({ missM: [3, 4], known: { xx: 1, yx: 2, yy: 1 }, radiusM: 1 })).toThrow(RangeError)
})
