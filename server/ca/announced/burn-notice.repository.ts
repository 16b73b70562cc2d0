import type { BurnNotice, NewBurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'

type Row = {
  id: string
  norad_id: number
  satellite_id: string | null
  ignition_at: Date
  announced_by: string
  source: BurnNotice['source']
  fields: Pick<BurnNotice, 'durationS' | 'deltaV' | 'note'>
  received_at: Date
  received_by: string
}

const noticeOf = (row: Row): BurnNotice => ({
  noticeId: row.id,
  noradId: row.norad_id,
  ignition: row.ignition_at.toISOString(),
  ...row.fields,
  announcedBy: row.announced_by,
  satelliteId: row.satellite_id,
  source: row.source,
  receivedAt: row.received_at.toISOString(),
  receivedBy: row.received_by,
})

const NOTICES = sql`
  select n.id, n.norad_id, s.id as satellite_id, n.ignition_at, n.announced_by, n.source, n.fields, n.received_at, n.received_by
  from ca.burn_notice n left join ca.satellite s on s.norad_id = n.norad_id and s.deleted_at is null`

export type NoticeFilter = {
  readonly noradId?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly offset: number
  readonly limit: number
}

export async function listNotices(
  tx: TenantDb,
  { noradId, after, before, offset, limit }: NoticeFilter,
): Promise<{ items: BurnNotice[]; total: number }> {
  const filter = sql`where true ${noradId === undefined ? sql`` : sql`and n.norad_id = ${noradId}`}
    ${after === undefined ? sql`` : sql`and n.ignition_at >= ${after}`}
    ${before === undefined ? sql`` : sql`and n.ignition_at <= ${before}`}`
  const { rows } = await sql<Row>`${NOTICES} ${filter} order by n.ignition_at, n.id
    offset ${offset} limit ${limit}`.execute(tx)
  const total = await countRows(tx, sql`from ca.burn_notice n ${filter}`)
  return { items: rows.map(noticeOf), total }
}

export async function findNotice(tx: TenantDb, id: string): Promise<BurnNotice | undefined> {
  const { rows } = await sql<Row>`${NOTICES} where n.id = ${id}`.execute(tx)
  return rows[0] === undefined ? undefined : noticeOf(rows[0])
}

export async function countNotices(tx: TenantDb): Promise<number> {
  return countRows(tx, sql`from ca.burn_notice`)
}

type NewRow = NewBurnNotice & {
  readonly id: string
  readonly source: BurnNotice['source']
  readonly receivedAt: Date
  readonly receivedBy: string
}

/** Returns the stored notice of the same burn by the same announcer, which a new notice replaces. */
export async function findSameBurn(
  tx: TenantDb,
  { noradId, ignition, announcedBy }: Pick<BurnNotice, 'noradId' | 'ignition' | 'announcedBy'>,
): Promise<BurnNotice | undefined> {
  const { rows } = await sql<Row>`${NOTICES} where n.norad_id = ${noradId} and n.ignition_at = ${ignition}
    and n.announced_by = ${announcedBy}`.execute(tx)
  return rows[0] === undefined ? undefined : noticeOf(rows[0])
}

/** Deletes the oldest notices of burns before a time: as many as exceed the limit. */
export async function deleteOldest(
  tx: TenantDb,
  { most, before }: { readonly most: number; readonly before: Date },
): Promise<void> {
  await sql`delete from ca.burn_notice where id in (
    select id from ca.burn_notice where ignition_at < ${before} order by ignition_at, id
    limit greatest((select count(*) from ca.burn_notice) - ${most}, 0))`.execute(tx)
}

/** Stores a notice in place of an earlier one of the same burn by the same announcer. Returns its id. */
export async function upsertNotice(
  tx: TenantDb,
  tenantId: string,
  { id, noradId, ignition, announcedBy, source, receivedAt, receivedBy, ...fields }: NewRow,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ca.burn_notice as known (tenant_id, id, norad_id, ignition_at, announced_by, source, fields, received_at, received_by)
    values (${tenantId}, ${id}, ${noradId}, ${ignition}, ${announcedBy}, ${source}, ${JSON.stringify(fields)}::jsonb,
      ${receivedAt}, ${receivedBy})
    on conflict (tenant_id, norad_id, ignition_at, announced_by) do update set source = excluded.source,
      fields = excluded.fields, received_at = excluded.received_at, received_by = excluded.received_by
    returning id`.execute(tx)
  return rows[0]?.id ?? id
}

export async function deleteNotice(tx: TenantDb, id: string): Promise<void> {
  await sql`delete from ca.burn_notice where id = ${id}`.execute(tx)
}
