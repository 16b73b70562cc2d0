import { expect, test } from 'vitest'
import { buildMatrix } from '../../matrix.ts'
import { integrate } from '../../quadrature.ts'
import { circle2d } from './circle-2d.ts'
import { collisionRate } from './collision-rate.ts'

test('collisionRate() over a straight passage is the planar probability', () => {
  // Position covariance along the axes, no scatter of the velocity, 7 km/s along z: the integral over time is circle2d.
  const sigmas = [30, 80, 200] as const
  for (const [xM, yM, radiusM] of [
    [20, -50, 5],
    [0, 0, 120],
    [150, 100, 30],
  ] as const) {
    const covariance = buildMatrix(6, 6, (i, j) => (i === j && i < 3 ? sigmas[i as 0 | 1 | 2] ** 2 : 0))
    const rate = (seconds: number) => collisionRate({ mean: [xM, yM, 7000 * seconds, 0, 0, 7000], covariance }, radiusM)
    const total = integrate(rate, [-0.4, 0, 0.4], { relative: 1e-9 })
    const expected = circle2d({ xM, yM, sigmaXM: sigmas[0], sigmaYM: sigmas[1] }, radiusM)
    expect(Math.abs(total / expected - 1)).toBeLessThan(1e-6)
  }
})
