import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Encounter } from '../conjunction/event/encounter.ts'

/** What the thread of the direct search is given once. */
export type CatalogueEquipment = {
  /** Times count from here. */
  readonly start: Epoch
  readonly elements: readonly MeanElements[]
  readonly threads: number
}

/** One question; places are those in the list of elements. */
export type FindOrder = {
  /** By elements, or an orbit as it is stored (packed-orbit.ts). */
  readonly primary: { readonly elements: MeanElements } | { readonly packed: Uint8Array }
  readonly fromS: number
  readonly toS: number
  readonly thresholdM: number
  /** Places of the object itself. */
  readonly absent: readonly number[]
  /** Who it is compared with; undefined: all. */
  readonly listed: readonly number[] | undefined
}

export type FindMessage =
  | { readonly kind: 'ask'; readonly id: number; readonly order: FindOrder }
  | { readonly kind: 'cancel'; readonly id: number }

/** The place of the object itself, which stands in no catalogue. */
export const OWN_PLACE = -1

/** What could not be screened to the end; OWN_PLACE is the object itself. */
export type Unfound = { readonly place: number; readonly reason: string; readonly untilS: number | undefined }

export type FindAnswer = {
  /** Of the object, as primary, with one of the catalogue each. */
  readonly found: readonly Encounter[]
  readonly lost: readonly Unfound[]
  readonly compared: number
}

/** With the id 0 the thread says that it is ready. */
export type FindReply = ({ readonly id: number } & FindAnswer) | { readonly id: number; readonly error: string }
