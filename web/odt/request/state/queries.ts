import { listAnalystObjects, MOST_ANALYST_OBJECTS } from '@apsis/contract/odt/observation/analyst-object.ts'
import type { AssociationMetric, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import {
  createObservation,
  getObservationReport,
  getPositionResiduals,
  listObservations,
} from '@apsis/contract/odt/observation/observation.ts'
import { listRequests } from '@apsis/contract/odt/request/request.ts'
import { listTrackHistories } from '@apsis/contract/odt/tracking/track-history.ts'
import { Id } from '@apsis/contract/page.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callAll, upload } from '../../../api/call.ts'

/** If the event stream announces this subject, all queries under this key are read again (web/api/changes.ts). */
const KEY = 'observation'
export const OBSERVATION_WRITES = [[KEY]]
const PAGE_ROWS = 1_000

/** The times between which requests were made, or have a pass; without them every request. */
export type RequestDates = Readonly<Partial<Record<'from' | 'to' | 'pass-from' | 'pass-to', string>>>

/** Reads the requests of the organisation, newest first. */
export const requestsQuery = (dates: RequestDates = {}) =>
  queryOptions({
    queryKey: [KEY, 'requests', dates],
    queryFn: ({ signal }) => callAll(listRequests, { query: { ...dates, limit: PAGE_ROWS } }, signal),
  })

/** Reads one request; null if there is none with this id. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, 'request', id],
    queryFn: async ({ signal }) => {
      // A text that is not an id of the platform cannot name a request, so the server is not asked.
      if (!Id.safeParse(id).success) return null
      return (await call(listRequests, { query: { 'observation-request-id': id } }, signal))[0] ?? null
    },
  })

/** Reads every file of the organisation, newest first. */
export const filesQuery = () =>
  queryOptions({
    queryKey: [KEY, 'files'],
    queryFn: ({ signal }) => callAll(listObservations, { query: { limit: PAGE_ROWS } }, signal),
  })

/** Reads the objects that the organisation follows by its own tracks, newest first. */
export const analystObjectsQuery = () =>
  queryOptions({
    queryKey: [KEY, 'analyst-objects'],
    queryFn: ({ signal }) => callAll(listAnalystObjects, { query: { limit: MOST_ANALYST_OBJECTS } }, signal),
  })

/** Reads a report: the stored one or, if times are named, one computed without their measurements. */
export const reportQuery = (fileId: string, metric: AssociationMetric, exclude?: string) =>
  queryOptions({
    queryKey: [KEY, 'report', fileId, metric, exclude],
    queryFn: ({ signal }) =>
      call(
        getObservationReport,
        { params: { 'file-id': fileId }, query: { metric, ...(exclude ? { exclude } : {}) } },
        signal,
      ),
  })

/** Reads the tracks of an object relative to one orbit; null if it has none. */
export const historyQuery = (catalogueId: number) =>
  queryOptions({
    queryKey: [KEY, 'history', catalogueId],
    queryFn: async ({ signal }) =>
      (await call(listTrackHistories, { query: { 'catalogue-id': catalogueId } }, signal))[0] ?? null,
  })

/** Reads the residuals of the same report along the orbit. */
export const positionsQuery = (
  {
    'file-id': fileId,
    associationResults: { associationMetric: metric },
  }: Pick<ObservationReport, 'file-id' | 'associationResults'>,
  exclude?: string,
) =>
  queryOptions({
    queryKey: [KEY, 'positions', fileId, metric, exclude],
    queryFn: ({ signal }) =>
      call(
        getPositionResiduals,
        { params: { 'file-id': fileId }, query: { metric, ...(exclude ? { exclude } : {}) } },
        signal,
      ),
  })

/**
 * A message from a sensor of the organisation, or with positions of one of its satellites; with the standard deviation of the positions, m,
 * if the message does not state it.
 */
export type OwnMessage = { readonly file: File; readonly positionSigmaM?: number }

/** Sends a message of a track; the answer contains the files that were made from it. */
export const useSendTrack = () =>
  useMutation({
    meta: { silent: 'send-track', writes: OBSERVATION_WRITES },
    mutationFn: async ({ file, positionSigmaM }: OwnMessage) => {
      const text = await file.text()
      const type = text.trimStart().startsWith('<') ? 'application/xml' : 'text/plain'
      const query = positionSigmaM === undefined ? {} : { query: { 'position-sigma': positionSigmaM } }
      return upload(createObservation, new Blob([text], { type }), query)
    },
  })
