import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { listStorms } from '../../space-weather/weather.repository.ts'
import { eachPlan } from '../record/each-plan.ts'
import * as repository from '../record/plan.repository.ts'
import { tell } from '../record/supersede.ts'

type Platform = Pick<WorkPlatform, 'db' | 'log' | 'signal'>
type Row = repository.ListedRow

const LEVELS = { EXPORTED: 'critical', APPROVED: 'serious' } as const

/**
 * A storm between start and closest approach that became known after the weather of a plan by drag changes the air that the plan uses. Author,
 * approver and the person on duty are notified once for each such day; for a plan that was sent, the notice is an alarm.
 */
export async function tellStorms(platform: Platform, tenantId: string, open: readonly Row[]): Promise<void> {
  const { db } = platform
  const byDrag = open.filter(({ burn }) => burn.drag !== null)
  const [first] = byDrag.map(({ ignition_at }) => dayOf(ignition_at)).toSorted()
  if (first === undefined) return
  const storms = await db.shared((tx) => listStorms(tx, first))
  await eachPlan(platform, byDrag, async (seen) => {
    const storm = stormOver(seen, storms)
    if (storm === undefined) return
    await db.tenant(tenantId, async (tx) => {
      const row = await repository.findPlan(tx, seen.id, true)
      if (row === undefined || row.version !== seen.version || notifiedDays(row).includes(storm.day)) return
      await repository.updateNotifiedStorms(tx, row.id, [...notifiedDays(row), storm.day].join(' '))
      const level = row.state === 'EXPORTED' || row.state === 'APPROVED' ? LEVELS[row.state] : 'caution'
      const names = [
        ...new Set([...row.editors.map(({ name }) => name), ...(row.approved_by === null ? [] : [row.approved_by])]),
      ].join(', ')
      const values = { reason: 'storm', day: storm.day, plan: row.name, names }
      await tell(tx, { tenantId, row }, { level, finding: { code: 'plan-storm', values } })
    })
  })
}

type Storm = { readonly day: string; readonly knownAt: Date }

const notifiedDays = ({ notified_storms }: Row): readonly string[] => notified_storms?.split(' ') ?? []

/** Returns the first storm that overlaps a plan, was not known to it, and has not been reported yet: if there are several, each run reports one. */
function stormOver(row: Row, storms: readonly Storm[]): Storm | undefined {
  const { burn, ignition_at, created_at } = row
  const told = notifiedDays(row)
  const flownMs = Date.parse(burn.drag?.weather?.receivedAt ?? created_at.toISOString())
  const [from, to] = [dayOf(ignition_at), (burn.after?.tca ?? ignition_at.toISOString()).slice(0, 10)]
  return storms.find(
    ({ day, knownAt }) => day >= from && day <= to && knownAt.getTime() > flownMs && !told.includes(day),
  )
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
