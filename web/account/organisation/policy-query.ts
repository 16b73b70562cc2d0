import { getManoeuvrePolicy, type ManoeuvrePolicy, setManoeuvrePolicy } from '@apsis/contract/ca/manoeuvre-policy.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** As the pages of plans read it: one change is seen by both. */
const KEY = ['manoeuvre', 'policy'] as const

export const policyCall = { method: getManoeuvrePolicy.method, path: getManoeuvrePolicy.path } as const

export const policyQuery = () =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => call(getManoeuvrePolicy, {}, signal) })

export const useSetPolicy = () =>
  useMutation({
    meta: { silent: 'set-policy', writes: [KEY] },
    mutationFn: (body: ManoeuvrePolicy) => call(setManoeuvrePolicy, { body }),
  })
