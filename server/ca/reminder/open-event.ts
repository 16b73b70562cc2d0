import { rankOf } from '@apsis/contract/ca/risk-level.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { decideMsOf } from '../commit/commit.ts'
import { eventValues } from '../conjunction/describe-event.ts'
import { levelAt } from '../conjunction/event/fold-event.ts'
import { isMitigated } from '../conjunction/present-conjunction.ts'
import type { OpenEvent } from './reminder.repository.ts'

/** What a reminder says of an event that is at least HIGH, as it is at a time. */
export type OpenNow = {
  /** How urgent a notice of it is. */
  readonly level: NotificationLevel
  readonly values: Finding['values']
  /** Until when a decision has to be made. */
  readonly commitMs: number
}

/** Undefined: it is mitigated, or has fallen by time since it was last written. */
export function openNow(
  event: Pick<OpenEvent, 'facts' | 'mitigated_until' | 'satellite_name'>,
  nowMs: number,
): OpenNow | undefined {
  const { facts, satellite_name: satelliteName } = event
  if (isMitigated(event)) return undefined
  const risk = levelAt(facts, nowMs)
  if (rankOf(risk) < rankOf('HIGH')) return undefined
  return {
    level: risk === 'CRITICAL' ? 'critical' : 'serious',
    values: eventValues({ facts, level: risk, satelliteName: satelliteName ?? undefined }),
    commitMs: decideMsOf(facts),
  }
}
