import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'
import { lockUntilEnd } from '../database/lock.repository.ts'

/** The number of processes that the watchdog ended within ten minutes, an hour and a day, and the last of them. */
export type RecentEnds = {
  readonly ten_minutes: number
  readonly hour: number
  readonly day: number
  readonly last_at: Date | null
  readonly kind: string | null
  readonly work: string[] | null
}

export async function findRecentEnds(tx: SharedDb): Promise<RecentEnds> {
  const { rows } = await sql<RecentEnds>`
    select counted.ten_minutes, counted.hour, counted.day, last.at as last_at, last.kind, last.work
    from (
      select count(*) filter (where at > now() - interval '10 minutes')::int as ten_minutes,
        count(*) filter (where at > now() - interval '1 hour')::int as hour, count(*)::int as day
      from platform.forced_end where at > now() - interval '1 day'
    ) counted
    left join lateral (
      select at, kind, work from platform.forced_end where at > now() - interval '1 day' order by at desc limit 1
    ) last on true`.execute(tx)
  return rows[0] ?? { ten_minutes: 0, hour: 0, day: 0, last_at: null, kind: null, work: null }
}

type EndCount = { readonly kind: string; readonly ends: number }

/** Returns the number of all processes that the watchdog ended, by their kind, including those whose rows were removed. */
export async function countForcedEnds(tx: SharedDb): Promise<EndCount[]> {
  const { rows } = await sql<EndCount>`
    select kind, sum(ends)::int as ends
    from (select kind, 1 as ends from platform.forced_end union all select kind, ends from platform.forced_end_removed) counted
    group by kind`.execute(tx)
  return rows
}

/** Removes the rows of processes whose end was reported and is more than 30 days ago; their number stays counted. */
export async function removeOldEnds(tx: SharedDb): Promise<void> {
  await sql`
    with removed as (
      delete from platform.forced_end where at < now() - interval '30 days' and notified_at is not null returning kind
    )
    insert into platform.forced_end_removed as kept (kind, ends) select kind, count(*) from removed group by kind order by kind
    on conflict (kind) do update set ends = kept.ends + excluded.ends`.execute(tx)
}

/** The processes of one kind whose end by the watchdog is not reported yet. */
export type NewForcedEnds = {
  readonly kind: string
  readonly ends: number
  readonly last_at: Date
  readonly work: string[]
  readonly place: string | null
}

/**
 * Takes the unreported ends by kind of process, with the work and the place of the last end of each kind; none if there was a report less than an
 * hour ago. If several processes call it at once, only one of them gets the ends.
 */
export async function takeNewForcedEnds(tx: SharedDb): Promise<NewForcedEnds[]> {
  await lockUntilEnd(tx, 'platform.forced_end')
  const { rows } = await sql<NewForcedEnds>`
    with taken as (
      update platform.forced_end set notified_at = now()
      where notified_at is null
        and not exists (select from platform.forced_end where notified_at > now() - interval '1 hour')
      returning id, kind, at, work, place
    )
    select distinct on (kind) kind, (count(*) over (partition by kind))::int as ends, at as last_at, work, place
    from taken order by kind, id desc`.execute(tx)
  return rows
}

/** Returns organisations that have work on the list, at most `limit` of them. */
export async function listWorkingOrganisations(tx: SharedDb, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from platform.recurring_work where tenant_id like '%:%' order by tenant_id limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}
