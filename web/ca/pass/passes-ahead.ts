import { listRequests, type ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { isPassOver } from '@apsis/contract/odt/request/request-status.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { formatInstant } from '../../clock/format.ts'
import { useSession } from '../../session/session.ts'
import type { EventRow } from '../event/event-row.ts'
import type { PassTick } from '../plot/timeline/burn-mark.tsx'

/** An ordered pass that is not over. */
export type PassAhead = {
  readonly id: string
  readonly requestId: string
  /** The name of the tracked object, and the own satellite: it is tracked itself, or the pass is for one of its events. */
  readonly name: string
  readonly satelliteId: string | null
  readonly conjunctionId: string | null
  readonly sensorCode: string
  readonly atMs: number
  readonly status: ObservationRequest['status'] | ObservationRequest['passes'][number]['status']
  readonly isOverdue: boolean
  readonly isSimulated: boolean
}

/** Reads the requests. They are read again when a request changes, because their key begins with the type of that event (web/api/changes.ts). */
export const requestsQuery = queryOptions({
  queryKey: ['observation', 'ahead'],
  queryFn: ({ signal }) => callAll(listRequests, { query: { limit: 1_000 } }, signal),
})

/** Returns the ordered passes, the next one first; empty for users without a role in tracking. */
export function usePassesAhead(): { readonly isAllowed: boolean; readonly query: ReturnType<typeof useRequests> } {
  const session = useSession()
  const isAllowed = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  return { isAllowed, query: useRequests(isAllowed) }
}

const useRequests = (enabled: boolean) => useQuery({ ...requestsQuery, enabled })

export function passesAhead(requests: readonly ObservationRequest[]): readonly PassAhead[] {
  return requests
    .flatMap((request) =>
      request.passes
        .filter(({ status }) => !isPassOver(status))
        .map((pass) => ({
          id: pass.passId,
          requestId: request.observationRequestId,
          name: request.objectName,
          satelliteId: request.satelliteId,
          conjunctionId: request.conjunctionId,
          sensorCode: pass.sensorCode,
          atMs: Date.parse(pass.start),
          status: pass.status,
          isOverdue: pass.isOverdue,
          isSimulated: request.isSimulated,
        })),
    )
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** A request that has not ended but has no future pass: its passes are still to be planned, or planned again. */
export type RequestWithoutPass = Pick<PassAhead, 'requestId' | 'name' | 'conjunctionId' | 'status'> & {
  /** The end of the window in which the object may be observed. */
  readonly untilMs: number
}

/** Returns the requests without a plan, the one that ends first at the top. */
export function unplanned(requests: readonly ObservationRequest[]): readonly RequestWithoutPass[] {
  return requests
    .filter(({ isEnded, passes }) => !isEnded && passes.every(({ status }) => isPassOver(status)))
    .map(({ observationRequestId: requestId, objectName: name, conjunctionId, status, to }) => {
      return { requestId, name, conjunctionId, status, untilMs: Date.parse(to) }
    })
    .toSorted((a, b) => a.untilMs - b.untilMs)
}

/** Returns passes as marks of a timeline: in the lane of the tracked satellite, or of the satellite whose event they are for. */
export function passTicks(passes: readonly PassAhead[], rows: readonly EventRow[]): readonly PassTick[] {
  return passes.flatMap(({ id, satelliteId, conjunctionId, atMs, name, sensorCode }) => {
    const satelliteKey = rows.find((row) => row.id === conjunctionId)?.satelliteKey ?? satelliteId
    return satelliteKey === null
      ? []
      : [{ id, satelliteKey, atMs, name: `${name}, ${sensorCode}, ${formatInstant(atMs)}` }]
  })
}
