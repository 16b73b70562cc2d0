import { type EventManoeuvre, isForEvent, listManoeuvres } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../../api/call.ts'
import { type GroupStanding, groupStanding, isAnswered } from '../group-state.ts'
import { PLANS_KEY } from '../plan-query.ts'

/** What the server gives at once; further pages follow. */
const PAGE_ROWS = 500
export const groupsCall = {
  method: listManoeuvres.method,
  path: listManoeuvres.path,
  query: { 'has-group': 'true', limit: PAGE_ROWS },
} as const

/** Every candidate of the organisation, newest first. */
export const candidatesQuery = () =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'candidates'],
    queryFn: async ({ signal }) =>
      (await callAll(listManoeuvres, { query: { 'has-group': 'true', limit: PAGE_ROWS } }, signal)).filter(isForEvent),
  })

/** Candidates of which one is to be kept, and how far that is. */
export type CandidateGroup = Pick<
  EventManoeuvre,
  'satelliteId' | 'conjunctionId' | 'object' | 'objectId' | 'createdAt' | 'isSimulated'
> & {
  readonly groupId: string
  readonly standing: GroupStanding
  readonly screened: number
  /** Of the event that they are planned for. */
  readonly tca: string
  /** The plan that is shown when the group is opened: the nominal one, else the one liked best. */
  readonly shown: EventManoeuvre
}

/** The candidates by group, in the order in which they come. */
export function groupsOf(plans: readonly EventManoeuvre[]): readonly CandidateGroup[] {
  const ids = new Set(plans.flatMap(({ groupId }) => groupId ?? []))
  return [...ids].flatMap((groupId) => {
    const standing = groupStanding(plans, groupId)
    const { members, nominal } = standing
    const [first] = members
    if (first === undefined) return []
    const { satelliteId, conjunctionId, object, objectId, createdAt, isSimulated, before } = first
    return {
      groupId,
      satelliteId,
      conjunctionId,
      object,
      objectId,
      createdAt,
      isSimulated,
      standing,
      tca: before.tca,
      screened: members.filter(isAnswered).length,
      shown: nominal ?? first,
    }
  })
}
