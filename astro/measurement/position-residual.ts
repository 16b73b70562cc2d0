import { inertialRsw } from '../frames/local.ts'
import type { PositionVelocity } from '../frames/rotation.ts'
import { transform } from '../mat3.ts'
import { add, scale } from '../vec3.ts'
import type { AngleResidual } from './angles.ts'
import { type SightLine, tangentAxes, unitVector } from './sight-line.ts'

/** Measured minus computed position along the axes of the computed orbit, m: radial outward, in-track, cross-track along r × v. */
export interface PositionResidual {
  readonly radialM: number
  readonly inTrackM: number
  readonly crossTrackM: number
}

/**
 * Returns the measured minus computed position of an object: the residual of the direction times the computed range, across the line of sight,
 * plus the residual of the range, if it was measured, along the line of sight. A direction alone contains no information along the line of sight:
 * that part is 0 then, and is missing in all three components. `object` is the computed state when the light left it, in the inertial frame of
 * the directions. Source: geometry; axes RSW (also RIC) of the SANA registry, Orbit-Relative Reference Frames. Of first order in the angle: a
 * relative 1e-6 at 0.1°. Verified with the projection of a known displacement (position-residual.test.ts).
 */
export function positionResidual(
  { eastRad, northRad }: AngleResidual,
  { raRad, decRad, rangeM }: Pick<SightLine, 'raRad' | 'decRad' | 'rangeM'>,
  { object, rangeResidualM = 0 }: { readonly object: PositionVelocity; readonly rangeResidualM?: number },
): PositionResidual {
  const { east, north } = tangentAxes(raRad, decRad)
  const across = add(scale(east, eastRad * rangeM), scale(north, northRad * rangeM))
  const displacement = add(across, scale(unitVector(raRad, decRad), rangeResidualM))
  const [radialM, inTrackM, crossTrackM] = transform(inertialRsw(object), displacement)
  return { radialM, inTrackM, crossTrackM }
}
