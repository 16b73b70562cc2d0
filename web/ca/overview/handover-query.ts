import { listHandovers, readHandover } from '@apsis/contract/ca/report/handover.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** When the event that reports changed notes arrives, these queries are read again. */
export const HANDOVERS = ['handover']
/** The number of notes that are read, the maximum that the server returns at once. */
export const MOST_NOTES = 200

export const handoversQuery = () =>
  queryOptions({
    queryKey: [...HANDOVERS, 'list'],
    queryFn: ({ signal }) => call(listHandovers, { query: { limit: MOST_NOTES } }, signal),
  })

export const handoverCall = { method: listHandovers.method, path: listHandovers.path }

/** Records that the user has read a note. */
export function useReadHandover() {
  return useMutation({
    meta: { writes: [HANDOVERS] },
    mutationFn: (id: string) => call(readHandover, { params: { 'handover-id': id } }),
  })
}
