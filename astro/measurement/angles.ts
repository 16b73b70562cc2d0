import { dot, norm, scale, type Vec3 } from '../vec3.ts'
import { type Observer, type Reduction, type SightLine, tangentAxes, unitVector } from './sight-line.ts'

/** A measured direction, `seconds` after the origin of the track; `sigmaRad` is one sigma on each axis on the sky, rad. */
export interface AngleMeasurement {
  readonly seconds: number
  readonly raRad: number
  readonly decRad: number
  readonly observer: Observer
  readonly sigmaRad: number
  /** One sigma of the time tag, s; it acts along the motion. Default 0. */
  readonly timeSigmaS?: number
  /** Default `light-time`. */
  readonly reduction?: Reduction
  /** The velocity of the Earth, m/s, for `astrometric`. */
  readonly earthVelocity?: Vec3
}

/** Measured minus computed on the sky, rad: eastwards and northwards. */
export interface AngleResidual {
  readonly eastRad: number
  readonly northRad: number
}

/** A symmetric 2×2 covariance on the sky, rad². */
export interface SkyCovariance {
  readonly eastEast: number
  readonly eastNorth: number
  readonly northNorth: number
}

/**
 * Returns measured minus computed direction in the tangent plane of the sky at the computed direction, in rad along great circles: also at the
 * poles and across 0 h. For small residuals it is (Δα cos δ, Δδ). Source: geometry. Exact to rounding.
 */
export function angleResidual(
  measured: { readonly raRad: number; readonly decRad: number },
  computed: { readonly raRad: number; readonly decRad: number },
): AngleResidual {
  const { east, north } = tangentAxes(computed.raRad, computed.decRad)
  const there = unitVector(measured.raRad, measured.decRad)
  const [x, y] = [dot(there, east), dot(there, north)]
  const distance = Math.atan2(Math.hypot(x, y), dot(there, unitVector(computed.raRad, computed.decRad)))
  const size = Math.hypot(x, y)
  // Close to 0 the angle equals its sine; opposite points have no direction, so east is used.
  const factor = size === 0 ? 0 : distance / size
  return { eastRad: size === 0 ? distance : x * factor, northRad: y * factor }
}

/** Returns the length of a residual: the angle between two directions, rad in [0, π]. */
export function angularDistance({ eastRad, northRad }: AngleResidual): number {
  return Math.hypot(eastRad, northRad)
}

/**
 * Returns the covariance of a measured direction, rad²: the noise of the image on both axes, and the noise of the time tag along the motion, σ² I
 * + σt² ω ωᵀ with the rate ω (rad/s). 1 ms is 5″ for an object at 1.5 °/s. Source: domain.md C21.
 */
export function noiseCovariance(
  { sigmaRad, timeSigmaS = 0 }: { readonly sigmaRad: number; readonly timeSigmaS?: number },
  { eastRateRadps, northRateRadps }: Pick<SightLine, 'eastRateRadps' | 'northRateRadps'>,
): SkyCovariance {
  if (!(sigmaRad > 0 && timeSigmaS >= 0)) throw new RangeError(`noise of ${sigmaRad} rad, ${timeSigmaS} s cannot be`)
  const [image, time] = [sigmaRad * sigmaRad, timeSigmaS * timeSigmaS]
  return {
    eastEast: image + time * eastRateRadps * eastRateRadps,
    eastNorth: time * eastRateRadps * northRateRadps,
    northNorth: image + time * northRateRadps * northRateRadps,
  }
}

/** Returns the squared Mahalanobis distance of a residual: r' S⁻¹ r. Throws RangeError unless S is positive definite. */
export function residualSquared({ eastRad, northRad }: AngleResidual, s: SkyCovariance): number {
  const determinant = s.eastEast * s.northNorth - s.eastNorth * s.eastNorth
  if (!(determinant > 0 && s.eastEast > 0)) throw new RangeError('the covariance on the sky is not positive definite')
  const { eastEast, eastNorth, northNorth } = s
  return (northNorth * eastRad ** 2 - 2 * eastNorth * eastRad * northRad + eastEast * northRad ** 2) / determinant
}

/**
 * Adds noise to a direction, for simulated sensors: `normal` returns standard normal numbers (standardNormal of random.ts), first for the image
 * eastwards and northwards, then for the time tag. Angles in rad; at the poles right ascension is not wrapped, but moved along the great circle.
 */
export function addNoise(
  line: SightLine,
  noise: { readonly sigmaRad: number; readonly timeSigmaS?: number },
  normal: () => number,
): { readonly raRad: number; readonly decRad: number } {
  // A late time tag shifts the direction along the motion, by the tag's error times the rate on the sky.
  const [imageEast, imageNorth, late] = [normal(), normal(), normal()]
  const time = (noise.timeSigmaS ?? 0) * late
  const eastRad = noise.sigmaRad * imageEast + time * line.eastRateRadps
  const northRad = noise.sigmaRad * imageNorth + time * line.northRateRadps
  const { east, north } = tangentAxes(line.raRad, line.decRad)
  const from = unitVector(line.raRad, line.decRad)
  const at = (k: 0 | 1 | 2) => from[k] + Math.tan(eastRad) * east[k] + Math.tan(northRad) * north[k]
  const moved: Vec3 = [at(0), at(1), at(2)]
  const [x, y, z] = scale(moved, 1 / norm(moved))
  const raRad = Math.atan2(y, x)
  return { raRad: raRad < 0 ? raRad + 2 * Math.PI : raRad, decRad: Math.atan2(z, Math.hypot(x, y)) }
}
