import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import * as repository from '../record/plan.repository.ts'
import { record } from '../record/record-step.ts'
import { type Cause, platformOf, tell } from '../record/supersede.ts'
import { together } from '../screen/path-verdict.ts'
import { hasNewData } from '../screen/plan-context.ts'
import { screenNow } from './plan-state.service.ts'

type Row = repository.ListedRow
type Platform = Pick<WorkPlatform, 'db' | 'now'>
type Verdict = PlanScreening['ofMessages']['verdict']

/** The verdicts in order: PASS needs no reason for an approval, and FAIL is the worst. */
const GRAVITY: readonly Verdict[] = ['PASS', 'WARN', 'NOT_ASSESSED', 'FAIL']

/** Returns the plans whose screening is outdated and that can still be approved: each waits for a newer screening. */
export async function listStale({ db, now }: Platform, tenantId: string, open: readonly Row[]): Promise<Row[]> {
  const at = new Date(now())
  const stale: Row[] = []
  for (const row of open) {
    // A newer message of the plan's event ends the plan instead of screening it again, as does the last time for its command.
    if (row.state !== 'SCREENED' || row.newest_cdm_id !== row.cdm_id || at > row.commit_at) continue
    if (await db.tenant(tenantId, (tx) => hasNewData(tx, row, at))) stale.push(row)
  }
  return stale
}

/**
 * Screens a plan again that waits for its approval, so that an approver at night finds a screening by all that is known. It stays SCREENED, so
 * that the new result can be read; a worse result is reported, and its approval needs a reason if it does not pass. The screenings of its path
 * stay: they are handled separately.
 */
export async function screenAnew(platform: Platform, tenantId: string, seen: Row): Promise<void> {
  const at = new Date(platform.now())
  const screened = await screenNow(platform, tenantId, seen, at)
  await platform.db.tenant(tenantId, async (tx) => {
    const row = await repository.findPlan(tx, seen.id, true)
    // Another worker or person has changed the plan meanwhile: the next run tries again.
    if (row === undefined || row.version !== seen.version || row.screening === null) return
    const { nextBest, at: screenedAt } = screened.screening
    const screening = { ...together(screened.screening, row.screening.paths), nextBest, at: screenedAt }
    await repository.updateState(tx, row.id, { ...row, screening, watched: screened.watched })
    const [before, verdict] = [row.screening.ofMessages.verdict, screening.ofMessages.verdict]
    const cause = causeOf(before, verdict)
    await record(tx, platformOf(tenantId), {
      id: row.id,
      at,
      action: 'MOVE',
      state: row.state,
      why: cause.text,
      detail: { from: row.state, cause: cause.values },
    })
    if (cause.values.reason !== 'screened-worse') return
    const finding = {
      code: 'plan-screening-worse',
      values: { ...cause.values, plan: row.name, why: cause.text },
    } as const
    await tell(tx, { tenantId, row }, { level: verdict === 'FAIL' ? 'serious' : 'caution', finding })
  })
}

function causeOf(before: Verdict, verdict: Verdict): Cause {
  if (GRAVITY.indexOf(verdict) <= GRAVITY.indexOf(before)) {
    const text = `Newer data have come: it was screened anew against all messages, which says ${verdict}.`
    return { text, values: { reason: 'screened-anew', verdict } }
  }
  const text = `Newer data have come: screened anew against all messages it says ${verdict}, and said ${before} before.`
  return { text, values: { reason: 'screened-worse', verdict, before } }
}
