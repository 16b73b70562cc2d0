import type { Sort } from '@apsis/contract/page.ts'
import type { ServiceAccount, ServiceAccountRole } from '@apsis/contract/service-accounts/service-account.ts'
import { sql } from 'kysely'
import type { SharedDb, TenantDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'
import { orderBy } from '../platform/database/order.repository.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type ServiceAccountRow = {
  readonly id: string
  readonly client_id: string
  readonly name: string
  readonly description: string
  readonly roles: ServiceAccountRole[]
  readonly created_by: string
  readonly created_by_name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly revoked_by_name: string | null
  /** The ends of the newest secret and of the previous one. */
  readonly ends_at: Date
  readonly old_ends_at: Date | null
}

const ROWS = sql`
  select a.*, s.ends[1] as ends_at, s.ends[2] as old_ends_at
  from service_accounts.service_account a
  join lateral (
    select array_agg(ends_at order by created_at desc, id) as ends
    from service_accounts.secret where service_account_id = a.id
  ) s on true`

const stateIs = (state: ServiceAccount['state'] | undefined, now: Date) =>
  state === undefined
    ? sql`true`
    : sql`${state} = case when revoked_at is not null then 'REVOKED' when ends_at <= ${now} then 'EXPIRED' else 'ACTIVE' end`

export type Listing = {
  readonly state: ServiceAccount['state'] | undefined
  readonly now: Date
  readonly sort: Sort<'name' | 'createdAt' | 'expiresAt'>
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the organisation's service accounts, and their total number. */
export async function listServiceAccounts(
  tx: TenantDb,
  { state, now, sort, limit, offset }: Listing,
): Promise<{ rows: ServiceAccountRow[]; total: number }> {
  const columns = { name: sql`lower(name)`, createdAt: sql`created_at`, expiresAt: sql`ends_at` }
  const { rows } = await sql<ServiceAccountRow>`
    select * from (${ROWS}) account where ${stateIs(state, now)}
    ${orderBy(sort, columns)} limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from (${ROWS}) account where ${stateIs(state, now)}`)
  return { rows, total }
}

/** Returns one account; `held` locks it until the end of the transaction. */
export async function findServiceAccount(
  tx: TenantDb,
  id: string,
  { held }: { readonly held: boolean },
): Promise<ServiceAccountRow | undefined> {
  if (held) await sql`select 1 from service_accounts.service_account where id = ${id} for update`.execute(tx)
  const { rows } = await sql<ServiceAccountRow>`select * from (${ROWS}) account where id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Returns the number of accounts that are not revoked. Until the transaction ends, no other transaction of the organisation can count them, so that
 * two cannot both take the last place.
 */
export async function countServiceAccounts(tx: TenantDb, tenantId: string): Promise<number> {
  await lockUntilEnd(tx, `service-accounts:${tenantId}`)
  return countRows(tx, sql`from service_accounts.service_account where revoked_at is null`)
}

export type NewServiceAccount = Pick<
  ServiceAccountRow,
  'id' | 'client_id' | 'name' | 'description' | 'roles' | 'created_by' | 'created_by_name' | 'created_at'
> & { readonly tenantId: string }

export async function insertServiceAccount(tx: TenantDb, { tenantId, ...row }: NewServiceAccount): Promise<void> {
  await sql`insert into service_accounts.client (client_id, tenant_id) values (${row.client_id}, ${tenantId})`.execute(
    tx,
  )
  await sql`
    insert into service_accounts.service_account
      (tenant_id, id, client_id, name, description, roles, created_by, created_by_name, created_at)
    values (${tenantId}, ${row.id}, ${row.client_id}, ${row.name}, ${row.description}, ${row.roles},
      ${row.created_by}, ${row.created_by_name}, ${row.created_at})`.execute(tx)
}

export type NewSecret = {
  readonly tenantId: string
  readonly id: string
  readonly serviceAccountId: string
  readonly hash: Buffer
  readonly now: Date
  readonly endsAt: Date
}

export async function insertSecret(tx: TenantDb, secret: NewSecret): Promise<void> {
  await sql`
    insert into service_accounts.secret (tenant_id, id, service_account_id, hash, created_at, ends_at)
    values (${secret.tenantId}, ${secret.id}, ${secret.serviceAccountId}, ${secret.hash}, ${secret.now},
      ${secret.endsAt})`.execute(tx)
}

/**
 * Ends the secrets of an account at this time, unless they end earlier; returns the ids of the secrets that were
 * valid.
 */
export async function endSecrets(
  tx: TenantDb,
  { serviceAccountId, at, now }: { readonly serviceAccountId: string; readonly at: Date; readonly now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update service_accounts.secret set ends_at = least(ends_at, ${at})
    where service_account_id = ${serviceAccountId} and ends_at > ${now} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function setRevoked(
  tx: TenantDb,
  { id, at, byName }: { readonly id: string; readonly at: Date; readonly byName: string },
): Promise<void> {
  await sql`
    update service_accounts.service_account set revoked_at = ${at}, revoked_by_name = ${byName} where id = ${id}`.execute(
    tx,
  )
}

/** Returns the organisation whose account has this client id. */
export async function findClientTenant(tx: SharedDb, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from service_accounts.client where client_id = ${clientId}`.execute(tx)
  return rows[0]?.tenant_id
}

