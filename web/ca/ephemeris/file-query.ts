import {
  compareEphemeris,
  createEphemerisFile,
  type EphemerisFile,
  getEphemerisFile,
  removeEphemeris,
  updateEphemeris,
} from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { createScreening } from '@apsis/contract/ca/screening/screening.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callFile, upload } from '../../api/call.ts'
import { inspectFile } from '../../encounter/inspect-file.ts'

/** The maximum size of a file whose text is shown; a larger file can be downloaded. */
export const SHOWN_BYTES = 26 * 1024 * 1024

/** Reads the bytes of a file as they were uploaded; they never change. */
export const fileBytesQuery = (oemFileId: string) =>
  queryOptions({
    queryKey: ['ephemeris-bytes', oemFileId],
    staleTime: Number.POSITIVE_INFINITY,
    // The bytes, up to twenty megabytes, are freed when no part of the screen shows them any more.
    gcTime: 60_000,
    queryFn: async ({ signal }) =>
      (await callFile(getEphemerisFile, { params: { 'oem-id': oemFileId }, query: {} }, { signal })).blob,
  })

/** Inspects the bytes of a file, in a separate thread. */
export const inspectionQuery = (oemFileId: string, bytes: Blob | undefined) =>
  queryOptions({
    queryKey: ['ephemeris-inspection', oemFileId],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: bytes !== undefined,
    queryFn: ({ signal }) => inspectFile(bytes ?? new Blob(), {}, signal),
  })

/** Reads the distance between a file and an earlier one; files never change, so the distance never changes. */
export const differenceQuery = (oemFileId: string, referenceId: string) =>
  queryOptions({
    queryKey: ['ephemeris-difference', oemFileId, referenceId],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: 'compare-ephemerides' },
    queryFn: ({ signal }) =>
      call(compareEphemeris, { params: { 'oem-id': oemFileId }, query: { 'reference-oem-id': referenceId } }, signal),
  })

/** Screens a file against the catalogue for as long as it can be used. */
export const screenFile = ({ oemFileId }: EphemerisFile) =>
  call(createScreening, { body: { 'oem-id': oemFileId, against: 'CAT' } })

export type NewFile = {
  readonly file: File
  readonly satelliteId: string
  readonly kind: EphemerisFile['kind']
  readonly autoRelinquishPc: string
  readonly isDisagreementSeen: boolean
}

/** Sends a file; the other fields are sent before it, so that the server knows them when it reads the file. */
export function sendFile({
  file,
  satelliteId,
  kind,
  autoRelinquishPc,
  isDisagreementSeen,
}: NewFile): Promise<EphemerisFile> {
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', kind)
  if (autoRelinquishPc.trim() !== '') form.set('autoRelinquishPc', autoRelinquishPc.trim())
  if (isDisagreementSeen) form.set('isDisagreementSeen', 'true')
  form.set('file', file, file.name)
  return upload(createEphemerisFile, form)
}

export type Change = {
  readonly kind?: EphemerisFile['kind']
  readonly active?: boolean
  readonly isDisagreementSeen?: boolean
}

export const changeFile = ({ file, change }: { file: EphemerisFile; change: Change }): Promise<EphemerisFile> =>
  call(updateEphemeris, { query: { 'oem-id': file.oemFileId }, body: { oemFileId: file.oemFileId, ...change } })

export const dropFile = (id: string) => call(removeEphemeris, { params: { id } })
