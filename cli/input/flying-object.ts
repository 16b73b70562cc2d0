import type { Frame } from '@apsis/astro/frames/frame.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** A state in the frame of its object, m and m/s, or the reason why there is none. */
export type Motion =
  | { readonly ok: true; readonly r: Vec3; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: string }

/** The identity of an object, if its file states it. */
export interface Identity {
  readonly noradId: number | null
  /** The international designator, otherwise the name in its file. */
  readonly objectId: string
  readonly objectName: string
}

/** An object whose position can be computed. */
export interface FlyingObject extends Identity {
  readonly ok: true
  /** The epoch of its elements or its state; for an ephemeris that of the first state. */
  readonly epoch: Epoch
  readonly frame: Frame
  readonly stateAt: (epoch: Epoch) => Motion
  /** For an ephemeris, the span that it covers. */
  readonly span?: { readonly start: Epoch; readonly end: Epoch }
  /** True for an element set of an operator, of which a file may have several of one object. */
  readonly isSupplemental?: boolean
  /** For several element sets of one object: returns the set that is used at a time; null before the first epoch. */
  readonly setAt?: (epoch: Epoch) => FlyingObject | null
}

/** An object that cannot be used, with the reason, and the line if it is known. */
export interface GroundedObject extends Identity {
  readonly ok: false
  readonly reason: string
}

export type AnyObject = FlyingObject | GroundedObject

/** Returns an entry for an unreadable object, which has only its fault. */
export function grounded(reason: string, identity: Partial<Identity> = {}): GroundedObject {
  return { ok: false, noradId: null, objectId: '', objectName: '', ...identity, reason }
}
