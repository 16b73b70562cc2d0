import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

export type PolicyRow = { isSecondPersonNeeded: boolean }

export async function findPolicy(tx: TenantDb): Promise<PolicyRow> {
  const { rows } = await sql<PolicyRow>`
    select is_second_person_needed as "isSecondPersonNeeded" from ca.manoeuvre_policy`.execute(tx)
  return rows[0] ?? { isSecondPersonNeeded: false }
}

export async function upsertPolicy(tx: TenantDb, tenantId: string, policy: PolicyRow): Promise<void> {
  await sql`
    insert into ca.manoeuvre_policy (tenant_id, is_second_person_needed)
    values (${tenantId}, ${policy.isSecondPersonNeeded})
    on conflict (tenant_id) do update set is_second_person_needed = excluded.is_second_person_needed`.execute(tx)
}
