import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import type { SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { findOperationalOrbit } from './ephemeris.service.ts'
import * as files from './record/ephemeris.repository.ts'

/** An orbit that is stored. */
export type StoredOrbit =
  | { readonly kind: 'set'; readonly set: ElementSet }
  /** In TEME, as `v8.serialize` writes its segments. */
  | { readonly kind: 'ephemeris'; readonly noradId: number; readonly segments: Uint8Array }

export type OrbitSource = {
  readonly orbit: StoredOrbit
  /** Where it comes from, in words. */
  readonly source: string
  /** Of an ephemeris its name, of an element set who published it. */
  readonly name: string
  readonly isSimulated: boolean
}

type Times = {
  readonly now: Date
  /** What is asked for begins then, and ends. */
  readonly at: Date
  readonly until?: Date
}

/**
 * What a satellite flies by: its operational ephemeris where that has the time, else its newest element set; undefined: neither is
 * known. An ephemeris that ends before what is asked for stands behind an element set, which goes on.
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

/** The newest element set of an object. */
export async function findSet(tx: TenantDb, noradId: number): Promise<OrbitSource | undefined> {
  const known = (await newestSets(tx, [noradId])).get(noradId)
  if (known === undefined) return undefined
  const { set, source, isSimulated } = known
  return { orbit: { kind: 'set', set }, source, name: source, isSimulated }
}

/** An operational ephemeris as it is stored. */
export type OwnEphemeris = {
  readonly satelliteId: string
  readonly madeAt: Date
  /** For statesOfOwn (own-states.service.ts). */
  readonly packed: Uint8Array
}

/** The operational ephemerides, of one satellite or of all, that have states at some time between two, and were not over at the first. */
export async function listOwnEphemerides(
  tx: TenantDb,
  { from, to, satelliteId }: { readonly from: Date; readonly to: Date; readonly satelliteId?: string },
): Promise<OwnEphemeris[]> {
  const found: OwnEphemeris[] = []
  for (const row of await files.listOperational(tx, from, satelliteId)) {
    const { usable_start_at: start, usable_stop_at: stop } = row
    if (start === null || stop === null || start > to || stop <= from) continue
    const packed = await files.findOrbit(tx, row.id)
    if (packed !== undefined) found.push({ satelliteId: row.satellite_id, madeAt: files.madeAt(row), packed })
  }
  return found
}
