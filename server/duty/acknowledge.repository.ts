import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

export type UsedLink = { readonly at: Date; readonly by_name: string }

export async function findUsedLink(tx: TenantDb, deliveryId: string): Promise<UsedLink | undefined> {
  const { rows } = await sql<UsedLink>`
    select at, by_name from duty.used_link where delivery_id = ${deliveryId}::uuid`.execute(tx)
  return rows[0]
}

/** Stores that a link was used; returns false if it was used before. */
export async function insertUsedLink(
  tx: TenantDb,
  { tenantId, deliveryId, at, by }: { tenantId: string; deliveryId: string; at: Date; by: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into duty.used_link (tenant_id, delivery_id, at, by_name)
    values (${tenantId}, ${deliveryId}::uuid, ${at}, ${by}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
