import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { moreUrgent, urgencyOf } from '@apsis/contract/ca/event/urgency.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { decideMsOf } from '../event/commit.ts'
import { eventValues } from '../event/describe-event.ts'
import { levelAt } from '../event/fold-event.ts'
import { actionAt, isMitigated } from '../event/present-event.ts'
import type { OpenEvent } from './reminder.repository.ts'

/** The content of a reminder of an event that is at least HIGH, or has to be acted on, at a time. */
export type OpenNow = {
  /** The level of its notice. */
  readonly level: NotificationLevel
  readonly values: Finding['values']
  /** The time by which a decision has to be made. */
  readonly commitMs: number
}

/** Returns the content, or undefined if the event is mitigated, or its level has fallen with time since it was last written. */
export function openNow(
  event: Pick<OpenEvent, 'facts' | 'mitigated_until' | 'decided_level' | 'satellite_name'>,
  nowMs: number,
): OpenNow | undefined {
  const { facts, satellite_name: satelliteName } = event
  if (isMitigated(event)) return undefined
  const risk = levelAt(facts, nowMs)
  const { action } = actionAt(event, nowMs)
  if (rankOf(risk) < rankOf('HIGH') && action !== 'ACT') return undefined
  const described = { facts, level: risk, action, now: new Date(nowMs), satelliteName: satelliteName ?? undefined }
  return {
    level: moreUrgent('serious', urgencyOf({ level: risk, action })),
    values: eventValues(described),
    commitMs: decideMsOf(facts),
  }
}
