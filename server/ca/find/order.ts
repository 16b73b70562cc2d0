import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Encounter } from '../event/encounter.ts'

/** The data that the thread of the direct search gets at its start. */
export type CatalogueEquipment = {
  /** All times are counted from this epoch. */
  readonly start: Epoch
  readonly elements: readonly MeanElements[]
  readonly threads: number
}

/** One question; its places are indexes into the list of elements. */
export type FindOrder = {
  /** The orbit of the object by elements, or as it is stored (packed-orbit.ts). */
  readonly primary: { readonly elements: MeanElements } | { readonly packed: Uint8Array }
  readonly fromS: number
  readonly toS: number
  readonly thresholdM: number
  /** The places of the object itself. */
  readonly absent: readonly number[]
  /** The places of the objects to compare with; undefined for all. */
  readonly listed: readonly number[] | undefined
}

export type FindMessage =
  | { readonly kind: 'ask'; readonly id: number; readonly order: FindOrder }
  | { readonly kind: 'cancel'; readonly id: number }

/** The place of an object that is in no catalogue. */
export const OWN_PLACE = -1

/** Objects that could not be screened to the end; OWN_PLACE is the object itself. */
export type Unfound = { readonly place: number; readonly reason: string; readonly untilS: number | undefined }

export type FindAnswer = {
  /** Encounters of the object as primary, each with one object of the catalogue. */
  readonly found: readonly Encounter[]
  readonly lost: readonly Unfound[]
  readonly compared: number
  /** The places of objects in the comparison that cannot be propagated at all. */
  readonly unusable: readonly number[]
}

/** A reply with the id 0 says that the thread is ready. */
export type FindReply = ({ readonly id: number } & FindAnswer) | { readonly id: number; readonly error: string }
