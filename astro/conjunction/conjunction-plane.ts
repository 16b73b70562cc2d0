import { addMatrices, type Mat3, transform } from '../mat3.ts'
import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { positionCovariance } from './rtn.ts'

/** A covariance in the conjunction plane, m². */
export interface PlaneCovariance {
  readonly xx: number
  readonly yx: number
  readonly yy: number
}

/** One object of an encounter at TCA: m, m/s, covariance 3×3 or 6×6 (m², m²/s, m²/s²), all in one inertial frame. */
export interface EncounterObject extends CartesianState {
  readonly covariance: Matrix
  /** True if the object's covariance had an impossible velocity part, which was left out. */
  readonly isVelocityLeftOut?: true
}

/**
 * The conjunction plane: it contains the primary and is normal to the relative velocity. `axes` are x, y, z as the rows of a rotation into it
 * from the inertial frame. The primary is at (0, 0); `missM` is the secondary (decisions.md 6).
 */
export interface ConjunctionPlane {
  readonly axes: Mat3
  readonly missM: readonly [x: number, y: number]
  readonly primary: PlaneCovariance
  readonly secondary: PlaneCovariance
  readonly combined: PlaneCovariance
  readonly relativeSpeedMps: number
}

// Below this relative speed, m/s, rounding alone determines the direction of the relative velocity.
const STANDING_STILL_MPS = 1e-6
// Below this sine the primary's position or velocity counts as parallel to the relative velocity.
const PARALLEL_SINE = 1e-9

/**
 * Returns the conjunction plane of two objects at TCA with both covariances projected into it. z is along the velocity of the secondary relative
 * to the primary, x = z × r₁ normalised is horizontal, y = z × x: these axes change little between the updates of an event (SpaceNav's H-NV
 * frame, domain.md C4). If the relative velocity is vertical, the velocity of the primary replaces r₁. Null if the objects do not move relative
 * to each other. Source for the projection: Foster and Estes, NASA JSC-25898 (1992), eq. 3. Exact to rounding.
 */
export function conjunctionPlane(primary: EncounterObject, secondary: EncounterObject): ConjunctionPlane | null {
  const axes = planeAxes(primary, secondary)
  if (axes === null) return null
  const [first, second] = [positionCovariance(primary.covariance), positionCovariance(secondary.covariance)]
  return {
    axes,
    ...missInPlane(axes, { primary, secondary, covariance: addMatrices(first, second) }),
    primary: project(axes, first),
    secondary: project(axes, second),
    relativeSpeedMps: norm(subtract(secondary.v, primary.v)),
  }
}

/** Returns the miss and its covariance in the plane of these axes, without each object's contribution. */
export function missInPlane(
  axes: Mat3,
  miss: { readonly primary: CartesianState; readonly secondary: CartesianState; readonly covariance: Mat3 },
): Pick<ConjunctionPlane, 'missM' | 'combined'> {
  const [x, y] = transform(axes, subtract(miss.secondary.r, miss.primary.r))
  return { missM: [x, y], combined: project(axes, miss.covariance) }
}

/** Returns the axes of the conjunction plane of two states only; null if the objects do not move relative to each other. */
export function planeAxes(primary: CartesianState, secondary: CartesianState): Mat3 | null {
  const dv = subtract(secondary.v, primary.v)
  const relativeSpeedMps = norm(dv)
  if (!(relativeSpeedMps > STANDING_STILL_MPS)) return null
  const z = scale(dv, 1 / relativeSpeedMps)
  // z × r₁ is horizontal, because it is normal to the vertical at the primary.
  const horizontal = cross(z, primary.r)
  const vertical = norm(horizontal) < PARALLEL_SINE * norm(primary.r)
  const x = unit(vertical ? cross(z, unlikeZ(z, primary.v)) : horizontal)
  return [x, cross(z, x), z]
}

/** Returns the covariance of a position in the plane of `axes`, m²; for a straight line the component along z is irrelevant. */
function project([x, y]: Mat3, covariance: Mat3): PlaneCovariance {
  // (xᵀ P x, yᵀ P x, yᵀ P y); the mixed entry is the mean of both halves of P, which may differ by rounding.
  const [alongX, alongY] = [transform(covariance, x), transform(covariance, y)]
  return { xx: dot(x, alongX), yx: (dot(y, alongX) + dot(x, alongY)) / 2, yy: dot(y, alongY) }
}

/** Returns a direction that is not along z: the velocity of the primary, or any axis if that velocity is along z as well. */
function unlikeZ(z: Vec3, velocity: Vec3): Vec3 {
  if (norm(cross(z, velocity)) > PARALLEL_SINE * norm(velocity)) return velocity
  return Math.abs(z[2]) < 0.5 ? [0, 0, 1] : [1, 0, 0]
}

function unit(v: Vec3): Vec3 {
  return scale(v, 1 / norm(v))
}
