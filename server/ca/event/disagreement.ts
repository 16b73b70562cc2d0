import {
  DISAGREEMENT_MAHALANOBIS,
  type RelativeEstimate,
  relativeDifference,
} from '@apsis/astro/conjunction/relative-difference.ts'
import { norm } from '@apsis/astro/vec3.ts'
import type { Comparison } from '@apsis/contract/ca/event/estimate.ts'
import type { DerivedCdm } from '../message/record/derive-cdm.ts'
import { type OwnEstimate, weaknessOf } from './own-estimate.ts'

/** The message that an estimate is held against. */
export type ComparedMessage = { readonly id: string; readonly derived: DerivedCdm }

/**
 * How far a screening of the own ephemeris and a message are apart, in the light of their covariances; null where one of
 * them has none. An estimate that took the other object from this very message differs from it by the own orbit alone.
 */
export function compareWithMessage(own: OwnEstimate, { id, derived }: ComparedMessage): Comparison | null {
  const { assessed, missRtnM, velocityRtnMps, cdmId } = own.facts
  const { comparison, conjunctionData } = derived
  if (assessed === null || weaknessOf(own) !== null) return null
  const { relativePosition, relativeVelocity, tca } = conjunctionData
  // Relative to one TCA: seconds since 1970 have no digits left for milliseconds of kilometres per second.
  const messageTca = Date.parse(tca)
  const ofMessage: RelativeEstimate = {
    tcaS: 0,
    positionM: [relativePosition.r, relativePosition.t, relativePosition.n],
    velocityMps: [relativeVelocity.r, relativeVelocity.t, relativeVelocity.n],
    ...comparison,
  }
  const ofOwn: RelativeEstimate = {
    tcaS: (own.tca - messageTca) / 1000,
    positionM: missRtnM,
    velocityMps: velocityRtnMps,
    primaryM2: assessed.primaryRtnM2,
    secondaryM2: assessed.secondaryRtnM2,
  }
  const shared = cdmId === id ? 'secondary' : 'nothing'
  const { positionM, mahalanobis } = relativeDifference(ofMessage, ofOwn, shared)
  if (mahalanobis === null) return null
  const [r, t, n] = positionM
  return {
    cdmId: id,
    estimateId: own.id,
    difference: { r, t, n },
    distanceM: norm(positionM),
    mahalanobis,
    threshold: DISAGREEMENT_MAHALANOBIS,
    isDisagreement: mahalanobis > DISAGREEMENT_MAHALANOBIS,
    isSameSecondary: shared === 'secondary',
  }
}
