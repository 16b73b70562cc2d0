import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import { mahalanobisSquared, principalMiss, REPAIR_FRACTION } from './principal-axes.ts'

/** The rounding of roots and angles of numbers below ten: one or two units in the last place. */
const ROUNDING_DIGITS = 14
/** A single square root of a number below one is exact to its last digit. */
const ONE_ROOT_DIGITS = 15

/** The rounding of a dozen operations, multiplied by the ratio of the variances, here at most 1e4. */
const ROUNDING = 1e-11
const RADIUS_M = 10

/** Returns the ellipse with sigmas `minor` and `major`, its minor axis at `angle` from x: P = minor² m mᵀ + major² n nᵀ. */
function ellipse(minor: number, major: number, angle: number) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return {
    xx: minor ** 2 * c * c + major ** 2 * s * s,
    yx: (minor ** 2 - major ** 2) * c * s,
    yy: minor ** 2 * s * s + major ** 2 * c * c,
  }
}

function principal(missM: readonly [number, number], covariance: ReturnType<typeof ellipse>, radiusM = RADIUS_M) {
  const found = principalMiss(missM, covariance, radiusM)
  if (!found.ok) throw new Error(found.reason)
  return found
}

test('principalMiss() finds the axes, the sigmas and the miss of a rotated ellipse', () => {
  const angles = realBetween(-Math.PI / 2, Math.PI / 2)
  fc.assert(
    fc.property(
      realBetween(1, 100),
      realBetween(1.1, 100),
      angles,
      realBetween(-300, 300),
      (minor, ratio, angle, x) => {
        const major = minor * ratio
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        // A miss of x along the minor axis and 70 m along the major one.
        const found = principal([c * x - s * 70, s * x + c * 70], ellipse(minor, major, angle))
        expect(Math.abs(found.miss.sigmaXM / minor - 1)).toBeLessThan(ROUNDING)
        expect(Math.abs(found.miss.sigmaYM / major - 1)).toBeLessThan(ROUNDING)
        // The axis is a line without a direction: the sine of the angle to the expected axis is 0.
        expect(Math.abs(Math.sin(found.minorAxisRad - angle))).toBeLessThan(ROUNDING)
        const sign = Math.cos(found.minorAxisRad - angle) > 0 ? 1 : -1
        expect(Math.abs(found.miss.xM * sign - x)).toBeLessThan(ROUNDING * 400)
        expect(Math.abs(found.miss.yM * sign - 70)).toBeLessThan(ROUNDING * 400)
        const distance = (x / minor) ** 2 + (70 / major) ** 2
        expect(Math.abs(mahalanobisSquared(found.miss) / distance - 1)).toBeLessThan(1e3 * ROUNDING)
        expect(found.repair.applied).toBe(false)
      },
    ),
  )
})

test.each([
  ['along x', { xx: 4, yx: 0, yy: 9 }, 2, 3, 0],
  ['along y', { xx: 9, yx: 0, yy: 4 }, 2, 3, Math.PI / 2],
  ['round', { xx: 4, yx: 0, yy: 4 }, 2, 2, 0],
  // Eigenvalues 5 ± 3 with the vectors (1, ±1).
  ['at 45°, rising', { xx: 5, yx: 3, yy: 5 }, Math.SQRT2, Math.sqrt(8), -Math.PI / 4],
  ['at 45°, falling', { xx: 5, yx: -3, yy: 5 }, Math.SQRT2, Math.sqrt(8), Math.PI / 4],
])('principalMiss() has the axes of an ellipse %s', (_name, covariance, minor, major, angle) => {
  const { miss, minorAxisRad } = principal([1, 2], covariance)
  expect(miss.sigmaXM).toBeCloseTo(minor, ROUNDING_DIGITS)
  expect(miss.sigmaYM).toBeCloseTo(major, ROUNDING_DIGITS)
  expect(Math.sin(minorAxisRad - angle)).toBeCloseTo(0, ROUNDING_DIGITS)
  expect(Math.hypot(miss.xM, miss.yM)).toBeCloseTo(Math.sqrt(5), ROUNDING_DIGITS)
})

test('principalMiss() raises eigenvalues below (1e-4 R)², reports it, and returns the original eigenvalues', () => {
  const floorM = 1e-4 * RADIUS_M
  expect(REPAIR_FRACTION).toBe(1e-4)
  for (const [minor, raised] of [
    [-25, true],
    [0, true],
    [0.99 * floorM ** 2, true],
    [floorM ** 2, false],
    [1.01 * floorM ** 2, false],
  ] as const) {
    const { miss, repair } = principal([0, 3], { xx: minor, yx: 0, yy: 9 })
    expect(repair).toEqual({ applied: raised, eigenvaluesM2: [minor, 9] })
    expect(miss.sigmaXM).toBeCloseTo(raised ? floorM : Math.sqrt(minor), ONE_ROOT_DIGITS)
    expect(miss.sigmaYM).toBe(3)
  }
  // Both eigenvalues are below the limit: both are raised, and the sigmas are equal.
  const { miss } = principal([0, 3], { xx: 1e-9, yx: 0, yy: 1e-8 })
  expect(miss).toMatchObject({ sigmaXM: floorM, sigmaYM: floorM })
})

test('principalMiss() returns no result for a covariance without a positive eigenvalue, and repairs nothing for a radius of 0', () => {
  const refused = (xx: number, yy: number, radiusM: number) => principalMiss([1, 1], { xx, yx: 0, yy }, radiusM)
  const reason = 'covariance-not-positive-definite'
  expect(refused(-4, -1, RADIUS_M)).toEqual({ ok: false, reason, repair: { applied: true, eigenvaluesM2: [-4, -1] } })
  expect(refused(-4, 0, RADIUS_M).ok).toBe(false)
  expect(refused(0, 4, 0)).toEqual({ ok: false, reason, repair: { applied: true, eigenvaluesM2: [0, 4] } })
  // A radius of 0 needs no repair if both eigenvalues are positive.
  expect(refused(1, 4, 0)).toMatchObject({ ok: true, miss: { sigmaXM: 1, sigmaYM: 2 }, repair: { applied: false } })
})

test.each([
  [[Number.NaN, 0], [1, 0, 1], 1],
  [[0, Number.POSITIVE_INFINITY], [1, 0, 1], 1],
  [[0, 0], [Number.NaN, 0, 1], 1],
  [[0, 0], [1, Number.NaN, 1], 1],
  [[0, 0], [1, 0, Number.POSITIVE_INFINITY], 1],
  [[0, 0], [1, 0, 1], -1e-9],
  [[0, 0], [1, 0, 1], Number.POSITIVE_INFINITY],
  [[0, 0], [1, 0, 1], Number.NaN],
] as const)('principalMiss() refuses miss %j, covariance %j, radius %d', (missM, [xx, yx, yy], radiusM) => {
  expect(() => principalMiss(missM, { xx, yx, yy }, radiusM)).toThrow('have to be finite, the radius not negative')
})
