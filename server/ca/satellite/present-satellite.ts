import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ScreeningState } from '@apsis/contract/ca/satellite/screening-state.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import { listCoverageEnds } from '../ephemeris/record/ephemeris.repository.ts'
import { listScreeningStates } from '../screening/screening-state.repository.ts'
import { areasOf, orbitOf, radiusOf } from './record/derive-satellite.ts'
import type { SatelliteRow } from './record/satellite.repository.ts'

/** Returns a satellite in the form of the API. */
export async function presentSatellite(tx: TenantDb, row: SatelliteRow): Promise<Satellite> {
  const [satellite] = await presentSatellites(tx, [row])
  if (satellite === undefined) throw new TypeError('a row makes a satellite')
  return satellite
}

/** Returns satellites in the form of the API, with the values that follow from their shapes and from orbit data. */
export async function presentSatellites(tx: TenantDb, rows: readonly SatelliteRow[]): Promise<Satellite[]> {
  const numbers = rows.map(({ norad_id }) => norad_id)
  const newest = await newestSets(tx, numbers)
  const until = await listCoverageEnds(tx)
  const states = await listScreeningStates(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    satelliteId: row.id,
    name: row.name,
    noradId: row.norad_id,
    ...(row.cospar_id === null ? {} : { cosparId: row.cospar_id }),
    ...(row.tag === null ? {} : { group: row.tag }),
    configuration: row.configuration,
    derived: {
      ...radiusOf(row.configuration),
      ...areasOf(row.configuration),
      ...orbitOf(newest.get(row.norad_id)?.set),
      ephemerisUntil: until.get(row.id)?.toISOString() ?? null,
      ...screeningOf(states.get(row.id)),
    },
    isSimulated: row.is_simulated,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

const screeningOf = (screening: ScreeningState | undefined) => (screening === undefined ? {} : { screening })
