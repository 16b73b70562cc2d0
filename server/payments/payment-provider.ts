import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Invoice } from '@apsis/contract/payments/customer.ts'

/** A way by which customers pay. Who adds another one writes this, and names it where the invoice is named. */
export type PaymentProvider = {
  /** As invoices show it. */
  readonly name: Invoice['provider']
  /** Until when a payment that is asked for now has to be there. */
  dueAt(now: Date): Date
}

/** The default: an invoice is written, somebody pays it outside, and an administrator books that it was paid. */
export const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  dueAt: (now) => new Date(now.getTime() + 14 * DAY_MS),
}
