import { sql } from 'kysely'
import { SERVICE_PREFIX } from '../../platform/auth/token.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { Rota } from './rota.ts'

export type PlanRow = {
  readonly rota: Rota
  readonly version: number
  readonly notified_gaps: readonly NotifiedGap[]
}

/** A gap in the rota of which the organisation was notified, and that was not over at the last check. */
export type NotifiedGap = {
  readonly step: number
  readonly from: string
  /** The end of the gap; null if it is not known. */
  readonly until: string | null
  /** The person who has the step in the gap; empty if nobody has it. */
  readonly holder: string
}

export async function findPlan(tx: TenantDb): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`select rota, version, notified_gaps from duty.plan`.execute(tx)
  return rows[0]
}

/** Stores the plan if the stored version is the one that was read; returns false if it has changed. */
export async function writePlan(
  tx: TenantDb,
  { tenantId, rota, version }: { readonly tenantId: string; readonly rota: Rota; readonly version: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into duty.plan as plan (tenant_id, rota, version) values (${tenantId}, ${JSON.stringify(rota)}::jsonb, ${version} + 1)
    on conflict (tenant_id) do update
    set rota = excluded.rota, version = excluded.version, notified_gaps = '[]' where plan.version = ${version}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Stores the gaps that were reported, so that each is reported once. */
export async function setNotifiedGaps(tx: TenantDb, told: PlanRow['notified_gaps']): Promise<void> {
  await sql`update duty.plan set notified_gaps = ${JSON.stringify(told)}::jsonb`.execute(tx)
}

export type MemberRow = {
  readonly subject: string
  readonly username: string
  readonly full_name: string | null
  readonly roles: string[]
  readonly seen_at: Date
}

/** Returns the names of people in their newest tokens, whatever their roles are now. */
export async function listNames(
  tx: TenantDb,
  subjects: readonly string[],
): Promise<Pick<MemberRow, 'subject' | 'username' | 'full_name'>[]> {
  const { rows } = await sql<Pick<MemberRow, 'subject' | 'username' | 'full_name'>>`
    select subject, username, full_name from platform.member where subject = any(${subjects}::text[])
    order by lower(username), subject`.execute(tx)
  return rows
}

/** Returns the people who have one of these roles; service accounts are omitted, because they cannot be called. */
export async function listPeopleWith(tx: TenantDb, roles: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select subject, username, full_name, roles, seen_at from platform.member
    where roles && ${roles}::text[] and not starts_with(username, ${SERVICE_PREFIX})
    order by lower(username), subject limit 1000`.execute(tx)
  return rows
}
