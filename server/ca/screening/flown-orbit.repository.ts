import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { IS_DETERMINED, MADE } from '../ephemeris/record/determined.repository.ts'

/** An orbit that a satellite flew by, as it is stored, and when it was made. */
export type FlownOrbit = { made_at: Date; bytes: Buffer }

/** Which files count: none of before a time, and simulated ones for simulated satellites only. */
type CountedFiles = { readonly satelliteId: string; readonly since: Date; readonly isSimulated: boolean }

/** Files that were determined and flown; what a plan was written to says what was wanted. */
const isCounted = ({ since, isSimulated }: CountedFiles) => sql`
  kind = 'OPERATIONAL' and state in ('VALID', 'SUPERSEDED') and is_simulated = ${isSimulated}
  and ${IS_DETERMINED} and ${MADE} >= ${since}`

/** The newest orbits that a satellite flew by, newest first. */
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

/** The other satellites with files that count whose revolution takes most nearly as long, nearest first. No file is read for it. */
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
