import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { acceptedDistance, passagesOf, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { Passages, Separation } from '@apsis/astro/manoeuvre/separation.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import type { Separation as SeparationTarget } from '@apsis/contract/ca/plan/confirmed.ts'
import { toInstant } from '../../message/record/api-value.ts'
import type { MessageToPlan, PlannedEvent } from './planned-event.ts'

/** The basis on which a distance is judged: the target of the plan (null if it was made for another event) and the least distance, m. */
export type DistanceAsked = Pick<SeparationTarget, 'targetM' | 'acceptedM'>

/** Returns how near the objects come to each other, in the form of the contract. */
export function tellSeparation(
  { before, nominal, hot, cold, sigmaM }: Separation,
  { tca }: Pick<PlannedEvent, 'tca'>,
  { targetM, acceptedM, passages }: DistanceAsked & { readonly passages: Passages },
): SeparationTarget {
  const at = ({ atS, distanceM }: Separation['nominal']) => ({
    missM: distanceM,
    at: toInstant(addSeconds(tca, atS)),
  })
  return {
    targetM,
    acceptedM,
    until: passages === null ? null : toInstant(addSeconds(tca, passages.toS)),
    sigmaM,
    before: at(before),
    nominal: at(nominal),
    hot: hot && at(hot),
    cold: cold && at(cold),
  }
}

/** Returns the distances of a plan; none for a plan by probability. */
export function distancesOf(
  { separation, ...burn }: TargetPlan & { readonly arcS: number },
  event: PlannedEvent,
  {
    message,
    target,
    separationM,
  }: { readonly message: MessageToPlan; readonly target: Target; readonly separationM: number },
): { readonly separation?: SeparationTarget } {
  if (separation === undefined || target.kind !== 'miss') return {}
  const asked = { targetM: target.missM, acceptedM: acceptedDistance(separationM, target.missM) }
  return {
    separation: tellSeparation(separation, event, {
      ...asked,
      passages: passagesOf({ meetsAgain: message.meetsAgain === true }, burn),
    }),
  }
}
