import type { NoticeRules, NoticeRulesChange } from '@apsis/contract/notifications/rule.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

export type SavedRules = { readonly subject: string; readonly settings: Partial<NoticeRules>; readonly version: number }

/** Returns the choices of these persons; persons who never chose are omitted. */
export async function listRules(tx: TenantDb, subjects: readonly string[]): Promise<SavedRules[]> {
  const { rows } = await sql<SavedRules>`/* kept */
    select subject, settings, version from delivery.rules where subject = any(${[...subjects]}::text[])`.execute(tx)
  return rows
}

type Replacing = {
  readonly tenantId: string
  readonly subject: string
  readonly settings: Partial<NoticeRulesChange>
  /** The version that must be stored; 0: nothing may be stored yet; undefined: any version. */
  readonly expected: number | undefined
}

/** Stores the choices of a person; missing fields stay unchanged. Returns undefined if the stored version is not the expected one. */
export async function replaceRules(
  tx: TenantDb,
  { tenantId, subject, settings, expected }: Replacing,
): Promise<SavedRules | undefined> {
  const json = JSON.stringify(settings)
  const { rows } = await sql<SavedRules>`
    insert into delivery.rules as stored (tenant_id, subject, settings, version)
    select ${tenantId}, ${subject}, ${json}::jsonb, 1
    where ${expected ?? 0}::int = 0 or exists (select 1 from delivery.rules where subject = ${subject})
    on conflict (tenant_id, subject) do update set settings = stored.settings || excluded.settings, version = stored.version + 1
    where ${expected ?? null}::int is null or stored.version = ${expected ?? null}::int
    returning subject, settings, version`.execute(tx)
  return rows[0]
}

/** Returns the choices of a person and the time of their next situation report, locked until the end of the transaction. */
export async function lockRules(
  tx: TenantDb,
  subject: string,
): Promise<(SavedRules & { readonly report_due_at: Date | null }) | undefined> {
  const { rows } = await sql<SavedRules & { report_due_at: Date | null }>`
    select subject, settings, version, report_due_at from delivery.rules where subject = ${subject} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Sets the time of a person's next situation report; null if they want none. */
export async function setReportDue(
  tx: TenantDb,
  { subject, at }: { readonly subject: string; readonly at: Date | null },
): Promise<void> {
  await sql`update delivery.rules set report_due_at = ${at} where subject = ${subject}`.execute(tx)
}

/** Returns the persons whose situation report is due; those who have waited longest are first. */
export async function listReportsDue(tx: TenantDb, now: Date): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from delivery.rules where report_due_at <= ${now} order by report_due_at, subject`.execute(tx)
  return rows.map(({ subject }) => subject)
}
