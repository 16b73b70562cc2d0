import { getPaging, type Paging, removePaging, testPaging, updatePaging } from '@apsis/contract/duty/paging.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const KEY = ['paging']
/** How often is read again while something is tried, and otherwise. */
const SOON_MS = 1_500
const LATER_MS = 15_000

export const pagingCall = { method: getPaging.method, path: getPaging.path }

/** `isSoon`: something was sent there just now. */
export const pagingQuery = (isSoon: boolean) =>
  queryOptions({
    queryKey: KEY,
    refetchInterval: isSoon ? SOON_MS : LATER_MS,
    queryFn: ({ signal }): Promise<Paging> => call(getPaging, {}, signal),
  })

export type NewPaging = {
  readonly url: string
  readonly routingKey?: string
  readonly callbackSecret?: string | null
}

/** What is sent holds keys: it is forgotten with the dialog. */
export function usePutPaging() {
  return useMutation({
    gcTime: 0,
    meta: { silent: 'set-paging', writes: [KEY] },
    mutationFn: (body: NewPaging) => call(updatePaging, { body }),
  })
}

export function useRemovePaging() {
  return useMutation({ meta: { silent: 'set-paging', writes: [KEY] }, mutationFn: () => call(removePaging, {}) })
}

export function useTestPaging() {
  return useMutation({ meta: { silent: 'set-paging', writes: [KEY] }, mutationFn: () => call(testPaging, {}) })
}
