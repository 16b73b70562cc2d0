import type { Matrix } from '@apsis/astro/matrix.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import type { TenantDb } from '../../../platform/database/database.ts'

/** Of which burn tracks are wanted, and where its satellite was thought to be. */
export type TracksAsked = {
  readonly tenantId: string
  readonly noradId: number
  readonly ignition: Date
  readonly end: Date
  readonly deltaVRtn: readonly number[]
  /** The message that the plan stands on. */
  readonly original: Uint8Array
}

/** The orbit that tracks determine by themselves, in GCRF; m and m/s. */
export type TrackedOrbit = { readonly epoch: Epoch; readonly state: CartesianState; readonly covariance: Matrix }

/** Tracks of after a burn: which they are, and the orbit that they determine; null where they determine none. */
export type TracksFound = {
  readonly id: string
  /** Names the tracks: others give another orbit. */
  readonly mark: string
  readonly name: string
  readonly at: Date
  readonly fit: () => Promise<TrackedOrbit | null>
}

/** Finds own tracks; undefined: there are none. Handed in by tracking, which lies above collision avoidance. */
export type FindTracks = (tx: TenantDb, asked: TracksAsked) => Promise<TracksFound | undefined>
