import type { Reading } from '@apsis/ccsds/block/read-message.ts'
import { type Cdm as ParsedCdm, readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { type CDM_FORMATS, type Cdm, getCdmFile } from '@apsis/contract/ca/message/cdm.ts'
import { queryOptions } from '@tanstack/react-query'
import { callFile } from '../../api/call.ts'
import { readFields, type WrittenMessage } from './message-fields.ts'

export type CdmFormat = (typeof CDM_FORMATS)[number]

/** Reads the text of a message, original or converted; it never changes. */
export const messageTextQuery = (cdmId: string, format?: CdmFormat) =>
  queryOptions({
    queryKey: ['cdm-text', cdmId, format ?? 'original'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const sent = { params: { 'cdm-id': cdmId }, query: format ? { format } : {} }
      return (await callFile(getCdmFile, sent, { signal })).blob.text()
    },
  })

/** A message in every form that the screen needs: line by line, and as data if the complete message can be read. */
export type OpenMessage = {
  readonly text: string
  readonly written: WrittenMessage
  readonly strict: Reading<ParsedCdm>
  readonly lenient: Reading<ParsedCdm>
}

let last: OpenMessage | undefined

/** Parses a text once for all parts of the screen. */
export function openMessage(text: string): OpenMessage {
  if (last?.text === text) return last
  const strict = readCdm(text)
  const lenient = strict.ok ? strict : readCdm(text, { strict: false })
  last = { text, written: readFields(text), strict, lenient }
  return last
}

/** The place of a message among those of its event: number 1 is the oldest. */
export type Position = {
  readonly cdm: Cdm
  readonly number: number
  readonly older: Cdm | undefined
  readonly newer: Cdm | undefined
}

/** Returns the place of a message, found by our id or by the originator's, in the messages of an event, listed newest first. */
export function positionOf(cdms: readonly Cdm[], id: string): Position | undefined {
  const place = cdms.findIndex(({ cdmId, messageId }) => cdmId === id || messageId === id)
  const cdm = cdms[place]
  if (!cdm) return undefined
  return { cdm, number: cdms.length - place, older: cdms[place + 1], newer: cdms[place - 1] }
}
