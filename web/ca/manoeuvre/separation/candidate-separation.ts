import type { Target } from '@apsis/astro/manoeuvre/local-risk.ts'
import { acceptedDistance, passagesOf, type TargetPlan } from '@apsis/astro/manoeuvre/plan-to-target.ts'
import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import type { DistanceOfEvent } from './distance-given.ts'

/** How near the objects come, in the words of a plan. */
export type CandidateSeparation = Omit<Separation, 'targetM'>

type SeparationTarget = { readonly tcaMs: number; readonly arcS: number; readonly target: Target }

/** The distances of a plan; undefined of one by probability. */
export function separationFor(
  { separation, burnS }: TargetPlan,
  { acceptedDistanceM = 0, meetsAgain = false }: DistanceOfEvent,
  { tcaMs, arcS, target }: SeparationTarget,
): CandidateSeparation | undefined {
  if (separation === undefined || target.kind !== 'miss') return undefined
  const instant = (seconds: number) => new Date(tcaMs + 1_000 * seconds).toISOString()
  const at = ({ atS, distanceM }: (typeof separation)['nominal']) => ({ missM: distanceM, at: instant(atS) })
  const passages = passagesOf({ meetsAgain }, { burnS, arcS })
  const { before, nominal, hot, cold, sigmaM } = separation
  return {
    acceptedM: acceptedDistance(acceptedDistanceM, target.missM),
    until: passages === null ? null : instant(passages.toS),
    sigmaM,
    before: at(before),
    nominal: at(nominal),
    hot: hot && at(hot),
    cold: cold && at(cold),
  }
}
