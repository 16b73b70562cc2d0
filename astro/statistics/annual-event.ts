import type { EncounterErrors } from './alert-region.ts'
import type { DatedUpdate } from './commit-update.ts'
import type { Crossing } from './flux.ts'

/** What the secondary is. */
export type SecondaryKind = 'payload' | 'rocket-body' | 'debris' | 'unknown'
export const SECONDARY_KINDS: readonly SecondaryKind[] = ['payload', 'rocket-body', 'debris', 'unknown']

/**
 * How large the secondary is, by its diameter: below 10 cm, to 1 m, above, not known. 10 cm parts the large from the small
 * objects of NASA-STD-8719.14C (2021), requirement 4.5-1, and is about what the catalogue of low orbit reaches down to.
 */
export type SecondarySize = 'below-10-cm' | '10-cm-to-1-m' | 'above-1-m' | 'unknown'

const SMALL_BELOW_M = 0.1
const LARGE_FROM_M = 1

/** The class of a secondary by its own hard-body radius, m. */
export function sizeOf(radiusM: number | null): SecondarySize {
  if (radiusM === null) return 'unknown'
  const diameterM = 2 * radiusM
  if (diameterM < SMALL_BELOW_M) return 'below-10-cm'
  return diameterM < LARGE_FROM_M ? '10-cm-to-1-m' : 'above-1-m'
}

/** One message of an event, with its errors in the conjunction plane where it states a covariance. */
export interface AnnualUpdate extends DatedUpdate {
  readonly errors: EncounterErrors | null
}

/** One event of the satellite's own history. */
export interface AnnualEvent {
  readonly kind: SecondaryKind
  readonly size: SecondarySize
  /** When the objects were closest, days since the beginning of the history. */
  readonly tcaDay: number
  /** Where the secondary crossed the conjunction plane, by the newest message; null where that is not known. */
  readonly crossing: Crossing | null
  readonly updates: readonly AnnualUpdate[]
}
