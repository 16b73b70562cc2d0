import type { PackedCatalogue } from '@apsis/astro/kernel/packed.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Encounter, EncounterKind, NotScreened, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { ScreeningObject, Span } from '@apsis/astro/screening/screening-object.ts'
import type { Extents, SweepLimits } from '@apsis/astro/screening/sweep-objects.ts'

/** The data with which a thread is started. */
export interface Equipment {
  readonly kernel: Uint8Array<ArrayBuffer>
}

/** The data about one screening that a thread needs. */
export interface Order {
  /** Objects that are not in the catalogue; their indices follow those of the catalogue. */
  readonly others: readonly ScreeningObject[]
  readonly sets: Uint8Array
  readonly groups: Int32Array
  readonly allowed: Uint8Array
  readonly spans: ReadonlyMap<number, Span>
  readonly limits: SweepLimits
  /** The shells of radius that the objects of the catalogue occupy; absent if all objects are compared with each other. */
  readonly extents?: Extents
}

/** The messages to a thread: first, once, the catalogue, in memory that all threads share; then an order and its tasks. */
export type Message =
  | { readonly kind: 'catalogue'; readonly packed: PackedCatalogue }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'task'; readonly span: Span }

/** The answer of a thread to a task: the numbers are transferred to the caller, not copied. */
export interface Answer {
  readonly numbers: Float64Array
  readonly notScreened: readonly NotScreened[]
}

const KINDS: readonly EncounterKind[] = ['minimum', 'start', 'end']
const NUMBERS_OF_ENCOUNTER = 6

export function packAnswer({ encounters, notScreened }: ScreeningResult): Answer {
  const numbers = new Float64Array(NUMBERS_OF_ENCOUNTER * encounters.length)
  let at = 0
  for (const { first, second, kind, seconds, missM, relativeSpeedMps } of encounters) {
    numbers[at] = first
    numbers[at + 1] = second
    numbers[at + 2] = KINDS.indexOf(kind)
    numbers[at + 3] = seconds
    numbers[at + 4] = missM
    numbers[at + 5] = relativeSpeedMps
    at += NUMBERS_OF_ENCOUNTER
  }
  return { numbers, notScreened }
}

export function unpackAnswer({ numbers, notScreened }: Answer): ScreeningResult {
  const encounters: Encounter[] = []
  for (let at = 0; at < numbers.length; at += NUMBERS_OF_ENCOUNTER) {
    encounters.push({
      first: numbers[at] ?? missing(),
      second: numbers[at + 1] ?? missing(),
      kind: KINDS[numbers[at + 2] ?? missing()] ?? 'minimum',
      seconds: numbers[at + 3] ?? missing(),
      missM: numbers[at + 4] ?? missing(),
      relativeSpeedMps: numbers[at + 5] ?? missing(),
    })
  }
  return { encounters, notScreened }
}
