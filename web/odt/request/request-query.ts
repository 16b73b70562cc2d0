import { createRequest, type NewRequest } from '@apsis/contract/odt/request.ts'
import { listCustomers } from '@apsis/contract/payments/customer.ts'
import { estimatePrice } from '@apsis/contract/payments/price-estimation.ts'
import { allows, PAYMENTS_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, callAll, callVersioned } from '../../api/call.ts'
import { useSession } from '../../session/session.ts'
import { type Draft, linesOf } from './draft.ts'

export type RequestCost = {
  /** What is held: every pass is delivered. */
  readonly high: number
  readonly expected: number
  readonly currency: string
  readonly hasCustomer: boolean
  /** What the balance lacks, as far as one estimate can tell. */
  readonly shortBy: number
}

/** What the passes would cost, one estimate for each sensor. */
export const costQuery = (draft: Draft) => {
  const lines = linesOf(draft)
  return queryOptions({
    queryKey: ['payments', 'cost', lines, draft.priority],
    queryFn: async ({ signal }): Promise<RequestCost | null> => {
      const estimates = await Promise.all(
        lines.map(async ({ sensor, passes }) => {
          const query = { 'service-type': 'odt' as const, passes, priority: draft.priority }
          const found = await call(
            estimatePrice,
            { query: sensor === undefined ? query : { ...query, sensor } },
            signal,
          )
          // Which sensor will be taken is not known: the dearest counts.
          return found.toSorted((a, b) => b.high - a.high)[0]
        }),
      )
      const known = estimates.flatMap((one) => (one ? [one] : []))
      const [first] = known
      if (!first || known.length < lines.length) return null
      return {
        high: known.reduce((sum, { high }) => sum + high, 0),
        expected: known.reduce((sum, { expected }) => sum + expected, 0),
        shortBy: Math.max(...known.map(({ shortBy }) => shortBy ?? 0)),
        currency: first.currency,
        hasCustomer: known.every(({ shortBy }) => shortBy !== null),
      }
    },
    meta: { silent: 'request-cost' },
  })
}

/** The customer who pays, where the caller may read it; undefined where not. */
export function usePayer() {
  const session = useSession()
  const who = session.status === 'signed-in' ? session.who : undefined
  const { data } = useQuery({
    queryKey: ['payments', 'customers'],
    queryFn: ({ signal }) => callAll(listCustomers, { query: { limit: 200 } }, signal),
    enabled: who !== undefined && allows([PAYMENTS_USER], who.roles),
  })
  return data?.find(({ userId }) => userId === who?.subject)
}

type Sending = { readonly body: NewRequest; readonly key: string }

export const useSendRequest = () =>
  useMutation({
    meta: { silent: 'send-request', writes: [['observation'], ['payments']] },
    mutationFn: async ({ body, key }: Sending) => (await callVersioned(createRequest, { body }, { key })).answer,
  })
