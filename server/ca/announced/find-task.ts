import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { type BurnEvidence, detectBurns, SLOW_RAD_PER_S } from '@apsis/astro/manoeuvre/detection/detect-burns.ts'
import { addSeconds, compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { FoundRow } from './silent-burn.repository.ts'

/** If there are fewer element sets, the noise of an object is unknown: its 90th percentile would be one of the two largest values. */
export const LEAST_SETS = 20
/** Element sets show a burn within 3 days, or within 5 days for orbits with fewer than two revolutions a day (flight rule F17). */
const [SHOWN_WITHIN_DAYS, SLOWLY_WITHIN_DAYS] = [3, 5]

/** Histories of element sets, one for each object. */
export type FindTask = {
  readonly histories: readonly { readonly sets: readonly BurnEvidence[]; readonly isSimulated: boolean }[]
  /** Only burns after this time are returned. */
  readonly after: Epoch
}

/** Finds the burns in each history with the detector and the threshold of `apsis burns`. Runs in the worker pool. */
export function findSilentBurns({ histories, after }: FindTask): FoundRow[][] {
  return histories.map(({ sets, isSimulated }) => {
    if (sets.length < LEAST_SETS) return []
    return detectBurns(sets)
      .filter(({ shown }) => compareEpochs(shown, after) > 0)
      .map(({ from, shown, deltaVMps, direction, confidence }) => {
        const isSlow = (sets[0]?.meanMotionRadPerS ?? SLOW_RAD_PER_S) < SLOW_RAD_PER_S
        const early = addSeconds(shown, -(isSlow ? SLOWLY_WITHIN_DAYS : SHOWN_WITHIN_DAYS) * SECONDS_PER_DAY)
        const since = compareEpochs(early, from) < 0 ? early : from
        return {
          from: instant(from),
          to: instant(shown),
          since: instant(since),
          deltaVMps,
          direction,
          confidence,
          isSimulated,
        }
      })
  })
}

const instant = (epoch: Epoch) => `${formatTime(epoch, { digits: 3 })}Z`
