import { type DutyPlan, getDutyPlan } from '@apsis/contract/duty/plan.ts'
import { personName } from '@apsis/contract/person-name.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { useSession } from '../../session/session.ts'

/** The interval of reading, because no event announces a new shift. */
const READ_AGAIN_MS = 60_000

/** Reads the on-call chain with the people on duty now, and the version that a save must name. */
export const dutyPlanQuery = queryOptions({
  queryKey: ['duty'],
  refetchInterval: READ_AGAIN_MS,
  queryFn: ({ signal }): Promise<{ answer: DutyPlan; version: string | undefined }> =>
    callVersioned(getDutyPlan, {}, { signal }),
})

/** The person who is called first, and until when. */
export type OnCall =
  /** There is no chain: a critical event that nobody acknowledges calls nobody. */
  | { readonly kind: 'no-chain' }
  /** There is no chain, but the open demo shows an example of one: the name says that it is simulated. */
  | { readonly kind: 'simulated'; readonly name: string; readonly untilMs: number | undefined }
  /** There is a chain, but nobody is on its first step. */
  | { readonly kind: 'nobody'; readonly untilMs: number | undefined }
  | {
      readonly kind: 'person'
      readonly name: string
      readonly untilMs: number | undefined
      /** True if a channel of the person is proven: a message outside the pages has arrived there. */
      readonly hasProvenChannel: boolean
    }

export function onCallOf({ now: [own], demo, members }: Pick<DutyPlan, 'now' | 'demo' | 'members'>): OnCall {
  const first = own ?? demo?.now[0]
  if (first === undefined) return { kind: 'no-chain' }
  const untilMs = first.until === null ? undefined : Date.parse(first.until)
  if (own === undefined) return { kind: 'simulated', name: first.person ?? '', untilMs }
  const { person } = first
  if (person === null) return { kind: 'nobody', untilMs }
  const hasProvenChannel = members.some(({ name, proven }) => name === person && proven > 0)
  return { kind: 'person', name: personName(person, members), untilMs, hasProvenChannel }
}

/** Returns the chain; undefined while it is not known, and for users who may not see events. */
export function useDutyPlan() {
  const session = useSession()
  const enabled = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  return useQuery({ ...dutyPlanQuery, enabled }).data
}

/** Returns the person on call; undefined while it is not known, and for users who may not see events. */
export function useOnCall(): OnCall | undefined {
  const plan = useDutyPlan()
  return plan && onCallOf(plan.answer)
}
