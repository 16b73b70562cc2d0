import { expect, test } from 'vitest'
import { erf } from '../../error-function.ts'
import { buildMatrix } from '../../matrix.ts'
import { integrate } from '../../quadrature.ts'
import { circle2d } from './circle-2d.ts'
import { collisionRate, pointCollisionRate } from './collision-rate.ts'

/** The rate is integrated to 1e-7, and an encounter of 0.8 s is practically a straight line. */
const SUMMED_RELATIVE = 1e-6
/** The rounding of three squares over variances. */
const ROUNDING_DIGITS = 12
/** A sphere of a millimetre compared with errors of 20 m, and a relative spread of the speeds of 1e-6. */
const SMALL_SPHERE_DIGITS = 4
/** The rounding of a difference of two logarithms near ten. */
const LOGARITHM_DIGITS = 10

test('collisionRate() over a straight passage is the planar probability', () => {
  // Position covariance along the axes, no velocity uncertainty, 7 km/s along z: the integral over time is circle2d.
  const sigmas = [30, 80, 200] as const
  for (const [xM, yM, radiusM] of [
    [20, -50, 5],
    [0, 0, 120],
    [150, 100, 30],
  ] as const) {
    const covariance = buildMatrix(6, 6, (i, j) => (i === j && i < 3 ? sigmas[i as 0 | 1 | 2] ** 2 : 0))
    const rate = (seconds: number) => collisionRate({ mean: [xM, yM, 7000 * seconds, 0, 0, 7000], covariance }, radiusM)
    const total = integrate(rate, [-0.4, 0, 0.4], { relative: 1e-7 })
    const expected = circle2d({ xM, yM, sigmaXM: sigmas[0], sigmaYM: sigmas[1] }, radiusM)
    expect(Math.abs(total / expected - 1)).toBeLessThan(SUMMED_RELATIVE)
  }
})

/** With a sigma of a kilometre the density is constant over a metre to (R/σ)², 1e-6, and the integral has its own 1e-5. */
const EVEN_DENSITY = 1.2e-5

/**
 * A relative state with a mean position at the sphere, sigmas of 1 km in position and a sigma of the velocity, and a drift along an oblique
 * direction.
 */
function gas(sigmaMps: number, driftMps: number) {
  const covariance = buildMatrix(6, 6, (i, j) => (i !== j ? 0 : i < 3 ? 1e6 : sigmaMps ** 2))
  const velocity = [0.36, -0.48, 0.8].map((part) => part * driftMps)
  return { mean: [0, 0, 0, ...velocity], covariance }
}
/** The density at the centre, 1/m³. */
const DENSITY = (2 * Math.PI * 1e6) ** -1.5

test.each([
  [0.001, 0],
  [5, 0],
  [5, 2],
  [5, 5],
  [5, 40],
  [1, 7000],
])('collisionRate() is the flux of a gas of %d m/s that drifts at %d m/s', (sigmaMps, driftMps) => {
  // Kinetic theory: a sphere is hit by π R² n ⟨|v|⟩ molecules per second, and the mean speed of a drifting Maxwellian is σ √(2/π) exp(−S²) + (V +
  // σ²/V) erf(S) with S = V/√2 σ (Bird, Molecular Gas Dynamics, 1994, §4.4); 2 σ √(2/π) at rest.
  const S = driftMps / (Math.SQRT2 * sigmaMps)
  const still = sigmaMps * Math.sqrt(2 / Math.PI)
  const speed = driftMps === 0 ? 2 * still : still * Math.exp(-S * S) + (driftMps + sigmaMps ** 2 / driftMps) * erf(S)
  const expected = Math.PI * DENSITY * speed
  expect(Math.abs(collisionRate(gas(sigmaMps, driftMps), 1) / expected - 1)).toBeLessThan(EVEN_DENSITY)
  // A sphere with four times the radius is hit by sixteen times as many.
  expect(Math.abs(collisionRate(gas(sigmaMps, driftMps), 4) / (16 * expected) - 1)).toBeLessThan(3 * EVEN_DENSITY)
})

test('collisionRate() is zero for objects that move away, and far away', () => {
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? (i < 3 ? 100 : 1e-6) : 0))
  // 100 sigmas away the density is below the smallest double.
  expect(collisionRate({ mean: [1000, 0, 0, -7000, 0, 0], covariance }, 5)).toBe(0)
  // Without motion there is no flux.
  const still = buildMatrix(6, 6, (i, j) => (i === j && i < 3 ? 100 : 0))
  expect(collisionRate({ mean: [3, 0, 0, 0, 0, 0], covariance: still }, 5)).toBe(0)
})

test('pointCollisionRate() is the rate of a small sphere, and keeps its logarithm if the rate underflows', () => {
  const covariance = buildMatrix(6, 6, (i, j) => (i === j ? [400, 900, 2500, 1e-4, 1e-4, 1e-4][i]! : 0))
  const near = { mean: [10, -20, 30, 0, 0, 7000], covariance }
  const { logRate, mahalanobisSquared } = pointCollisionRate(near, 0.001)
  expect(mahalanobisSquared).toBeCloseTo(100 / 400 + 400 / 900 + 900 / 2500, ROUNDING_DIGITS)
  expect(Math.exp(logRate) / collisionRate(near, 0.001)).toBeCloseTo(1, SMALL_SPHERE_DIGITS)
  // The area grows with the square: a radius a hundred times larger adds 2 ln 100.
  expect(pointCollisionRate(near, 0.1).logRate - logRate).toBeCloseTo(2 * Math.log(100), LOGARITHM_DIGITS)
  const far = { mean: [1000, 0, 0, 0, 0, 7000], covariance }
  expect(collisionRate(far, 1)).toBe(0)
  expect(pointCollisionRate(far, 1).logRate).toBeLessThan(-1200)
})