export type Credential = Pick<ServiceAccountRow, 'id' | 'client_id' | 'roles' | 'revoked_at' | 'last_used_at'> & {
  readonly secrets: readonly { readonly id: string; readonly hash: string; readonly endsAt: string }[]
}

/** Returns the credentials of a program: its account, with the hashes of the newest secrets in hexadecimal, including ended ones. */
export async function findCredential(tx: TenantDb, clientId: string): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    select a.id, a.client_id, a.roles, a.revoked_at, a.last_used_at, (
      select json_agg(json_build_object('id', s.id, 'hash', encode(s.hash, 'hex'), 'endsAt', s.ends_at))
      from (
        select * from service_accounts.secret
        where service_account_id = a.id order by created_at desc, id limit ${MOST_COMPARED_SECRETS}
      ) s
    ) as secrets
    from service_accounts.service_account a where a.client_id = ${clientId}`.execute(tx)
  return rows[0]
}
/** More secrets are compared than can be valid at a time, so that the log can distinguish an expired secret from one that never existed. */
const MOST_COMPARED_SECRETS = 5

/**
 * Stores when an account was used, at most once a minute, so that a program that gets a token for every call does not
 * cause more writes.
 */
export async function setUsed(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update service_accounts.service_account set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`.execute(
    tx,
  )
}

export type Ending = {
  readonly secret_id: string
  readonly name: string
  readonly client_id: string
  readonly created_at: Date
  readonly ends_at: Date
}

/** Returns the newest secrets of accounts that are not revoked, if they end before this time and their end was not announced yet. */
export async function listEnding(tx: TenantDb, before: Date): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select s.id as secret_id, a.name, a.client_id, s.created_at, s.ends_at
    from service_accounts.service_account a
    join lateral (
      select * from service_accounts.secret where service_account_id = a.id order by created_at desc, id limit 1
    ) s on true
    where a.revoked_at is null and s.ends_at < ${before} and s.notices < ${MOST_NOTICES} order by s.ends_at, a.id`.execute(
    tx,
  )
  return rows
}

/** Returns the number of accounts that are not revoked and whose newest secret ends before this time or has ended. */
export async function countEnding(tx: TenantDb, before: Date): Promise<number> {
  return countRows(
    tx,
    sql`from service_accounts.service_account a
    join lateral (
      select ends_at from service_accounts.secret where service_account_id = a.id order by created_at desc, id limit 1
    ) s on true
    where a.revoked_at is null and s.ends_at < ${before}`,
  )
}

/** The maximum number of notices for a secret. */
const MOST_NOTICES = 3

/** Stores that a notice was sent; returns false if another run has sent that notice meanwhile. */
export async function setNotices(
  tx: TenantDb,
  { secretId, notices }: { readonly secretId: string; readonly notices: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update service_accounts.secret set notices = ${notices} where id = ${secretId} and notices < ${notices}`.execute(tx)
  return numAffectedRows === 1n
}
