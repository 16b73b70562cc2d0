import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PAGE_NOTE, pageOf } from '../page.ts'
import { ODT_USER, PAYMENTS_ADMIN, PAYMENTS_USER } from '../roles.ts'
import { Code, Currency, MOST_AMOUNT, MOST_LINES, MOST_PASSES, ServiceType, Sum } from './amount.ts'

/** The payment types of a product (spec §3), and our addition: for each delivered pass. */
export const PAYMENT_TYPES = ['SUBSCRIPTION', 'PER_PASS'] as const

const PER_MILLE = 1_000
const FACTOR_PER_MILLE = { most: 100_000, description: 'A factor in thousandths: 1500 is one and a half times' }
const Factor = z.int().min(0).max(FACTOR_PER_MILLE.most).meta({ description: FACTOR_PER_MILLE.description })

const PRICE_EXAMPLE = {
  amountCents: 3_800,
  currency: 'EUR',
  sensorFactors: { ABC01: 1_000, ABC02: 800, ABC03: 1_200 },
  priorityFactors: { standard: 1_000, 'next-night': 1_500, urgent: 2_500 },
  discounts: [
    { fromPasses: 3, perMille: 50 },
    { fromPasses: 10, perMille: 100 },
  ],
}

type Factors = {
  readonly amountCents: number
  readonly sensorFactors: Readonly<Record<string, number>>
  readonly priorityFactors: Readonly<Record<string, number>>
}

/** Returns the price of the largest possible order: no computed price is higher. */
function dearestOrder({ amountCents, sensorFactors, priorityFactors }: Factors): number {
  // A sensor without a factor costs the base price.
  const sensor = Math.max(PER_MILLE, ...Object.values(sensorFactors)) / PER_MILLE
  const priority = Math.max(...Object.values(priorityFactors)) / PER_MILLE
  return amountCents * sensor * priority * MOST_PASSES * MOST_LINES
}

export const NewPrice = z
  .strictObject({
    amountCents: Sum.meta({ description: 'Base price of one unit, in the smallest unit of the currency' }),
    currency: Currency.default('EUR'),
    sensorFactors: z
      .record(Code, Factor)
      .default({})
      .meta({ description: 'By sensor code; a sensor that is not there costs the base price' }),
    priorityFactors: z
      .strictObject({ standard: Factor, 'next-night': Factor, urgent: Factor })
      .default({ standard: 1_000, 'next-night': 1_500, urgent: 2_500 }),
    discounts: z
      .array(z.strictObject({ fromPasses: z.int().min(1).max(1_000), perMille: z.int().min(0).max(1_000) }))
      .max(20)
      .default([])
      .meta({
        description: 'From so many passes of one line, so many thousandths less; the largest that is reached counts',
      }),
  })
  .refine((price) => dearestOrder(price) <= MOST_AMOUNT, {
    path: ['amountCents'],
    error: `must be so low that an order of ${MOST_LINES} lines of ${MOST_PASSES} passes, at the highest factors, costs ${MOST_AMOUNT} at most`,
  })
  .meta({
    id: 'NewPrice',
    description:
      'A price: base × sensor factor × priority factor × passes × (1 − discount), rounded half to even for each line',
    examples: [PRICE_EXAMPLE],
  })
export type NewPrice = z.output<typeof NewPrice>

const PRODUCT_EXAMPLE = {
  productId: 'tracking-pass',
  productType: 'PER_PASS' as const,
  serviceType: 'odt' as const,
  priceVersion: 1,
  isSimulated: false,
}

export const Product = z
  .strictObject({
    productId: z.string(),
    productType: z.enum(PAYMENT_TYPES).meta({ description: 'How it is paid; PER_PASS is an addition' }),
    serviceType: ServiceType,
    priceVersion: z
      .int()
      .min(0)
      .meta({ description: 'Newest version of its price; 0: it has none and cannot be ordered' }),
    isSimulated: z.boolean(),
  })
  .meta({ id: 'Product', description: 'What can be ordered', examples: [PRODUCT_EXAMPLE] })
export type Product = z.output<typeof Product>

const path = { path: '/api/v1/payments/products' } as const

export const listProducts = endpoint({
  ...path,
  tags: ['products'],
  access: [`${PAYMENTS_USER},${ODT_USER}`],
  method: 'GET',
  summary: 'List products',
  description: `What the organisation can order. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({ ...pageOf({ standard: 100, most: 500 }) }),
  response: z.array(Product),
})

export const createProduct = endpoint({
  ...path,
  tags: ['admin'],
  access: [PAYMENTS_ADMIN],
  method: 'POST',
  summary: 'Create a product, or give one a new price',
  description:
    'Makes a product. With a known productId it gives that a new version of its price, from now on; orders keep the version that they were placed with. 409 where the product is known with another type or service.',
  rate: 'write',
  body: z
    .strictObject({
      productId: Code,
      productType: z.enum(PAYMENT_TYPES),
      serviceType: ServiceType.default('odt'),
      price: NewPrice.optional().meta({ description: 'Absent: it cannot be ordered until it has one' }),
    })
    .meta({
      examples: [{ productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt', price: PRICE_EXAMPLE }],
    }),
  response: Product,
  status: 201,
  errors: ['conflict', 'unprocessable'],
  invalidMessage: 'Invalid products/post request parameters.',
})
