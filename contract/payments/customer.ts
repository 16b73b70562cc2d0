import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { PAYMENTS_ADMIN, PAYMENTS_USER } from '../roles.ts'
import { Amount, Currency, Month, Payment, Sum } from './amount.ts'
import { CORRECTION_KINDS } from './correction-kind.ts'
import { ENTRY_EXAMPLE, Entry } from './entry.ts'

const CUSTOMER_ID = '5d0e8f1a-7b0c-4f3e-9b1d-0a5a3c1e7b42'
const PRINTABLE = /^\P{Cc}*$/u
const NO_CONTROLS = 'must not contain control characters'
export const STANDARD_CURRENCY = 'EUR'

const BALANCE_EXAMPLE = {
  available: 6_160,
  limit: 10_000,
  transaction_ids: [ENTRY_EXAMPLE.transactionId],
  held: 12_920,
  currency: 'EUR',
}

export const Balance = z
  .strictObject({
    available: Amount.meta({ description: 'What can be spent before credit is used; never below minus the limit' }),
    limit: Sum.meta({ description: 'Credit line: available + limit is never below 0' }),
    transaction_ids: z.array(Id).meta({ description: 'Ids of all entries of the ledger, in order' }),
    held: Sum.meta({ description: 'Held for orders that are not delivered yet' }),
    currency: Currency,
  })
  .meta({
    id: 'Balance',
    description: 'What a customer has: opening (0) + entries of the ledger − holds = available',
    examples: [BALANCE_EXAMPLE],
  })
export type Balance = z.output<typeof Balance>

const ServiceUsage = z
  .strictObject({
    requests: z.int().min(0).meta({ description: 'Orders of the period that were not refused' }),
    passesRequested: z.int().min(0).meta({ description: 'Passes, or months of a subscription, that were ordered' }),
    passesSuccessful: z.int().min(0).meta({ description: 'Passes that were captured' }),
    cdms: z.int().min(0).meta({ description: 'Conjunction data messages that the organisation got' }),
    screenings: z.int().min(0).meta({ description: 'Screenings that the organisation asked for' }),
    amountCents: Amount.meta({ description: 'Captured in the period, less credit notes, in the smallest unit' }),
  })
  .meta({ id: 'ServiceUsage', description: 'What was used of one service' })

