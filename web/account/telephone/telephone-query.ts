import { type Bridge, getBridge } from '@apsis/contract/duty/bridge.ts'
import { getTelephone, listSimulatedCalls, pressSimulatedKey, type Telephone } from '@apsis/contract/duty/telephone.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const TELEPHONE = ['telephone']
const CALLS = ['telephone-call']
const BRIDGE = ['telephone-bridge']
/** A pressed key on the telephone also changes the channel and the log. */
export const TELEPHONE_WRITES = [TELEPHONE, CALLS, BRIDGE, ['channel'], ['delivery']]
/** The calls are read again at this interval, because calls and pressed keys do not come from an action on the page. */
const AGAIN_MS = 5_000

export const telephoneCall = { method: getTelephone.method, path: getTelephone.path }
export const bridgeCall = { method: getBridge.method, path: getBridge.path }

export const telephoneQuery = queryOptions({
  queryKey: TELEPHONE,
  refetchInterval: AGAIN_MS,
  queryFn: ({ signal }): Promise<Telephone> => call(getTelephone, {}, signal),
})

export const callsQuery = queryOptions({
  queryKey: CALLS,
  refetchInterval: AGAIN_MS,
  queryFn: ({ signal }) => call(listSimulatedCalls, {}, signal),
})

export const bridgeQuery = queryOptions({
  queryKey: BRIDGE,
  queryFn: ({ signal }): Promise<Bridge> => call(getBridge, {}, signal),
})

export function usePressKey() {
  return useMutation({
    meta: { silent: 'set-telephone', writes: TELEPHONE_WRITES },
    mutationFn: ({ callId, key }: { readonly callId: string; readonly key: string }) =>
      call(pressSimulatedKey, { params: { 'call-id': callId }, body: { key } }),
  })
}
