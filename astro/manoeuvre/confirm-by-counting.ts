import { clopperPearson } from '../binomial-interval.ts'
import { monteCarlo } from '../conjunction/probability/monte-carlo.ts'
import type { Random } from '../random.ts'
import type { MessageStates } from './encounter-model.ts'

/** The settings of a count, for plans for which no other method has a value. */
export interface Counting {
  /** A seeded random source: the same seed gives the same plan. */
  readonly random: Random
  /** The maximum number of trials; each takes 5 to 40 µs. */
  readonly mostTrials: number
  /** The number of trials left for all counts together: each count subtracts its own. Absent: no limit. */
  readonly budget?: { trials: number }
}

/** The result of a count: the number of drawn pairs, the number that collided, and the upper end of the 95 % interval of the probability. */
export interface HitCount {
  readonly hits: number
  readonly trials: number
  readonly upper: number
}

/** A count must still succeed with this number of hits: with fewer trials it would fail with the first chance hit. */
const HITS_ALLOWED = 2
/** Upper limits of a Poisson mean for 0 and for 2 hits at 97.5 % (Garwood, Biometrika 28, 1936), rounded up. */
const [UPPER_OF_NONE, UPPER_OF_ALLOWED] = [3.69, 7.23]
/** Returns the lowest probability that a number of trials can prove: the upper bound without a hit. */
export const leastProven = (trials: number) => UPPER_OF_NONE / trials

/** Trials in one batch: after each batch the count stops if the remaining trials cannot prove the target any more. */
const AT_A_TIME = 5_000

/**
 * Tests by counting drawn pairs whether the collision probability is at most a given value (flight rule F2: if Monte Carlo is the only method,
 * the upper 95 % bound must meet the target, not the hit fraction). The number of trials is fixed before the first one, such that two hits still
 * prove the value. The count ends early only if it has failed, so that no run stops after a lucky series. Source of the bound: Clopper and
 * Pearson, see clopperPearson(). Each pair is propagated half a revolution in both directions, because objects that drift past each other may
 * meet again there. If even the most trials without a hit cannot prove the value, they are all drawn, and the bound shows what they prove. Null
 * if the covariances have no velocities, the orbits have no elements, or the budget is used up.
 */
export function confirmByCounting(
  { primary, secondary }: MessageStates,
  {
    radiusM,
    periodS,
    atMost,
    counting,
  }: { readonly radiusM: number; readonly periodS: number; readonly atMost: number; readonly counting: Counting },
): HitCount | null {
  const { random, budget } = counting
  const mostTrials = Math.min(counting.mostTrials, budget?.trials ?? Infinity)
  if (primary.covariance.length !== 6 || secondary.covariance.length !== 6) return null
  if (mostTrials < 1) return null
  const isProvable = leastProven(mostTrials) <= atMost
  const planned = Math.min(mostTrials, Math.ceil(UPPER_OF_ALLOWED / atMost))
  let [hits, trials] = [0, 0]
  while (trials < planned) {
    const next = Math.min(AT_A_TIME, planned - trials)
    const drawn = monteCarlo(primary, secondary, {
      radiusM,
      trials: next,
      random,
      fromS: -periodS / 2,
      toS: periodS / 2,
    })
    if (drawn === null) return null
    hits += drawn.hits
    trials += next
    if (budget !== undefined) budget.trials -= next
    if (isProvable && hits > HITS_ALLOWED && clopperPearson(hits, planned).upper > atMost) break
  }
  return { hits, trials, upper: clopperPearson(hits, trials).upper }
}
