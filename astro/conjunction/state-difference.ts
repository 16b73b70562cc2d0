import { interpolateCovariance } from '../ephemeris/covariance.ts'
import type { Ephemeris } from '../ephemeris/ephemeris.ts'
import { interpolateState } from '../ephemeris/interpolate.ts'
import { transformState } from '../frames/frame.ts'
import { transform } from '../mat3.ts'
import type { Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Epoch } from '../time/epoch.ts'
import { norm, subtract, type Vec3 } from '../vec3.ts'
import { mahalanobisOf, sixOf, sumOfSix } from './relative-difference.ts'
import { covarianceToRtn, positionCovariance, rtnAxes } from './rtn.ts'

/** Another source's state of the object at one time: in GCRF, m and m/s, covariance 3×3 or 6×6. */
export interface ToldState extends CartesianState {
  readonly epoch: Epoch
  readonly covariance: Matrix
}

/** The difference between an ephemeris and a state from another source. */
export interface StateDifference {
  /** The ephemeris minus the state, along the radial, transverse and normal axes of the state, m. */
  readonly rtnM: Vec3
  readonly distanceM: number
  /** The Mahalanobis distance with both covariances; null if their sum is not positive definite. */
  readonly mahalanobis: number | null
}

/**
 * Returns the difference between an ephemeris in TEME and a state of the same object at the time of the state; undefined if the ephemeris has no
 * state then. Without a covariance at that time the ephemeris counts as exact: the distance is then compared with the covariance of the state
 * only.
 */
export function stateDifference(ephemeris: Ephemeris, told: ToldState): StateDifference | undefined {
  const { epoch } = told
  const found = interpolateState(ephemeris, epoch)
  if (!found.ok) return undefined
  const there = transformState({ frame: 'TEME', epoch, r: found.r, v: found.v }, 'GCRF', { outside: 'hold' })
  const rtnM = transform(rtnAxes(told), subtract(there.r, told.r))
  const ofState = sixOf(positionCovariance(covarianceToRtn(told, told.covariance)))
  const own = covarianceAt(ephemeris, epoch)
  // The R, T and N axes are the same in every frame, and for both orbits except for their difference.
  const both = own === undefined ? ofState : sumOfSix(ofState, sixOf(positionCovariance(covarianceToRtn(found, own))))
  return { rtnM, distanceM: norm(rtnM), mahalanobis: mahalanobisOf(rtnM, both) }
}

/** Returns the covariance of an ephemeris at a time, in its frame; undefined: there is none, or only outside its usable span. */
function covarianceAt(ephemeris: Ephemeris, epoch: Epoch): Matrix | undefined {
  try {
    const found = interpolateCovariance(ephemeris, epoch)
    return found.ok ? found.covariance : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
