import { listCustomers } from '@apsis/contract/payments/customer.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../api/call.ts'

/** The type of the event that says that something of payments has changed; all that is read of it begins with it. */
export const PAYMENTS_KEY = 'payments'

/** The customers that somebody may see: their own, or all of the organisation for an administrator of payments. */
export const customersQuery = () =>
  queryOptions({
    queryKey: [PAYMENTS_KEY, 'customers'],
    queryFn: ({ signal }) => callAll(listCustomers, { query: { limit: 200 } }, signal),
  })
