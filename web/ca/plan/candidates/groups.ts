import { type EventPlan, isForEvent, listManoeuvres } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../../api/call.ts'
import { type GroupStanding, groupStanding, isAnswered } from '../group-state.ts'
import { PLANS_KEY } from '../plan-query.ts'

/** The number of plans that the server returns on one page. */
const PAGE_ROWS = 500
export const groupsCall = {
  method: listManoeuvres.method,
  path: listManoeuvres.path,
  query: { 'has-group': 'true', limit: PAGE_ROWS },
} as const

/** Reads every candidate of the organisation, newest first. */
export const candidatesQuery = () =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'candidates'],
    queryFn: async ({ signal }) =>
      (await callAll(listManoeuvres, { query: { 'has-group': 'true', limit: PAGE_ROWS } }, signal)).filter(isForEvent),
  })

/** A group of candidates, of which one will be kept, with its progress. */
export type CandidateGroup = Pick<
  EventPlan,
  'satelliteId' | 'conjunctionId' | 'object' | 'objectId' | 'createdAt' | 'isSimulated'
> & {
  readonly groupId: string
  readonly standing: GroupStanding
  readonly screened: number
  /** The TCA of the event of these plans. */
  readonly tca: string
  /** The plan that is shown when the group is opened: the nominal one, else the preferred one. */
  readonly shown: EventPlan
}

/** Returns the candidates by group, in the order in which they are given. */
export function groupsOf(plans: readonly EventPlan[]): readonly CandidateGroup[] {
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
