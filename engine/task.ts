import type { PackedCatalogue } from '@apsis/astro/kernel/packed.ts'
import type { Encounter, EncounterKind, NotScreened, ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { ScreeningObject, Span } from '@apsis/astro/screening/screening-object.ts'
import type { Extents, SweepLimits } from '@apsis/astro/screening/sweep-objects.ts'

/** What a thread is given once: the catalogue in memory that all threads share, and the kernel to screen it with. */
export interface Equipment {
  readonly kernel: Uint8Array<ArrayBuffer>
  readonly packed: PackedCatalogue
}

/** What a thread is given for each screening. */
export interface Order {
  /** Objects that are not in the catalogue; their places follow. */
  readonly others: readonly ScreeningObject[]
  readonly sets: Uint8Array
  readonly groups: Int32Array
  readonly allowed: Uint8Array
  readonly spans: ReadonlyMap<number, Span>
  readonly limits: SweepLimits
  readonly extents?: Extents
  /** Whether the extents are wanted with each answer. */
  readonly isLearning: boolean
}

export type Message = { readonly kind: 'order'; readonly order: Order } | { readonly kind: 'task'; readonly span: Span }

/** What a thread answers to a task: numbers, which travel without being copied. */
export interface Answer {
  readonly numbers: Float64Array
  readonly notScreened: readonly NotScreened[]
  /** Of all that the thread has screened since its order. */
  readonly extents?: Extents
}

const KINDS: readonly EncounterKind[] = ['minimum', 'start', 'end']
const NUMBERS = 6

export function packAnswer({ encounters, notScreened }: ScreeningResult): Answer {
  const numbers = new Float64Array(NUMBERS * encounters.length)
  encounters.forEach(({ first, second, kind, seconds, missM, relativeSpeedMps }, at) => {
    numbers.set([first, second, KINDS.indexOf(kind), seconds, missM, relativeSpeedMps], NUMBERS * at)
  })
  return { numbers, notScreened }
}

export function unpackAnswer({ numbers, notScreened }: Pick<Answer, 'numbers' | 'notScreened'>): ScreeningResult {
  const encounters = Array.from({ length: numbers.length / NUMBERS }, (_, at): Encounter => {
    const [first = 0, second = 0, kind = 0, seconds = 0, missM = 0, relativeSpeedMps = 0] = numbers.subarray(
      NUMBERS * at,
      NUMBERS * (at + 1),
    )
    return { first, second, kind: KINDS[kind] ?? 'minimum', seconds, missM, relativeSpeedMps }
  })
  return { encounters, notScreened }
}
