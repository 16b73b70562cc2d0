import { missing } from '@apsis/astro/missing.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import type { CommandWindow, EventCommit } from './commit.ts'

type Place = { readonly tenantId: string; readonly satelliteId: string }
const NEVER = new Date(0)

/** Returns how often a search for contacts of a satellite was requested; creates its row, without contacts at first, if there is none. */
export async function openWindow(tx: TenantDb, { tenantId, satelliteId }: Place): Promise<number> {
  await sql`
    insert into ca.command_window (tenant_id, satellite_id, basis, contacts, known_until, found_at)
    values (${tenantId}, ${satelliteId}, 'NONE', '[]'::jsonb, ${NEVER}, ${NEVER}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ asked: number }>`
    select asked from ca.command_window where satellite_id = ${satelliteId}`.execute(tx)
  return rows[0]?.asked ?? missing()
}

/** True if there is no newer request; another request waits until this transaction ends. */
export async function isStillAsked(tx: TenantDb, satelliteId: string, asked: number): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select asked = ${asked}::bigint as same from ca.command_window where satellite_id = ${satelliteId}
    for update`.execute(tx)
  return rows[0]?.same === true
}

/** Records a search without a result: the known contacts stay, and other satellites are searched first. Newer requests are still due. */
export async function setLookedFor(tx: TenantDb, satelliteId: string, asked: number, at: Date): Promise<void> {
  await sql`
    update ca.command_window set found_at = ${at}
    where satellite_id = ${satelliteId} and asked = ${asked}::bigint`.execute(tx)
}

type WindowRow = {
  satellite_id: string
  basis: CommandWindow['basis']
  contacts: CommandWindow['contacts']
  known_until: Date | null
}

/** Returns the known contacts of these satellites. */
export async function listWindows(
  tx: TenantDb,
  satelliteIds: readonly string[],
): Promise<ReadonlyMap<string, CommandWindow>> {
  if (satelliteIds.length === 0) return new Map()
  const { rows } = await sql<WindowRow>`
    select satellite_id, basis, contacts, known_until from ca.command_window
    where satellite_id = any(${[...satelliteIds]}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ satellite_id, basis, contacts, known_until }) => [
      satellite_id,
      { basis, contacts, knownUntilMs: known_until?.getTime() ?? null },
    ]),
  )
}

/** Contacts of a satellite without future events are searched this many times less often. */
const TIMES_LESS_OFTEN = 6

/**
 * Returns satellites whose contacts were not searched for a while: first satellites with future events, then satellites that may have
 * contacts, so that the first deadline of an event already uses the contacts. In each group the oldest search comes first.
 */
export async function listDue(
  tx: TenantDb,
  { now, foundForMs }: { readonly now: Date; readonly foundForMs: number },
): Promise<string[]> {
  const before = (times: number) => new Date(now.getTime() - times * foundForMs)
  const { rows } = await sql<{ id: string }>`
    with ahead as (
      select coalesce(satellite_id, other_satellite_id) as satellite_id, min(tca) as tca
      from ca.conjunction where tca > ${now} group by 1
    )
    select s.id from ca.satellite s
    left join ahead on ahead.satellite_id = s.id
    left join ca.command_window w on w.tenant_id = s.tenant_id and w.satellite_id = s.id
    where s.deleted_at is null and case when ahead.tca is not null
      then w.satellite_id is null or w.found_at < ${before(1)}
      else (w.satellite_id is null or w.found_at < ${before(TIMES_LESS_OFTEN)})
        and (exists (select from ca.ground_station) or exists (select from ca.contact where satellite_id = s.id and to_at > ${now}))
      end
    order by (ahead.tca is null), w.found_at nulls first, ahead.tca, s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function setWindow(
  tx: TenantDb,
  satelliteId: string,
  { basis, contacts, knownUntilMs }: CommandWindow,
  at: Date,
): Promise<void> {
  const knownUntil = knownUntilMs === null ? null : new Date(knownUntilMs)
  await sql`
    update ca.command_window set basis = ${basis}, contacts = ${JSON.stringify(contacts)}::jsonb,
      known_until = ${knownUntil}, found_at = ${at} where satellite_id = ${satelliteId}`.execute(tx)
}

/** Requests a new search for contacts, of a satellite or of all (null), even if none was made so far. The order of rows avoids deadlocks. */
export async function askAnew(tx: TenantDb, tenantId: string, satelliteId: string | null): Promise<void> {
  await sql`
    insert into ca.command_window (tenant_id, satellite_id, basis, contacts, known_until, found_at, asked)
    select ${tenantId}, id, 'NONE', '[]'::jsonb, ${NEVER}, ${NEVER}, 1 from ca.satellite
    where deleted_at is null and (${satelliteId}::uuid is null or id = ${satelliteId}::uuid) order by id
    on conflict (tenant_id, satellite_id) do update
      set found_at = ${NEVER}, asked = ca.command_window.asked + 1`.execute(tx)
}

export type DecidingRow = {
  readonly id: string
  readonly tca: Date
  readonly commitHours: number
  readonly commit: EventCommit | null
}

/** Returns the events of a satellite that are still to come, with the basis of their deadline. */
export async function listDeciding(tx: TenantDb, satelliteId: string, now: Date): Promise<DecidingRow[]> {
  const { rows } = await sql<DecidingRow>`
    select id, tca, (facts ->> 'commitHours')::float8 as "commitHours", facts -> 'commit' as commit from ca.conjunction
    where coalesce(satellite_id, other_satellite_id) = ${satelliteId} and tca > ${now} order by tca, id`.execute(tx)
  return rows
}

export type NewCommit = { readonly id: string; readonly commit: EventCommit | undefined; readonly changedIn: number }

/** Stores the deadline without a new version of the event: the figures on which a person decides are unchanged. */
export async function setCommit(tx: TenantDb, { id, commit, changedIn }: NewCommit): Promise<void> {
  await sql`
    update ca.conjunction set changed_in = ${changedIn}, facts = case when ${commit === undefined} then facts - 'commit'
      else jsonb_set(facts, '{commit}', ${JSON.stringify(commit ?? null)}::jsonb) end where id = ${id}`.execute(tx)
}

/** Deletes the sent reminders of an event, so that a decision that is due later than before causes new ones. */
export async function forgetAsked(tx: TenantDb, conjunctionId: string): Promise<void> {
  await sql`delete from ca.reminder where matter = ${conjunctionId} and (reminder like 'decision-due %' or reminder like 'decide-earlier %')`.execute(
    tx,
  )
}
