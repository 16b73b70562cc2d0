import { covarianceFromRtn } from '../conjunction/rtn.ts'
import { SECONDS_PER_DAY } from '../constants.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { radToDeg } from '../units.ts'
import { CLASS_SIGMAS_M, type ClassSigmas, type HeightBand } from './class-covariance.data.ts'
import type { OrbitShape } from './regime.ts'

/** How fast an element set goes wrong along its track, m a day. */
const GROWTH_M_PER_DAY = 1500

/**
 * Standard deviations of the position by an element set of some age, s, m along the radial, transverse and normal axes: the
 * class of the orbit at epoch (CLASS_SIGMAS_M), and along the track 1.5 km a day on top, independent of it. Source of the
 * growth: Levit and Marshall, Improved Orbit Predictions Using Two-Line Elements, Adv. Space Res. 47 (2011) 1107–1115, from
 * satellites between 800 and 19,100 km; taken as one sigma, alike before and after the epoch, for every orbit. Where drag is
 * strong or somebody manoeuvres, the truth is worse. These numbers sort a list. They decide nothing (domain.md C11).
 */
export function classSigmas(shape: OrbitShape, ageS: number): ClassSigmas {
  const [radial, transverse, normal] = sigmasAtEpoch(shape)
  return [radial, Math.hypot(transverse, (GROWTH_M_PER_DAY * ageS) / SECONDS_PER_DAY), normal]
}

/** The same as a 3×3 covariance in the frame of the state, m². */
export function classCovariance(state: CartesianState, shape: OrbitShape, ageS: number): number[][] {
  const sigmas = classSigmas(shape, ageS)
  return covarianceFromRtn(
    state,
    sigmas.map((sigma, row) => sigmas.map((_, column) => (row === column ? sigma * sigma : 0))),
  )
}

function sigmasAtEpoch({ perigeeHeightM, eccentricity, incRad }: OrbitShape): ClassSigmas {
  const band: HeightBand = perigeeHeightM < 800e3 ? 'low' : perigeeHeightM < 25_000e3 ? 'middle' : 'high'
  const incDeg = radToDeg(incRad)
  const column = incDeg < 30 ? 0 : incDeg < 60 ? 1 : 2
  return CLASS_SIGMAS_M[eccentricity < 0.1 ? 'circular' : 'eccentric'][band][column]
}
