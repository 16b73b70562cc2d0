import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { RequestStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { Naming } from '../../../shell/status/people.ts'
import { hasWords } from '../../../ui/text/has-words.ts'
import { nextPass } from '../../request/state/status.ts'

/** A request with the facts about its files that the list shows. */
export type Row = {
  readonly request: ObservationRequest
  readonly sensors: readonly string[]
  readonly nextMs: number | undefined
  /** The newest file, if it is among the files that were read. */
  readonly newest: Observation | undefined
}

export function rowsOf(requests: readonly ObservationRequest[], files: readonly Observation[]): readonly Row[] {
  const byId = new Map(files.map((file) => [file.observationFileId, file]))
  return requests.map((request) => {
    const next = nextPass(request)
    return {
      request,
      sensors: [...new Set(request.passes.map(({ sensorCode }) => sensorCode))].toSorted(),
      nextMs: next ? Date.parse(next.start) : undefined,
      newest: request.observationFileId === null ? undefined : byId.get(request.observationFileId),
    }
  })
}

export const WHENS = ['all', 'open', 'ended'] as const
export type DateChoice = (typeof WHENS)[number]
export type Filter = {
  readonly q?: string | undefined
  readonly status?: string | undefined
  readonly sensor?: string | undefined
  readonly when?: string | undefined
  /** The kind of date, and the first and last day, as parameters for the server. */
  readonly dates?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const whenOf = ({ when }: Filter): DateChoice => WHENS.find((one) => one === when) ?? 'all'

/** Returns the rows that match the filters; an unknown name in the address matches no row. */
export function filtered(rows: readonly Row[], filter: Filter, nameOf: Naming['nameOf']): readonly Row[] {
  const { q = '', status, sensor } = filter
  const when = whenOf(filter)
  return rows.filter(
    ({ request, sensors }) =>
      (status === undefined || request.status === status) &&
      (sensor === undefined || sensors.includes(sensor)) &&
      (when === 'all' || request.isEnded === (when === 'ended')) &&
      hasWords(
        `${request.objectName} ${request.catalogueId} ${request.createdBy} ${nameOf(request.createdBy)}`,
        q.trim(),
      ),
  )
}

/** Returns the number of requests of each status, in the order of the state table. */
export function countsOf(
  rows: readonly Row[],
  statuses: readonly RequestStatus[],
): readonly { readonly status: RequestStatus; readonly count: number }[] {
  return statuses
    .map((status) => ({ status, count: rows.filter(({ request }) => request.status === status).length }))
    .filter(({ count }) => count > 0)
}
