import { NoConvergenceError } from '../../convergence.ts'
import { erfcx } from '../../error-function.ts'
import { entry, type Matrix, multiplyMatrices, transformRow } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { integrate } from '../../quadrature.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../../vec3.ts'
import { invertClipped, positionBlock, type RelativeGaussian } from './peak-overlap.ts'

const SQRT_PI = Math.sqrt(Math.PI)
// The relative tolerance of the integral over the sphere: a hundredth of the required 1e-3. The error estimate that this bounds is far above the
// error itself.
const INTEGRAL_RELATIVE_TOLERANCE = 1e-5
// At this many sigmas a Gaussian is below the smallest double.
const FARTHEST_SIGMAS = 38.7
/** A point of the circle that adds less than this fraction of the sum changes no digit, even 20,000 times. */
const NEGLIGIBLE_SHARE = 1e-21
/** If the mean inflow is this many √2 σ, the mean is used: the outflow part of the Gaussian is a relative 1e-18. */
const WHOLLY_INWARDS = 6
// Only covariances that the repair made extremely thin need this many points around the velocity.
const MOST_POINTS_AROUND = 20_000

/** The logarithm of a collision rate in the limit of a small radius, and the squared Mahalanobis distance. */
export interface PointRate {
  readonly logRate: number
  readonly mahalanobisSquared: number
}

/**
 * Returns the rate of collisions (1/s) of two objects with the relative state `relative` and the combined radius `radiusM` in the limit of a
 * small radius: π R² |v| times the density at contact, as its logarithm; it is fast, and finite even if the rate underflows. Source: Hall, JSR 58
 * (2021), eq. 30.
 */
export function pointCollisionRate({ mean, covariance }: RelativeGaussian, radiusM: number): PointRate {
  const { inverse, determinant } = invertClipped(positionBlock(covariance), radiusM)
  const { position, velocity } = split(mean)
  const squared = dot(position, vector(transformRow(inverse, position)))
  const logDensity = -1.5 * Math.log(2 * Math.PI) - 0.5 * Math.log(determinant) - squared / 2
  return { logRate: Math.log(Math.PI * radiusM * radiusM * norm(velocity)) + logDensity, mahalanobisSquared: squared }
}

/**
 * Returns the rate of collisions (1/s): the flux into a sphere of the combined radius `radiusM`, for a Gaussian of relative position and
 * velocity. Source: Coppola, AAS 12-247 (2012), eqs. 31–37; Hall, JSR 58 (2021), eq. 26. The sphere is integrated about the axis of the expected
 * velocity at contact, so that the edge between inflow and outflow, where the integrand has a kink, is a line of its grid: adaptively along the
 * axis, by the trapezoidal rule around it. Accuracy: 1e-6 of the planar integral for straight motion (hall-2021.test.ts). Throws
 * NoConvergenceError if the covariance is extremely thin compared with the radius.
 */
export function collisionRate(
  relative: RelativeGaussian,
  radiusM: number,
  accuracy = INTEGRAL_RELATIVE_TOLERANCE,
): number {
  const { mean, covariance } = relative
  const { inverse, determinant } = invertClipped(positionBlock(covariance), radiusM)
  const { position, velocity } = split(mean)
  if (leastSigmas(positionBlock(covariance), inverse, { position, radiusM }) > FARTHEST_SIGMAS) return 0
  const slope = multiplyMatrices(
    covariance.slice(3).map((row) => row.slice(0, 3)),
    inverse,
  )
  // The expected velocity of objects in contact, which differs from the mean velocity in a slow encounter.
  const contact = subtract(velocity, vector(transformRow(slope, position)))
  const axes = axesAbout(contact)
  // P_vv − P_vr P_rr⁻¹ P_rv: the covariance of the velocity for a known position.
  const spread = subtractMatrices(velocityBlock(covariance), multiplyMatrices(slope, crossBlock(covariance)))
  // In the axes of the velocity: the squared distance, the inflow and its variance at R·u, all polynomials of u.
  const surface: Surface = {
    distance: form(axes, inverse, radiusM * radiusM),
    pull: inAxes(axes, scale(vector(transformRow(inverse, position)), radiusM)),
    centre: dot(position, vector(transformRow(inverse, position))),
    slope: form(axes, slope, radiusM),
    flow: norm(contact),
    variance: form(axes, spread, 1),
  }
  const around = countAround(surface)
  if (!(around <= MOST_POINTS_AROUND))
    throw new NoConvergenceError('the covariance is too thin for the hard-body radius')
  const circle = circleOf(around)
  const f = (u: number) => sumAround(surface, u, circle)
  const points = listCorners(surface)
  const density = (2 * Math.PI) ** -1.5 / Math.sqrt(determinant)
  return radiusM * radiusM * density * integrate(f, points, { relative: accuracy, intervals: 5000 })
}

