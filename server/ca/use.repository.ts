import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type Span = { readonly from: Date; readonly to: Date }

/** Returns the number of messages that the organisation received in a span. */
export async function countCdms(tx: TenantDb, { from, to }: Span): Promise<number> {
  return countRows(tx, sql`from ca.cdm where received_at >= ${from} and received_at < ${to}`)
}

/** Returns the number of screenings that the organisation ordered in a span. */
export async function countScreenings(tx: TenantDb, { from, to }: Span): Promise<number> {
  return countRows(
    tx,
    sql`from ca.screening c join screening.screening s on s.tenant_id = c.tenant_id and s.id = c.screening_id
    where s.created_at >= ${from} and s.created_at < ${to}`,
  )
}
