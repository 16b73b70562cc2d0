import { ascendingNodesBefore } from '@apsis/astro/manoeuvre/blackout/ascending-nodes.ts'
import { eclipsesBefore } from '@apsis/astro/manoeuvre/blackout/eclipse.ts'
import { keplerPeriodS } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { OpenDesign } from './design.ts'

/** A span on the axis of the map, in revolutions before TCA, the earlier end first. */
type Span = { readonly from: number; readonly to: number }

/** The orbit on the axis of the map. */
export type RevolutionsAndShadows = {
  /**
   * The revolutions from ascending node to ascending node, cut where the map ends. `before` counts them backwards; the
   * revolution that contains TCA is 0.
   */
  readonly revolutions: readonly (Span & { readonly before: number })[]
  /** The spans in the umbra of the Earth, along the propagated orbit. */
  readonly shadows: readonly Span[]
}

/**
 * Returns revolutions and eclipses of the satellite from the first time of the map to TCA, propagated with J2, also if the map has other
 * dynamics.
 */
export function revolutionsAndShadows({ encounter, tca }: OpenDesign, firstLead: number): RevolutionsAndShadows {
  const periodS = keplerPeriodS(encounter.primary)
  const orbit = { tca, state: encounter.primary }
  const fromS = -firstLead * periodS
  const toLead = (seconds: number) => -seconds / periodS
  const ends = [fromS, ...ascendingNodesBefore(orbit, fromS), 0]
  const count = ends.length - 1
  return {
    revolutions: Array.from({ length: count }, (_, place) => ({
      from: toLead(ends[place] ?? missing()),
      to: toLead(ends[place + 1] ?? missing()),
      before: count - 1 - place,
    })),
    shadows: eclipsesBefore(orbit, fromS, 'UMBRA').map(({ fromS: start, toS: end }) => ({
      from: toLead(start),
      to: toLead(end),
    })),
  }
}

/**
 * The light at the start of a burn, and the time until the next eclipse begins or the current one ends; null if neither happens before TCA.
 */
export type Light = { readonly isSunlit: boolean; readonly untilMs: number | null }

export function lightAt(
  { shadows }: RevolutionsAndShadows,
  { tcaMs, periodS }: { readonly tcaMs: number; readonly periodS: number },
  ignitionMs: number,
): Light {
  const lead = (tcaMs - ignitionMs) / 1_000 / periodS
  const toMs = (at: number) => tcaMs - 1_000 * at * periodS
  const inside = shadows.find(({ from, to }) => lead <= from && lead >= to)
  if (inside !== undefined) return { isSunlit: false, untilMs: toMs(inside.to) }
  const next = shadows.find(({ from }) => from < lead)
  return { isSunlit: true, untilMs: next === undefined ? null : toMs(next.from) }
}
