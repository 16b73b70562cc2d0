import { type ElementSetHistory, getElementSetHistory } from '@apsis/contract/tle/history.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const DAYS = ['7', '30', '90', '365'] as const
export type Days = (typeof DAYS)[number]

/**
 * Reads the element sets of an object over the last days. They are read again when sets arrive, because the key begins with the type of
 * that server event.
 */
export const historyQuery = (noradId: number, days: Days) =>
  queryOptions({
    queryKey: ['tle', 'history', noradId, days],
    queryFn: ({ signal }): Promise<ElementSetHistory> =>
      call(getElementSetHistory, { query: { noradId, days: Number(days) } }, signal),
  })
