import { localRotation } from '../frames/local.ts'
import { fixedRotation, rotateCovariance } from '../frames/rotation.ts'
import { type Mat3, transform } from '../mat3.ts'
import { entry } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Vec3 } from '../vec3.ts'

/** A position and its 1σ along axes that follow the velocity of an orbit, m. */
export interface VelocityAxes {
  /** Along the velocity; y = z × x, inward; along the orbit normal. */
  readonly tnw: Vec3
  /** Along the velocity; along the orbit normal; outward, z = x × y. VNC of the registry of CCSDS. */
  readonly vnb: Vec3
  /** Null if there is no covariance. */
  readonly sigmaTnw: Vec3 | null
  readonly sigmaVnb: Vec3 | null
}

/**
 * Returns a position relative to an object, m, and its covariance, m², given in the frame of the object's state, along TNW and VNB of its orbit
 * (SANA, Orbit-Relative Reference Frames). Both are RTN rotated about N by the flight path angle. Throws RangeError if the object moves on a
 * straight line, for which these axes do not exist.
 */
export function alongVelocity(state: CartesianState, positionM: Vec3, covarianceM2: Mat3): VelocityAxes {
  const [tnw, vnb] = (['TNW', 'VNC'] as const).map((frame) => {
    const { matrix } = localRotation(frame, state, { kind: 'inertial' })
    const turned = rotateCovariance(fixedRotation(matrix), covarianceM2)
    return { position: transform(matrix, positionM), sigma: sigmaOf(turned) }
  }) as [VectorInAxes, VectorInAxes]
  return { tnw: tnw.position, vnb: vnb.position, sigmaTnw: tnw.sigma, sigmaVnb: vnb.sigma }
}

type VectorInAxes = { readonly position: Vec3; readonly sigma: Vec3 | null }

function sigmaOf(covariance: readonly (readonly number[])[]): Vec3 | null {
  const [x, y, z] = [entry(covariance, 0, 0), entry(covariance, 1, 1), entry(covariance, 2, 2)]
  return x >= 0 && y >= 0 && z >= 0 && x + y + z > 0 ? [Math.sqrt(x), Math.sqrt(y), Math.sqrt(z)] : null
}
