import { expect, test } from 'vitest'
import { crossingOf } from './crossing.ts'

/** The rounding of lengths of hundreds of metres, calculated by hand. */
const LENGTH_DIGITS = 9
/** The rounding of lengths of tens of kilometres, calculated by hand. */
const BOX_DIGITS = 6

test('crossingOf() splits the miss of a head-on encounter into radial and cross-track', () => {
  const crossing = crossingOf([300, 0, -400], [0, -15_000, 0], [500, 28_000, 29_000])!
  expect(Math.abs(crossing.radialM)).toBeCloseTo(300, LENGTH_DIGITS)
  expect(Math.abs(crossing.horizontalM)).toBeCloseTo(400, LENGTH_DIGITS)
  expect(crossing.boxRadialM).toBeCloseTo(500, LENGTH_DIGITS)
  expect(crossing.boxHorizontalM).toBeCloseTo(29_000, BOX_DIGITS)
})

test('crossingOf() extends to the nearer face of the box in an oblique encounter', () => {
  // At 45° the horizontal axis of the plane leaves a box of 28 × 29 km through its shorter side, at √2 · 28 km.
  const crossing = crossingOf([0, 100, 100], [0, -7_000, 7_000], [500, 28_000, 29_000])!
  expect(Math.abs(crossing.horizontalM)).toBeCloseTo(100 * Math.SQRT2, LENGTH_DIGITS)
  expect(crossing.boxHorizontalM).toBeCloseTo(28_000 * Math.SQRT2, BOX_DIGITS)
})

test('crossingOf() keeps the length of a miss, also without a box, and returns null if there is no plane', () => {
  const crossing = crossingOf([30, 40, 0], [0, 0, 9_000], null)!
  expect(Math.hypot(crossing.radialM, crossing.horizontalM)).toBeCloseTo(50, LENGTH_DIGITS)
  expect(crossing).toMatchObject({ boxRadialM: Infinity, boxHorizontalM: Infinity })
  expect(crossingOf([1, 2, 3], [0, 0, 0], null)).toBeNull()
  expect(crossingOf([1, 2, 3], [5, 0, 0], null)).toBeNull()
})
