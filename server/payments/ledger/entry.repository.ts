import type { EntryKind } from '@apsis/contract/payments/entry.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'
import type { Funds, Moves } from './moves.ts'

export type EntryRow = {
  readonly id: string
  readonly customer_id: string
  readonly place: number
  readonly kind: EntryKind
  readonly order_id: string | null
  readonly order_request_id: string | null
  readonly invoice_id: string | null
  readonly reference: string | null
  readonly note: string
  readonly available: number
  readonly held: number
  readonly captured: number
  readonly paid_in: number
  readonly vat: number
  readonly correction: number
  readonly available_after: number
  readonly held_after: number
  readonly at: Date
}

export type NewEntry = {
  readonly tenantId: string
  readonly id: string
  readonly customerId: string
  readonly place: number
  readonly kind: EntryKind
  readonly orderId: string | null
  readonly invoiceId: string | null
  readonly reference: string | null
  readonly line: number | null
  readonly note: string
  readonly moves: Moves
  readonly after: Funds
  readonly actor: string
  readonly requestId: string
  readonly at: Date
}

/** Adds an entry. An entry is never dated before the previous one, whatever the clocks of two processes show. */
export async function insertEntry(tx: TenantDb, entry: NewEntry): Promise<void> {
  const { moves, after } = entry
  await sql`
    insert into payments.entry (tenant_id, id, customer_id, place, kind, order_id, invoice_id, reference, line, note,
      available, held, captured, paid_in, vat, correction, available_after, held_after, actor, request_id, at)
    values (${entry.tenantId}, ${entry.id}, ${entry.customerId}, ${entry.place}, ${entry.kind}, ${entry.orderId},
      ${entry.invoiceId}, ${entry.reference}, ${entry.line}, ${entry.note}, ${moves.available}, ${moves.held}, ${moves.captured},
      ${moves.paidIn}, ${moves.vat}, ${moves.correction}, ${after.available}, ${after.held}, ${entry.actor},
      ${entry.requestId}, greatest(${entry.at}::timestamptz, (
        select at from payments.entry where customer_id = ${entry.customerId} and place = ${entry.place - 1})))`.execute(
    tx,
  )
}

const ROWS = sql`
  select e.*, o.request_id as order_request_id
  from payments.entry e left join payments."order" o on o.tenant_id = e.tenant_id and o.id = e.order_id`

export type Span = { readonly from: Date; readonly to: Date }
const within = (span: Span | undefined) =>
  span === undefined ? sql`true` : sql`e.at >= ${span.from} and e.at < ${span.to}`

/** Returns a page of a ledger, newest first, and the number of entries. */
export async function listEntries(
  tx: TenantDb,
  query: {
    readonly customerId: string
    readonly span: Span | undefined
    readonly limit: number
    readonly offset: number
  },
): Promise<{ rows: EntryRow[]; total: number }> {
  const { customerId, span, limit, offset } = query
  const { rows } = await sql<EntryRow>`
    ${ROWS} where e.customer_id = ${customerId} and ${within(span)} order by e.place desc limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const total = await countRows(tx, sql`from payments.entry e where e.customer_id = ${customerId} and ${within(span)}`)
  return { rows, total }
}

/** Returns the entries of a period, oldest first. */
export async function listEntriesOf(tx: TenantDb, customerId: string, span: Span): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    ${ROWS} where e.customer_id = ${customerId} and ${within(span)} order by e.place`.execute(tx)
  return rows
}

/** Returns the balance after the last entry before a time. */
export async function findFundsBefore(tx: TenantDb, customerId: string, at: Date): Promise<Funds> {
  const { rows } = await sql<Funds>`
    select available_after as available, held_after as held from payments.entry
    where customer_id = ${customerId} and at < ${at} order by place desc limit 1`.execute(tx)
  return rows[0] ?? { available: 0, held: 0 }
}

/** Returns the ids of all entries of these customers in order, by customer. */
export async function listEntryIds(tx: TenantDb, customerIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ customer_id: string; ids: string[] }>`
    select customer_id, array_agg(id::text order by place) as ids from payments.entry
    where customer_id = any(${[...customerIds]}::uuid[]) group by customer_id`.execute(tx)
  return new Map(rows.map(({ customer_id, ids }) => [customer_id, ids]))
}

/** Returns one entry. */
export async function findEntry(tx: TenantDb, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`${ROWS} where e.id = ${id}`.execute(tx)
  return rows[0]
}

/** Returns the amount of an order's captures that was given back so far. */
export async function sumCredited(tx: TenantDb, orderId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(available), 0)::bigint as sum from payments.entry
    where order_id = ${orderId} and kind = 'CREDIT_NOTE'`.execute(tx)
  return rows[0]?.sum ?? 0
}

/** Returns how a delivery of an order was settled; undefined if it was not. */
export async function findSettled(
  tx: TenantDb,
  orderId: string,
  reference: string,
): Promise<'CAPTURE' | 'RELEASE' | undefined> {
  const { rows } = await sql<{ kind: 'CAPTURE' | 'RELEASE' }>`
    select kind from payments.entry
    where order_id = ${orderId} and kind in ('CAPTURE', 'RELEASE') and reference = ${reference}`.execute(tx)
  return rows[0]?.kind
}

/** Returns the number of settled passes in a line of an order. */
export async function countSettled(tx: TenantDb, orderId: string, line: number): Promise<number> {
  return countRows(tx, sql`from payments.entry where order_id = ${orderId} and line = ${line}`)
}

/** Returns the number of captured deliveries of each order. */
export async function countCaptures(tx: TenantDb, orderIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; count: number }>`
    select order_id, count(*)::int as count from payments.entry
    where order_id = any(${[...orderIds]}::uuid[]) and kind = 'CAPTURE' group by order_id`.execute(tx)
  return new Map(rows.map(({ order_id, count }) => [order_id, count]))
}
