import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { OPEN_EVENT_COLUMNS, type OpenEventRow } from '../plan/record/plan.repository.ts'

export type DemoRow = { seed: number; opened_at: Date; opened_by: string; sent_until: Date | null }

/** Opens the demo; returns false if it is open already. */
export async function insertDemo(
  tx: TenantDb,
  demo: { readonly tenantId: string; readonly seed: number; readonly openedAt: Date; readonly openedBy: string },
): Promise<boolean> {
  const result = await sql`
    insert into ca.demo (tenant_id, seed, opened_at, opened_by)
    values (${demo.tenantId}, ${demo.seed}, ${demo.openedAt}, ${demo.openedBy})
    on conflict (tenant_id) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Returns the open demo of the organisation; `sent_until` is null before the first message is sent. */
export async function findDemo(tx: TenantDb): Promise<DemoRow | undefined> {
  const { rows } = await sql<DemoRow>`
    select seed, opened_at, opened_by, case when isfinite(sent_until) then sent_until end as sent_until
    from ca.demo`.execute(tx)
  return rows[0]
}

/** Stores the time up to which messages were sent, for the demo that was opened at `openedAt`. */
export async function setSent(tx: TenantDb, openedAt: Date, until: Date): Promise<void> {
  await sql`update ca.demo set sent_until = ${until} where opened_at = ${openedAt} and sent_until < ${until}`.execute(
    tx,
  )
}

/** Closes the demo; returns false if it was not open. */
export async function deleteDemo(tx: TenantDb): Promise<boolean> {
  const result = await sql`delete from ca.demo`.execute(tx)
  return (result.numAffectedRows ?? 0n) > 0n
}

/**
 * Deletes the events that have only simulated messages, with their messages, levels and decisions; returns their number. An event that a
 * real message has joined stays as it is, and the database refuses any other deletion (0013-ca-conjunction.sql).
 */
export async function deleteSimulatedEvents(tx: TenantDb): Promise<number> {
  const simulated = sql`select id from ca.conjunction where (facts ->> 'isSimulated')::boolean`
  await sql`delete from ca.decision_entry where conjunction_id in (${simulated})`.execute(tx)
  await sql`delete from ca.level_history where conjunction_id in (${simulated})`.execute(tx)
  await sql`delete from ca.reported_approach where conjunction_id in (${simulated})`.execute(tx)
  await sql`delete from ca.estimate where conjunction_id in (${simulated})`.execute(tx)
  await sql`delete from ca.screened_anew where conjunction_id in (${simulated})`.execute(tx)
  await sql`delete from ca.cdm where conjunction_id in (${simulated})`.execute(tx)
  const result = await sql`delete from ca.conjunction where (facts ->> 'isSimulated')::boolean`.execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}

/** Deletes the plans of simulated satellites without an event; the plans for an event are deleted with the event. */
export async function deleteSimulatedPlans(tx: TenantDb): Promise<void> {
  await sql`delete from ca.manoeuvre where is_simulated and conjunction_id is null`.execute(tx)
}

/** Returns the number of events that have only simulated messages. */
export async function countSimulatedEvents(tx: TenantDb): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*)::int as events from ca.conjunction where (facts ->> 'isSimulated')::boolean`.execute(tx)
  return rows[0]?.events ?? 0
}

/** Deletes the ephemerides of the demo. */
export async function deleteSimulatedEphemerides(tx: TenantDb): Promise<void> {
  await sql`delete from ca.ephemeris where is_simulated`.execute(tx)
}

/** Returns the names of the ephemerides that the demo has stored. */
export async function listSimulatedEphemerides(tx: TenantDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ca.ephemeris where is_simulated`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Returns the event of a satellite of the demo around a time, with the message that applied then; undefined if there is none. */
export async function findDemoEvent(
  tx: TenantDb,
  { noradId, tca, until }: { readonly noradId: number; readonly tca: Date; readonly until: Date },
): Promise<{ id: string; cdm_id: string; state: string } | undefined> {
  const { rows } = await sql<{ id: string; cdm_id: string; state: string }>`
    select c.id, m.id as cdm_id, c.decision ->> 'state' as state
    from ca.conjunction c
      join ca.satellite s on s.id = c.satellite_id
      join ca.cdm m on m.conjunction_id = c.id
    where s.norad_id = ${noradId} and s.is_simulated and (c.facts ->> 'isSimulated')::boolean
      and c.tca between ${tca}::timestamptz - interval '10 minutes' and ${tca}::timestamptz + interval '10 minutes'
      and m.creation_date <= ${until}
    order by m.creation_date desc limit 1`.execute(tx)
  return rows[0]
}

/** Returns the steps of the demo's escalation, oldest first, and the event whose record contains them. */
export async function listDemoCalls(tx: TenantDb, subject: string): Promise<DemoCallRow[]> {
  const { rows } = await sql<DemoCallRow>`
    select e.conjunction_id, c.satellite_id, e.at, e.by_name, e.why, e.call
    from ca.decision_entry e join ca.conjunction c on c.id = e.conjunction_id
    where e.by_subject = ${subject} and (c.facts ->> 'isSimulated')::boolean order by e.at`.execute(tx)
  return rows
}

export type DemoCallRow = {
  readonly conjunction_id: string
  readonly satellite_id: string | null
  readonly at: Date
  readonly by_name: string
  readonly why: string
  readonly call: DutyCall | null
}

/** Returns the open events of a satellite, each with the message that it had at a time. */
export async function listEventsAsOf(tx: TenantDb, satelliteId: string, at: Date): Promise<OpenEventRow[]> {
  const { rows } = await sql<OpenEventRow>`
    select ${OPEN_EVENT_COLUMNS}
    from ca.conjunction c join ca.satellite s on s.id = ${satelliteId}
      join lateral (
        select * from ca.cdm where conjunction_id = c.id and creation_date <= ${at} order by creation_date desc limit 1
      ) m on true
    where (c.satellite_id = ${satelliteId} or c.other_satellite_id = ${satelliteId}) and c.tca > ${at}
    order by c.tca, c.id`.execute(tx)
  return rows
}
