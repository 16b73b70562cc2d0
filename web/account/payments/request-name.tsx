import type { Entry } from '@apsis/contract/payments/entry.ts'
import { allows, ODT_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/session.ts'
import { namedRequestsQuery } from '../../shell/named-objects.ts'
import { paths } from '../../site/paths.ts'

/** Tracking orders under the ID of its request (docs/domain/request.md); other users give an order a readable number. */
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/
const SHOWN_CHARACTERS = 8

/** The names of the objects of requests, by the IDs of the requests. */
export type RequestNames = ReadonlyMap<string, string>

/** Returns the objects of the tracking requests; it is empty for users who may not see these requests. */
export function useRequestNames(): RequestNames {
  const session = useSession()
  const enabled = session.status === 'signed-in' && allows([ODT_USER], session.who.roles)
  const { data: requests = [] } = useQuery({ ...namedRequestsQuery, enabled })
  return new Map(requests.map(({ observationRequestId, objectName }) => [observationRequestId, objectName]))
}

/** Returns the object of a tracking request; if that is not known, the first part of its ID. */
export function requestText(id: string, names: RequestNames): string {
  return names.get(id) ?? (REQUEST_ID.test(id) ? id.slice(0, SHOWN_CHARACTERS) : id)
}

/** Shows a request by its object or number; a tracking request has a link. */
export function RequestName({ id, names }: { readonly id: string; readonly names: RequestNames }) {
  const text = requestText(id, names)
  if (!names.has(id)) return text
  return (
    <Link to={paths.observation} params={{ observation_request_id: id, observation_file_id: undefined }} title={id}>
      {text}
    </Link>
  )
}

/** Returns the part of a request that an entry is for: the number of the pass, from 1, if the reference of tracking contains it. */
export function partOf({ requestId, reference, note }: Pick<Entry, 'requestId' | 'reference' | 'note'>) {
  const own = reference ?? note
  if (requestId === null || !own.startsWith(requestId)) return { text: own }
  const rest = own.slice(requestId.length).replace(/^[-./ ]/, '')
  const [, pass, isRest] = /^(?:pass-)?(\d+)(\/rest)?$/.exec(rest) ?? []
  if (pass === undefined) return { text: rest }
  if (isRest !== undefined) return { pass: Number(pass) + 1, isRest: true }
  // Tracking counts the places of a request from 0 (`…/0`); a number that a person reads begins at 1 (`R-0043-pass-1`).
  return { pass: Number(pass) + (rest === pass ? 1 : 0) }
}
