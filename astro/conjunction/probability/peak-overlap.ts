import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, entry, invert, type Matrix, mapCovariance, multiplyMatrices, transformRow } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { type EquinoctialElements, equinoctialState, toEquinoctial } from '../../orbit/equinoctial.ts'
import { symmetricEigen } from '../../symmetric.ts'
import { dot, norm, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { REPAIR_FRACTION } from '../principal-axes.ts'

/** A Gaussian of equinoctial elements at TCA: it stays Gaussian while the object moves. */
export interface ElementGaussian {
  readonly mean: EquinoctialElements
  readonly covariance: Matrix
}

/** Secondary minus primary about the region that both can reach: mean state (m, m/s, six numbers) and its covariance. */
export interface RelativeGaussian {
  readonly mean: readonly number[]
  readonly covariance: Matrix
}

// Limits of the squared Mahalanobis length of a step of the peak: below the first the peak has converged; below the second it counts as converged
// after many steps.
const SETTLED_STEP_SQUARED = 1e-12
const SLOW_STEP_SQUARED = 1e-3
const AVERAGED_AFTER_STEPS = 12
const SLOW_AFTER_STEPS = 40
const MOST_STEPS = 100

/**
 * Returns the state and 6×6 covariance of an object (m, m/s, inertial) as a Gaussian of equinoctial elements, by the linear map between them;
 * null for orbits without elements. Source: Hall, Expected Satellite Collision Rates, JSR 58 (2021), eq. 23.
 */
export function toElementGaussian(object: EncounterObject): ElementGaussian | null {
  if (object.covariance.length !== 6) throw new RangeError('the covariance has to be 6×6: position and velocity')
  const mean = toEquinoctial(object, GM_EARTH)
  if (mean === null) return null
  const inverse = invert(jacobian(mean, 0))
  return inverse === null ? null : { mean, covariance: mapCovariance(inverse, object.covariance) }
}

/**
 * Returns the relative state of two objects `seconds` after TCA, linearised about the point where their position densities overlap most: only
 * there is the relative density relevant for a collision, and a curved distribution is well described by its tangent. The point is found by
 * iteration: the overlap of both tangent Gaussians gives a point, the orbits through it with the expected velocities give new tangents, and so
 * on. Source: Hall (2021), §III.C and appendix; Coppola, AAS 12-247 (2012), is its first step. `radiusM`: combined hard-body radius, whose
 * (1e-4)² is the lower bound of the eigenvalues. Null if an orbit becomes unbound or the point does not converge in 100 steps.
 */
export function relativeAtPeakOverlap(
  primary: ElementGaussian,
  secondary: ElementGaussian,
  { seconds, radiusM }: { readonly seconds: number; readonly radiusM: number },
): RelativeGaussian | null {
  let first = tangentAt(primary, primary.mean, seconds)
  let second = tangentAt(secondary, secondary.mean, seconds)
  let last: Vec3 | undefined
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const inverse1 = invertPosition(first.covariance, radiusM)
    const inverse2 = invertPosition(second.covariance, radiusM)
    const overlap = findOverlap([first, inverse1], [second, inverse2])
    if (overlap === null) return null
    const peak = step > AVERAGED_AFTER_STEPS && last !== undefined ? average(overlap.peak, last) : overlap.peak
    const center1 = toEquinoctial({ r: peak, v: velocityAt(first, inverse1, peak) }, GM_EARTH)
    const center2 = toEquinoctial({ r: peak, v: velocityAt(second, inverse2, peak) }, GM_EARTH)
    if (center1 === null || center2 === null) return null
    first = tangentAt(primary, toEpoch(center1, seconds), seconds)
    second = tangentAt(secondary, toEpoch(center2, seconds), seconds)
    if (isSteady(last, peak, { precision: overlap.precision, radiusM, step })) {
      return subtractGaussians(second, first)
    }
    last = peak
  }
  return null
}

/**
 * Returns the relative state `seconds` after TCA, linearised about both means: correct if the objects are so close that one tangent is valid for
 * both, and always fast.
 */
export function relativeAtMeans(one: ElementGaussian, other: ElementGaussian, seconds: number): RelativeGaussian {
  return subtractGaussians(tangentAt(other, other.mean, seconds), tangentAt(one, one.mean, seconds))
}

function subtractGaussians(second: RelativeGaussian, first: RelativeGaussian): RelativeGaussian {
  return {
    mean: second.mean.map((value, i) => value - (first.mean[i] ?? missing())),
    covariance: first.covariance.map((row, i) => row.map((value, j) => value + entry(second.covariance, i, j))),
  }
}

/**
 * Returns the Gaussian of Cartesian states that is tangent to the one of elements at `center`: its mean is x(c) + J (m − c), and its covariance J
 * P Jᵀ, with the partial derivatives J of the state with respect to the elements at c.
 */
function tangentAt(gaussian: ElementGaussian, center: EquinoctialElements, seconds: number): RelativeGaussian {
  const state = equinoctialState(center, GM_EARTH, seconds)
  const j = jacobianOf(state.partials)
  const offset = transformRow(j, difference(gaussian.mean, center))
  const mean = [...state.r, ...state.v].map((value, i) => value + (offset[i] ?? missing()))
  return { mean, covariance: mapCovariance(j, gaussian.covariance) }
}

