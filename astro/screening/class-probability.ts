import { missInPlane, planeAxes } from '../conjunction/conjunction-plane.ts'
import { principalMiss } from '../conjunction/principal-axes.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { addMatrices, type Mat3 } from '../mat3.ts'
import { classSigmas, covarianceAlong } from './class-covariance.ts'
import type { DescribedEncounter, Participant } from './describe-encounter.ts'
import { greatestIn } from './greatest-probability.ts'

/** Below this relative speed a straight line is not a valid model of an encounter, m/s (domain.md C6). */
const SLOW_MPS = 100

/** The probabilities of an encounter if an object only has the covariance of its class: for sorting, not for decisions. */
export interface PlanarProbability {
  /** Null if there is none; `reason` gives the reason. */
  readonly probability: number | null
  readonly reason: 'class-table' | 'slow' | 'no-relative-motion' | 'covariance-not-positive-definite'
  readonly isReliable: false
  readonly radiusM: number
  /** As greatestProbability. */
  readonly maximumProbability: number
  readonly dilutionM: number
}

const BOTH_OF_CLASS = ['class-table', 'class-table'] as const

/**
 * Returns the result of encounterProbability for two element sets, for which only the class table is known. It needs none of the methods for an
 * object's own covariance, so a command that screens element sets need not load them.
 */
export function classProbability(
  encounter: DescribedEncounter,
  radiusM: number,
): PlanarProbability & { readonly covarianceFrom: typeof BOTH_OF_CLASS } {
  const covariance = addMatrices(classCovariance(encounter.primary), classCovariance(encounter.secondary))
  return { ...planarProbability(encounter, covariance, radiusM), covarianceFrom: BOTH_OF_CLASS }
}

/** Returns the covariance of the position from the class of the orbit, m² in TEME; an ephemeris has no age. */
export function classCovariance({ axes, shape, ageS = 0 }: Participant): Mat3 {
  return covarianceAlong(axes, classSigmas(shape, ageS))
}

/** Returns the probabilities with the sum of both position covariances, m² in TEME, by the circle in the conjunction plane; null below 100 m/s. */
export function planarProbability(
  { primary, secondary, missM, relativeSpeedMps }: DescribedEncounter,
  covariance: Mat3,
  radiusM: number,
): PlanarProbability {
  const axes = planeAxes(primary.state, secondary.state)
  const greatest = greatestIn(axes, [primary, secondary], { missM, radiusM })
  const answer = (reason: PlanarProbability['reason'], probability: number | null): PlanarProbability => ({
    probability,
    reason,
    isReliable: false,
    radiusM,
    maximumProbability: greatest.probability,
    dilutionM: greatest.sigmaMinorM,
  })
  if (relativeSpeedMps < SLOW_MPS) return answer('slow', null)
  if (axes === null) return answer('no-relative-motion', null)
  const plane = missInPlane(axes, { primary: primary.state, secondary: secondary.state, covariance })
  const principal = principalMiss(plane.missM, plane.combined, radiusM)
  if (!principal.ok) return answer(principal.reason, null)
  return answer('class-table', circle2d(principal.miss, radiusM))
}
