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

/** Where another source has the object of an ephemeris at one time: in GCRF, m and m/s, covariance 3×3 or 6×6. */
export interface ToldState extends CartesianState {
  readonly epoch: Epoch
  readonly covariance: Matrix
}

/** How far an ephemeris is from a state that another source tells. */
export interface StateDifference {
  /** The ephemeris less the state, along the radial, transverse and normal axes of the state, m. */
  readonly rtnM: Vec3
  readonly distanceM: number
  /** In the light of both covariances; null where theirs together is not positive definite. */
  readonly mahalanobis: number | null
}

/**
 * How far an ephemeris in TEME is from a state of the same object at the time of the state; undefined where it has no state then.
 * Where it has no covariance at that time, it counts as exact: the distance then has to fit the covariance of the state alone.
 */
export function stateDifference(ephemeris: Ephemeris, told: ToldState): StateDifference | undefined {
  const { epoch } = told
  const found = interpolateState(ephemeris, epoch)
  if (!found.ok) return undefined
  const there = transformState({ frame: 'TEME', epoch, r: found.r, v: found.v }, 'GCRF', { outside: 'hold' })
  const rtnM = transform(rtnAxes(told), subtract(there.r, told.r))
  const ofState = sixOf(positionCovariance(covarianceToRtn(told, told.covariance)))
  const own = covarianceAt(ephemeris, epoch)
  // The axes of R, T and N are the same in every frame, and of both orbits but for their difference.
  const both = own === undefined ? ofState : sumOfSix(ofState, sixOf(positionCovariance(covarianceToRtn(found, own))))
  return { rtnM, distanceM: norm(rtnM), mahalanobis: mahalanobisOf(rtnM, both) }
}

/** The covariance that an ephemeris has at a time, in its frame; undefined: none, or only beyond its useable span. */
function covarianceAt(ephemeris: Ephemeris, epoch: Epoch): Matrix | undefined {
  try {
    const found = interpolateCovariance(ephemeris, epoch)
    return found.ok ? found.covariance : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