function jacobian(elements: EquinoctialElements, seconds: number): number[][] {
  return jacobianOf(equinoctialState(elements, GM_EARTH, seconds).partials)
}

function jacobianOf(partials: readonly { readonly r: Vec3; readonly v: Vec3 }[]): number[][] {
  const columns = partials.map(({ r, v }) => [...r, ...v])
  return [0, 1, 2, 3, 4, 5].map((i) => columns.map((column) => column[i] ?? missing()))
}

function difference(a: EquinoctialElements, b: EquinoctialElements): number[] {
  const turn = a.meanLongitudeRad - b.meanLongitudeRad
  return [
    a.meanMotionRadps - b.meanMotionRadps,
    a.af - b.af,
    a.ag - b.ag,
    a.chi - b.chi,
    a.psi - b.psi,
    turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)),
  ]
}

function toEpoch(elements: EquinoctialElements, seconds: number): EquinoctialElements {
  return { ...elements, meanLongitudeRad: elements.meanLongitudeRad - elements.meanMotionRadps * seconds }
}

/**
 * Returns the inverse of the position part, with its eigenvalues raised to (1e-4 R)²: below that a covariance is very thin compared with the hard
 * body, or by rounding not positive definite, and its inverse would be useless. The bound is so small that it does not affect the probability: a
 * Gaussian with a sigma of a ten-thousandth of the radius is either in the sphere or outside.
 */
function invertPosition(covariance: Matrix, radiusM: number): number[][] {
  return invertClipped(positionBlock(covariance), radiusM).inverse
}

/** Returns the inverse of a 3×3 covariance after its eigenvalues were raised to (1e-4 R)²; with its determinant. */
export function invertClipped(covariance: Matrix, radiusM: number): { inverse: number[][]; determinant: number } {
  const { values, vectors } = symmetricEigen(covariance)
  const clipped = values.map((value) => Math.max(value, (REPAIR_FRACTION * radiusM) ** 2))
  const inverse = buildMatrix(3, 3, (i, j) => {
    let sum = 0
    for (let k = 0; k < 3; k += 1) sum += (entry(vectors, k, i) * entry(vectors, k, j)) / (clipped[k] ?? missing())
    return sum
  })
  return { inverse, determinant: clipped.reduce((product, value) => product * value, 1) }
}

/** Returns the upper left 3×3 block. */
export function positionBlock(covariance: Matrix): number[][] {
  return covariance.slice(0, 3).map((row) => row.slice(0, 3))
}

type WithInverse = readonly [gaussian: RelativeGaussian, inverse: Matrix]

/**
 * Returns where the product of two Gaussians of position is largest, and its inverse covariance. With the precisions A = P₁⁻¹ and B = P₂⁻¹ the
 * product is a Gaussian of precision A + B about (A + B)⁻¹ (A m₁ + B m₂): the mean of both, each weighted by its precision.
 */
function findOverlap([first, inverse1]: WithInverse, [second, inverse2]: WithInverse) {
  const precision = inverse1.map((row, i) => row.map((value, j) => value + entry(inverse2, i, j)))
  const pull = transformRow(inverse1, first.mean.slice(0, 3)).map(
    (value, i) => value + (transformRow(inverse2, second.mean.slice(0, 3))[i] ?? missing()),
  )
  const spread = invert(precision)
  if (spread === null) return null
  const [x = 0, y = 0, z = 0] = transformRow(spread, pull)
  const peak: Vec3 = [x, y, z]
  return { peak, precision }
}

/**
 * Returns the expected velocity at a position: the conditional mean. For a joint Gaussian it is v̄ + P_vr P_rr⁻¹ (r − r̄). Position and velocity
 * on one orbit are strongly correlated: an object that is ahead of its mean along the track is on a lower orbit, with a different velocity.
 */
function velocityAt({ mean, covariance }: RelativeGaussian, inverse: Matrix, position: Vec3): Vec3 {
  const cross = covariance.slice(3).map((row) => row.slice(0, 3))
  const offset = position.map((value, i) => value - (mean[i] ?? missing()))
  const shift = transformRow(multiplyMatrices(cross, inverse), offset)
  const at = (i: number) => (mean[3 + i] ?? missing()) + (shift[i] ?? missing())
  return [at(0), at(1), at(2)]
}

/**
 * Returns the mean of two steps, used after many iterations: for thin, strongly curved distributions the peak can alternate between two points,
 * and the mean of the two is nearer than either.
 */
function average(a: Vec3, b: Vec3): Vec3 {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
}

interface Settling {
  readonly precision: Matrix
  readonly radiusM: number
  readonly step: number
}

/** Returns true if the peak moved little compared with the width of the overlap and with the hard body. */
function isSteady(last: Vec3 | undefined, peak: Vec3, { precision, radiusM, step }: Settling): boolean {
  if (last === undefined) return false
  const move: Vec3 = [peak[0] - last[0], peak[1] - last[1], peak[2] - last[2]]
  // A fast estimate: the overlap's precision bounds the squared distance; the hard body limits it.
  const [x = 0, y = 0, z = 0] = transformRow(precision, move)
  const squared = Math.min(dot(move, [x, y, z]), (norm(move) / radiusM) ** 2)
  return squared <= (step > SLOW_AFTER_STEPS ? SLOW_STEP_SQUARED : SETTLED_STEP_SQUARED)
}
