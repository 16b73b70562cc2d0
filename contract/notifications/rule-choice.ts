/** Applies the rules; deliveries and the page that shows their effect both use this. */

import type { PersonChannel } from './channel-names.ts'
import type { NoticeType } from './notice-type.ts'
import type { NotificationLevel } from './notification.ts'
import type { NotifyStatus } from './notify-status.ts'
import { type NoticeRule, RULE_LEVELS } from './rule.ts'

/** The properties of a notice on which rules depend. */
export type NoticeOccasion = {
  readonly type: NoticeType
  readonly level: NotificationLevel | undefined
  readonly satelliteId: string | undefined
  /** The status of a request or job. */
  readonly status: NotifyStatus | undefined
}

/** The properties of a receiver on which rules depend. */
export type RuledReceiver = {
  readonly channel: PersonChannel
  /** The statuses that are selected in the form for the audience. */
  readonly ticked: readonly NotifyStatus[]
  /** The channels on which the person can be reached now. */
  readonly reachableBy: readonly PersonChannel[]
}

/** Returns the rule that decides: the first matching one. A rule cannot suppress a CRITICAL notice or delay it to a digest. */
export const ruleOf = (occasion: NoticeOccasion, rules: readonly NoticeRule[]): NoticeRule | undefined =>
  rules.find((one) => fits(one, occasion) && !(occasion.level === 'critical' && one.way !== 'now'))

/** Returns the reason why a person's choice suppresses a notice; undefined if it does not. */
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
  // If a rule names only channels that do not work, it would suppress a CRITICAL notice, so it is not applied.
  return isCritical && !reachableBy.some(isNamed) ? undefined : 'rule'
}

/** Returns true if a rule is about a notice: a rule with statuses is only about requests and jobs, any other rule is about other notices. */
function fits(
  { types, leastLevel, satellites, statuses }: NoticeRule,
  { type, level, satelliteId, status }: NoticeOccasion,
): boolean {
  if (status === undefined ? statuses.length > 0 : !statuses.includes(status)) return false
  if (types.length > 0 && !types.includes(type)) return false
  if (satellites.length > 0 && (satelliteId === undefined || !satellites.includes(satelliteId))) return false
  return rankOf(level) >= rankOf(leastLevel)
}

/** A notice without a level, or with a level below those that rules can have, is ranked like good news. */
const rankOf = (level: NotificationLevel | undefined) =>
  Math.max(0, RULE_LEVELS.indexOf(level as (typeof RULE_LEVELS)[number]))