/**
 * Returns a lower bound, in sigmas, of the distance from the mean to any position in the sphere: along a direction w, the mean is w·r away, the
 * sphere extends R |w|, and the sigma is √(wᵀCw). The tried directions are the direction of the mean and the direction of the steepest decrease
 * of the density. Without this bound a very thin covariance far from the sphere would need millions of points.
 */
function leastSigmas(
  covariance: Matrix,
  inverse: Matrix,
  { position, radiusM }: { readonly position: Vec3; readonly radiusM: number },
): number {
  const along = (w: Vec3) => {
    const scatter = Math.sqrt(dot(w, vector(transformRow(covariance, w))))
    return scatter > 0 ? (dot(w, position) - radiusM * norm(w)) / scatter : 0
  }
  return Math.max(along(position), along(vector(transformRow(inverse, position))))
}

/** A quadratic form by its six entries xx, yy, zz, xy, xz, yz. */
type Form = readonly [number, number, number, number, number, number]

/**
 * The data for the integrand at the point R u of the sphere, as polynomials of the unit vector u, so that the inner loop needs no matrix: (R u −
 * r)ᵀ C⁻¹ (R u − r) = distance(u) − 2 pull·u + centre, the expected outflow u·E[v | R u] = flow u_z + slope(u), and its variance(u) = uᵀ (P_vv −
 * P_vr P_rr⁻¹ P_rv) u.
 */
interface Surface {
  readonly distance: Form
  readonly pull: Vec3
  readonly centre: number
  readonly slope: Form
  /** The component along the axis. */
  readonly flow: number
  readonly variance: Form
}

/** Cosines and sines of equal steps around the axis: every circle of latitude uses the same steps. */
interface Circle {
  readonly cosines: Float64Array
  readonly sines: Float64Array
}

function circleOf(count: number): Circle {
  const angles = Float64Array.from({ length: count }, (_angle, k) => (2 * Math.PI * k) / count)
  return { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) }
}

/** Returns ∫ of inflow times density around the axis, at the height u on the unit sphere. */
function sumAround(surface: Surface, u: number, { cosines, sines }: Circle): number {
  // A point of the unit sphere is (√(1 − u²) cos φ, √(1 − u²) sin φ, u), and equal steps of u are equal areas (Archimedes), so the integral
  // contains no sine of the latitude. Around the axis the integrand is smooth and periodic: the trapezoidal rule is practically exact once the
  // points resolve it.
  const rim = Math.sqrt(Math.max(0, 1 - u * u))
  const { distance, pull, centre, flow } = surface
  const squared = onCircle(distance, u, rim)
  const slope = onCircle(surface.slope, u, rim)
  const variance = onCircle(surface.variance, u, rim)
  // `pull` and `flow` are linear in u, so they only change the lower terms.
  squared.constant += centre - 2 * pull[2] * u
  squared.x -= 2 * pull[0] * rim
  squared.y -= 2 * pull[1] * rim
  slope.constant += flow * u
  const largestInflow = largest(slope) + Math.sqrt(largest(variance))
  let sum = 0
  for (let k = 0; k < cosines.length; k += 1) {
    const [x, y] = [cosines[k] ?? missing(), sines[k] ?? missing()]
    const sigmasSquared = valueAt(squared, x, y)
    if (sigmasSquared > FARTHEST_SIGMAS * FARTHEST_SIGMAS) continue
    const density = Math.exp(-sigmasSquared / 2)
    // For a very thin covariance most of the circle is negligible; skipping it avoids the error functions, which take most of the time.
    if (density * largestInflow < NEGLIGIBLE_SHARE * sum) continue
    sum += meanInflow(valueAt(slope, x, y), valueAt(variance, x, y)) * density
  }
  return (2 * Math.PI * sum) / cosines.length
}

/** A polynomial of the cosine x and the sine y of the angle around the axis. */
type OnCircle = { constant: number; x: number; y: number; xx: number; yy: number; xy: number }

/** Returns a quadratic form at the height u, where the circle of latitude has the radius `rim`. */
function onCircle([xx, yy, zz, xy, xz, yz]: Form, u: number, rim: number): OnCircle {
  const [plane, lean] = [rim * rim, 2 * rim * u]
  return { constant: zz * u * u, x: lean * xz, y: lean * yz, xx: plane * xx, yy: plane * yy, xy: 2 * plane * xy }
}

/** Returns an upper bound of its value on the circle. */
function largest({ constant, x, y, xx, yy, xy }: OnCircle): number {
  return [constant, x, y, xx, yy, xy].reduce((sum, value) => sum + Math.abs(value), 0)
}

