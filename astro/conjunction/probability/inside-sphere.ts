import type { Matrix } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { integrate } from '../../quadrature.ts'
import { symmetricEigen } from '../../symmetric.ts'
import { dot, type Vec3 } from '../../vec3.ts'
import { REPAIR_FRACTION } from '../principal-axes.ts'
import { circle2d } from './circle-2d.ts'

const INTEGRAL_RELATIVE_TOLERANCE = 1e-8
// At this many sigmas a Gaussian is below the smallest double.
const FARTHEST_SIGMAS = 38.7
// The possible positions of the integrand's slopes along the widest axis, in sigmas.
const SLOPE_SIGMAS = [-9, -1, 1, 9]

/**
 * Returns the probability that a Gaussian position `mean` (m, relative to the centre) with the 3×3 `covariance` (m²) is in the sphere of
 * `radiusM`: that two objects are in contact at this time, whether they move or not. Discs across the widest principal axis, each by the exact
 * circle2d, are integrated along it. Eigenvalues below (1e-4 R)² are raised to it, as in principalMiss. Accuracy: 1e-8 of the closed form of a
 * round covariance, 1e-7 of integrals with 30 digits (inside-sphere.test.ts).
 */
export function probabilityInside(mean: Vec3, covariance: Matrix, radiusM: number): number {
  const { values, vectors } = symmetricEigen(covariance)
  const axes = vectors.map(([x = 0, y = 0, z = 0], k) => ({
    offset: dot([x, y, z], mean),
    sigma: Math.sqrt(Math.max(values[k] ?? missing(), (REPAIR_FRACTION * radiusM) ** 2)),
  }))
  if (axes.some(({ offset, sigma }) => (Math.abs(offset) - radiusM) / sigma > FARTHEST_SIGMAS)) return 0
  const [wide, second, third] = axes.sort((a, b) => b.sigma - a.sigma)
  if (wide === undefined || second === undefined || third === undefined)
    throw new RangeError('a position has three axes')
  const across = { xM: third.offset, yM: second.offset, sigmaXM: third.sigma, sigmaYM: second.sigma }
  const disc = (u: number) => circle2d(across, Math.sqrt(Math.max(0, (radiusM - u) * (radiusM + u))))
  const f = (u: number) => Math.exp(-(((u - wide.offset) / wide.sigma) ** 2) / 2) * disc(u)
  // Where the radius of the disc shrinks to the distance of the mean from the axis, the probability in the disc decreases steeply: this is a
  // break point of the quadrature, in addition to those of the Gaussian along the axis.
  const edge = Math.sqrt(Math.max(0, radiusM ** 2 - across.xM ** 2 - across.yM ** 2))
  const inside = [-edge, edge, ...SLOPE_SIGMAS.map((reach) => wide.offset + reach * wide.sigma)]
    .filter((u) => Math.abs(u) < radiusM)
    .sort((a, b) => a - b)
  const sum = integrate(f, [-radiusM, ...inside, radiusM], { relative: INTEGRAL_RELATIVE_TOLERANCE })
  return Math.min(1, sum / (wide.sigma * Math.sqrt(2 * Math.PI)))
}
