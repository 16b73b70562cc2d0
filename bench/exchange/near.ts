/**
 * The data that the two processes of the bench of neighbours' ephemerides share: one searches for near objects, and the other uses the
 * result.
 */

export const OBJECTS = 11_000
export const NOW_MS = Date.UTC(2026, 10, 30, 12)
/** The product reads the ephemerides of objects that come nearer than this distance within this time (neighbour-work.ts). */
export const NEAR_KM = 25
export const NEAR_HOURS = 72

/** A published object that comes near, and the time of its first closest approach. */
export type Near = { readonly noradId: number; readonly tca: Date }

export type NearObjects = {
  readonly near: readonly Near[]
  readonly seconds: number
  /** The peak memory of the process that chose the objects. */
  readonly mib: number
}
