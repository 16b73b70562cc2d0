import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Vec3 } from '../vec3.ts'
import type { ConjunctionPlane, PlaneCovariance } from './conjunction-plane.ts'
import { rtnAxes } from './rtn.ts'

/** The displacement of an object at TCA by the error of a density forecast: its σ (no unit) and its sensitivity, m in RTN. */
export interface DensityError {
  readonly sigma: number
  readonly sensitivityRtnM: Vec3
}

/**
 * Returns the combined covariance in the conjunction plane, m², minus the part that both objects share: an error of the forecast density moves
 * both, C = C₁ + C₂ − σ₁ σ₂ (G₂ G₁ᵀ + G₁ G₂ᵀ). Source: Casali, Hall, Snow, Hejduk, Johnson, Skrehart and Baars, Effect of Cross-Correlation of
 * Orbital Error on Probability of Collision Determination, AAS 18-272 (2018), eq. 11; the numbers are in comments of CARA's CDMs (DCP). States
 * are in the frame of the plane's axes. Accuracy: agrees with a published probability to 1e-6 (cara.reference.json).
 */
export function correlatedCovariance(
  plane: Pick<ConjunctionPlane, 'axes' | 'combined'>,
  primary: CartesianState & { readonly density: DensityError },
  secondary: CartesianState & { readonly density: DensityError },
): PlaneCovariance {
  const [x1, y1] = sensitivityInPlane(plane, primary)
  const [x2, y2] = sensitivityInPlane(plane, secondary)
  const { xx, yx, yy } = plane.combined
  return { xx: xx - 2 * x1 * x2, yx: yx - (x1 * y2 + x2 * y1), yy: yy - 2 * y1 * y2 }
}

/**
 * Returns σ G of one object in the axes of the plane, m: the displacement at TCA by a density error of one σ. The input is in the RTN axes of its
 * own object.
 */
function sensitivityInPlane(
  plane: Pick<ConjunctionPlane, 'axes' | 'combined'>,
  object: CartesianState & { readonly density: DensityError },
): Vec3 {
  const { sigma, sensitivityRtnM } = object.density
  const inertial = transform(transpose(rtnAxes(object)), sensitivityRtnM)
  const [x, y, z] = transform(plane.axes, inertial)
  return [sigma * x, sigma * y, sigma * z]
}
