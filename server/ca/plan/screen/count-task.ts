import { confirmByCounting, type HitCount, leastProven } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { openEvent } from '../design/planned-event.ts'
import { type ScreenTask, trialAt } from './screen-task.ts'

/** A count of this many pairs takes 4 s; the fixed seed makes two counts of the same burn and message equal. */
const [MOST_TRIALS, SEED] = [100_000, 16]

/**
 * Counts the hits of drawn pairs in the event after a frozen burn, to prove the accepted probability (flight rules F2 and F14). Null if this many
 * pairs cannot prove it, if the message has too little to draw from, and for a change of area. Runs in the worker pool.
 */
export function countBurn(task: ScreenTask): HitCount | null {
  const { acceptedProbability: atMost, burn, targetId } = task
  const one = task.events.find(({ conjunctionId }) => conjunctionId === targetId)
  if (one === undefined || one.obstacle !== null || burn.drag !== null) return null
  if (leastProven(MOST_TRIALS) > atMost) return null
  const event = openEvent(one.message, burn.dynamics)
  const { encounter, periodS } = event.model
  const flown = trialAt(task, event)
  const after =
    flown === null ? event.model.after({ state: encounter.primary }) : flown.trial.attempt(flown.deltaV).after
  const counting = { random: seededRandom(SEED), mostTrials: MOST_TRIALS }
  return confirmByCounting(after.atMessageEpoch, { radiusM: encounter.radiusM, periodS, atMost, counting })
}
