import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../page.ts'
import { PAYMENTS_USER } from '../roles.ts'
import { Code, Currency, MOST_LINES, MOST_PASSES, Priority, ServiceType, Sum } from './amount.ts'

const CUSTOMER_ID = '5d0e8f1a-7b0c-4f3e-9b1d-0a5a3c1e7b42'
export const INVALID_ORDER = 'Invalid orders/post request parameters.'

/**
 * HELD: the price is held; DELIVERED: all of it is captured or released; REFUSED: the balance was too small (402); EXPIRED: the rest of the hold was
 * released because its time ran out.
 */
export const ORDER_STATES = ['HELD', 'DELIVERED', 'REFUSED', 'EXPIRED'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const OrderLine = z
  .strictObject({
    'sensor-code': Code.optional().meta({
      description:
        'Absent: any sensor, at the base price. An observation request that names none holds the dearest that can observe',
    }),
    passes: z.int().min(1).max(MOST_PASSES).meta({ description: 'How many: passes, or months of a subscription' }),
    priority: Priority.default('standard'),
  })
  .meta({ id: 'OrderLine', description: 'A part of an order' })
export type OrderLine = z.output<typeof OrderLine>

export const PricedLine = z
  .strictObject({
    'sensor-code': z.string().nullable().meta({ description: 'null: any sensor' }),
    heldAs: z.string().optional().meta({
      description:
        'The dearest of the sensors that may observe: its price is held. A delivered pass is charged at the price of the sensor that observed, and the rest is given back. Absent: a sensor is named, or none of a request can observe',
    }),
    passes: z.int().min(1).meta({ description: 'How many passes, or months of a subscription' }),
    priority: Priority,
    amount: Sum.meta({ description: 'Price of the line, rounded half to even' }),
  })
  .meta({ id: 'PricedLine', description: 'A part of an order with its price' })
export type PricedLine = z.output<typeof PricedLine>

export const ORDER_EXAMPLE = {
  'customer-id': CUSTOMER_ID,
  'service-type': 'odt' as const,
  'request-id': 'R-0045',
  'order-id': '0b8f5e0c-52a4-4c6f-9d55-6d4f6c1d2e10',
  'product-id': 'tracking-pass',
  'price-version': 1,
  state: 'HELD' as const,
  lines: [{ 'sensor-code': 'ABC03', passes: 2, priority: 'standard' as const, amount: 9_120 }],
  currency: 'EUR',
  price: 9_120,
  held: 9_120,
  captured: 0,
  released: 0,
  passesCaptured: 0,
  shortBy: 0,
  expiresAt: '2026-12-19T10:14:02.000Z',
  createdAt: '2026-11-19T10:14:02.000Z',
  createdBy: 'demo',
  refusedAt: null,
  setAsideAt: null,
  isOfRequest: false,
  isSimulated: false,
}

export const Order = z
  .strictObject({
    'customer-id': Id,
    'service-type': ServiceType,
    'request-id': z.string(),
    'order-id': Id,
    'product-id': z.string(),
    'price-version': z
      .int()
      .min(1)
      .meta({ description: 'The version of the price that was fixed when it was ordered' }),
    state: z.enum(ORDER_STATES),
    lines: z.array(PricedLine),
    currency: Currency,
    price: Sum,
    held: Sum,
    captured: Sum,
    released: Sum,
    passesCaptured: z.int().min(0).meta({ description: 'How many passes were delivered' }),
    shortBy: Sum.meta({ description: 'What was missing when it was refused; 0 where it was not' }),
    expiresAt: Instant.nullable().meta({ description: 'When what is still held is given back; null: nothing is held' }),
    createdAt: Instant,
    createdBy: z.string().meta({ description: 'User name' }),
    refusedAt: Instant.nullable().meta({ description: 'When it was refused last; null: it is not refused' }),
    setAsideAt: Instant.nullable().meta({
      description: 'When somebody set the refused order aside: it asks for nothing any more; null: nobody did',
    }),
    isOfRequest: z.boolean().meta({
      description: 'It pays for an observation request, and changes with that one alone: cancel the request to end it',
    }),
    isSimulated: z.boolean(),
  })
  .meta({
    id: 'Order',
    description: 'What was ordered, at which price, and what became of the money',
    examples: [ORDER_EXAMPLE],
  })
export type Order = z.output<typeof Order>

const common = { tags: ['orders'], access: [PAYMENTS_USER], path: '/api/v1/payments/orders' } as const

export const listOrders = endpoint({
  ...common,
  method: 'GET',
  summary: 'List orders',
  description: `The orders of the caller's customer, newest first; of the whole organisation for administrators. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'customer-id': Id.optional(),
    'service-type': ServiceType.optional(),
    'request-id': z.string().min(1).max(255).optional(),
    state: z.enum(ORDER_STATES).optional(),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(Order),
})

const Wish = z
  .strictObject({
    'customer-id': z.string().min(1).max(64).optional().meta({
      description: 'The customer of the caller; anybody else’s answers like an unknown one. Not needed for an update',
    }),
    'service-type': ServiceType,
    'request-id': z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: 'Names the request; a known one is an update. Absent: one is given' }),
    'product-id': Code.optional().meta({ description: 'Absent: the first product of the service' }),
    lines: z.array(OrderLine).min(1).max(MOST_LINES).optional().meta({ description: 'Absent: one of it, any sensor' }),
  })
  .refine((wish) => wish['customer-id'] !== undefined || wish['request-id'] !== undefined, {
    error: 'needs customer-id, or request-id to update an order',
  })
  .meta({
    examples: [
      { 'customer-id': CUSTOMER_ID, 'service-type': 'odt' },
      {
        'customer-id': CUSTOMER_ID,
        'service-type': 'odt',
        'request-id': 'R-0045',
        lines: [{ 'sensor-code': 'ABC03', passes: 2, priority: 'standard' }],
      },
    ],
  })
export type OrderWish = z.output<typeof Wish>

export const createOrder = endpoint({
  ...common,
  method: 'POST',
  summary: 'Place or update an order',
  description:
    'Fixes the price with its version and holds it. 402 where available + limit does not reach: nothing is held then, and the order is kept as refused, so that it can be placed again under the same request-id. A known request-id is an update: without `lines` it changes nothing, with others the hold is changed by the difference, at the price that was fixed, as long as nothing was delivered (409 then). What is still held after 30 days is given back.',
  rate: 'write',
  body: Wish,
  response: Order,
  status: 201,
  errors: ['insufficient-balance', 'conflict', 'unprocessable'],
  invalidMessage: INVALID_ORDER,
})

export const cancelOrder = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/payments/orders/{order-id}',
  summary: 'Give an order back',
  description: `Gives back what an order still holds that pays for no observation request; what was captured of it stays. A refused order holds nothing: it is set aside, and can be placed again under its request-id. An order that pays for an observation request is ended by cancelling that one (409), and one that is settled has nothing to give back (409).`,
  rate: 'write',
  params: z.strictObject({ 'order-id': Id }),
  headers: { idempotencyKey: true },
  response: Order,
  errors: ['not-found', 'conflict', 'unprocessable'],
})
