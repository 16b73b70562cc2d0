import type { NoticeRules, NoticeRulesChange } from '@apsis/contract/notifications/rule.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

export type SavedRules = { readonly subject: string; readonly settings: Partial<NoticeRules>; readonly version: number }

/** What these persons have chosen; who never chose is left out. */
export async function listRules(tx: TenantDb, subjects: readonly string[]): Promise<SavedRules[]> {
  const { rows } = await sql<SavedRules>`/* kept */
    select subject, settings, version from delivery.rules where subject = any(${[...subjects]}::text[])`.execute(tx)
  return rows
}

type Replacing = {
  readonly tenantId: string
  readonly subject: string
  readonly settings: Partial<NoticeRulesChange>
  /** The version that must be stored; 0: nothing may be; undefined: whatever is. */
  readonly expected: number | undefined
}

/** Stores what a person chose; what is not named stays as it is. Undefined where another version is stored than was expected. */
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
