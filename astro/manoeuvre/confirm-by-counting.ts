import { clopperPearson } from '../binomial-interval.ts'
import { monteCarlo } from '../conjunction/probability/monte-carlo.ts'
import type { Random } from '../random.ts'
import type { MessageStates } from './encounter-model.ts'

/** How a value is counted where no other method has one. */
export interface Counting {
  /** A seeded source: the same source gives the same plan. */
  readonly random: Random
  /** So many trials may be drawn; each takes 5 to 40 µs. */
  readonly mostTrials: number
  /** So many may be drawn in all counts together: each takes away what it draws. No limit without it. */
  readonly budget?: { trials: number }
}

/** What was counted: of so many drawn pairs so many collided, and the upper end of the interval that holds the probability with 95 %. */
export interface HitCount {
  readonly hits: number
  readonly trials: number
  readonly upper: number
}

/** Hits that a run leaves room for: one of fewer trials would fail by the first chance hit. */
const HITS_ALLOWED = 2
/** Upper ends of a Poisson count of 0 and of 2 hits at 97.5 % (Garwood, Biometrika 28, 1936), a little above. */
const [UPPER_OF_NONE, UPPER_OF_ALLOWED] = [3.69, 7.23]
/** What so many trials prove at best: the upper bound without a hit. */
export const leastProven = (trials: number) => UPPER_OF_NONE / trials

/** Trials at a time: after each it is looked whether the rest could still prove anything. */
const AT_A_TIME = 5_000

/**
 * Whether a pair collides with no more than a probability, by counting drawn pairs (flight rule F2: where Monte Carlo is the only method, the
 * upper 95 % bound meets the target, not the share). The number of trials is fixed before the first one is drawn, such that two hits still
 * prove it; it ends early only where it has failed, so that no run stops on a lucky streak. Source of the bound: Clopper and Pearson, as
 * clopperPearson(). Each pair is flown half a revolution to either side: whoever drifts past may meet again there. Where the most trials cannot
 * prove it even without a hit, they are all drawn, and the bound says how much they prove. Null where the covariances have no velocities, the orbits
 * no elements, or nothing is left to draw.
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