function valueAt(of: OnCircle, x: number, y: number): number {
  return of.constant + x * (of.x + of.xx * x + of.xy * y) + y * (of.y + of.yy * y)
}

/**
 * Returns the mean of max(0, −w) of a Gaussian w, of which only the inflow counts: with s = mean/(√2 σ) it is σ/√(2π) (exp(−s²) − √π s erfc(s)).
 * For an outward mean, s > 0, both terms are nearly equal: erfcx(s) = exp(s²) erfc(s) keeps the digits of the small difference t = exp(−s²) (1 −
 * √π |s| erfcx(|s|)); for an inward mean, by erfc(s) = 2 − erfc(−s), it is t + 2 √π |s|. Without variance it is −w itself. Source: Coppola, AAS
 * 12-247 (2012), as collisionRate().
 */
function meanInflow(mean: number, variance: number): number {
  if (!(variance > 0)) return Math.max(0, -mean)
  const sigma = Math.sqrt(variance)
  const s = mean / (sigma * Math.SQRT2)
  if (s < -WHOLLY_INWARDS) return -mean
  const size = Math.abs(s)
  const difference = Math.exp(-s * s) * (1 - SQRT_PI * size * erfcx(size))
  const gaussian = s > 0 ? difference : difference + 2 * SQRT_PI * size
  return (sigma * Math.max(0, gaussian)) / (Math.SQRT2 * SQRT_PI)
}

/**
 * Returns the positions at which the integral along the axis is divided: on both sides of the equator, at the latitude up to which the velocity's
 * uncertainty blurs the edge of the inflow; in a fast encounter there is no inflow beyond it.
 */
function listCorners({ variance, slope, flow }: Surface): number[] {
  const scatter = 8 * Math.sqrt(Math.max(0, variance[0] + variance[1] + variance[2]))
  const drift = slope.reduce((sum, value) => sum + Math.abs(value), 0)
  // The sine of the latitude up to which the velocity's uncertainty mixes inflow and outflow.
  const edge = (scatter + drift) / Math.max(flow, Number.MIN_VALUE)
  if (edge < 0.05) return [-1, -edge, edge]
  return edge < 0.8 ? [-1, -edge, 0, edge, 1] : [-1, 0, 1]
}

/** Returns how many points around the axis give all digits of a Gaussian: as in circle2d, from its width on the sphere. */
function countAround({ distance, pull }: Surface): number {
  const [xx, yy, , xy, xz, yz] = distance
  const narrowness = (xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy)
  const lean = Math.hypot(pull[0], pull[1]) + Math.hypot(xz, yz)
  return 12 + Math.ceil(4 * Math.sqrt(narrowness + lean))
}

/** Returns a quadratic form aᵀ M a in given axes, times a factor; M is made symmetric, because only its symmetric part counts. */
function form(axes: readonly [Vec3, Vec3, Vec3], m: Matrix, factor: number): Form {
  const at = (a: Vec3, b: Vec3) =>
    (factor * (dot(a, vector(transformRow(m, b))) + dot(b, vector(transformRow(m, a))))) / 2
  const [x, y, z] = axes
  return [at(x, x), at(y, y), at(z, z), at(x, y), at(x, z), at(y, z)]
}

/** Returns three unit vectors of which the third is the direction; any if it has zero length. */
function axesAbout(direction: Vec3): readonly [Vec3, Vec3, Vec3] {
  const length = norm(direction)
  const z: Vec3 = length > 0 ? scale(direction, 1 / length) : [0, 0, 1]
  const other: Vec3 = Math.abs(z[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]
  const x = cross(z, other)
  const unit = scale(x, 1 / norm(x))
  return [unit, cross(z, unit), z]
}

function inAxes([x, y, z]: readonly [Vec3, Vec3, Vec3], v: Vec3): Vec3 {
  return [dot(x, v), dot(y, v), dot(z, v)]
}

/** Returns position (m) and velocity (m/s) of a relative state. */
function split(mean: readonly number[]): { position: Vec3; velocity: Vec3 } {
  return { position: vector(mean.slice(0, 3)), velocity: vector(mean.slice(3)) }
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return [x, y, z]
}

function velocityBlock(covariance: Matrix): number[][] {
  return covariance.slice(3).map((row) => row.slice(3))
}

/** Returns the block P_rv, m²/s. */
function crossBlock(covariance: Matrix): number[][] {
  return covariance.slice(0, 3).map((row) => row.slice(3))
}

function subtractMatrices(a: Matrix, b: Matrix): number[][] {
  return a.map((row, i) => row.map((value, j) => value - entry(b, i, j)))
}
