import { z } from 'zod'
import { Id, Instant } from '../page.ts'
import { Amount, Sum } from './amount.ts'

/**
 * The kinds of ledger entries. Each kind moves one amount from one account to another: PAYMENT paid in → available, HOLD available → held, RELEASE
 * and EXPIRY held → available, CAPTURE held → captured, CREDIT_NOTE captured → available, REFUND available → paid in, VAT available → tax, CORRECTION
 * correction → available.
 */
export const ENTRY_KINDS = [
  'PAYMENT',
  'HOLD',
  'RELEASE',
  'EXPIRY',
  'CAPTURE',
  'CREDIT_NOTE',
  'REFUND',
  'VAT',
  'CORRECTION',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** The accounts of the ledger: two are the customer's, and the others are the counterparts. */
export const ACCOUNTS = ['available', 'held', 'captured', 'paidIn', 'vat', 'correction'] as const
export type Account = (typeof ACCOUNTS)[number]

export const ENTRY_EXAMPLE = {
  transactionId: '6a0f3f8e-3c1d-4a57-8f0a-5a4a1a3a9b01',
  place: 4,
  kind: 'HOLD' as const,
  at: '2026-11-19T10:14:02.000Z',
  orderId: '0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10',
  requestId: 'R-0045',
  invoiceId: null,
  reference: null,
  note: '',
  available: -9_120,
  held: 9_120,
  captured: 0,
  paidIn: 0,
  vat: 0,
  correction: 0,
  availableAfter: 6_160,
  heldAfter: 12_920,
}

export const Entry = z
  .strictObject({
    transactionId: Id,
    place: z.int().min(1).meta({ description: 'Place in the ledger of the customer, from 1, without a gap' }),
    kind: z.enum(ENTRY_KINDS),
    at: Instant,
    orderId: Id.nullable().meta({ description: 'The order that it belongs to' }),
    requestId: z.string().nullable().meta({ description: 'The request-id of that order' }),
    invoiceId: Id.nullable().meta({ description: 'The invoice that was paid' }),
    reference: z.string().nullable().meta({ description: 'What was delivered, such as the id of a pass' }),
    note: z.string().meta({ description: 'Why, where a person said so' }),
    available: Amount,
    held: Amount,
    captured: Amount,
    paidIn: Amount.meta({ description: 'What came from outside, with a minus: the sum of an entry is 0' }),
    vat: Amount,
    correction: Amount,
    availableAfter: Amount.meta({ description: 'What is available after it' }),
    heldAfter: Sum.meta({ description: 'What is held after it' }),
  })
  .meta({
    id: 'LedgerEntry',
    description:
      'One entry of a ledger: what it moves into each account and out of it. The sum over all accounts is 0.',
    examples: [ENTRY_EXAMPLE],
  })
export type Entry = z.output<typeof Entry>