const USAGE_EXAMPLE = {
  period: { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' },
  perService: {
    ca: { requests: 0, passesRequested: 0, passesSuccessful: 0, cdms: 42, screenings: 6, amountCents: 0 },
    odt: { requests: 9, passesRequested: 20, passesSuccessful: 11, cdms: 0, screenings: 0, amountCents: 36_520 },
  },
  asOf: '2026-11-20T07:02:19.000Z',
}

export const ServiceUsageSnapshot = z
  .strictObject({
    period: z.strictObject({ from: Instant, to: Instant.meta({ description: 'Not included' }) }),
    perService: z.strictObject({ ca: ServiceUsage, odt: ServiceUsage }),
    asOf: Instant,
  })
  .meta({
    id: 'ServiceUsageSnapshot',
    description: 'What a customer has used in a calendar month, UTC',
    examples: [USAGE_EXAMPLE],
  })
export type ServiceUsageSnapshot = z.output<typeof ServiceUsageSnapshot>

export const CUSTOMER_EXAMPLE = {
  userId: '0d1f7c52-5a0e-4c6b-9d0b-6b1f6a1c0001',
  name: 'Kim Weber',
  balance: BALANCE_EXAMPLE,
  service_usage_snapshot: USAGE_EXAMPLE,
  customerId: CUSTOMER_ID,
  createdAt: '2026-11-01T08:00:00.000Z',
  isSimulated: false,
  checkedAt: '2026-11-20T07:00:00.000Z',
  faults: [],
}

export const Customer = z
  .strictObject({
    userId: z.string().meta({ description: 'Subject of the token of the person who pays' }),
    name: z.string(),
    balance: Balance,
    service_usage_snapshot: ServiceUsageSnapshot,
    customerId: Id.meta({ description: 'The customer-id of the other calls' }),
    createdAt: Instant,
    isSimulated: z.boolean().meta({ description: 'True for a customer of the demo: no money stands behind it' }),
    checkedAt: Instant.nullable().meta({ description: 'When the ledger was last reconciled; null: not yet' }),
    faults: z.array(z.string()).meta({ description: 'What that found to contradict itself; empty: nothing' }),
  })
  .meta({ id: 'Customer', description: 'Who pays', examples: [CUSTOMER_EXAMPLE] })
export type Customer = z.output<typeof Customer>

const params = z.strictObject({ 'customer-id': Id })
const ofUser = { tags: ['customers'], access: [PAYMENTS_USER] } as const
const ofAdmin = { tags: ['admin'], access: [PAYMENTS_ADMIN] } as const

export const listCustomers = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers',
  summary: 'List customers',
  description: `The customer of the caller, found by the subject of the token: one, or none where nobody made one. A service account gets the customer that it orders for. Administrators get all of the organisation. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    userId: z.string().min(1).max(255).optional().meta({ description: 'Only the customer of this subject' }),
    ...pageOf({ standard: 50, most: 200 }),
  }),
  response: z.array(Customer),
})

export const createCustomer = endpoint({
  ...ofAdmin,
  method: 'POST',
  path: '/api/v1/payments/customers',
  summary: 'Create a customer',
  description:
    'Makes a customer of the organisation, with an empty ledger and no credit. A subject has one customer: 409 for a second.',
  rate: 'write',
  body: z
    .strictObject({
      userId: z.string().trim().min(1).max(255).regex(PRINTABLE, NO_CONTROLS),
      name: z.string().trim().min(1).max(200).regex(PRINTABLE, NO_CONTROLS),
      currency: Currency.default(STANDARD_CURRENCY),
    })
    .meta({ examples: [{ userId: CUSTOMER_EXAMPLE.userId, name: CUSTOMER_EXAMPLE.name, currency: 'EUR' }] }),
  response: Customer,
  status: 201,
  errors: ['conflict', 'unprocessable'],
  invalidMessage: 'Invalid customers/post request parameters.',
})

export const getBalance = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers/{customer-id}/balance',
  summary: 'Read a balance',
  description:
    'What the customer has. The ETag is its version, which rises with each entry and each change of the limit. The customer of somebody else answers like an unknown one.',
  rate: 'read',
  headers: { etag: true },
  params,
  response: Balance,
})

export const updateBalance = endpoint({
  ...ofAdmin,
  method: 'PATCH',
  path: '/api/v1/payments/customers/{customer-id}/balance',
  summary: 'Correct a balance',
  description:
    'For administrators, with If-Match: 428 without, 412 where the balance has moved since. A new `available` is posted as an entry of kind CORRECTION with the difference; nothing that was posted is ever changed. A new `limit` is the new credit line. `transaction_ids`, where given, have to be those of the ledger: 409 otherwise, and where available + limit would be below 0.',
  rate: 'write',
  headers: { ifMatch: 'required', etag: true, idempotencyKey: true },
  params,
  body: z
    .strictObject({
      available: Amount.optional(),
      limit: Sum.optional(),
      transaction_ids: z.array(Id).max(100_000).optional(),
    })
    .meta({ examples: [{ available: 20_000, limit: 10_000, transaction_ids: [ENTRY_EXAMPLE.transactionId] }] }),
  response: Balance,
  errors: ['conflict', 'version-missing', 'version-stale', 'unprocessable'],
})

export const getServiceUsageSnapshot = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers/{customer-id}/service_usage_snapshot',
  summary: 'Read what was used',
  description: 'What the customer has used of each service in a calendar month; without one in this month.',
  rate: 'read',
  params,
  query: z.strictObject({ month: Month.optional() }),
  response: ServiceUsageSnapshot,
})

export const listTransactions = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers/{customer-id}/transactions',
  summary: 'List the entries of a ledger',
  description: `What happened to the balance, newest first. Entries are never changed or removed. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject({ month: Month.optional(), ...pageOf({ standard: 100, most: 1_000 }) }),
  response: z.array(Entry),
})

const STATEMENT_EXAMPLE = {
  customerId: CUSTOMER_ID,
  name: 'Kim Weber',
  month: '2026-11',
  currency: 'EUR',
  isSimulated: false,
  isClosed: false,
  opening: { available: 25_600, held: 0, balance: 25_600 },
  totals: { paidIn: 30_000, captured: 36_520, credited: 0, refunded: 0, vat: 0, corrected: 0 },
  closing: { available: 6_160, held: 12_920, balance: 19_080 },
  lines: [ENTRY_EXAMPLE],
}

const Standing = z
  .strictObject({ available: Amount, held: Sum, balance: Amount.meta({ description: 'available + held' }) })
  .meta({ id: 'Standing', description: 'What a customer has at a time' })

