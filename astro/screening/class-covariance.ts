import { SECONDS_PER_DAY } from '../constants.ts'
import type { Mat3 } from '../mat3.ts'
import { radToDeg } from '../units.ts'
import { CLASS_SIGMAS_M, type ClassSigmas, type HeightBand } from './class-covariance.data.ts'
import type { OrbitShape } from './regime.ts'

/** The growth of an element set's along-track error, m a day. */
const GROWTH_M_PER_DAY = 1500

/**
 * Returns the standard deviations of the position from an element set of a given age, s, m along the radial, transverse and normal axes: the
 * class of the orbit at epoch (CLASS_SIGMAS_M), and along the track an additional independent 1.5 km a day. Source of the growth: Levit and
 * Marshall, Improved Orbit Predictions Using Two-Line Elements, Adv. Space Res. 47 (2011) 1107–1115, from satellites between 800 and 19,100 km;
 * used as one sigma, equally before and after the epoch, for every orbit. With strong drag or manoeuvres the real errors are larger. These
 * numbers are only for sorting a list, not for decisions (domain.md C11).
 */
export function classSigmas(shape: OrbitShape, ageS: number): ClassSigmas {
  const [radial, transverse, normal] = sigmasAtEpoch(shape)
  return [radial, Math.hypot(transverse, (GROWTH_M_PER_DAY * ageS) / SECONDS_PER_DAY), normal]
}

/** Returns the covariance, m², of standard deviations along the rows of a rotation, in the original frame of the rotation. */
export function covarianceAlong(axes: Mat3, sigmas: ClassSigmas): Mat3 {
  const [x, y, z] = axes
  const [xx, yy, zz] = [sigmas[0] ** 2, sigmas[1] ** 2, sigmas[2] ** 2]
  // Σ over the axes of variance · axis · axisᵀ. It is written out because it is computed twice for each of some ten thousand encounters.
  const xy = x[0] * x[1] * xx + y[0] * y[1] * yy + z[0] * z[1] * zz
  const xz = x[0] * x[2] * xx + y[0] * y[2] * yy + z[0] * z[2] * zz
  const yz = x[1] * x[2] * xx + y[1] * y[2] * yy + z[1] * z[2] * zz
  return [
    [x[0] * x[0] * xx + y[0] * y[0] * yy + z[0] * z[0] * zz, xy, xz],
    [xy, x[1] * x[1] * xx + y[1] * y[1] * yy + z[1] * z[1] * zz, yz],
    [xz, yz, x[2] * x[2] * xx + y[2] * y[2] * yy + z[2] * z[2] * zz],
  ]
}

function sigmasAtEpoch({ perigeeHeightM, eccentricity, incRad }: OrbitShape): ClassSigmas {
  const band: HeightBand = perigeeHeightM < 800e3 ? 'low' : perigeeHeightM < 25_000e3 ? 'middle' : 'high'
  const incDeg = radToDeg(incRad)
  const column = incDeg < 30 ? 0 : incDeg < 60 ? 1 : 2
  return CLASS_SIGMAS_M[eccentricity < 0.1 ? 'circular' : 'eccentric'][band][column]
}
