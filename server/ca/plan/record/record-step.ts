import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { emit } from '../../../events/event.service.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Caller } from '../../../platform/auth/caller.ts'
import { insertAudit } from '../../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import * as repository from './plan.repository.ts'
import { presentPlan } from './present-plan.ts'

export type Person = Pick<Caller, 'kind' | 'tenantId' | 'subject' | 'username'>
export type PersonRequest = { readonly owner: Person; readonly requestId: string }

/** The work that watches plans: a newer message takes effect within this many seconds (flight rule F14 allows 60). */
export const MANOEUVRE_WORK = 'ca.manoeuvres'
export const WATCH_EVERY_S = 10
/** The work that screens candidates: it is separate, so that no plan under way waits for it. */
export const CANDIDATE_WORK = 'ca.candidates'

export type RecordedStep = {
  readonly id: string
  readonly at: Date
  readonly action: Plan['steps'][number]['action']
  readonly state: Plan['state']
  readonly why: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes a step into the records of a plan and of the organisation, and notifies the pages. */
export async function record(tx: TenantDb, { owner, requestId }: PersonRequest, step: RecordedStep): Promise<void> {
  const { id, at, action, state, why, detail = {} } = step
  const { tenantId, subject, username } = owner
  await repository.insertStep(tx, {
    tenantId,
    manoeuvreId: id,
    at,
    action,
    state,
    why,
    detail,
    bySubject: subject,
    by_name: username,
  })
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: `manoeuvre.${action.toLowerCase()}`,
    object: id,
    outcome: 'done',
    requestId,
    detail: { state, ...detail },
  })
  emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: id, state } })
}

export async function readOne(tx: TenantDb, id: string): Promise<Plan> {
  return presentPlan(await requireRow(tx, id), await repository.listSteps(tx, [id]))
}

export async function requireRow(tx: TenantDb, id: string, isLocked = false): Promise<repository.ListedRow> {
  const row = await repository.findPlan(tx, id, isLocked)
  if (row === undefined) throw new ApiError('not-found', 'There is no such manoeuvre.')
  return row
}
