import type { Manoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { saveFile } from '../../ui/file/file.tsx'
import { type PlanFileQuery, planFile } from './plan-query.ts'

/** True if a plan was exported and must not be flown any more: there is a file that revokes it. */
export const isTakenBack = ({ state, exportedAt }: Pick<Manoeuvre, 'state' | 'exportedAt'>): boolean =>
  exportedAt !== null && (state === 'SUPERSEDED' || state === 'ABORTED')

/** Fetches a file of a plan and hands it to the browser; a failure becomes a notice. */
export async function savePlanFile(plan: Manoeuvre, query: PlanFileQuery): Promise<void> {
  try {
    const { blob, name } = await planFile(plan, query)
    saveFile(name ?? `${plan.name}.txt`, blob)
  } catch (failure) {
    raise(raisedBy(failure))
  }
}
