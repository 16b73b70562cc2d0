import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

/** The objects that the fleet is compared with in scheduled screenings: the catalogue, or the objects of messages. */
export type FleetLine = 'CAT' | 'CDM'

export type FleetRunRow = {
  line: FleetLine
  asked_at: Date
  screening_id: string | null
  catalogue_epoch: Date | null
  error: string | null
  /** The state and the end of the screening; null while it waits or runs, or if there is no screening. */
  state: string | null
  ended_at: Date | null
}

/** Returns the last scheduled screening of the fleet against the catalogue, and the last one against objects of messages. */
export async function listFleetRuns(tx: TenantDb): Promise<FleetRunRow[]> {
  const { rows } = await sql<FleetRunRow>`
    select f.line, f.asked_at, f.screening_id, f.catalogue_epoch, f.error, s.state, s.ended_at
    from ca.fleet_screening f left join screening.screening s on s.id = f.screening_id order by f.line`.execute(tx)
  return rows
}

export type FleetRun = {
  readonly line: FleetLine
  readonly at: Date
  readonly screeningId: string | null
  readonly catalogueEpoch: Date | null
  readonly error: string | null
}

export async function storeFleetRun(tx: TenantDb, tenantId: string, run: FleetRun): Promise<void> {
  await sql`
    insert into ca.fleet_screening (tenant_id, line, asked_at, screening_id, catalogue_epoch, error)
    values (${tenantId}, ${run.line}, ${run.at}, ${run.screeningId}::uuid, ${run.catalogueEpoch}::timestamptz, ${run.error})
    on conflict (tenant_id, line) do update set asked_at = excluded.asked_at, screening_id = excluded.screening_id,
      catalogue_epoch = excluded.catalogue_epoch, error = excluded.error`.execute(tx)
}

export type FleetNews = {
  satellites: number
  /** The time when a satellite was last added or changed. */
  changed_at: Date | null
  /** The later of two times: when the newest message of a future event was stored (not created), and when a message was last withdrawn. */
  message_at: Date | null
}

/** Returns the changes that may make a screening due. */
export async function findFleetNews(tx: TenantDb, now: Date): Promise<FleetNews> {
  const { rows } = await sql<FleetNews>`
    select fleet.*, (
      select max(greatest(m.stored_at, m.withdrawn_at)) from ca.cdm m where m.tca > ${now} and m.satellite_id is not null
    ) as message_at
    from (
      select count(*)::int as satellites, max(created_at) as changed_at from ca.satellite where deleted_at is null
    ) fleet`.execute(tx)
  return rows[0] ?? { satellites: 0, changed_at: null, message_at: null }
}

/** Returns the scheduled screenings that ended before a time. */
export async function listOldRuns(tx: TenantDb, createdBy: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from screening.screening
    where created_by = ${createdBy} and ended_at < ${before} order by ended_at limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}
