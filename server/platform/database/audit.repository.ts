import { sql } from 'kysely'
import type { SharedDb, TenantDb } from './database.ts'

export type AuditEntry = {
  /** The subject of the token, or the job. */
  readonly actor: string
  readonly action: string
  readonly object: string
  readonly outcome: 'done' | 'refused'
  readonly requestId: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes one entry into the organisation's record; the database sets its number, time and hash. */
export async function insertAudit(tx: TenantDb, tenantId: string, entry: AuditEntry): Promise<void> {
  const { requestId, detail = {}, ...rest } = entry
  // The trigger fills some columns, which the row must not name, so the row is written as text.
  await sql`
    insert into platform.audit (tenant_id, seq, at, actor, action, object, outcome, request_id, detail, prev_hash, hash)
    values (${tenantId}, 0, now(), ${rest.actor}, ${rest.action}, ${rest.object}, ${rest.outcome}, ${requestId},
      ${JSON.stringify(detail)}::jsonb, '\\x', '\\x')`.execute(tx)
}

export type AuditRow = {
  readonly at: Date
  /** The user name, or the subject if the name is not known. */
  readonly by: string
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Returns the actions on one of the organisation's objects, newest first; `kind` is the prefix of its actions. */
export async function listAuditOf(
  tx: TenantDb,
  { object, kind, limit }: { readonly object: string; readonly kind: string; readonly limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.at, coalesce(m.username, a.actor) as by, a.action, a.detail
    from platform.audit a left join platform.member m on m.tenant_id = a.tenant_id and m.subject = a.actor
    where a.object = ${object} and starts_with(a.action, ${kind}) and a.outcome = 'done'
    order by a.seq desc limit ${limit}`.execute(tx)
  return rows
}

export type AuditHead = { tenant_id: string; seq: number; hash: string }

/** Returns the numbers of the entries that break the chain because they were edited, removed or inserted. */
export async function listBrokenAudit(
  tx: TenantDb | SharedDb,
): Promise<{ tenant_id: string; seq: number; fault: string }[]> {
  const { rows } = await sql<{ tenant_id: string; seq: number; fault: string }>`
    with chained as (
      select a.*, platform.audit_hash(a) as expected,
        lag(a.hash, 1, '\\x'::bytea) over previous as before,
        lag(a.seq, 1, 0::bigint) over previous as place
      from platform.audit a window previous as (partition by a.tenant_id order by a.seq)
    )
    select tenant_id, seq, case
      when seq <> place + 1 then 'entries are missing before it'
      when prev_hash <> before then 'it does not follow the entry before it'
      else 'its content was changed' end as fault
    from chained where seq <> place + 1 or prev_hash <> before or hash <> expected
    order by tenant_id, seq limit 100`.execute(tx)
  return rows
}

/** Returns the newest entry of every organisation, read without row-level security. Stored elsewhere, they prove the whole record. */
export async function listAuditHeads(tx: SharedDb): Promise<AuditHead[]> {
  const { rows } = await sql<AuditHead>`
    select distinct on (tenant_id) tenant_id, seq, encode(hash, 'hex') as hash
    from platform.audit order by tenant_id, seq desc`.execute(tx)
  return rows
}

/** Returns earlier heads that are no longer in the record: the entries before them were removed or rewritten. */
export async function listLostAuditHeads(tx: SharedDb, heads: readonly AuditHead[]): Promise<AuditHead[]> {
  const { rows } = await sql<AuditHead>`
    select kept.* from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as kept (tenant_id text, seq bigint, hash text)
    left join platform.audit a on a.tenant_id = kept.tenant_id and a.seq = kept.seq and encode(a.hash, 'hex') = kept.hash
    where a.seq is null order by kept.tenant_id`.execute(tx)
  return rows
}
