import type { ManoeuvrePolicy } from '@apsis/contract/ca/manoeuvre-policy.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

export async function findPolicy(tx: TenantDb): Promise<ManoeuvrePolicy> {
  const { rows } = await sql<ManoeuvrePolicy>`
    select is_second_person_needed as "isSecondPersonNeeded" from ca.manoeuvre_policy`.execute(tx)
  return rows[0] ?? { isSecondPersonNeeded: false }
}

export async function upsertPolicy(tx: TenantDb, tenantId: string, policy: ManoeuvrePolicy): Promise<void> {
  await sql`
    insert into ca.manoeuvre_policy (tenant_id, is_second_person_needed)
    values (${tenantId}, ${policy.isSecondPersonNeeded})
    on conflict (tenant_id) do update set is_second_person_needed = excluded.is_second_person_needed`.execute(tx)
}
