import type { CartesianState } from '../orbit/elements.ts'
import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes } from '../sgp4/propagate.ts'
import { type Epoch, secondsBetween } from '../time/epoch.ts'

/** A state in m and m/s, or the reason why there is none at that time. */
export type StateOrReason = ({ readonly ok: true } & CartesianState) | { readonly ok: false; readonly reason: string }

/**
 * An object that can be screened: its state by seconds after the start of the screening, for all objects of one screening in the same inertial
 * frame.
 */
export interface ScreenedObject {
  readonly id: string
  readonly stateAt: (seconds: number) => StateOrReason
}

/** Returns an element set as an object of a screening that starts at `start`; states in TEME of date. */
export function screenedElements(id: string, model: Sgp4Model, start: Epoch): ScreenedObject {
  const ageS = secondsBetween(model.epoch, start)
  return { id, stateAt: (seconds) => propagateSgp4Minutes(model, (ageS + seconds) / 60) }
}

/**
 * The kinds of encounter: a minimum of the distance inside the interval, or an end of the interval if the objects are near and would be nearer
 * beyond. `start` is also used for two objects without relative motion.
 */
export type EncounterKind = 'minimum' | 'start' | 'end'

/** Two objects at a time when they are nearest, by their indices in the list of objects, the lower one first. */
export interface Encounter {
  readonly first: number
  readonly second: number
  readonly kind: EncounterKind
  /** Seconds after the start of the screening. */
  readonly seconds: number
  readonly missM: number
  readonly relativeSpeedMps: number
}

/** An object without a state from some time on. */
export interface NotScreened {
  readonly place: number
  readonly reason: string
  /** The end of its screened time, seconds after the start; undefined if it was never screened. */
  readonly untilS: number | undefined
}

export interface ScreeningResult {
  /** In the order of time, then of the indices. */
  readonly encounters: readonly Encounter[]
  readonly notScreened: readonly NotScreened[]
}

/** Returns −1, 0 or 1 by time, then indices: the order in which encounters are listed. */
export function compareEncounters(a: Encounter, b: Encounter): number {
  return Math.sign(a.seconds - b.seconds || a.first - b.first || a.second - b.second)
}
