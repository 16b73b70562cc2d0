import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ODT_USER, PAYMENTS_USER } from '../roles.ts'

export const PaymentsDemo = z
  .strictObject({
    open: z.boolean().meta({ description: 'Whether the caller has a simulated customer' }),
    isAllowed: z.boolean().meta({ description: 'Whether this installation lets people open one' }),
  })
  .meta({ id: 'PaymentsDemo', description: 'The simulated account', examples: [{ open: false, isAllowed: true }] })
export type PaymentsDemo = z.output<typeof PaymentsDemo>

/** A person who may order must be able to pay: so a person who may request observations can also open an account. */
const common = { tags: ['demo'], access: [`${PAYMENTS_USER},${ODT_USER}`], path: '/api/v1/payments/demo' } as const

export const getPaymentsDemo = endpoint({
  ...common,
  method: 'GET',
  summary: 'Read whether a simulated account is open',
  description: 'Whether the caller has a simulated customer, and whether one can be opened here.',
  rate: 'read',
  response: PaymentsDemo,
})

export const openPaymentsDemo = endpoint({
  ...common,
  method: 'POST',
  summary: 'Open a simulated account',
  description:
    'Makes a simulated customer for the caller with three months of orders and payments, and simulated products with prices where the organisation has none. All of it is labelled SIMULATED; no money stands behind it. Opening it twice changes nothing. 409 where this installation does not allow it, or where the caller has a real customer.',
  rate: 'write',
  response: PaymentsDemo,
  status: 201,
  errors: ['conflict', 'unprocessable'],
})
