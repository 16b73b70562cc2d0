import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'

export type CustomerRow = {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly currency: string
  readonly credit_limit: number
  readonly available: number
  readonly held: number
  readonly entries: number
  readonly version: number
  readonly is_simulated: boolean
  readonly created_at: Date
  readonly checked_at: Date | null
  readonly faults: string[] | null
}

const ROWS = sql`
  select c.*, r.checked_at, r.faults
  from payments.customer c
  left join payments.reconciliation r on r.tenant_id = c.tenant_id and r.customer_id = c.id`

export type BooksState = {
  readonly customers: number
  /** The number of customers in whose books the last comparison found a fault. */
  readonly contradicting: number
  /** True if every customer was compared at least once. */
  readonly is_compared: boolean
  /** The time of the last comparison, or of the creation, of the customer that has waited longest; null if there is no customer. */
  readonly oldest_at: Date | null
}

/** Returns the state of an organisation's books at their last comparison. */
export async function findBooksState(tx: TenantDb): Promise<BooksState> {
  const { rows } = await sql<BooksState>`
    select count(*)::int as customers,
      (count(*) filter (where cardinality(r.faults) > 0))::int as contradicting,
      count(*) = count(r.checked_at) as is_compared, min(coalesce(r.checked_at, c.created_at)) as oldest_at
    from payments.customer c
    left join payments.reconciliation r on r.tenant_id = c.tenant_id and r.customer_id = c.id`.execute(tx)
  return rows[0] ?? { customers: 0, contradicting: 0, is_compared: true, oldest_at: null }
}

export type NewCustomer = Pick<CustomerRow, 'id' | 'user_id' | 'name' | 'currency' | 'is_simulated' | 'created_at'> & {
  readonly tenantId: string
}

/** Creates a customer; returns false if the subject already has one. */
export async function insertCustomer(tx: TenantDb, { tenantId, ...row }: NewCustomer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payments.customer (tenant_id, id, user_id, name, currency, is_simulated, created_at)
    values (${tenantId}, ${row.id}, ${row.user_id}, ${row.name}, ${row.currency}, ${row.is_simulated}, ${row.created_at})
    on conflict (tenant_id, user_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function findCustomer(tx: TenantDb, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`${ROWS} where c.id = ${id}`.execute(tx)
  return rows[0]
}

/** Locks a customer's balance until the transaction ends; returns undefined if there is no such customer. */
export async function lockCustomer(tx: TenantDb, id: string): Promise<CustomerRow | undefined> {
  await sql`select 1 from payments.customer where id = ${id} for update`.execute(tx)
  return findCustomer(tx, id)
}

export type Listing = {
  /** Limits the list to this customer; undefined: all customers of the organisation. */
  readonly id: string | undefined
  readonly userId: string | undefined
  readonly limit: number
  readonly offset: number
}

export async function listCustomers(
  tx: TenantDb,
  { id, userId, limit, offset }: Listing,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const chosen = sql`(${id ?? null}::uuid is null or c.id = ${id ?? null})
    and (${userId ?? null}::text is null or c.user_id = ${userId ?? null})`
  const { rows } = await sql<CustomerRow>`
    ${ROWS} where ${chosen} order by c.name, c.id limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from payments.customer c where ${chosen}`)
  return { rows, total }
}

/** Returns every customer of the organisation, by id. */
export async function listCustomerIds(tx: TenantDb): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from payments.customer order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

type NewFunds = { readonly id: string; readonly available: number; readonly held: number }

/** Stores the balance of a customer after another entry; returns the number of that entry. */
export async function updateFunds(tx: TenantDb, { id, available, held }: NewFunds): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    update payments.customer
    set available = ${available}, held = ${held}, entries = entries + 1, version = version + 1
    where id = ${id} returning entries`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new TypeError(`the customer ${id} was held and is not there`)
  return row.entries
}

export async function updateLimit(tx: TenantDb, id: string, limit: number): Promise<void> {
  await sql`
    update payments.customer set credit_limit = ${limit}, version = version + 1 where id = ${id}`.execute(tx)
}

export type Reconciliation = { readonly customerId: string; readonly at: Date; readonly faults: readonly string[] }

/** Stores the result of a reconciliation. */
export async function upsertReconciliation(tx: TenantDb, tenantId: string, checked: Reconciliation): Promise<void> {
  await sql`
    insert into payments.reconciliation (tenant_id, customer_id, checked_at, faults)
    values (${tenantId}, ${checked.customerId}, ${checked.at}, ${[...checked.faults]}::text[])
    on conflict (tenant_id, customer_id)
    do update set checked_at = excluded.checked_at, faults = excluded.faults`.execute(tx)
}

/** Returns the customer for whom a subject orders: the subject's own, or the one that was set for the subject. */
export async function findCustomerFor(tx: TenantDb, subject: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    ${ROWS} where c.user_id = ${subject}
      or c.id = (select customer_id from payments.delegate where subject = ${subject})
    order by c.user_id = ${subject} desc limit 1`.execute(tx)
  return rows[0]
}

type NewDelegate = { readonly subject: string; readonly customerId: string }

export async function insertDelegate(tx: TenantDb, tenantId: string, row: NewDelegate): Promise<void> {
  await sql`
    insert into payments.delegate (tenant_id, subject, customer_id)
    values (${tenantId}, ${row.subject}, ${row.customerId})`.execute(tx)
}

/** Returns the customers that were set for these subjects, by subject. */
export async function listDelegates(tx: TenantDb, subjects: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; customer_id: string }>`
    select subject, customer_id from payments.delegate where subject = any(${[...subjects]})`.execute(tx)
  return new Map(rows.map(({ subject, customer_id }) => [subject, customer_id]))
}
