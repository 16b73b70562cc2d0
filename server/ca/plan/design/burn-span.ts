import type { BurnSpan } from '@apsis/astro/manoeuvre/burn-time.ts'
import { burningTime } from '@apsis/astro/manoeuvre/burning-time.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { BurnWish } from './describe-burn.ts'
import type { BlackoutHint } from './plan-parts.ts'
import { orbitOf } from './planned-event.ts'

/** Returns the time for which the engine is on from ignition, s. Without a known mass an impulse takes the longest time that the engine allows. */
export function burningS({ task: { massKg }, engine }: BurnWish, deltaVMps: number, arcS: number): number {
  if (engine.type === 'CONTINUOUS' || deltaVMps === 0) return arcS
  if (massKg === null) return engine.maxBurnS
  return burningTime(engine, massKg, deltaVMps)
}

/** Returns the changes that would shorten the time for which a burn avoids blackouts. */
export function hintsOf({ task: { massKg, air, blackoutInEclipse }, event }: BurnWish): BlackoutHint[] {
  const isWide = blackoutInEclipse !== undefined && orbitOf(event, { massKg, air }).m2PerKg === undefined
  return [...(massKg === null ? (['noMass'] as const) : []), ...(isWide ? (['wideEdges'] as const) : [])]
}

/** Starts have microseconds and blackouts milliseconds, so a searched start keeps this distance from both ends of a blackout. */
export const APART_S = 0.001

/** Returns the times in which a burn of a length cannot start, seconds after TCA. */
export function shutFor({ task, event: { tca } }: BurnWish, lengthS: number): BurnSpan[] {
  const at = (ms: number) => secondsBetween(tca, parseTime(new Date(ms).toISOString()))
  return task.blackouts.map(({ fromMs, toMs }) => ({
    fromS: at(fromMs) - lengthS - APART_S,
    toS: at(toMs) + APART_S,
  }))
}
