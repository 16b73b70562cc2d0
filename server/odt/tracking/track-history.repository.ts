import type { TrackHistory } from '@apsis/contract/odt/tracking/track-history.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'

/** A history in its stored form: its object and its time are separate columns. */
export type KeptHistory = Omit<TrackHistory, 'catalogueId' | 'lookedAt'>

/**
 * Selects the object of a measured track `o`: the object that it certainly belongs to. If the track matches no known object, it is the
 * object that the track names, because after a burn an object is not where its elements predict.
 */
const OBJECT = sql`case when o.best_norad_id is null then o.named_norad_id when not o.is_ambiguous then o.best_norad_id end`

export type DueObject = { readonly noradId: number; readonly seenAt: Date }

/** Returns objects with a track that arrived, or was withdrawn, since their last comparison. */
export async function listDue(tx: TenantDb, since: Date): Promise<DueObject[]> {
  const { rows } = await sql<{ norad_id: number; seen_at: Date }>`
    select t.norad_id, t.seen_at
    from (
      select ${OBJECT} as norad_id, max(greatest(o.created_at, o.withdrawn_at)) as seen_at
      from odt.observation o where not o.is_simulated and o.starts_at >= ${since} group by 1
    ) t left join odt.track_history h on h.norad_id = t.norad_id
    where t.norad_id is not null and t.seen_at > coalesce(h.seen_at, '-infinity')
    order by t.norad_id`.execute(tx)
  return rows.map(({ norad_id: noradId, seen_at: seenAt }) => ({ noradId, seenAt }))
}

/** Returns the start of the newest track of an object that applies. */
export async function findNewestStart(tx: TenantDb, noradId: number, since: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ starts_at: Date | null }>`
    select max(o.starts_at) as starts_at from odt.observation o
    where not o.is_simulated and o.withdrawn_at is null and o.starts_at >= ${since} and ${OBJECT} = ${noradId}`.execute(
    tx,
  )
  return rows[0]?.starts_at ?? undefined
}

export async function findStart(tx: TenantDb, id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ starts_at: Date }>`select starts_at from odt.observation where id = ${id}`.execute(tx)
  return rows[0]?.starts_at
}

type NewHistory = {
  readonly tenantId: string
  readonly noradId: number
  readonly seenAt: Date
  readonly at: Date
  readonly history: KeptHistory | null
}

export async function upsertHistory(
  tx: TenantDb,
  { tenantId, noradId, seenAt, at, history }: NewHistory,
): Promise<void> {
  const text = history === null ? null : JSON.stringify(history)
  await sql`
    insert into odt.track_history (tenant_id, norad_id, seen_at, looked_at, history)
    values (${tenantId}, ${noradId}, ${seenAt}, ${at}, ${text}::jsonb)
    on conflict (tenant_id, norad_id) do update
    set seen_at = excluded.seen_at, looked_at = excluded.looked_at, history = excluded.history`.execute(tx)
}

type Listing = { readonly noradId: number | undefined; readonly limit: number; readonly offset: number }
type HistoryRow = { readonly norad_id: number; readonly looked_at: Date; readonly history: KeptHistory }

export async function listHistories(
  tx: TenantDb,
  { noradId, limit, offset }: Listing,
): Promise<{ rows: HistoryRow[]; total: number }> {
  const chosen = sql`history is not null and (${noradId ?? null}::integer is null or norad_id = ${noradId ?? null})`
  const { rows } = await sql<HistoryRow>`
    select norad_id, looked_at, history from odt.track_history where ${chosen}
    order by looked_at desc, norad_id limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total: await countRows(tx, sql`from odt.track_history where ${chosen}`) }
}

/** Deletes histories of objects that were not tracked for a while. */
export async function forgetBefore(tx: TenantDb, before: Date): Promise<void> {
  await sql`delete from odt.track_history where seen_at < ${before}`.execute(tx)
}
