import { shadowBefore } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { type BurnSpan, usualLeadsS } from '@apsis/astro/manoeuvre/burn-time.ts'
import type { EncounterModel } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { strategySpan } from '@apsis/astro/manoeuvre/strategy.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { type BurnTime, type PlanOptions, planTime, type StartChoice } from './plan-row.ts'

/** The length of an arc in revolutions, as in the published low-thrust plans. */
export const ARC_PERIODS = 0.2

/** Returns the span from the creation of the message to just before TCA, seconds after TCA. */
export const spanAhead = ({ header, relative: { tca } }: Cdm): BurnSpan => ({
  // A plan cannot be made before the message exists.
  fromS: secondsBetween(tca, header.creationDate),
  toS: -1e-6,
})

/** Returns the span in which the best start is searched for, seconds after TCA. Throws RangeError if a strategy has none. */
export function spanOf({ periodS }: EncounterModel, { header, relative: { tca } }: Cdm, when: StartChoice): BurnSpan {
  const spanIn = ({ from, to }: Extract<StartChoice, { from: Epoch }>) => ({
    fromS: secondsBetween(tca, from),
    toS: secondsBetween(tca, to),
  })
  if ('from' in when) return spanIn(when)
  // A plan cannot be made before the message exists.
  const madeS = secondsBetween(tca, header.creationDate)
  const within = when.within === null ? { fromS: madeS, toS: 0 } : spanIn(when.within)
  const { fromS, toS } = strategySpan(when.strategy, { periodS, earliestS: Math.max(madeS, within.fromS) })
  const span = { fromS, toS: Math.min(toS, within.toS) }
  if (span.fromS >= span.toS)
    throw new RangeError(
      `there is no time for a ${when.strategy} burn: it would start from ${planTime(addSeconds(tca, fromS))} to ${planTime(addSeconds(tca, span.toS))}`,
    )
  return span
}

/** Returns the reason why a window has no start. */
export function noTimeIn({ from, to }: { readonly from: Epoch; readonly to: Epoch }, isShort: boolean): string {
  const why = isShort ? 'an arc would not be over before TCA' : 'there is no time outside the shadow of the Earth'
  return `between ${planTime(from)} and ${planTime(to)} ${why}`
}

/**
 * Returns the spans of starts at which a burn would be in the forbidden shadow: the eclipses, each extended before its beginning by the length of an
 * arc.
 */
export function shutBefore(
  { encounter, periodS }: EncounterModel,
  { relative: { tca }, objects }: Cdm,
  { asked: { noBurnIn, kind }, fromS }: { readonly asked: PlanOptions; readonly fromS: number },
): BurnSpan[] {
  if (noBurnIn === null) return []
  const arcS = kind === 'arc' ? ARC_PERIODS * periodS : 0
  const m2PerKg = objects[0].additional?.cdAreaOverMassM2PerKg
  const eclipses = shadowBefore({ tca, state: encounter.primary, m2PerKg }, fromS, noBurnIn)
  return eclipses.map((one) => ({ fromS: one.fromS - arcS, toS: one.toS }))
}

/** Returns starts in seconds after TCA; for a window, its beginning. */
export function startsOf(model: EncounterModel, cdm: Cdm, when: BurnTime): number[] {
  const { periodS } = model
  const { tca } = cdm.relative
  const times =
    'usual' in when
      ? usualLeadsS(periodS, when.usual).map((lead) => -lead)
      : 'leadOrbits' in when
        ? when.leadOrbits.map((lead) => -lead * periodS)
        : ['at' in when ? secondsBetween(tca, when.at) : spanOf(model, cdm, when).fromS]
  for (const time of times) requireBefore(time)
  return times.map(roundToMicroseconds)
}

/** Throws RangeError for a burn that starts at or after the closest approach, because it avoids nothing. */
export function requireBefore(burnS: number): void {
  if (!(burnS < 0)) throw new RangeError('a burn at or after TCA avoids nothing')
}

function roundToMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}
