import { SECONDS_PER_HOUR } from '../constants.ts'
import type { Vec3 } from '../vec3.ts'
import { type BurnSpan, HOURLY_PERIOD_S } from './burn-time.ts'

/** Shortly before the closest approach, when messages are at their best; or days before, along the track, so that a small burn drifts clear. */
export const STRATEGIES = ['short-term', 'long-term'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** A short-term burn is three revolutions and a half before TCA at most, a long-term one five at least (domain.md C14). */
const REVOLUTIONS = { mostShort: 3.5, leastLong: 5 } as const
/** The same where leads are in hours (flight rule F6): a revolution takes a day there, and events are known for some days. */
const HOURS = { mostShort: 24, leastLong: 48 } as const
/** Later than this share of a revolution before TCA a burn moves next to nothing. */
const LATEST_REVOLUTIONS = 0.1

/** Along the track, R, T, N: what a long-term burn is. */
export const ALONG_TRACK_RTN: Vec3 = [0, 1, 0]

/**
 * When a burn of a strategy may start, seconds after TCA, from the earliest that can be commanded on; where it is too late for one, that lies
 * after its end. The best time in there is searched (`findBurnTime`).
 */
export function strategySpan(
  strategy: Strategy,
  { periodS, earliestS }: { readonly periodS: number; readonly earliestS: number },
): BurnSpan {
  const { mostShort, leastLong } = periodS < HOURLY_PERIOD_S ? REVOLUTIONS : HOURS
  const unitS = periodS < HOURLY_PERIOD_S ? periodS : SECONDS_PER_HOUR
  return strategy === 'short-term'
    ? { fromS: Math.max(earliestS, -mostShort * unitS), toS: -LATEST_REVOLUTIONS * periodS }
    : { fromS: earliestS, toS: -leastLong * unitS }
}
