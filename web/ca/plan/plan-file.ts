import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { saveFile } from '../../ui/file/file.tsx'
import { type PlanFileQuery, planFile } from './plan-query.ts'

/** True if a plan was exported but must not lead to a burn any more: a file revokes it. */
export const isTakenBack = ({ state, exportedAt }: Pick<Plan, 'state' | 'exportedAt'>): boolean =>
  exportedAt !== null && (state === 'SUPERSEDED' || state === 'ABORTED')

/** Reads a file of a plan and saves it in the browser; a failure is shown as a notice. */
export async function savePlanFile(plan: Plan, query: PlanFileQuery): Promise<void> {
  try {
    const { blob, name } = await planFile(plan, query)
    saveFile(name ?? `${plan.name}.txt`, blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
