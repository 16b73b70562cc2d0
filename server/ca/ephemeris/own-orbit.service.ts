import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import type { SatelliteRow } from '../fleet/satellite.repository.ts'
import { findOperationalOrbit } from './ephemeris.service.ts'

/** An orbit that is stored. */
export type StoredOrbit =
  | { readonly kind: 'set'; readonly set: ElementSet }
  /** In TEME, as `v8.serialize` writes its segments. */
  | { readonly kind: 'ephemeris'; readonly noradId: number; readonly segments: Uint8Array }

export type OrbitSource = {
  readonly orbit: StoredOrbit
  /** Where it comes from, in words. */
  readonly source: string
  readonly isSimulated: boolean
}

/** What a satellite flies by: its operational ephemeris where that has the time, else its newest element set; undefined: neither is known. */
export async function findOwnOrbit(
  tx: TenantDb,
  { id, norad_id: noradId }: Pick<SatelliteRow, 'id' | 'norad_id'>,
  times: { readonly now: Date; readonly at: Date },
): Promise<OrbitSource | undefined> {
  const file = await findOperationalOrbit(tx, { ...times, satelliteId: id })
  if (file === undefined) return findSet(tx, noradId)
  const { name, segments, isSimulated } = file
  return { orbit: { kind: 'ephemeris', noradId, segments }, source: `ephemeris ${name}`, isSimulated }
}

/** The newest element set of an object. */
export async function findSet(tx: TenantDb, noradId: number): Promise<OrbitSource | undefined> {
  const known = (await newestSets(tx, [noradId])).get(noradId)
  if (known === undefined) return undefined
  const { set, source, isSimulated } = known
  return { orbit: { kind: 'set', set }, source, isSimulated }
}
