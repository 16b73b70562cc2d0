import type { EncounterErrors } from './alert-region.ts'
import type { DatedUpdate } from './commit-update.ts'
import type { Crossing } from './flux.ts'

/** The type of the secondary. */
export type SecondaryKind = 'payload' | 'rocket-body' | 'debris' | 'unknown'
export const SECONDARY_KINDS: readonly SecondaryKind[] = ['payload', 'rocket-body', 'debris', 'unknown']

/**
 * The size class of the secondary, by its diameter: below 10 cm, up to 1 m, above, unknown. 10 cm separates the large from the small objects of
 * NASA-STD-8719.14C (2021), requirement 4.5-1, and is about the smallest size in the catalogue of low orbit.
 */
export type SecondarySize = 'below-10-cm' | '10-cm-to-1-m' | 'above-1-m' | 'unknown'

const SMALL_BELOW_M = 0.1
const LARGE_FROM_M = 1

/** Returns the size class of a secondary from its own hard-body radius, m. */
export function sizeOf(radiusM: number | null): SecondarySize {
  if (radiusM === null) return 'unknown'
  const diameterM = 2 * radiusM
  if (diameterM < SMALL_BELOW_M) return 'below-10-cm'
  return diameterM < LARGE_FROM_M ? '10-cm-to-1-m' : 'above-1-m'
}

/** One message of an event, with its errors in the conjunction plane if it states a covariance. */
export interface AnnualUpdate extends DatedUpdate {
  readonly errors: EncounterErrors | null
}

/** One event in the history of the satellite. */
export interface AnnualEvent {
  readonly kind: SecondaryKind
  readonly size: SecondarySize
  /** The time of closest approach, days since the start of the history. */
  readonly tcaDay: number
  /** The point at which the secondary crossed the conjunction plane, from the newest message; null if unknown. */
  readonly crossing: Crossing | null
  readonly updates: readonly AnnualUpdate[]
}
