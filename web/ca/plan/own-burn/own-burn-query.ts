import { createOwnBurns, listManoeuvres, loadOwnBurns, type Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll, upload } from '../../../api/call.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { movePlan, PLANS_KEY } from '../plan-query.ts'

type NewBurns = SentRequest<typeof createOwnBurns>['body']

const queryOf = (satelliteId: string | undefined) =>
  ({
    'has-event': 'false',
    ...(satelliteId === undefined ? {} : { 'satellite-id': satelliteId }),
    sort: '-ignitionEpoch',
    limit: 500,
  }) as const

/** Reads the plans of burns that belong to no event, the latest first: those of one satellite, or of all. */
export const ownPlansQuery = (satelliteId?: string) =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'own', satelliteId ?? 'all'],
    queryFn: ({ signal }) => callAll(listManoeuvres, { query: queryOf(satelliteId) }, signal),
  })

export const ownPlansCall = (satelliteId?: string) => ({
  method: listManoeuvres.method,
  path: listManoeuvres.path,
  query: queryOf(satelliteId),
})

/** A new plan, and the reason why it is not screened yet; undefined if it is screened. */
export type NewBurnPlan = { readonly plan: Plan; readonly notScreened: string | undefined }

/** Plans and screens burns. The plan is kept if the screening is refused, because the screening can be requested again. */
async function screened(plan: Plan): Promise<NewBurnPlan> {
  try {
    return { plan: await movePlan(plan, { state: 'SCREENED' }), notScreened: undefined }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { plan, notScreened: problemInWords(error).message }
  }
}

export const makeOwnPlan = async (body: NewBurns): Promise<NewBurnPlan> =>
  screened(await call(createOwnBurns, { body }))

/** Replaces the burns of a plan, and screens it. */
export const changeOwnPlan = async (plan: Plan, { burns, why }: NewBurns): Promise<NewBurnPlan> =>
  screened(await movePlan(plan, { burns, why }))

/** Plans and screens the burns of an OPM or OCM. */
export const makeFromMessage = async (satelliteId: string, message: Blob): Promise<NewBurnPlan> =>
  screened(await upload(loadOwnBurns, message, { query: { 'satellite-id': satelliteId } }))
