import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { TenantDb } from '../../../platform/database/database.ts'

/** Of which burn tracks are wanted. */
export type TracksAsked = { readonly noradId: number; readonly end: Date }

/** Which tracks to read, of which burn, and where its satellite was thought to be. */
export type TracksToFit = {
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly noradId: number
  readonly ignition: Date
  readonly deltaVRtn: readonly number[]
  /** The message that the plan stands on. */
  readonly original: Uint8Array
}

/** The orbit that tracks determine by themselves, in GCRF; m and m/s. */
export type TrackedOrbit = { readonly epoch: Epoch; readonly state: CartesianState; readonly covariance: Matrix }

/** Tracks of after a burn, and the orbit that they determine; null where they determine none. */
export type TracksFound = {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly fit: () => Promise<TrackedOrbit | null>
}

/** Own tracks of after a burn. Handed in by tracking, which lies above collision avoidance. */
export type FindTracks = {
  /** So long after the end of a burn a track begins that may tell of it, ms. */
  readonly withinMs: number
  /** The ids alone: they are asked for at every turn. */
  readonly list: (tx: TenantDb, asked: TracksAsked) => Promise<string[]>
  /** What is to be fitted; undefined: no sensor of them is known. */
  readonly read: (tx: TenantDb, wanted: TracksToFit) => Promise<TracksFound | undefined>
}
