import type { ConjunctionView } from '@apsis/contract/userconfig/conjunction-view.ts'
import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

export type ConfigService = 'ca' | 'odt'

export type Key = { readonly tenant_id: string; readonly subject: string; readonly service: ConfigService }
type Views = readonly ConjunctionView[]
export type StoredConfig = { readonly settings: NotificationSettings; readonly views: Views; readonly version: number }
/** The values to store. If `views` is undefined, the stored views stay. */
export type ConfigInput = { readonly settings: NotificationSettings; readonly views: Views | undefined }

export async function findUserconfig(tx: TenantDb, { subject, service }: Key): Promise<StoredConfig | undefined> {
  const { rows } = await sql<StoredConfig>`
    select settings, conjunction_views as views, version from userconfig.userconfig where subject = ${subject} and service = ${service}`.execute(
    tx,
  )
  return rows[0]
}

/** Stores a first configuration; returns undefined if one is already stored. */
export async function insertUserconfig(
  tx: TenantDb,
  { tenant_id, subject, service }: Key,
  { settings, views = [] }: ConfigInput,
): Promise<StoredConfig | undefined> {
  const { rows } = await sql<StoredConfig>`
    insert into userconfig.userconfig (tenant_id, subject, service, settings, conjunction_views)
    values (${tenant_id}, ${subject}, ${service}, ${JSON.stringify(settings)}::jsonb, ${JSON.stringify(views)}::jsonb)
    on conflict (tenant_id, subject, service) do nothing
    returning settings, conjunction_views as views, version`.execute(tx)
  return rows[0]
}

type Change = ConfigInput & { readonly expected: number | undefined }

/** Replaces the stored configuration, or stores a first one; returns undefined if `expected` is not the stored version. */
export async function upsertUserconfig(
  tx: TenantDb,
  { tenant_id, subject, service }: Key,
  { settings, views, expected }: Change,
): Promise<StoredConfig | undefined> {
  const given = views === undefined ? null : JSON.stringify(views)
  const { rows } = await sql<StoredConfig>`
    insert into userconfig.userconfig as stored (tenant_id, subject, service, settings, conjunction_views)
    values (${tenant_id}, ${subject}, ${service}, ${JSON.stringify(settings)}::jsonb, coalesce(${given}::jsonb, '[]'))
    on conflict (tenant_id, subject, service) do update
    set settings = excluded.settings, conjunction_views = coalesce(${given}::jsonb, stored.conjunction_views),
      version = stored.version + 1, updated_at = now()
    where ${expected ?? null}::integer is null or stored.version = ${expected ?? null}::integer
    returning settings, conjunction_views as views, version`.execute(tx)
  return rows[0]
}

export async function deleteUserconfig(tx: TenantDb, { subject, service }: Key): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from userconfig.userconfig where subject = ${subject} and service = ${service}`.execute(tx)
  return numAffectedRows === 1n
}
