import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { IS_DETERMINED, MADE } from '../ephemeris/record/determined.repository.ts'

/** An operational orbit of a satellite as it is stored, and the time when it was made. */
export type FlownOrbit = { made_at: Date; bytes: Buffer }

/** The filter of files: files from before a time do not count, and simulated files count only for simulated satellites. */
type CountedFiles = { readonly satelliteId: string; readonly since: Date; readonly isSimulated: boolean }

/** Selects operational orbits that were determined from data; the file of a plan only states an intention. */
const isCounted = ({ since, isSimulated }: CountedFiles) => sql`
  kind = 'OPERATIONAL' and state in ('VALID', 'SUPERSEDED') and is_simulated = ${isSimulated}
  and ${IS_DETERMINED} and ${MADE} >= ${since}`

/** Returns the newest operational orbits of a satellite, newest first. */
export async function listFlownOrbits(
  tx: TenantDb,
  { most, ...counted }: CountedFiles & { readonly most: number },
): Promise<FlownOrbit[]> {
  const { rows } = await sql<FlownOrbit>`
    with flown as (
      select id, ${MADE} as made from ca.ephemeris
      where satellite_id = ${counted.satelliteId} and ${isCounted(counted)}
      order by made desc limit ${most}
    )
    select f.made as made_at, o.bytes from flown f join ca.ephemeris_orbit o on o.ephemeris_id = f.id
    order by f.made desc`.execute(tx)
  return rows
}

/**
 * Returns the satellites with the closest orbital periods that have counted files, nearest first, without reading a
 * file.
 */
export async function listNeighbours(
  tx: TenantDb,
  { most, periodS, ...counted }: CountedFiles & { readonly most: number; readonly periodS: number },
): Promise<string[]> {
  const { rows } = await sql<{ satellite_id: string }>`
    with newest as (
      select distinct on (satellite_id) satellite_id, states_per_revolution
        * extract(epoch from stop_at - start_at)::float8 / greatest(1, points - segments) as period_s
      from ca.ephemeris where satellite_id <> ${counted.satelliteId} and ${isCounted(counted)}
      order by satellite_id, ${MADE} desc
    )
    select satellite_id from newest where period_s > 0
    order by abs(ln(period_s / ${periodS}::float8)), satellite_id limit ${most}`.execute(tx)
  return rows.map(({ satellite_id }) => satellite_id)
}
