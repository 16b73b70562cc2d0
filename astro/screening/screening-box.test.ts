import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import type { Vec3 } from '../vec3.ts'
import { SCREENING_BOXES } from './screening-box.data.ts'
import { isInBox, type ScreeningBox, sphereAround } from './screening-box.ts'

/** The rounding of two roots of three squares, 2e-16 each. */
const ROUNDING = 1e-15
const box: ScreeningBox = { radialM: 500, transverseM: 28_000, normalM: 29_000 }

test('isInBox() uses half sizes on both sides, and includes the faces', () => {
  expect(isInBox([500, -28_000, 29_000], box)).toBe(true)
  expect(isInBox([-500, 28_000, -29_000], box)).toBe(true)
  expect(isInBox([501, 0, 0], box)).toBe(false)
  expect(isInBox([0, -28_001, 0], box)).toBe(false)
  expect(isInBox([0, 0, 29_001], box)).toBe(false)
})

test('sphereAround() reaches the corners, so that a screening by distance misses nothing in the box', () => {
  // 3-4-12 makes 13.
  expect(sphereAround({ radialM: 3, transverseM: 4, normalM: 12 })).toBe(13)
  const share = realBetween(-1.2, 1.2)
  fc.assert(
    fc.property(share, share, share, (r, t, n) => {
      const at: Vec3 = [r * box.radialM, t * box.transverseM, n * box.normalM]
      if (isInBox(at, box)) expect(Math.hypot(...at)).toBeLessThanOrEqual(sphereAround(box) * (1 + ROUNDING))
    }),
  )
})

test('sphereAround() refuses an invalid size', () => {
  for (const radialM of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => sphereAround({ ...box, radialM })).toThrow(`half side of ${radialM} m`)
  }
})

test("SCREENING_BOXES has CARA's default for LEO1", () => {
  expect(SCREENING_BOXES.LEO1).toEqual({ radialM: 2000, transverseM: 44_000, normalM: 51_000 })
})
