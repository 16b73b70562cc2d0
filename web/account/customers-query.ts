import { listCustomers } from '@apsis/contract/payments/customer.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../api/call.ts'

/** The type of the event that announces a change in payments; the keys of all its queries begin with it. */
export const PAYMENTS_KEY = 'payments'

/** The customers that somebody may see: their own, or all of the organisation for an administrator of payments. */
export const customersQuery = () =>
  queryOptions({
    queryKey: [PAYMENTS_KEY, 'customers'],
    queryFn: ({ signal }) => callAll(listCustomers, { query: { limit: 200 } }, signal),
  })
