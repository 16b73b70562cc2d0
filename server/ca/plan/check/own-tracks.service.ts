import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { TenantDb } from '../../../platform/database/database.ts'

/** The burn whose tracks are wanted. */
export type TracksAsked = { readonly noradId: number; readonly end: Date }

/** The tracks to read, their burn, and the expected orbit of the satellite. */
export type TracksToFit = {
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly noradId: number
  readonly ignition: Date
  readonly deltaVRtn: readonly number[]
  /** The message that the plan is based on. */
  readonly original: Uint8Array
}

/** The orbit that tracks determine by themselves, in GCRF; m and m/s. */
export type TrackedOrbit = { readonly epoch: Epoch; readonly state: CartesianState; readonly covariance: Matrix }

/** Tracks from after a burn, and the orbit that they determine; null if they determine none. */
export type TracksFound = {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly fit: () => Promise<TrackedOrbit | null>
}

/**
 * Finds own tracks from after a burn. The tracking code passes this in, because tracking imports collision avoidance,
 * and not the other way round.
 */
export type FindTracks = {
  /** Tracks that begin within this time after the end of a burn may show it, ms. */
  readonly withinMs: number
  /** Returns only the ids: they are read in every run. */
  readonly list: (tx: TenantDb, asked: TracksAsked) => Promise<string[]>
  /** Returns the fitted tracks; undefined if none of their sensors is known. */
  readonly read: (tx: TenantDb, wanted: TracksToFit) => Promise<TracksFound | undefined>
}
