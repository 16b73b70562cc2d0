import type { EntryKind } from '@apsis/contract/payments/entry.ts'
import type { PricedLine } from '@apsis/contract/payments/order.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import type { PriceTable } from '../price/price-of.ts'
import type { Moves } from './moves.ts'

export type BookedEntry = Moves & {
  readonly id: string
  readonly place: number
  readonly kind: EntryKind
  readonly orderId: string | null
  readonly invoiceId: string | null
  readonly reference: string | null
  readonly availableAfter: number
  readonly heldAfter: number
  readonly at: Date
}

export type BookedOrder = {
  readonly id: string
  readonly requestId: string
  readonly productId: string
  readonly priceVersion: number
  readonly currency: string
  readonly lines: readonly PricedLine[]
  readonly price: number
  readonly held: number
  readonly captured: number
  readonly released: number
  readonly state: string
  readonly expiresAt: Date | null
}

/** All records about a customer's money. */
export type Books = {
  readonly customer: {
    readonly id: string
    readonly name: string
    readonly currency: string
    readonly creditLimit: number
    readonly available: number
    readonly held: number
    readonly entries: number
  }
  readonly entries: readonly BookedEntry[]
  readonly orders: readonly BookedOrder[]
  readonly invoices: readonly {
    readonly id: string
    readonly number: string
    readonly amount: number
    readonly entryId: string | null
  }[]
  readonly prices: readonly (PriceTable & { readonly productId: string; readonly version: number })[]
}

/** Returns the books of a customer and locks them against new entries; undefined if there is no such customer. */
export async function readBooks(tx: TenantDb, customerId: string): Promise<Books | undefined> {
  const customers = await sql<Books['customer']>`
    select id, name, currency, credit_limit as "creditLimit", available, held, entries
    from payments.customer where id = ${customerId} for share`.execute(tx)
  const [customer] = customers.rows
  if (customer === undefined) return undefined
  const entries = await sql<BookedEntry>`
    select id, place, kind, order_id as "orderId", invoice_id as "invoiceId", reference, available, held, captured,
      paid_in as "paidIn", vat, correction, available_after as "availableAfter", held_after as "heldAfter", at
    from payments.entry where customer_id = ${customerId} order by place, at, id`.execute(tx)
  const orders = await sql<BookedOrder>`
    select id, request_id as "requestId", product_id as "productId", price_version as "priceVersion", currency, lines, price,
      held, captured, released, state, expires_at as "expiresAt"
    from payments."order" where customer_id = ${customerId} order by created_at, id`.execute(tx)
  const invoices = await sql<Books['invoices'][number]>`
    select id, number, amount, entry_id as "entryId" from payments.invoice where customer_id = ${customerId}`.execute(
    tx,
  )
  const prices = await sql<Books['prices'][number]>`
    select product_id as "productId", version, amount as "amountCents", sensor_factors as "sensorFactors",
      priority_factors as "priorityFactors", discounts
    from payments.price
    where tenant_id = (select tenant_id from payments.customer where id = ${customerId})`.execute(tx)
  return {
    customer,
    entries: entries.rows,
    orders: orders.rows,
    invoices: invoices.rows,
    prices: prices.rows,
  }
}
