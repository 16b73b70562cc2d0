import type { Entry } from '@apsis/contract/payments/entry.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { namedRequestsQuery } from '../../shell/named-objects.ts'
import { paths } from '../../site/paths.ts'

/** Tracking orders under the id of its request (docs/domain/request.md); who orders otherwise gives it a number that people read. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/
const SHOWN_CHARACTERS = 8

/** The names of the objects of requests, by the ids of the requests. */
export type RequestNames = ReadonlyMap<string, string>

/** The objects of the requests for tracking; none for users who may not see those. */
export function useRequestNames(): RequestNames {
  const session = useSession()
  const enabled = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const { data: requests = [] } = useQuery({ ...namedRequestsQuery, enabled })
  return new Map(requests.map(({ observationRequestId, objectName }) => [observationRequestId, objectName]))
}

/** Returns the object of a request for tracking; if that is not known, the part of its id that identifies it. */
export function requestText(id: string, names: RequestNames): string {
  return names.get(id) ?? (REQUEST_ID.test(id) ? id.slice(0, SHOWN_CHARACTERS) : id)
}

/** Shows a request by its subject; for tracking with a link to it. */
export function RequestName({ id, names }: { readonly id: string; readonly names: RequestNames }) {
  const text = requestText(id, names)
  if (!names.has(id)) return text
  return (
    <Link to={paths.observation} params={{ observation_request_id: id, observation_file_id: undefined }} title={id}>
      {text}
    </Link>
  )
}

/** Returns the part of its request that an entry is for: a pass by its number from 1, if the reference of tracking says which. */
export function partOf({ requestId, reference, note }: Pick<Entry, 'requestId' | 'reference' | 'note'>) {
  const own = reference ?? note
  if (requestId === null || !own.startsWith(requestId)) return { text: own }
  const rest = own.slice(requestId.length).replace(/^[-./ ]/, '')
  const [, pass, isRest] = /^(?:pass-)?(\d+)(\/rest)?$/.exec(rest) ?? []
  if (pass === undefined) return { text: rest }
  if (isRest !== undefined) return { pass: Number(pass) + 1, isRest: true }
  // Tracking counts the places of a request from 0 (`…/0`); a number that somebody reads begins at 1 (`R-0043-pass-1`).
  return { pass: Number(pass) + (rest === pass ? 1 : 0) }
}
