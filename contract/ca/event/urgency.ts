import { NOTIFICATION_LEVELS, type NotificationLevel } from '../../notifications/notification.ts'
import type { RiskLevel } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'

type Urging = { readonly level: RiskLevel; readonly action: Conjunction['action'] }

const BY_LEVEL: Readonly<Record<RiskLevel, NotificationLevel>> = {
  CRITICAL: 'critical',
  HIGH: 'serious',
  MEDIUM: 'caution',
  LOW: 'ok',
  UNKNOWN: 'caution',
}
const BY_ACTION: Readonly<Record<Conjunction['action'], NotificationLevel>> = {
  ACT: 'critical',
  PREPARE: 'serious',
  GET_DATA: 'caution',
  WATCH: 'ok',
  IGNORE: 'ok',
  NONE: 'ok',
}

/**
 * Returns the urgency of a future event: the higher one of its level and its suggested action. The level may be capped, for example because the
 * probability is diluted, although it is too late to wait for better data.
 */
export const urgencyOf = ({ level, action }: Urging): NotificationLevel =>
  moreUrgent(BY_LEVEL[level], BY_ACTION[action])

/** Returns the more urgent of two levels. */
export const moreUrgent = (a: NotificationLevel, b: NotificationLevel): NotificationLevel =>
  NOTIFICATION_LEVELS.indexOf(a) >= NOTIFICATION_LEVELS.indexOf(b) ? a : b

/** Returns true if people are called at once because of an event, whoever is on duty: it is CRITICAL, or needs action now. */
export const isUrgent = (urging: Urging): boolean => urgencyOf(urging) === 'critical'
