import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { Id } from '@apsis/contract/page.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { hoursLeft, isDueEarlier } from './due.ts'
import { openNow } from './open-event.ts'
import { listOpenEvents } from './reminder.repository.ts'

type ReminderText = {
  readonly finding: Finding
  readonly level: NotificationLevel | undefined
}
type Reminder = ReminderText & { readonly matter: string | null; readonly now: Date }

/**
 * Returns a reminder of a decision with the values at the time of sending: the remaining hours, the event and its level; likewise a notice that a
 * decision is due earlier. Returns undefined if somebody has decided, the event is no longer HIGH, the deadline has passed, or the deadline is no
 * longer earlier than the notified one. Any other finding is returned unchanged.
 */
export async function renewReminder(
  tx: TenantDb,
  { finding, level, matter, now }: Reminder,
): Promise<ReminderText | undefined> {
  const { code } = finding
  if ((code !== 'decision-due' && code !== 'decide-earlier') || !Id.safeParse(matter).success) return { finding, level }
  const [event] = await listOpenEvents(tx, now, rankOf('HIGH'), matter ?? undefined)
  const open = event && openNow(event, now.getTime())
  if (open === undefined) return undefined
  if (code === 'decide-earlier') {
    const { toldAt = '', decideAt } = finding.values
    if (!isDueEarlier({ commitMs: open.commitMs, notifiedMs: Date.parse(String(toldAt)) })) return undefined
    if (decideAt === open.values.decideAt && open.level === level) return { finding, level }
    return { finding: { code, values: { ...open.values, toldAt } }, level: open.level }
  }
  const hours = hoursLeft({ commitMs: open.commitMs, nowMs: now.getTime() })
  if (hours === undefined) return undefined
  if (hours === finding.values.hours && open.level === level) return { finding, level }
  return { finding: { code, values: { ...open.values, hours } }, level: open.level }
}
