import { sql } from 'kysely'
import { listBrokenAudit } from './audit.repository.ts'
import type { SharedDb } from './database.ts'

/** Returns sentences that describe the contradictions in the data that the connection can see: the data of one organisation, or of all. */
export async function listBrokenInvariants(tx: SharedDb): Promise<string[]> {
  const audit = (await listBrokenAudit(tx)).map(
    ({ tenant_id, seq, fault }) => `audit of ${tenant_id}, entry ${seq}: ${fault}`,
  )
  const { rows } = await sql<{ fault: string }>`
    select 'events of ' || e.tenant_id || ': one lies ahead of the cursor' as fault
    from events.event e left join events.cursor c using (tenant_id)
    group by e.tenant_id, c.last having max(e.id) > coalesce(c.last, 0)
    union all
    select 'events of ' || tenant_id || ': ' || (max(id) - min(id) + 1 - count(*)) || ' are missing in between'
    from events.event group by tenant_id having max(id) - min(id) + 1 <> count(*)
    union all
    select 'user configuration of ' || tenant_id || ': a channel is enabled without a target'
    from userconfig.userconfig
    where (settings #>> '{email,enabled}')::boolean <> (jsonb_array_length(settings #> '{email,addresses}') > 0)
    union all
    select 'job effects: ' || count(*) || ' welcomes without their notification'
    from platform.job_effect e
    where starts_with(effect_key, 'notifications.welcome:' ||
      coalesce(nullif(current_setting('app.tenant', true), '') || ':', '')) and not exists (
      select 1 from notifications.notification n
      where e.effect_key = 'notifications.welcome:' || n.tenant_id || ':' || n.subject)
    having count(*) > 0
    union all
    select 'service account ' || client_id || ' of ' || tenant_id || ': nobody finds it by its client id'
    from service_accounts.service_account a where not exists (
      select 1 from service_accounts.client c where c.client_id = a.client_id and c.tenant_id = a.tenant_id)
    union all
    select 'service account ' || a.client_id || ' of ' || a.tenant_id || ': ' || count(*) || ' secrets are in force'
    from service_accounts.service_account a
    join service_accounts.secret s on s.tenant_id = a.tenant_id and s.service_account_id = a.id and s.ends_at > now()
    group by a.tenant_id, a.id having count(*) > case when a.revoked_at is null then 2 else 0 end`.execute(tx)
  return [...audit, ...rows.map((row) => row.fault)]
}

/** Tables in which every organisation has rows; the key of each starts with the organisation. */
const KNOWN_BY = [
  'platform.member',
  'platform.audit',
  'events.cursor',
  'events.event',
  'userconfig.userconfig',
] as const

/** Returns true if row-level security applies to this connection. */
export async function isWalledIn(tx: SharedDb): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user`.execute(tx)
  return rows[0]?.free !== true
}

/**
 * Returns every organisation with stored data. The policies bind the owner of the tables like everybody else, so they
 * are lifted while the names are read: for milliseconds, because each name is found by the index. The caller rolls
 * the transaction back, and no other session ever sees a table without its policy.
 */
export async function listTenantsAsOwner(tx: SharedDb): Promise<string[]> {
  // While a transaction waits for the lock, every later transaction on the table waits, too: it is better to give up than to block them all.
  await sql`set local lock_timeout = '5s'`.execute(tx)
  const found = new Set<string>()
  for (const table of KNOWN_BY) {
    await sql`alter table ${sql.table(table)} no force row level security`.execute(tx)
    const { rows } = await sql<{ tenant_id: string }>`
      with recursive known as (
        select min(tenant_id) as tenant_id from ${sql.table(table)}
        union all
        select (select min(next.tenant_id) from ${sql.table(table)} next where next.tenant_id > known.tenant_id)
        from known where known.tenant_id is not null)
      select tenant_id from known where tenant_id is not null`.execute(tx)
    for (const { tenant_id } of rows) found.add(tenant_id)
  }
  return [...found].sort()
}

/** Limits the transaction, from this statement on, to the data of this organisation. */
export async function lookAsTenant(tx: SharedDb, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(tx)
}
