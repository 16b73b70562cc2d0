import type { Ephemeris } from '../ephemeris/ephemeris.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import type { Epoch } from '../time/epoch.ts'
import type { BoxOfSet } from './screening-box.ts'

/** How an object flies: by elements, or by an ephemeris whose states are in TEME of date, m and m/s. */
export type Flight =
  | { readonly kind: 'elements'; readonly model: Sgp4Model }
  | { readonly kind: 'ephemeris'; readonly ephemeris: Ephemeris }

/** An object of a screening as data alone, so that it can be handed to another thread or process. */
export interface ScreeningObject {
  readonly id: string
  readonly flight: Flight
  /** Which set it belongs to, 0 to 7; the pairs of a screening say which sets are compared. Default 0. */
  readonly set?: number
  /** Objects of one group above 0 are never compared with each other: the candidates for one manoeuvre. Default 0. */
  readonly group?: number
  /** It flies from here and up to there, seconds after the start of the screening; default: all the time. */
  readonly fromS?: number
  readonly untilS?: number
}

/** Two sets that are compared, or one with itself. */
export type SetPair = readonly [one: number, other: number]

/** What is asked: all encounters below `thresholdM` of the pairs named, within `durationS` after the start. */
export interface Screening {
  readonly objects: readonly ScreeningObject[]
  readonly start: Epoch
  readonly durationS: number
  /** Distance at the closest approach, m. */
  readonly thresholdM: number
  /** Only encounters inside the box about the object of a set; the threshold is that of the sphere around the box, or more. */
  readonly within?: BoxOfSet
  /** Default: set 0 with itself. */
  readonly pairs?: readonly SetPair[]
}

/** A part of the interval, seconds after the start; parts meet at multiples of PART_S. */
export interface Span {
  readonly fromS: number
  readonly toS: number
}

/** Parts of a screening begin and end at multiples of this (or at its end), so that they look at the same windows. */
export const PART_S = 480
