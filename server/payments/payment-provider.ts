import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Invoice } from '@apsis/contract/payments/customer.ts'

/** A way by which customers pay. A further one is an object of this type, named where invoices name theirs. */
export type PaymentProvider = {
  /** The name as invoices show it. */
  readonly name: Invoice['provider']
  /** The date by which a payment that is asked for now is due. */
  dueAt(now: Date): Date
}

/** The default: an invoice is written, somebody pays it outside, and an administrator books that it was paid. */
export const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  dueAt: (now) => new Date(now.getTime() + 14 * DAY_MS),
}
