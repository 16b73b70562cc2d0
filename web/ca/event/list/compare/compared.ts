import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { EventRow } from '../../event-row.ts'

/** The largest number of events in one comparison. */
export const MOST_COMPARED = 3

/** Returns the events of a comparison from the address: ids, separated by commas, each once. */
export function parseCompared(text: string | undefined): readonly string[] {
  const ids = text?.split(',').filter((one) => one !== '') ?? []
  return [...new Set(ids)].slice(0, MOST_COMPARED)
}

/** An event of the comparison with its messages, if they have been read. */
export type Side = { readonly row: EventRow; readonly cdms: readonly Cdm[] | undefined; readonly isFailed: boolean }
