import { listHandovers, readHandover } from '@apsis/contract/ca/report/handover.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The event that says that notes have changed renews them. */
export const HANDOVERS = ['handover']
/** The newest, as many as the server gives at once. */
export const MOST_NOTES = 200

export const handoversQuery = () =>
  queryOptions({
    queryKey: [...HANDOVERS, 'list'],
    queryFn: ({ signal }) => call(listHandovers, { query: { limit: MOST_NOTES } }, signal),
  })

export const handoverCall = { method: listHandovers.method, path: listHandovers.path }

/** Keeps that whoever is signed in has read a note. */
export function useReadHandover() {
  return useMutation({
    meta: { writes: [HANDOVERS] },
    mutationFn: (id: string) => call(readHandover, { params: { 'handover-id': id } }),
  })
}
