import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Invoice } from '@apsis/contract/payments/customer.ts'
import { ApiError } from '../platform/api-error.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { lockVisibleCustomer, requireCustomer, tell, writerOf } from './customer.service.ts'
import * as repository from './invoice.repository.ts'
import type { CustomerRow } from './ledger/customer.repository.ts'
import { post } from './ledger/post.ts'
import { type Platform, type Request, record, write } from './write/request.ts'

/** The default payment method: an invoice is created, somebody pays it outside the platform, and an administrator books that it was paid. */
const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  dueAt: (now) => new Date(now.getTime() + 14 * DAY_MS),
}

const MOST_OPEN_INVOICES = 20

type Page = { readonly id: string; readonly page: number; readonly limit: number }

export function listInvoices(
  { db }: Platform,
  { caller }: Request,
  { id, page, limit }: Page,
): Promise<{ items: Invoice[]; total: number }> {
  return db.tenant(caller.tenantId, async (tx) => {
    await requireCustomer(tx, caller, id)
    const { rows, total } = await repository.listInvoices(tx, { customerId: id, limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })
}

type Wish = { readonly id: string; readonly amount: number }

/** Creates an invoice for credit; the balance changes when the invoice is paid. */
export function createInvoice(platform: Platform, request: Request, wish: Wish): Promise<Invoice> {
  return write(platform, request, async (tx) => {
    const customer = await lockVisibleCustomer(tx, request.caller, wish.id)
    if ((await repository.countOpenInvoices(tx, wish.id)) >= MOST_OPEN_INVOICES)
      throw new ApiError('conflict', `There are ${MOST_OPEN_INVOICES} open invoices: have one booked first.`)
    const id = await addInvoice(tx, request, { customer, amount: wish.amount, now: new Date(platform.now()) })
    return requireInvoice(tx, id)
  })
}

type Adding = { readonly customer: CustomerRow; readonly amount: number; readonly now: Date }

/** Stores an invoice; the number of a simulated invoice is marked. */
export async function addInvoice(
  tx: TenantDb,
  request: Request,
  { customer, amount, now }: Adding,
  provider: PaymentProvider = invoiceProvider,
): Promise<string> {
  const { tenantId, subject } = request.caller
  const id = randomUUID()
  const series = `${customer.is_simulated ? 'SIM-' : ''}${now.getUTCFullYear()}-`
  const { id: customer_id, currency } = customer
  const paid = { provider: provider.name, due_at: provider.dueAt(now) }
  const row = { id, customer_id, amount, currency, created_at: now, created_by: subject, ...paid }
  await repository.insertInvoice(tx, { tenantId, series, ...row })
  await record(tx, request, { action: 'invoice.create', object: id, detail: { customerId: customer_id, amount } })
  return id
}

type Booking = { readonly id: string; readonly invoiceId: string }

/** Books that an invoice was paid, once. */
export function bookInvoice(platform: Platform, request: Request, booking: Booking): Promise<Invoice> {
  return write(platform, request, async (tx) => {
    const customer = await lockVisibleCustomer(tx, request.caller, booking.id)
    const invoice = await repository.findInvoice(tx, booking.invoiceId)
    if (invoice?.customer_id !== booking.id) throw new ApiError('not-found', 'There is no such invoice.')
    if (invoice.paid_at === null) {
      await payInvoice(tx, { request, now: new Date(platform.now()) }, { customer, invoice })
      await tell(tx, customer, request.caller.tenantId, {
        finding: {
          code: 'credit-added',
          values: { invoice: invoice.number, amount: invoice.amount, currency: invoice.currency },
        },
        level: 'ok',
      })
    }
    return requireInvoice(tx, booking.invoiceId)
  })
}

type Paying = { readonly customer: CustomerRow; readonly invoice: Pick<repository.InvoiceRow, 'id' | 'amount'> }

export async function payInvoice(
  tx: TenantDb,
  { request, now }: { readonly request: Request; readonly now: Date },
  { customer, invoice }: Paying,
): Promise<CustomerRow> {
  const { id: invoiceId, amount } = invoice
  const writer = writerOf(request, { now: () => now.getTime() })
  const { customer: after, entryId } = await post(tx, writer, customer, { kind: 'PAYMENT', amount, invoiceId })
  await repository.setPaid(tx, { id: invoiceId, at: now, entryId })
  await record(tx, request, { action: 'invoice.book', object: invoiceId, detail: { customerId: customer.id, amount } })
  return after
}

async function requireInvoice(tx: TenantDb, id: string): Promise<Invoice> {
  const row = await repository.findInvoice(tx, id)
  if (row === undefined) throw new TypeError(`the invoice ${id} was written and is not there`)
  return present(row)
}

function present(row: repository.InvoiceRow): Invoice {
  return {
    invoiceId: row.id,
    number: row.number,
    customerId: row.customer_id,
    amount: row.amount,
    currency: row.currency,
    state: row.paid_at === null ? 'OPEN' : 'PAID',
    provider: row.provider,
    createdAt: row.created_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    transactionId: row.entry_id,
    isSimulated: row.is_simulated,
  }
}

/** A payment method of customers. Another method is another object of this type, under the name that its invoices contain. */
type PaymentProvider = {
  /** The name that invoices show. */
  readonly name: Invoice['provider']
  /** Returns the date by which a payment requested now is due. */
  dueAt(now: Date): Date
}
