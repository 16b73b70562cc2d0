import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, entry, invert, type Matrix, mapCovariance, multiplyMatrices, transformRow } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import { type EquinoctialElements, equinoctialState, toEquinoctial } from '../../orbit/equinoctial.ts'
import { symmetricEigen } from '../../symmetric.ts'
import { dot, norm, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import { REPAIR_FRACTION } from '../principal-axes.ts'

/** A Gaussian of equinoctial elements at TCA: what stays Gaussian while the object moves on. */
export interface ElementGaussian {
  readonly mean: EquinoctialElements
  readonly covariance: Matrix
}

/** Secondary minus primary about the place where both can be: mean state (m, m/s, six numbers) and its covariance. */
export interface RelativeGaussian {
  readonly mean: readonly number[]
  readonly covariance: Matrix
}

// Squared Mahalanobis length of a step of the peak: below the first the peak is found; below the second it is taken as found once the
// iteration has needed many steps.
const SETTLED_STEP_SQUARED = 1e-12
const SLOW_STEP_SQUARED = 1e-3
const AVERAGED_AFTER_STEPS = 12
const SLOW_AFTER_STEPS = 40
const MOST_STEPS = 100

/**
 * The state and 6×6 covariance of an object (m, m/s, inertial) as a Gaussian of equinoctial elements, by the linear map
 * between them; null for orbits that have none. Source: Hall, Expected Satellite Collision Rates, JSR 58 (2021), eq. 23.
 */
export function toElementGaussian(object: EncounterObject): ElementGaussian | null {
  if (object.covariance.length !== 6) throw new RangeError('the covariance has to be 6×6: position and velocity')
  const mean = toEquinoctial(object, GM_EARTH)
  if (mean === null) return null
  const inverse = invert(jacobian(mean, 0))
  return inverse === null ? null : { mean, covariance: mapCovariance(inverse, object.covariance) }
}

/**
 * The relative state of two objects `seconds` after TCA, linearised about the point where their position densities
 * overlap most: there alone the relative density matters to a collision, and a curved cloud is well described by its
 * tangent. The point is found by iteration: where both tangent Gaussians overlap most, the orbits through that point with
 * the velocities expected there, their tangents, and again. Source: Hall (2021), §III.C and appendix; Coppola, AAS 12-247
 * (2012), is its first step. `radiusM`: combined hard-body radius, whose (1e-4)² bounds the eigenvalues from below. Null
 * if an orbit becomes unbound or the point does not settle in 100 steps.
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
 * The relative state `seconds` after TCA, linearised about the means of both: right where the objects are so close that
 * one tangent serves both, and cheap everywhere.
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
 * The Gaussian of Cartesian states that touches the one of elements at `center`: its mean is x(c) + J (m − c), and its covariance
 * J P Jᵀ, with the partial derivatives J of the state by the elements at c.
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
 * The inverse of the position part, its eigenvalues raised to (1e-4 R)²: below that a covariance is thin against the hard body,
 * or not positive definite by rounding, and its inverse would be of no use. The bound is small enough to leave the
 * probability alone: within a ten-thousandth of the radius a Gaussian is either in the sphere or out of it.
 */
function invertPosition(covariance: Matrix, radiusM: number): number[][] {
  return invertClipped(positionBlock(covariance), radiusM).inverse
}

/** A 3×3 covariance inverted after its eigenvalues were raised to (1e-4 R)²; with its determinant. */
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

/** The upper left 3×3. */
export function positionBlock(covariance: Matrix): number[][] {
  return covariance.slice(0, 3).map((row) => row.slice(0, 3))
}

type WithInverse = readonly [gaussian: RelativeGaussian, inverse: Matrix]

/**
 * Where the product of two Gaussians of position is largest, and its inverse covariance. With the precisions A = P₁⁻¹
 * and B = P₂⁻¹ the product is a Gaussian of precision A + B about (A + B)⁻¹ (A m₁ + B m₂): the mean of both, each
 * weighted with how well it is known.
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
 * The velocity expected at a position: the conditional mean. Of a joint Gaussian it is v̄ + P_vr P_rr⁻¹ (r − r̄).
 * Position and velocity of one orbit are strongly correlated: an object that is ahead of its mean along the track is on
 * a lower orbit, and its velocity is another.
 */
function velocityAt({ mean, covariance }: RelativeGaussian, inverse: Matrix, position: Vec3): Vec3 {
  const cross = covariance.slice(3).map((row) => row.slice(0, 3))
  const offset = position.map((value, i) => value - (mean[i] ?? missing()))
  const shift = transformRow(multiplyMatrices(cross, inverse), offset)
  const at = (i: number) => (mean[3 + i] ?? missing()) + (shift[i] ?? missing())
  return [at(0), at(1), at(2)]
}

/**
 * Half of each step is taken back once the iteration has gone on for long: on thin, strongly bent clouds the peak can
 * jump to and fro between two places, and the mean of the two is nearer than either.
 */
function average(a: Vec3, b: Vec3): Vec3 {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
}

interface Settling {
  readonly precision: Matrix
  readonly radiusM: number
  readonly step: number
}

/** Whether the peak moved little against the width of the overlap and the hard body together. */
function isSteady(last: Vec3 | undefined, peak: Vec3, { precision, radiusM, step }: Settling): boolean {
  if (last === undefined) return false
  const move: Vec3 = [peak[0] - last[0], peak[1] - last[1], peak[2] - last[2]]
  // Cheap and enough: the overlap's precision bounds the squared distance; the hard body caps it.
  const [x = 0, y = 0, z = 0] = transformRow(precision, move)
  const squared = Math.min(dot(move, [x, y, z]), (norm(move) / radiusM) ** 2)
  return squared <= (step > SLOW_AFTER_STEPS ? SLOW_STEP_SQUARED : SETTLED_STEP_SQUARED)
}
