import { expect, test } from 'vitest'
import { erf } from '../../error-function.ts'
import { buildMatrix, mapCovariance } from '../../matrix.ts'
import type { Vec3 } from '../../vec3.ts'
import { probabilityInside } from './inside-sphere.ts'

/** The relative accuracy of the integral is 1e-8. */
const CLOSED_FORM_RELATIVE = 1e-8
/** The closed form is a difference of numbers near one, and loses digits if it is small. */
const CLOSED_FORM_LOSS = 1e-11
/** The stated accuracy of probabilityInside() for errors that differ by direction. */
const TURNED_RELATIVE = 1e-7
/** A certain event, summed from nodes: rounding. */
const CERTAIN_DIGITS = 12

const diagonal = (sigmas: Vec3) => buildMatrix(3, 3, (i, j) => (i === j ? sigmas[i as 0 | 1 | 2] ** 2 : 0))

/** The closed form for a round covariance: the integral over the angle is elementary, the one over the radius is two Gaussians. */
function roundInside(distanceM: number, sigmaM: number, radiusM: number): number {
  const gaussian = (x: number) => Math.exp(-((x / sigmaM) ** 2) / 2)
  const [near, far] = [radiusM - distanceM, radiusM + distanceM]
  const whole = (erf(near / (Math.SQRT2 * sigmaM)) + erf(far / (Math.SQRT2 * sigmaM))) / 2
  return whole - (sigmaM / (distanceM * Math.sqrt(2 * Math.PI))) * (gaussian(near) - gaussian(far))
}

test.each([
  [5, 0.1, 10],
  [5, 10, 10],
  [9.9, 0.5, 10],
  [30, 12, 10],
  [1, 200, 10],
] as const)('probabilityInside() is the closed form at %f m with %f m of scatter', (distanceM, sigmaM, radiusM) => {
  const expected = roundInside(distanceM, sigmaM, radiusM)
  const mean: Vec3 = [0.6 * distanceM, 0, -0.8 * distanceM]
  // The closed form loses digits if it is a small difference: 1e-11 of 1, plus a relative 1e-8.
  const apart = Math.abs(probabilityInside(mean, diagonal([sigmaM, sigmaM, sigmaM]), radiusM) - expected)
  expect(apart).toBeLessThan(CLOSED_FORM_RELATIVE * expected + CLOSED_FORM_LOSS)
})

// mpmath 1.4.1, 20 digits: nested Gauss-Legendre over the sphere in x = R sin t, the innermost integral by erf.
test.each([
  [[3, -4, 2], [5, 2, 9], 0.50263031478974],
  [[20, 5, -8], [4, 6, 12], 0.000520792585821685],
  [[1, 2, 3], [30, 200, 1000], 4.38025761913935e-5],
  [[6, -6, 3], [1, 2, 3], 0.611691635819051],
] as const)(
  'probabilityInside() is the integral of 20 digits at %j, however the axes are turned',
  (mean, sigmas, expected) => {
    const turn = [
      [0.36, 0.48, -0.8],
      [-0.8, 0.6, 0],
      [0.48, 0.64, 0.6],
    ]
    const turned = turn.map(([x = 0, y = 0, z = 0]) => x * mean[0] + y * mean[1] + z * mean[2])
    const covariance = mapCovariance(turn, diagonal([...sigmas]))
    expect(Math.abs(probabilityInside([...mean], diagonal([...sigmas]), 10) / expected - 1)).toBeLessThan(
      TURNED_RELATIVE,
    )
    expect(Math.abs(probabilityInside(turned as unknown as Vec3, covariance, 10) / expected - 1)).toBeLessThan(
      TURNED_RELATIVE,
    )
  },
)

test('probabilityInside() of a point is 1 inside and 0 outside', () => {
  const point = diagonal([0, 0, 0])
  expect(probabilityInside([0, 3, 9], point, 10)).toBeCloseTo(1, CERTAIN_DIGITS)
  expect(probabilityInside([0, 5, 9], point, 10)).toBe(0)
})
