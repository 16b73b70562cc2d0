/** The question of the bench of neighbours' ephemerides, and its answer, which one process finds and another one uses. */

export const OBJECTS = 11_000
export const NOW_MS = Date.UTC(2026, 10, 30, 12)
/** The condition of the product (neighbour-work.ts). */
export const NEAR_KM = 25
export const NEAR_HOURS = 72

/** A published object that comes near, and when it does so first. */
export type Near = { readonly noradId: number; readonly tca: Date }

export type NearObjects = {
  readonly near: readonly Near[]
  readonly seconds: number
  /** The most memory of the process that chose. */
  readonly mib: number
}
