import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'
import { countRows } from '../platform/database/page.repository.ts'

export type InvoiceRow = {
  readonly id: string
  readonly customer_id: string
  readonly number: string
  readonly amount: number
  readonly currency: string
  readonly provider: string
  readonly created_at: Date
  readonly due_at: Date
  readonly paid_at: Date | null
  readonly entry_id: string | null
  readonly is_simulated: boolean
}

const ROWS = sql`
  select i.*, c.is_simulated from payments.invoice i
  join payments.customer c on c.tenant_id = i.tenant_id and c.id = i.customer_id`

export type NewInvoice = Omit<InvoiceRow, 'paid_at' | 'entry_id' | 'is_simulated' | 'number'> & {
  readonly tenantId: string
  /** The prefix of the invoice's number. */
  readonly series: string
  readonly created_by: string
}

/** Stores an invoice with the next number of its series. No other transaction takes a number before this one commits: no gaps. */
export async function insertInvoice(tx: TenantDb, { tenantId, series, ...row }: NewInvoice): Promise<void> {
  await lockUntilEnd(tx, `payments.invoice:${tenantId}`)
  await sql`
    insert into payments.invoice (tenant_id, id, customer_id, number, amount, currency, provider, created_at, created_by, due_at)
    select ${tenantId}, ${row.id}, ${row.customer_id},
      ${series} || lpad((count(*) + 1)::text, 4, '0'), ${row.amount}, ${row.currency}, ${row.provider},
      ${row.created_at}, ${row.created_by}, ${row.due_at}
    from payments.invoice where starts_with(number, ${series})`.execute(tx)
}

export async function findInvoice(tx: TenantDb, id: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`${ROWS} where i.id = ${id}`.execute(tx)
  return rows[0]
}

export async function countOpenInvoices(tx: TenantDb, customerId: string): Promise<number> {
  return countRows(tx, sql`from payments.invoice where customer_id = ${customerId} and paid_at is null`)
}

type Page = { readonly customerId: string; readonly limit: number; readonly offset: number }

/** Returns a page of the invoices of a customer, newest first, and their number. */
export async function listInvoices(
  tx: TenantDb,
  { customerId, limit, offset }: Page,
): Promise<{ rows: InvoiceRow[]; total: number }> {
  const { rows } = await sql<InvoiceRow>`
    ${ROWS} where i.customer_id = ${customerId} order by i.created_at desc, i.number desc
    limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from payments.invoice where customer_id = ${customerId}`)
  return { rows, total }
}

/** Stores the entry with which an invoice was paid. */
export async function setPaid(
  tx: TenantDb,
  { id, at, entryId }: { readonly id: string; readonly at: Date; readonly entryId: string },
): Promise<void> {
  await sql`update payments.invoice set paid_at = ${at}, entry_id = ${entryId} where id = ${id}`.execute(tx)
}
