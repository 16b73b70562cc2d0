import { planeAxes } from '../conjunction/conjunction-plane.ts'
import { principalMiss } from '../conjunction/principal-axes.ts'
import { unknownCovarianceMaximum } from '../conjunction/probability/maximum.ts'
import type { Mat3 } from '../mat3.ts'
import { missing } from '../missing.ts'
import { dot } from '../vec3.ts'
import type { ClassSigmas } from './class-covariance.data.ts'
import type { Participant } from './describe-encounter.ts'

/** The sigmas that SOCRATES assumes along radial, transverse and normal, m: only their ratio matters. */
const SOCRATES_SIGMAS: ClassSigmas = [100, 300, 100]
/** The ratio along the axes of one object, used if there is no plane for the projection. */
const LARGEST_RATIO = 3
/** For a miss of at least this many radii the series is accurate to 1e-5. */
const FAR_RADII = 30

/**
 * Returns the maximum probability of SOCRATES and its threshold of dilution: the ellipse has the axis ratio of the sum of both covariances, 100 ×
 * 300 × 100 m along radial, transverse and normal, projected into the conjunction plane; its size and orientation give the largest probability.
 * Source: CelesTrak, SOCRATES Plus, format of the data; Alfano, J. Astronaut. Sci. 53 (2005) 193–205. For a miss d of at least 30 radii R it is
 * the series R² ratio / (e d²) · (1 + (1 − ratio²) R² / (4 d²)). For a small disc P = R²/(2 σ₁ σ₂) exp(−d²/2σ²) is largest over the size of the
 * ellipse where the miss along its major axis is √2 σ: P_max = R² ratio/(e d²). Larger covariances dilute the probability, and a better orbit
 * would increase it.
 */
export function greatestProbability(primary: OrientedObject, secondary: OrientedObject, miss: Miss): Greatest {
  return greatestIn(planeAxes(primary.state, secondary.state), [primary, secondary], miss)
}

/** The distance at closest approach and the combined hard-body radius. */
interface Miss {
  readonly missM: number
  readonly radiusM: number
}

/** A maximum, and the standard deviation of the minor axis at which it is reached, m. */
export interface Greatest {
  readonly probability: number
  readonly sigmaMinorM: number
}

/** Returns the maximum and its threshold of dilution for known axes of the conjunction plane. */
export function greatestIn(
  axes: Mat3 | null,
  objects: readonly [OrientedObject, OrientedObject],
  { missM, radiusM }: Miss,
): Greatest {
  const aspectRatio = axes === null ? LARGEST_RATIO : projectedRatio(axes, objects)
  if (missM < FAR_RADII * radiusM) return unknownCovarianceMaximum({ missDistanceM: missM, radiusM, aspectRatio })
  const squared = (radiusM / missM) ** 2
  const correction = 1 + ((1 - aspectRatio ** 2) * squared) / 4
  return {
    probability: ((aspectRatio * squared) / Math.E) * correction,
    sigmaMinorM: missM / (Math.SQRT2 * aspectRatio),
  }
}

/** The data of an object that determine its ellipse. */
type OrientedObject = Pick<Participant, 'state' | 'axes'>

function projectedRatio(plane: Mat3, objects: readonly [OrientedObject, OrientedObject]): number {
  let [xx, yx, yy] = [0, 0, 0]
  // A deviation along an axis appears in the plane by its projections.
  for (const { axes } of objects) {
    for (let k = 0; k < axes.length; k += 1) {
      const axis = axes[k] ?? missing()
      const variance = (SOCRATES_SIGMAS[k] ?? missing()) ** 2
      const [x, y] = [dot(axis, plane[0]), dot(axis, plane[1])]
      xx += variance * x * x
      yx += variance * y * x
      yy += variance * y * y
    }
  }
  const principal = principalMiss([0, 0], { xx, yx, yy }, 0)
  if (!principal.ok) return LARGEST_RATIO
  // Equal axes may be exchanged by rounding.
  return Math.max(1, principal.miss.sigmaYM / principal.miss.sigmaXM)
}
