import type { EncounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { EncounterKind } from '@apsis/astro/screening/screened-object.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

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

/** An encounter of the object with one of the catalogue. */
export type Found = {
  readonly place: number
  readonly kind: EncounterKind
  readonly seconds: number
  readonly missM: number
  readonly relativeSpeedMps: number
  readonly missRtnM: Vec3
  readonly velocityRtnMps: Vec3
  /** Of the element sets of the object and of the other, s. */
  readonly ages: readonly [number | undefined, number | undefined]
  readonly probability: Pick<EncounterProbability, 'probability' | 'reason' | 'maximumProbability'>
  readonly episode: number | undefined
}

/** What could not be screened to the end; place -1 is the object itself. */
export type Unfound = { readonly place: number; readonly reason: string; readonly untilS: number | undefined }

export type FindAnswer = {
  readonly found: readonly Found[]
  readonly lost: readonly Unfound[]
  readonly compared: number
}

/** With the id 0 the thread says that it is ready. */
export type FindReply = ({ readonly id: number } & FindAnswer) | { readonly id: number; readonly error: string }
