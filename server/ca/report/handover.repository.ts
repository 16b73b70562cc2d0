import type { WatchedEvent } from '@apsis/contract/ca/report/handover.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { orderBy } from '../../platform/database/order.repository.ts'
import { countRows } from '../../platform/database/page.repository.ts'

export type HandoverRow = {
  id: string
  at: Date
  by_subject: string
  by_name: string
  text: string
  watching: WatchedEvent[]
  readings: { by: string; subject: string; at: string }[]
}

export type Signature = {
  readonly tenantId: string
  readonly subject: string
  readonly name: string
  readonly at: Date
}

const COLUMNS = sql`id, at, by_subject, by_name, text, watching, (
    select coalesce(json_agg(json_build_object('by', r.by_name, 'subject', r.by_subject, 'at', r.at)
      order by r.at, r.by_subject), '[]')
    from ca.handover_reading r where r.handover_id = handover.id
  ) as readings`

/** Returns notes from newest to oldest, and their total number. */
export async function listHandovers(
  tx: TenantDb,
  { sort, limit, offset }: { readonly sort: Sort<'at'>; readonly limit: number; readonly offset: number },
): Promise<{ rows: HandoverRow[]; total: number }> {
  const { rows } = await sql<HandoverRow>`
    select ${COLUMNS} from ca.handover ${orderBy(sort, { at: sql`at` })} limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from ca.handover`)
  return { rows, total }
}

export async function findHandover(tx: TenantDb, id: string): Promise<HandoverRow | undefined> {
  const { rows } = await sql<HandoverRow>`select ${COLUMNS} from ca.handover where id = ${id}`.execute(tx)
  return rows[0]
}

export async function insertHandover(
  tx: TenantDb,
  { tenantId, subject, name, at, ...note }: Signature & Pick<HandoverRow, 'id' | 'text' | 'watching'>,
): Promise<void> {
  await sql`
    insert into ca.handover (tenant_id, id, at, by_subject, by_name, text, watching)
    values (${tenantId}, ${note.id}, ${at}, ${subject}, ${name}, ${note.text}, ${JSON.stringify(note.watching)}::jsonb)`.execute(
    tx,
  )
}

/** Stores that a person has read a note; returns false if that is stored already. */
export async function insertReading(
  tx: TenantDb,
  { tenantId, subject, name, at, handoverId }: Signature & { readonly handoverId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ca.handover_reading (tenant_id, handover_id, by_subject, by_name, at)
    values (${tenantId}, ${handoverId}, ${subject}, ${name}, ${at}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
