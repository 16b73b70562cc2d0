import { updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Coordination } from '@apsis/contract/ca/event/coordination.ts'
import {
  createManoeuvre,
  createManoeuvreGroup,
  type EventPlan,
  getManoeuvreFile,
  isForEvent,
  listManoeuvres,
  type Plan,
  previewManoeuvre,
  updateManoeuvre,
} from '@apsis/contract/ca/plan/manoeuvre.ts'
import { getManoeuvrePolicy } from '@apsis/contract/ca/plan/manoeuvre-policy.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll, callFile, callVersioned } from '../../api/call.ts'

/** The name of the server event about plans, which is the first part of the key. */
export const PLANS_KEY = ['manoeuvre'] as const

/** Reads the plans of an event, newest first. */
export const plansQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'of', conjunctionId],
    queryFn: async ({ signal }) => {
      const plans = await callAll(listManoeuvres, { query: { 'conjunction-id': conjunctionId, limit: 500 } }, signal)
      return plans.filter(isForEvent)
    },
  })

/** A preview, which takes the server seconds, is requested after this pause in typing. */
const TYPING_MS = 500
/** The age at which a preview is stale, because the earliest time for a command gets later. */
const PREVIEW_STALE_MS = 60_000

/** Reads the plan that a message would give, without storing it. */
export const previewQuery = (request: NewPlan, cdmId: string) =>
  queryOptions({
    queryKey: ['design', 'preview', request, cdmId],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, TYPING_MS))
      signal.throwIfAborted()
      return call(previewManoeuvre, { body: request }, signal)
    },
    staleTime: PREVIEW_STALE_MS,
    retry: false,
    meta: { silent: 'drag-preview' },
  })

/** Reads the rule on approval by a second person. */
export const planPolicyQuery = () =>
  queryOptions({
    queryKey: [...PLANS_KEY, 'policy'],
    queryFn: ({ signal }) => call(getManoeuvrePolicy, {}, signal),
  })

export type NewPlan = SentRequest<typeof createManoeuvre>['body']
export type PlanStep = SentRequest<typeof updateManoeuvre>['body']
export type PlanFileQuery = NonNullable<SentRequest<typeof getManoeuvreFile>['query']>

export async function makePlan(body: NewPlan): Promise<EventPlan> {
  const plan = await call(createManoeuvre, { body })
  if (!isForEvent(plan)) throw new TypeError('a plan that is made for an event has one')
  return plan
}

/** Reads the draft OPM that the plan of a burn would have; the burn is not stored. */
export async function previewOpm(body: NewPlan): Promise<string> {
  const { blob } = await callFile(previewManoeuvre, { body }, { accept: 'text/plain' })
  return blob.text()
}

/** Plans and screens several burns for one event, the preferred one first. */
export const makeGroup = (body: SentRequest<typeof createManoeuvreGroup>['body']) =>
  call(createManoeuvreGroup, { body })

/** Takes a step of a plan, for the version that was read. */
export async function movePlan({ manoeuvreId, version }: Plan, body: PlanStep): Promise<Plan> {
  const sent = { params: { 'manoeuvre-id': manoeuvreId }, body }
  return (await callVersioned(updateManoeuvre, sent, { version: `"${version}"` })).answer
}

export const planFile = ({ manoeuvreId }: Plan, query: PlanFileQuery) =>
  callFile(getManoeuvreFile, { params: { 'manoeuvre-id': manoeuvreId }, query })

/** Adds a note to the record of an event, for the version that was read. */
export const keepNote = (
  conjunctionId: string,
  version: number,
  { why, coordination }: { readonly why: string; readonly coordination: Coordination | undefined },
) =>
  callVersioned(
    updateDecision,
    {
      params: { 'conjunction-id': conjunctionId },
      body: { action: 'NOTE', why, ...(coordination === undefined ? {} : { coordination }) },
    },
    { version: `"${version}"` },
  )
