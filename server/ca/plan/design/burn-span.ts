import type { BurnSpan } from '@apsis/astro/manoeuvre/burn-time.ts'
import { burningTime } from '@apsis/astro/manoeuvre/burning-time.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { BurnWish } from './describe-burn.ts'
import type { BlackoutHint } from './plan-parts.ts'
import { orbitOf } from './planned-event.ts'

/** How long the engine is on from ignition, s: also of an impulse, for which no mass is known as long as the engine may be on. */
export function burningS({ task: { massKg }, engine }: BurnWish, deltaVMps: number, arcS: number): number {
  if (engine.type === 'CONTINUOUS' || deltaVMps === 0) return arcS
  if (massKg === null) return engine.maxBurnS
  return burningTime(engine, massKg, deltaVMps)
}

/** What would shorten the time that a burn keeps out of blackouts. */
export function hintsOf({ task: { massKg, air, blackoutInEclipse }, event }: BurnWish): BlackoutHint[] {
  const isWide = blackoutInEclipse !== undefined && orbitOf(event, { massKg, air }).m2PerKg === undefined
  return [...(massKg === null ? (['noMass'] as const) : []), ...(isWide ? (['wideEdges'] as const) : [])]
}

/** Starts have microseconds and blackouts milliseconds: a start that is searched stays so far away from both ends of one. */
export const APART_S = 0.001

/** From when to when a burn of a length cannot start, seconds after TCA. */
export function shutFor({ task, event: { tca } }: BurnWish, lengthS: number): BurnSpan[] {
  const at = (ms: number) => secondsBetween(tca, parseTime(new Date(ms).toISOString()))
  return task.blackouts.map(({ fromMs, toMs }) => ({
    fromS: at(fromMs) - lengthS - APART_S,
    toS: at(toMs) + APART_S,
  }))
}
