import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { MARGIN } from '@apsis/astro/manoeuvre/plan-impulse.ts'
import type { Separation } from '@apsis/contract/ca/plan/confirmed.ts'
import type { Evaluation } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { writtenMinute, writtenNumber } from '@apsis/contract/notice-text/written-number.ts'
import { isMadeTooNear, isTooNear } from '../design/distance-verdict.ts'
import type { Cause } from '../record/supersede.ts'
import type { MessageScreening } from './screen-task.ts'

type DistanceJudgement =
  | { readonly verdict: 'GO'; readonly text: string }
  | (Cause & { readonly verdict: Exclude<Evaluation['verdict'], 'GO'> })

/** A distance without a burn is reliable only if it is at least this many deviations above the accepted one (F3 for a distance). */
const SURE_SIGMAS = 3

/** The passages of a pair are half a revolution apart or more, 43 min in the lowest orbits; a burn moves one of them by less than this. */
const SAME_PASSAGE_MS = 20 * MINUTE_MS

/** The distance is rounded down; the passage is accurate to a millimetre. */
const FOUND_M = 1e-3
const metres = (value: number) => `${writtenNumber(Math.floor(value + FOUND_M), 'en', 0)} m`
const minute = (at: string) => writtenMinute(Date.parse(at))

/** Returns the object that the burn brings nearer than the accepted distance, among the objects that are judged by distance. */
export function meetsTooNear(events: MessageScreening['events']): Cause | undefined {
  for (const { object, separation } of events) {
    if (separation === undefined || !isMadeTooNear(separation)) continue
    const { missM: missWithM, at: metAt } = separation.nominal
    const { acceptedM: missLeastM } = separation
    const text = `With the burn, ${object} comes within ${metres(missWithM)} at ${minute(metAt)}; accepted are ${metres(missLeastM)} at least.`
    return { text, values: { reason: 'meets-another-too-near', object, metAt, missWithM, missLeastM } }
  }
  return undefined
}

/**
 * Evaluates a frozen burn by its distance at every passage (flight rule F14). NO-GO: the burn leaves less than the accepted distance, or
 * less than without the burn. NO LONGER NEEDED: without it, at the passage of the message, the objects keep the target and three deviations
 * more than is accepted. If the event has a probability, its maximum over the covariance has to be accepted. A distance below the target,
 * but above the accepted one, stays GO with a note.
 */
export function evaluateDistance(
  separation: Separation,
  { maximum, accepted, tca }: { readonly maximum: number | null; readonly accepted: number; readonly tca: string },
): DistanceJudgement {
  const { before, nominal, acceptedM, sigmaM } = separation
  const targetM = separation.targetM ?? acceptedM
  const [missWithM, missWithoutM] = [nominal.missM, before.missM]
  if (isTooNear(separation)) {
    const text = `By the newest message the objects come within ${metres(missWithM)} at ${minute(nominal.at)} with the burn; accepted are ${metres(acceptedM)} at least.`
    const values = { reason: 'comes-too-near', missWithM, metAt: nominal.at, missLeastM: acceptedM } as const
    return { verdict: 'NO_GO', text, values }
  }
  // The deviation applies to the passage of the message: for a passage days later it is larger by an unknown amount.
  const isOfMessage = Math.abs(Date.parse(before.at) - Date.parse(tca)) < SAME_PASSAGE_MS
  const isFar = isOfMessage && missWithoutM * MARGIN >= targetM && missWithoutM - SURE_SIGMAS * sigmaM >= acceptedM
  if (isFar && (maximum === null || maximum < accepted)) {
    const text = `Without the burn the objects keep ${metres(missWithoutM)} (1σ ${metres(Math.ceil(sigmaM))}); the burn was planned for ${metres(targetM)}.`
    const values = { reason: 'far-without', missWithoutM, missTargetM: targetM, missSigmaM: sigmaM } as const
    return { verdict: 'NO_LONGER_NEEDED', text, values }
  }
  if (missWithM < missWithoutM) {
    const text = `The burn brings the objects nearer: ${metres(missWithoutM)} without it, ${metres(missWithM)} with it.`
    return { verdict: 'NO_GO', text, values: { reason: 'brings-nearer', missWithM, missWithoutM } }
  }
  const text = `The objects keep ${metres(missWithoutM)} without the burn, ${metres(missWithM)} with it${saidShort(missWithM, targetM)}.`
  return { verdict: 'GO', text }
}

const saidShort = (missM: number, targetM: number) =>
  missM * MARGIN < targetM ? `, less than the ${metres(targetM)} that it was planned for` : ''
