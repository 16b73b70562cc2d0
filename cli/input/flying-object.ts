import type { Frame } from '@apsis/astro/frames/frame.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** A state in the frame of its object, m and m/s, or why there is none. */
export type Motion =
  | { readonly ok: true; readonly r: Vec3; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: string }

/** The identity of an object, as far as its file states it. */
export interface Identity {
  readonly noradId: number | null
  /** The international designator, else what its file calls it. */
  readonly objectId: string
  readonly objectName: string
}

/** An object that can be asked where it is. */
export interface FlyingObject extends Identity {
  readonly ok: true
  /** Of its elements or its state; of an ephemeris the first state. */
  readonly epoch: Epoch
  readonly frame: Frame
  readonly stateAt: (epoch: Epoch) => Motion
  /** Of an ephemeris, the span that it covers. */
  readonly span?: { readonly start: Epoch; readonly end: Epoch }
}

/** An object that cannot be used, with the reason, and the line where it is known. */
export interface GroundedObject extends Identity {
  readonly ok: false
  readonly reason: string
}

export type AnyObject = FlyingObject | GroundedObject

/** An entry for an object that could not be read: it has only its fault. */
export function grounded(reason: string, identity: Partial<Identity> = {}): GroundedObject {
  return { ok: false, noradId: null, objectId: '', objectName: '', ...identity, reason }
}
