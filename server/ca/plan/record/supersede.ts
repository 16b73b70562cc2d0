import { randomUUID } from 'node:crypto'
import type { Finding } from '@apsis/contract/finding.ts'
import type { PlanReason } from '@apsis/contract/notice-text/plan-reason.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { notify } from '../../../notifications/notification.service.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import * as repository from './plan.repository.ts'
import { MANOEUVRE_WORK, type Person, record } from './record-step.ts'

/** Returns the platform as the author of an automatic action. */
export function platformOf(tenantId: string): { owner: Person; requestId: string } {
  return {
    owner: { kind: 'service', tenantId, subject: MANOEUVRE_WORK, username: MANOEUVRE_WORK },
    requestId: randomUUID(),
  }
}

/**
 * The reason why a plan ends automatically, or is not needed: as text for the record of the plan, and as data for
 * texts in the language of the reader (contract/notice-text). The value `reason` names it.
 */
export type Cause = { readonly text: string; readonly values: Finding['values'] & { readonly reason: PlanReason } }

export type PlanEnd = {
  readonly tenantId: string
  readonly row: repository.ListedRow
  readonly at: Date
  readonly state: 'SUPERSEDED' | 'EXPIRED'
  readonly cause: Cause
  readonly evaluation?: repository.ListedRow['evaluation']
  /** True if other code sends the notice. */
  readonly isQuiet?: boolean
}

/**
 * Ends a plan automatically, and notifies its editors, its approver and the people on duty. For a plan that had been sent it is
 * an alarm on every channel, with the file that withdraws it.
 */
export async function endPlan(
  tx: TenantDb,
  { tenantId, row, at, state, cause, evaluation, isQuiet }: PlanEnd,
): Promise<void> {
  const wasOut = row.state === 'EXPORTED'
  const why = cause.text
  await repository.updateState(tx, row.id, { ...row, state, ...(evaluation === undefined ? {} : { evaluation }) })
  await record(tx, platformOf(tenantId), {
    id: row.id,
    at,
    action: 'MOVE',
    state,
    why,
    detail: { from: row.state, cause: cause.values },
  })
  if (isQuiet === true) return
  await tell(
    tx,
    { tenantId, row },
    {
      level: wasOut ? 'critical' : row.state === 'APPROVED' ? 'serious' : 'caution',
      finding: {
        code: wasOut ? 'plan-withdrawn' : state === 'EXPIRED' ? 'plan-expired' : 'plan-superseded',
        values: { ...cause.values, plan: row.name, why, ...(wasOut ? whoAndFile(row) : {}) },
      },
    },
  )
}

/** Returns the people whose sent plan is withdrawn, and the file. */
function whoAndFile({ id, editors, approved_by: approver }: repository.ListedRow) {
  const names = [...new Set([...editors.map(({ name }) => name), approver ?? []].flat())].join(', ')
  return { names, file: `/api/v1/ca/manoeuvres/${id}/file?format=withdrawal` }
}

/** Notifies that a person has given up a sent burn that is still to come, as the people who would execute the burn have to know. */
export async function tellGivenUp(
  tx: TenantDb,
  { tenantId, row, by }: { readonly tenantId: string; readonly row: repository.ListedRow; readonly by: string },
): Promise<void> {
  const values = {
    reason: 'given-up' as const,
    other: by,
    plan: row.name,
    why: `${by} has said that the burn is not flown.`,
  }
  const finding: Finding = { code: 'plan-withdrawn', values: { ...values, ...whoAndFile(row) } }
  await tell(tx, { tenantId, row }, { level: 'critical', finding })
}

/** Returns the page of a plan: the page of its event, else the page of own burns. */
const pageOf = (row: repository.ListedRow): string =>
  repository.isForEvent(row)
    ? `/ca/conjunction/${row.satellite_id}/${row.conjunction_id}`
    : `/ca/burns/${row.satellite_id}?plan=${row.id}`

type Notice = { readonly level: NotificationLevel; readonly finding: Finding }

export function tell(
  tx: TenantDb,
  { tenantId, row }: { readonly tenantId: string; readonly row: repository.ListedRow },
  { level, finding: { code, values } }: Notice,
): Promise<void> {
  const page = pageOf(row)
  // For an event, the link leads to the file that withdraws the plan.
  const link = code === 'plan-withdrawn' && repository.isForEvent(row) ? `${page}?tab=export&plan=${row.id}` : page
  const matter = row.conjunction_id ?? row.id
  const to = { tenantId, subject: undefined, audience: 'ca', matter, link } as const
  const finding = { code, values: { ...values, ...(row.is_simulated ? { simulated: 1 } : {}) } }
  return notify(tx, { ...to, level, finding })
}

/** Returns the plans that the approval of a plan withdraws: the approved or exported plans of its event; none for burns without an event. */
export async function listReplaced(tx: TenantDb, row: repository.ListedRow): Promise<repository.ListedRow[]> {
  if (!repository.isForEvent(row)) return []
  const open = await repository.listOpen(tx)
  return open.filter(
    ({ id, conjunction_id, state }) =>
      id !== row.id && conjunction_id === row.conjunction_id && (state === 'APPROVED' || state === 'EXPORTED'),
  )
}

/** Withdraws the other approved or exported plan at an approval: each event has at most one plan under way. */
export async function supersedeOthers(
  tx: TenantDb,
  { tenantId, row, at }: { readonly tenantId: string; readonly row: repository.ListedRow; readonly at: Date },
): Promise<void> {
  const cause: Cause = {
    text: `${row.name} was approved in its place.`,
    values: { reason: 'replaced', other: row.name },
  }
  for (const other of await listReplaced(tx, row))
    await endPlan(tx, { tenantId, row: other, at, state: 'SUPERSEDED', cause })
}
