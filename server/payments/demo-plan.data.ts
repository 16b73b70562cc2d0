import type { Priority } from '@apsis/contract/payments/amount.ts'
import type { NewPrice } from '@apsis/contract/payments/product.ts'

/** The sensor code of the demo, and the price of a pass there: nobody sells such passes. */
export const DEMO_PRICE: NewPrice = {
  amountCents: 3_800,
  currency: 'EUR',
  sensorFactors: {
    ABC01: 1_000,
    ABC02: 800,
    ABC03: 1_200,
    ABC04: 900,
    ABC05: 900,
    ABC06: 1_100,
    ABC07: 1_200,
    ABC08: 900,
    RAD01: 2_500,
    RAD02: 2_800,
  },
  priorityFactors: { standard: 1_000, 'next-night': 1_500, urgent: 2_500 },
  discounts: [
    { fromPasses: 3, perMille: 50 },
    { fromPasses: 10, perMille: 100 },
  ],
}

export const DEMO_SUBSCRIPTION: NewPrice = {
  amountCents: 900,
  currency: 'EUR',
  sensorFactors: {},
  priorityFactors: { standard: 1_000, 'next-night': 1_000, urgent: 1_000 },
  discounts: [],
}

/** The result of each pass of an order: its amount is captured or released, or the pass is still open. */
export type Fate = 'captured' | 'released' | 'open'

export type DemoStep =
  | { readonly daysAgo: number; readonly pay: number }
  | { readonly daysAgo: number; readonly subscribe: string }
  | {
      readonly daysAgo: number
      readonly order: string
      readonly sensor: string
      readonly priority?: Priority
      /** The result of each pass; the deliveries are a night apart. */
      readonly fates: readonly Fate[]
    }

/** Three months of an account, in days before it is opened. The last order is refused because it costs more than the balance. */
export const DEMO_STEPS: readonly DemoStep[] = [
  { daysAgo: 88, pay: 60_000 },
  { daysAgo: 87, subscribe: 'S-0001' },
  { daysAgo: 85, order: 'R-0031', sensor: 'ABC01', fates: ['captured', 'captured'] },
  { daysAgo: 79, order: 'R-0032', sensor: 'ABC02', fates: ['captured', 'released', 'captured'] },
  { daysAgo: 71, order: 'R-0033', sensor: 'ABC03', fates: ['captured'] },
  { daysAgo: 64, order: 'R-0034', sensor: 'ABC01', priority: 'next-night', fates: ['captured', 'captured'] },
  { daysAgo: 57, subscribe: 'S-0002' },
  { daysAgo: 55, order: 'R-0035', sensor: 'ABC02', fates: ['released', 'released'] },
  { daysAgo: 48, order: 'R-0036', sensor: 'ABC01', fates: ['captured', 'captured', 'captured'] },
  { daysAgo: 40, order: 'R-0037', sensor: 'ABC03', fates: ['captured', 'captured'] },
  { daysAgo: 33, order: 'R-0038', sensor: 'ABC01', fates: ['captured'] },
  { daysAgo: 27, subscribe: 'S-0003' },
  // The remaining balance is enough for two passes of the most expensive radar, but not for the last order.
  { daysAgo: 25, pay: 52_500 },
  { daysAgo: 23, order: 'R-0039', sensor: 'ABC02', fates: ['released', 'released'] },
  { daysAgo: 18, order: 'R-0040', sensor: 'ABC01', fates: ['captured', 'captured', 'captured'] },
  { daysAgo: 12, order: 'R-0041', sensor: 'ABC01', fates: ['captured', 'released', 'released'] },
  { daysAgo: 8, order: 'R-0042', sensor: 'ABC03', fates: ['captured', 'captured'] },
  { daysAgo: 5, order: 'R-0043', sensor: 'ABC01', fates: ['captured', 'released', 'captured', 'open'] },
  { daysAgo: 2, order: 'R-0045', sensor: 'ABC03', fates: ['open', 'open'] },
  { daysAgo: 0.05, order: 'R-0046', sensor: 'ABC01', priority: 'urgent', fates: ['open', 'open', 'open'] },
]

export const DEMO_CREDIT_LIMIT = 10_000
