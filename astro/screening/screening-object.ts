import type { Ephemeris } from '../ephemeris/ephemeris.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import type { Epoch } from '../time/epoch.ts'
import type { BoxOfSet } from './screening-box.ts'

/** The motion of an object: from elements, or from an ephemeris whose states are in TEME of date, m and m/s. */
export type Flight =
  | { readonly kind: 'elements'; readonly model: Sgp4Model }
  | { readonly kind: 'ephemeris'; readonly ephemeris: Ephemeris }

/** An object of a screening as plain data, so that it can be sent to another thread or process. */
export interface ScreeningObject {
  readonly id: string
  readonly flight: Flight
  /** The set of the object, 0 to 7; the pairs of a screening define which sets are compared. Default 0. */
  readonly set?: number
  /** Objects of one group above 0 are never compared with each other: the candidates for one manoeuvre. Default 0. */
  readonly group?: number
  /** The time span in which the object exists, seconds after the start of the screening; default: all the time. */
  readonly fromS?: number
  readonly untilS?: number
}

/** Two sets that are compared, or one set that is compared with itself. */
export type SetPair = readonly [one: number, other: number]

/** The task of a screening: to find all encounters below `thresholdM` of the given pairs, within `durationS` after the start. */
export interface Screening {
  readonly objects: readonly ScreeningObject[]
  readonly start: Epoch
  readonly durationS: number
  /** Distance at the closest approach, m. */
  readonly thresholdM: number
  /** Only encounters inside the box about the object of a set; the threshold must be at least the sphere around the box. */
  readonly within?: BoxOfSet
  /** Default: set 0 with itself. */
  readonly pairs?: readonly SetPair[]
}

/** A part of the interval, seconds after the start; parts meet at multiples of PART_S. */
export interface Span {
  readonly fromS: number
  readonly toS: number
}

/**
 * Each part of a screening starts and ends at a multiple of this length (the last one ends with the screening), so that all runs use the same
 * windows.
 */
export const PART_S = 480
