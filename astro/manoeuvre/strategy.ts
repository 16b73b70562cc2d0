import { SECONDS_PER_HOUR } from '../constants.ts'
import type { Vec3 } from '../vec3.ts'
import { type BurnSpan, HOURLY_PERIOD_S } from './burn-time.ts'

/**
 * The strategies of a burn: short-term, shortly before the closest approach, when messages are most accurate; long-term, days before, along the
 * track, so that a small burn is enough.
 */
export const STRATEGIES = ['short-term', 'long-term'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** A short-term burn is at most three and a half revolutions before TCA, a long-term burn at least five (domain.md C14). */
const REVOLUTIONS = { mostShort: 3.5, leastLong: 5 } as const
/**
 * The same limits in hours, for orbits whose lead times are in hours (flight rule F6): a revolution takes a day there, and events are known
 * some days before.
 */
const HOURS = { mostShort: 24, leastLong: 48 } as const
/** Closer to TCA than this fraction of a revolution a burn has nearly no effect. */
const LATEST_REVOLUTIONS = 0.1

/** Along the track in R, T, N: the direction of a long-term burn. */
export const ALONG_TRACK_RTN: Vec3 = [0, 1, 0]

/**
 * Returns the span of start times for a strategy, seconds after TCA, from the earliest time that can be commanded; if it is too late for the
 * strategy, that time is after the span's end. The best time in the span is searched (`findBurnTime`).
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
