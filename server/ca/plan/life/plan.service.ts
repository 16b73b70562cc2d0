import { randomUUID } from 'node:crypto'
import type { Plan, PlanPreview } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanPolicy } from '@apsis/contract/ca/plan/manoeuvre-policy.ts'
import { emit } from '../../../events/event.service.ts'
import { insertAudit } from '../../../platform/database/audit.repository.ts'
import { upsertRecurringWork, wakeRecurringWorkOf } from '../../../platform/jobs/recurring-work.repository.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import * as repository from '../record/plan.repository.ts'
import { findPolicy, upsertPolicy } from '../record/policy.repository.ts'
import { presentPlan, presentPreview } from '../record/present-plan.ts'
import {
  CANDIDATE_WORK,
  MANOEUVRE_WORK,
  type Person,
  type PersonRequest,
  readOne,
  record,
  WATCH_EVERY_S,
} from '../record/record-step.ts'
import { recordedLeftOut, refuseWithoutTarget } from '../screen/left-out.ts'
import { contactsFor, plan, readContext, weatherFor } from '../screen/plan-context.ts'

export type WantedPlan = { readonly conjunctionId: string; readonly request: PlanRequest }
type WantedPlanWithNotes = WantedPlan & {
  /** The notes of the planner; '' if there are none. */
  readonly notes: string
}

/** Plans a burn on the message that counts, and stores it as a draft. */
export async function createManoeuvre(
  platform: CaPlatform,
  asked: PersonRequest,
  { conjunctionId, request, notes }: WantedPlanWithNotes,
): Promise<Plan> {
  const [made] = await createDrafts(platform, asked, { conjunctionId, requests: [request], groupId: null, notes })
  if (made === undefined) throw new TypeError('a plan was asked for')
  return made
}

type WantedDrafts = {
  readonly conjunctionId: string
  readonly requests: readonly PlanRequest[]
  /** Null if the plans are not alternatives. */
  readonly groupId: string | null
  readonly notes: string
}

/** Plans burns for one event and stores them as drafts: all of them, or none if one cannot be planned. */
export async function createDrafts(
  { db, now: clock }: CaPlatform,
  { owner, requestId }: PersonRequest,
  { conjunctionId, requests, groupId, notes }: WantedDrafts,
): Promise<Plan[]> {
  const { tenantId } = owner
  const { context, planned, now } = await planAll({ db, now: clock }, tenantId, {
    conjunctionId,
    requests,
    isGroup: groupId !== null,
  })
  return db.tenant(tenantId, async (tx) => {
    const made: Plan[] = []
    for (const [place, fields] of planned.entries()) {
      const id = randomUUID()
      await repository.insertPlan(tx, tenantId, {
        ...fields,
        id,
        conjunction_id: conjunctionId,
        satellite_id: context.satellite.id,
        created_at: now,
        editors: [{ subject: owner.subject, name: owner.username }],
        group_id: groupId,
        group_rank: groupId === null ? null : place + 1,
      })
      const asked = { request: fields.request, satelliteId: context.satellite.id, now }
      const detail = await recordedLeftOut(tx, asked)
      await record(tx, { owner, requestId }, { id, at: now, action: 'CREATE', state: 'DRAFT', why: notes, detail })
      made.push(await readOne(tx, id))
    }
    await upsertRecurringWork(tx, { name: MANOEUVRE_WORK, tenantId }, WATCH_EVERY_S)
    // Candidates wait only for their screening; a single draft waits for a person.
    if (groupId !== null) await wakeRecurringWorkOf(tx, { name: CANDIDATE_WORK, tenantId }, WATCH_EVERY_S)
    return made
  })
}

/** Returns the plan that would be made, and stores nothing. */
export async function previewManoeuvre(
  platform: CaPlatform,
  person: Pick<Person, 'tenantId'>,
  wanted: WantedPlan,
): Promise<PlanPreview> {
  return presentPreview((await planPreview(platform, person, wanted)).planned)
}

/** Returns the plan that would be made, and the context that it is planned on. */
export async function planPreview(
  platform: CaPlatform,
  { tenantId }: Pick<Person, 'tenantId'>,
  { conjunctionId, request }: WantedPlan,
) {
  const { context, planned, now } = await planAll(platform, tenantId, {
    conjunctionId,
    requests: [request],
    isGroup: false,
  })
  const [found] = planned
  if (found === undefined) throw new TypeError('a plan was asked for')
  return { context, planned: found, now }
}

async function planAll(
  { db, now: clock }: Pick<CaPlatform, 'db' | 'now'>,
  tenantId: string,
  {
    conjunctionId,
    requests,
    isGroup,
  }: Pick<WantedDrafts, 'conjunctionId' | 'requests'> & { readonly isGroup: boolean },
) {
  const now = new Date(clock())
  for (const request of requests) refuseWithoutTarget(conjunctionId, request)
  const context = await db.tenant(tenantId, (tx) => readContext(tx, conjunctionId))
  const weather = await weatherFor(db, context, now)
  const known = await contactsFor(db, tenantId, context, now)
  const given = { now, weather, known }
  const planned = await Promise.all(
    requests.map((request, place) =>
      plan(tenantId, context, { request, ...given, ...(isGroup ? { at: `/candidates/${place}` } : {}) }),
    ),
  )
  return { context, planned, now }
}

export function getManoeuvre({ db }: CaPlatform, { tenantId }: Pick<Person, 'tenantId'>, id: string): Promise<Plan> {
  return db.tenant(tenantId, (tx) => readOne(tx, id))
}

export type Listing = Omit<repository.PlanFilter, 'offset'> & { readonly page: number }

/** Returns a page of plans, and the number of all that match. */
export function listManoeuvres(
  { db }: CaPlatform,
  { tenantId }: Pick<Person, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: Plan[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listManoeuvres(tx, { ...filter, offset: (page - 1) * filter.limit })
    const steps = await repository.listSteps(
      tx,
      rows.map(({ id }) => id),
    )
    return { items: rows.map((row) => presentPlan(row, steps)), total }
  })
}

export function getPolicy({ db }: CaPlatform, { tenantId }: Pick<Person, 'tenantId'>): Promise<PlanPolicy> {
  return db.tenant(tenantId, findPolicy)
}

export function setPolicy(
  { db }: CaPlatform,
  { owner, requestId }: PersonRequest,
  policy: PlanPolicy,
): Promise<PlanPolicy> {
  const { tenantId, subject: actor } = owner
  return db.tenant(tenantId, async (tx) => {
    await upsertPolicy(tx, tenantId, policy)
    const entry = { actor, action: 'manoeuvre.policy', object: tenantId, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: policy })
    emit(tx, { tenantId, type: 'manoeuvre', data: { ...policy } })
    return policy
  })
}
