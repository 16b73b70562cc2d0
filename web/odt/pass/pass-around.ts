import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { MOST_TRACK_DAYS, type PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'

/** The margin around a pass, so that its rise and its set are inside the search. */
const AROUND_MS = MINUTE_MS
/** If the list cuts a pass, its rise or set is searched this far beyond the cut: passes of low and medium orbits are shorter. */
const BEYOND_CUT_MS = 12 * HOUR_MS

type PassCuts = Pick<PredictedPass, 'startsBefore' | 'endsAfter'>
type Times = { readonly startMs: number; readonly endMs: number }

/**
 * Returns the time to search for the complete pass. A pass that had already begun when the list was read may have had its peak before that:
 * the highest point of the rest is then not the peak. A pass that fills the time for which tracks are computed stays cut.
 */
export function aroundPass({ startMs, endMs }: Times, { startsBefore, endsAfter }: PassCuts) {
  const reach = (isCut: boolean) => (isCut ? BEYOND_CUT_MS : AROUND_MS)
  const whole = { fromMs: startMs - reach(startsBefore), toMs: endMs + reach(endsAfter) }
  if (whole.toMs - whole.fromMs <= MOST_TRACK_DAYS * DAY_MS) return whole
  return { fromMs: startMs - (startsBefore ? 0 : AROUND_MS), toMs: endMs + (endsAfter ? 0 : AROUND_MS) }
}
