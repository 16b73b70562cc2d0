import type { FeedKind, ReadingResult } from '@apsis/contract/connections/connection.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import type { FeedKey } from './connection.repository.ts'

/** The numbers of records of a reading. */
export type ReadingCounts = {
  readonly received: number
  readonly accepted: number
  readonly known: number
  readonly refused: number
}

export type ReadingRow = ReadingCounts & {
  readonly kind: FeedKind
  readonly at: Date
  readonly result: ReadingResult
  readonly detail: string | null
}

export async function insertReading(
  tx: TenantDb,
  tenantId: string,
  { connectionId, kind }: FeedKey,
  reading: Omit<ReadingRow, 'kind'>,
): Promise<void> {
  const { at, result, detail, received, accepted, known, refused } = reading
  await sql`
    insert into connections.reading
      (tenant_id, connection_id, kind, at, result, detail, received, accepted, known, refused)
    values (${tenantId}, ${connectionId}::uuid, ${kind}, ${at}, ${result}, ${detail}, ${received}, ${accepted},
      ${known}, ${refused})`.execute(tx)
}

export async function deleteOldReadings(tx: TenantDb, before: Date): Promise<void> {
  await sql`delete from connections.reading where at < ${before}`.execute(tx)
}

type Page = { readonly connectionId: string; readonly limit: number; readonly offset: number }

export async function listReadings(
  tx: TenantDb,
  { connectionId, limit, offset }: Page,
): Promise<{ rows: ReadingRow[]; total: number }> {
  const { rows } = await sql<ReadingRow>`
    select kind, at, result, detail, received, accepted, known, refused from connections.reading
    where connection_id = ${connectionId}::uuid order by at desc, id desc limit ${limit} offset ${offset}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from connections.reading where connection_id = ${connectionId}::uuid`.execute(tx)
  return { rows, total: counted[0]?.total ?? 0 }
}

export type DayRow = FeedDay & { readonly connection_id: string; readonly kind: FeedKind }
/** The volume of a feed in one period of 24 h; period 0 is the newest. */
export type FeedDay = {
  readonly days_ago: number
  readonly accepted: number
  readonly refused: number
  readonly good: number
}

/** Returns the volume of each feed in each of the last periods of 24 h. */
export async function listDays(tx: TenantDb, now: Date, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select connection_id, kind, floor(extract(epoch from ${now}::timestamptz - at) / 86400)::integer as days_ago,
      sum(accepted)::integer as accepted, sum(refused)::integer as refused,
      count(*) filter (where result in ('new', 'nothing-new', 'empty', 'some-refused'))::integer as good
    from connections.reading
    where at > ${now}::timestamptz - make_interval(days => ${days}) and at <= ${now}
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows
}
