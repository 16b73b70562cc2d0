import { getPaymentsDemo, openPaymentsDemo } from '@apsis/contract/payments/demo.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const KEY = 'payments'

/** Reads whether the user has a simulated account, and whether one can be opened here. */
export const paymentsDemoQuery = () =>
  queryOptions({ queryKey: [KEY, 'demo'], queryFn: ({ signal }) => call(getPaymentsDemo, {}, signal) })

export const useOpenDemo = () =>
  useMutation({
    meta: { silent: 'open-payments-demo', writes: [[KEY]] },
    mutationFn: () => call(openPaymentsDemo, {}),
  })
