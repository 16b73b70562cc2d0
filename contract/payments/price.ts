import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { ODT_USER, PAYMENTS_USER } from '../roles.ts'
import { Currency, ServiceType, Sum } from './amount.ts'

export const PRICE_UNITS = ['PASS', 'MONTH'] as const
const Factor = z.int().min(0).meta({ description: 'Thousandths' })

export const Price = z
  .strictObject({
    productId: z.string(),
    serviceType: ServiceType,
    unit: z.enum(PRICE_UNITS),
    amountCents: Sum.meta({ description: 'Base price of one unit, in the smallest unit of the currency' }),
    currency: Currency,
    validFrom: Instant,
    version: z.int().min(1).meta({ description: 'Rises with each new price of the product' }),
    sensorFactors: z.record(z.string(), Factor).meta({ description: 'Thousandths, by sensor code' }),
    priorityFactors: z
      .strictObject({ standard: Factor, 'next-night': Factor, urgent: Factor })
      .meta({ description: 'Thousandths' }),
    discounts: z.array(z.strictObject({ fromPasses: z.int(), perMille: z.int() })),
    isSimulated: z.boolean().meta({ description: 'True for the prices of the demo: nobody asks them' }),
  })
  .meta({
    id: 'Price',
    description: 'What one unit of a product costs: configuration, not a market fact',
    examples: [
      {
        productId: 'tracking-pass',
        serviceType: 'odt',
        unit: 'PASS',
        amountCents: 3_800,
        currency: 'EUR',
        validFrom: '2026-11-01T00:00:00.000Z',
        version: 1,
        sensorFactors: { ABC01: 1_000, ABC02: 800, ABC03: 1_200 },
        priorityFactors: { standard: 1_000, 'next-night': 1_500, urgent: 2_500 },
        discounts: [{ fromPasses: 3, perMille: 50 }],
        isSimulated: true,
      },
    ],
  })
export type Price = z.output<typeof Price>

const common = { tags: ['prices'], access: [`${PAYMENTS_USER},${ODT_USER}`], rate: 'read' } as const

export const listPrices = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/payments/price',
  summary: 'List prices',
  description: `The newest price of each product. ${PAGE_NOTE}`,
  query: z.strictObject({ ...pageOf({ standard: 100, most: 500 }) }),
  response: z.array(Price),
})
