import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import type { ListedRow } from './plan.repository.ts'

type Platform = Pick<WorkPlatform, 'log' | 'signal'>

/** Handles plans one after the other. A plan that fails, for example because its satellite is removed, does not keep the others waiting. */
export async function eachPlan<Row extends ListedRow>(
  { log, signal }: Platform,
  rows: readonly Row[],
  look: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return
    try {
      await look(row)
    } catch (error) {
      log.error({ err: error, manoeuvreId: row.id }, 'a plan cannot be looked at')
    }
  }
}
