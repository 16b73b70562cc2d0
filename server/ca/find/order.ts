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

/** An orbit as elements, or in its stored form (packed-orbit.ts). */
export type FlownOrbit = { readonly elements: MeanElements } | { readonly packed: Uint8Array }

/** One question; its places are indexes into the list of elements. */
export type FindOrder = {
  /** The orbits of the objects whose approaches are searched; they are not compared with each other. */
  readonly primaries: readonly FlownOrbit[]
  /** `encounters`: every encounter, described. `nearest`: only the least distance of each object of the catalogue to the primaries. */
  readonly wanted: 'encounters' | 'nearest'
  readonly fromS: number
  readonly toS: number
  readonly thresholdM: number
  /** The places of objects that are left out of the comparison, such as the primaries themselves. */
  readonly absent: readonly number[]
  /** The places of the objects to compare with; undefined for all. */
  readonly listed: readonly number[] | undefined
}

export type FindMessage =
  | { readonly kind: 'ask'; readonly id: number; readonly order: FindOrder }
  | { readonly kind: 'cancel'; readonly id: number }

/** The place of the first primary, which is in no catalogue; each further primary has a place one lower. */
export const OWN_PLACE = -1

/** The least distance of an object of the catalogue to the primaries. */
export type NearestApproach = {
  readonly place: number
  /** The index of the primary. */
  readonly primary: number
  readonly seconds: number
  readonly missM: number
}

/** Objects that could not be screened to the end; places from OWN_PLACE down are the primaries. */
export type Unfound = { readonly place: number; readonly reason: string; readonly untilS: number | undefined }

export type FindAnswer = {
  /** Encounters of the first primary, each with one object of the catalogue; empty if only the nearest are wanted. */
  readonly found: readonly Encounter[]
  /** Empty if encounters are wanted. */
  readonly nearest: readonly NearestApproach[]
  readonly lost: readonly Unfound[]
  readonly compared: number
  /** The places of objects in the comparison that cannot be propagated at all. */
  readonly unusable: readonly number[]
}

/** A reply with the id 0 says that the thread is ready. */
export type FindReply = ({ readonly id: number } & FindAnswer) | { readonly id: number; readonly error: string }