export const Statement = z
  .strictObject({
    customerId: Id,
    name: z.string(),
    month: Month,
    currency: Currency,
    isSimulated: z.boolean(),
    isClosed: z.boolean().meta({ description: 'Whether the month is over, so that no line comes any more' }),
    opening: Standing,
    totals: z
      .strictObject({ paidIn: Sum, captured: Sum, credited: Sum, refunded: Sum, vat: Sum, corrected: Amount })
      .meta({
        description: 'closing.balance = opening.balance + paidIn − captured + credited − refunded − vat + corrected',
      }),
    closing: Standing,
    lines: z.array(Entry).meta({ description: 'The entries of the month, oldest first' }),
  })
  .meta({ id: 'Statement', description: 'A month of a ledger', examples: [STATEMENT_EXAMPLE] })
export type Statement = z.output<typeof Statement>

export const getStatement = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers/{customer-id}/statements/{month}',
  summary: 'Read the statement of a month',
  description:
    'Opening, lines and closing of a calendar month, UTC: as JSON, or as CSV with `Accept: text/csv`. The CSV has amounts in the smallest unit, one line for each entry.',
  rate: 'read',
  params: z.strictObject({ 'customer-id': Id, month: Month }),
  response: Statement,
  file: ['text/csv'],
  errors: ['not-acceptable'],
})

export const createCorrection = endpoint({
  ...ofAdmin,
  method: 'POST',
  path: '/api/v1/payments/customers/{customer-id}/corrections',
  summary: 'Post a credit note, a refund or tax',
  description:
    'What was wrong is made good by another entry, never by changing one: CREDIT_NOTE gives back what was captured for an order, and no more than that (409); REFUND pays out what is available; VAT takes tax from it. 402 where the balance does not reach.',
  rate: 'write',
  params,
  body: z
    .strictObject({
      kind: z.enum(CORRECTION_KINDS),
      amount: Payment,
      orderId: Id.optional().meta({ description: 'The order whose capture is given back; needed for CREDIT_NOTE' }),
      note: z.string().trim().min(1).max(500).regex(PRINTABLE, NO_CONTROLS).meta({ description: 'Why' }),
    })
    .meta({ examples: [{ kind: 'REFUND', amount: 2_500, note: 'Account closed' }] }),
  response: Entry,
  status: 201,
  errors: ['insufficient-balance', 'conflict', 'unprocessable'],
})

export const INVOICE_STATES = ['OPEN', 'PAID'] as const

export const Invoice = z
  .strictObject({
    invoiceId: Id,
    number: z.string().meta({ description: 'Begins with SIM- where it is simulated' }),
    customerId: Id,
    amount: Payment,
    currency: Currency,
    state: z.enum(INVOICE_STATES),
    provider: z.string().meta({ description: 'By which way it is paid: invoice, the only one so far' }),
    createdAt: Instant,
    dueAt: Instant,
    paidAt: Instant.nullable(),
    transactionId: Id.nullable().meta({ description: 'The entry that it was booked by' }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'Invoice',
    description: 'Credit that was asked for, and whether it was paid',
    examples: [
      {
        invoiceId: '7c1f9d0e-2b5a-4e6f-8a3d-1f0e9c8b7a65',
        number: '2026-0007',
        customerId: CUSTOMER_ID,
        amount: 30_000,
        currency: 'EUR',
        state: 'OPEN',
        provider: 'invoice',
        createdAt: '2026-11-20T07:02:19.000Z',
        dueAt: '2026-12-04T07:02:19.000Z',
        paidAt: null,
        transactionId: null,
        isSimulated: false,
      },
    ],
  })
export type Invoice = z.output<typeof Invoice>

export const listInvoices = endpoint({
  ...ofUser,
  method: 'GET',
  path: '/api/v1/payments/customers/{customer-id}/invoices',
  summary: 'List invoices',
  description: `The invoices of a customer, newest first. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject({ ...pageOf({ standard: 50, most: 500 }) }),
  response: z.array(Invoice),
})

export const createInvoice = endpoint({
  ...ofUser,
  method: 'POST',
  path: '/api/v1/payments/customers/{customer-id}/invoices',
  summary: 'Add credit',
  description:
    'Makes an invoice. The balance moves when an administrator books that it was paid. A customer may have 20 open ones: 409 beyond.',
  rate: 'write',
  params,
  body: z.strictObject({ amount: Payment }).meta({ examples: [{ amount: 30_000 }] }),
  response: Invoice,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const bookInvoice = endpoint({
  ...ofAdmin,
  method: 'POST',
  path: '/api/v1/payments/customers/{customer-id}/invoices/{invoice-id}/payments',
  summary: 'Book an invoice as paid',
  description: 'Posts an entry of kind PAYMENT over the amount of the invoice. Booking twice changes nothing.',
  rate: 'write',
  params: z.strictObject({ 'customer-id': Id, 'invoice-id': Id }),
  response: Invoice,
  status: 201,
  errors: ['unprocessable'],
})
