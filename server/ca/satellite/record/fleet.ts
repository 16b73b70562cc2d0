import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { radiusOf } from './derive-satellite.ts'
import { listObjectRadii, readObjectSizeMark } from './object-size.repository.ts'
import { listActiveSatellites, listSatelliteVersions } from './satellite.repository.ts'

/** The fields of a satellite of the organisation that a message about it needs. */
export type OwnSatellite = {
  readonly id: string
  readonly name: string
  /** Null if the radius is not known. */
  readonly radiusM: number | null
  readonly thresholds: Thresholds
}

/** The own satellites, and the loaded radii of other objects, m, by catalogue number; `mark` changes whenever one of them does. */
export type Fleet = {
  readonly byNumber: ReadonlyMap<string, OwnSatellite>
  readonly radii: ReadonlyMap<string, number>
  readonly mark: string
}

/** Returns the satellites of the organisation that are not removed. */
export async function readFleet(tx: TenantDb): Promise<Fleet> {
  const rows = await listActiveSatellites(tx)
  const byNumber = new Map(
    rows.map(({ id, name, norad_id, configuration }) => [
      String(norad_id),
      { id, name, radiusM: radiusOf(configuration).hardBodyRadius, thresholds: configuration.thresholds },
    ]),
  )
  const radii = new Map((await listObjectRadii(tx)).map(({ noradId, radiusM }) => [String(noradId), radiusM]))
  return { byNumber, radii, mark: markOf(rows, await readObjectSizeMark(tx)) }
}

/** Returns the ids and versions of the satellites and the version of the sizes; these are faster to read than the data. */
export async function readFleetMark(tx: TenantDb): Promise<{ mark: string; ids: ReadonlySet<string> }> {
  const rows = await listSatelliteVersions(tx)
  return { mark: markOf(rows, await readObjectSizeMark(tx)), ids: new Set(rows.map(({ id }) => id)) }
}

const markOf = (rows: readonly { readonly id: string; readonly version: number }[], sizes: string): string =>
  [...rows.map(({ id, version }) => `${id} ${version}`).sort(), sizes].join()

type Owners = { readonly satellite_id: string | null; readonly other_satellite_id: string | null }

/** Returns the satellites of an event by its stored ids. */
export function ownOf({ satellite_id, other_satellite_id }: Owners, { byNumber }: Fleet) {
  const find = (id: string | null) => [...byNumber.values()].find((one) => one.id === id)
  return [find(satellite_id), find(other_satellite_id)] as const
}
