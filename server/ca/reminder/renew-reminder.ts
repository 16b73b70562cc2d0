import { HOUR_MS } from '@apsis/astro/constants.ts'
import { rankOf } from '@apsis/contract/ca/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { Id } from '@apsis/contract/page.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { eventValues } from '../conjunction/describe-event.ts'
import { levelAt } from '../conjunction/event/event-level.ts'
import { hoursLeft } from './due.ts'
import { listOpenEvents } from './reminder.repository.ts'

type Reminder = { readonly finding: Finding; readonly matter: string | null; readonly now: Date }

/**
 * A reminder of a decision as it is true when it is sent: with the hours that are left then, and the event as it is then. Undefined:
 * somebody has decided, the event is no longer HIGH, or the time is over. Any other finding is as it was.
 */
export async function renewReminder(tx: TenantDb, { finding, matter, now }: Reminder): Promise<Finding | undefined> {
  if (finding.code !== 'decision-due' || !Id.safeParse(matter).success) return finding
  const [event] = await listOpenEvents(tx, now, rankOf('HIGH'), matter ?? undefined)
  if (event === undefined) return undefined
  const { facts, satellite_name: satelliteName } = event
  const level = levelAt(facts, now.getTime())
  const commitMs = Date.parse(facts.conjunctionData.tca) - facts.commitHours * HOUR_MS
  const hours = hoursLeft({ commitMs, nowMs: now.getTime() })
  // It may have fallen by time since it was last written.
  if (hours === undefined || rankOf(level) < rankOf('HIGH')) return undefined
  if (hours === finding.values.hours) return finding
  const values = eventValues({ facts, level, satelliteName: satelliteName ?? undefined })
  return { code: finding.code, values: { ...values, hours } }
}
