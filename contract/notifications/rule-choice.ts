/** How rules choose: the same for what is sent and for the page that shows it. */

import type { PersonChannel } from './channel-names.ts'
import type { NoticeType } from './notice-type.ts'
import type { NotificationLevel } from './notification.ts'
import type { NotifyStatus } from './notify-status.ts'
import { type NoticeRule, RULE_LEVELS } from './rule.ts'

/** What rules look at of a notice. */
export type NoticeOccasion = {
  readonly type: NoticeType
  readonly level: NotificationLevel | undefined
  readonly satelliteId: string | undefined
  /** Of a request or job. */
  readonly status: NotifyStatus | undefined
}

/** What they look at of a receiver. */
export type RuledReceiver = {
  readonly channel: PersonChannel
  /** Statuses that the form has ticked for the audience. */
  readonly ticked: readonly NotifyStatus[]
  /** Channels by which the person can be reached now. */
  readonly reachableBy: readonly PersonChannel[]
}

/** The rule that decides: the first that fits. What is CRITICAL is neither kept back nor gathered by one. */
export const ruleOf = (occasion: NoticeOccasion, rules: readonly NoticeRule[]): NoticeRule | undefined =>
  rules.find((one) => fits(one, occasion) && !(occasion.level === 'critical' && one.way !== 'now'))

/** Why a person's choice keeps a notice back; undefined: it does not. */
export function refusalOf(
  occasion: NoticeOccasion,
  { channel, ticked, reachableBy }: RuledReceiver,
  rules: readonly NoticeRule[],
): 'not-ticked' | 'rule' | undefined {
  const { status, level } = occasion
  const isCritical = level === 'critical'
  const rule = ruleOf(occasion, rules)
  if (rule === undefined)
    return isCritical || status === undefined || ticked.includes(status) ? undefined : 'not-ticked'
  if (rule.way === 'never') return 'rule'
  if (rule.way === 'digest') return undefined
  const isNamed = (one: PersonChannel) => rule.channels.length === 0 || rule.channels.some((named) => named === one)
  if (isNamed(channel)) return undefined
  // A rule that names only channels that do not work would silence what is CRITICAL.
  return isCritical && !reachableBy.some(isNamed) ? undefined : 'rule'
}

/** Whether a rule is about a notice: one that names statuses is about requests and jobs alone, any other about the rest. */
function fits(
  { types, leastLevel, satellites, statuses }: NoticeRule,
  { type, level, satelliteId, status }: NoticeOccasion,
): boolean {
  if (status === undefined ? statuses.length > 0 : !statuses.includes(status)) return false
  if (types.length > 0 && !types.includes(type)) return false
  if (satellites.length > 0 && (satelliteId === undefined || !satellites.includes(satelliteId))) return false
  return rankOf(level) >= rankOf(leastLevel)
}

/** What has no level of its own, or one below all that rules know, is as urgent as good news. */
const rankOf = (level: NotificationLevel | undefined) =>
  Math.max(0, RULE_LEVELS.indexOf(level as (typeof RULE_LEVELS)[number]))
