import { covarianceSensitivity } from '@apsis/astro/conjunction/probability/sensitivity.ts'
import { combinedPlaneOf } from '@apsis/contract/ca/conjunction/combined-plane.ts'
import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import type { DerivedCdm } from '../message/derive-cdm.ts'
import { computeRealism } from './realism-task.ts'
import type { MessageFacts } from './statistics.repository.ts'

/** A message, by whom it is, and of which kind the object is that is not the satellite. */
type MessageOfKind = {
  readonly derived: Pick<DerivedCdm, 'conjunctionData' | 'assessment'>
  readonly originator: string
  readonly kind: string
}

/**
 * The planar probability with the covariances as stated, and with the factor on every sigma that the satellite's own history
 * gives for this originator and kind of secondary (covarianceRealism). Null where there is no factor, plane or radius.
 */
export function scaledProbabilityOf(
  { derived: { conjunctionData: data, assessment }, originator, kind }: MessageOfKind,
  history: readonly MessageFacts[],
): EventContext['scaledProbability'] {
  const plane = combinedPlaneOf(data)
  const { hardBodyRadius: radiusM } = assessment
  if (plane === undefined) return null
  const [realism] = computeRealism(
    history.filter((one) => one.originator === originator && (one.otherType ?? 'UNKNOWN') === kind),
  )
  if (radiusM === null || !realism || realism.scale === null || realism.low === null || realism.high === null)
    return null
  const { scale, low, high, count: pairs } = realism
  const conjunction = { missM: plane.missM, combined: plane.covariance, radiusM }
  // The factors are on σ, those of the curve on σ².
  const points = covarianceSensitivity(conjunction, [1, scale ** 2, low ** 2, high ** 2])
  const [stated, scaled, scaledLow, scaledHigh] = points.map(({ probability }) => probability)
  // Points are left out where the covariance is beyond repair.
  if (stated === undefined || scaled === undefined || scaledLow === undefined || scaledHigh === undefined) return null
  return { originator, kind, pairs, scale, low, high, stated, scaled, scaledLow, scaledHigh }
}
