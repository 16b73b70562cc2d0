import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ODT_USER, PAYMENTS_USER } from '../roles.ts'
import { Code, Currency, Priority, ServiceType, Sum } from './amount.ts'

export const PriceEstimation = z
  .strictObject({
    productId: z.string(),
    version: z.int().min(1).meta({ description: 'Version of the price' }),
    sensor: z
      .string()
      .nullable()
      .meta({ description: 'Sensor code; null: the base price, which a sensor without a factor costs' }),
    passes: z.int().min(1).meta({ description: 'How many passes' }),
    priority: Priority,
    currency: Currency,
    discountPerMille: z.int().min(0).meta({ description: 'Discount that is in the price, in thousandths' }),
    low: Sum.meta({ description: 'In nine of ten cases it costs at least this' }),
    expected: Sum.meta({ description: 'With the success that is assumed' }),
    high: Sum.meta({ description: 'When every pass is delivered: this is what an order holds' }),
    successPerMille: z
      .int()
      .min(0)
      .max(1_000)
      .meta({ description: 'Assumed probability that a pass is delivered, in thousandths' }),
    shortBy: Sum.nullable().meta({
      description:
        'What the balance of the caller lacks for it; 0: it can be ordered; null: the caller has no customer',
    }),
  })
  .meta({
    id: 'PriceEstimation',
    description: 'What an order would cost, before it is placed',
    examples: [
      {
        productId: 'tracking-pass',
        version: 1,
        sensor: 'ABC01',
        passes: 3,
        priority: 'urgent',
        currency: 'EUR',
        discountPerMille: 50,
        low: 18_050,
        expected: 23_014,
        high: 27_075,
        successPerMille: 850,
        shortBy: 10_915,
      },
    ],
  })
export type PriceEstimation = z.output<typeof PriceEstimation>

export const estimatePrice = endpoint({
  tags: ['prices'],
  access: [`${PAYMENTS_USER},${ODT_USER}`],
  rate: 'read',
  method: 'GET',
  path: '/api/v1/payments/price_estimation',
  summary: 'Estimate a price',
  description:
    'What so many passes cost: for each product of the service one item at the base price, which an order without a request holds that names no sensor, and one for each sensor code with a factor; or one for the sensor that is named. An observation request that names no sensor holds the dearest of those that can observe, and is charged the one that does. Only the part of passes that succeed is captured: how many is assumed until sensors are counted.',
  query: z.strictObject({
    'service-type': ServiceType.default('odt'),
    sensor: Code.optional().meta({ description: 'A sensor code; absent: none, and each of those that have a factor' }),
    passes: z.coerce.number().int().min(1).max(1_000).default(1),
    priority: Priority.default('standard'),
  }),
  response: z.array(PriceEstimation),
  errors: ['unprocessable'],
})
