import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import type { SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { findOperationalOrbit } from './ephemeris.service.ts'
import * as files from './record/ephemeris.repository.ts'

/** A stored orbit. */
export type StoredOrbit =
  | { readonly kind: 'set'; readonly set: ElementSet }
  /** The orbit in TEME, as `v8.serialize` writes its segments. */
  | { readonly kind: 'ephemeris'; readonly noradId: number; readonly segments: Uint8Array }

export type OrbitSource = {
  readonly orbit: StoredOrbit
  /** The name of its source. */
  readonly source: string
  /** The name of an ephemeris, or the publisher of an element set. */
  readonly name: string
  readonly isSimulated: boolean
}

type Times = {
  readonly now: Date
  /** The beginning and the end of the requested time. */
  readonly at: Date
  readonly until?: Date
}

/**
 * Returns the orbit of a satellite: its operational ephemeris if that covers the time, else its newest element set; undefined if neither is known.
 * An element set has no end: it is preferred to an ephemeris that ends before the requested time.
 */
export async function findOwnOrbit(
  tx: TenantDb,
  { id, norad_id: noradId }: Pick<SatelliteRow, 'id' | 'norad_id'>,
  { now, at, until }: Times,
): Promise<OrbitSource | undefined> {
  const fileAt = (time: Date) => findOperationalOrbit(tx, { now, satelliteId: id, at: time })
  const file = await fileAt(at)
  if (file === undefined) return findSet(tx, noradId)
  if (until !== undefined && (await fileAt(until)) === undefined) {
    const set = await findSet(tx, noradId)
    if (set !== undefined) return set
  }
  const { name, segments, isSimulated } = file
  return { orbit: { kind: 'ephemeris', noradId, segments }, source: `ephemeris ${name}`, name, isSimulated }
}

/** Returns the newest element set of an object. */
export async function findSet(tx: TenantDb, noradId: number): Promise<OrbitSource | undefined> {
  const known = (await newestSets(tx, [noradId])).get(noradId)
  if (known === undefined) return undefined
  const { set, source, isSimulated } = known
  return { orbit: { kind: 'set', set }, source, name: source, isSimulated }
}

/** An operational ephemeris in its stored form. */
export type OwnEphemeris = {
  readonly satelliteId: string
  readonly madeAt: Date
  /** The input of statesOfOwn (own-states.service.ts). */
  readonly packed: Uint8Array
}

/** An operational ephemeris, with the name, the usable span and the simulation mark of its file. */
export type OwnFile = OwnEphemeris & {
  readonly fileName: string
  readonly usableFrom: Date
  readonly usableTo: Date
  readonly isSimulated: boolean
}

/** Returns the operational ephemerides, of one satellite or of all, that have states between two times and had not ended at the first time. */
export async function listOwnEphemerides(
  tx: TenantDb,
  { from, to, satelliteId }: { readonly from: Date; readonly to: Date; readonly satelliteId?: string },
): Promise<OwnFile[]> {
  const found: OwnFile[] = []
  for (const row of await files.listOperational(tx, from, satelliteId)) {
    const { usable_start_at: start, usable_stop_at: stop } = row
    if (start === null || stop === null || start > to || stop <= from) continue
    const packed = await files.findOrbit(tx, row.id)
    if (packed === undefined) continue
    const { satellite_id: satelliteId, name: fileName, is_simulated: isSimulated } = row
    found.push({
      satelliteId,
      madeAt: files.madeAt(row),
      packed,
      fileName,
      usableFrom: start,
      usableTo: stop,
      isSimulated,
    })
  }
  return found
}
