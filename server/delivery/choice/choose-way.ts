import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { PersonChannel } from '@apsis/contract/notifications/channel-names.ts'
import { isNews, type Measured, SILENCE_HOURS } from '@apsis/contract/notifications/news.ts'
import type { NoticeType } from '@apsis/contract/notifications/notice-type.ts'
import type { NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import { type NoticeRule, type NoticeRules, RULE_LEVELS } from '@apsis/contract/notifications/rule.ts'
import type { NotifyStatus } from '@apsis/contract/userconfig/userconfig.ts'
import { nextTimeOf, quietUntil } from './quiet-hours.ts'

const SILENCE_MS = SILENCE_HOURS * HOUR_MS

/** What a notice says of an event: what is not said again for a while unless one of these has changed. */
export type Statement = Measured & {
  /** What is told: two of different subjects never stand for each other. */
  readonly subject: 'risk' | 'clear' | 'data' | 'contradiction' | 'not-found' | 'silence' | 'plan'
  /** Level of the event. */
  readonly riskLevel: string
  /** It is said however often it is raised: people did something in between. */
  readonly isAlwaysNews: boolean
}

/** What one receiver was told of a matter, or soon will be. */
export type Said = Statement & { readonly atMs: number }

export type Occasion = {
  readonly type: NoticeType
  readonly level: NotificationLevel | undefined
  readonly satelliteId: string | undefined
  /** Of a request or job. */
  readonly status: NotifyStatus | undefined
  /** Undefined: it is said whenever it is raised. */
  readonly statement: Statement | undefined
  readonly nowMs: number
}

export type Listener = {
  readonly channel: PersonChannel
  /** Statuses that the form has ticked for the audience. */
  readonly ticked: readonly NotifyStatus[]
  /** Channels by which the person can be reached now. */
  readonly reachableBy: readonly PersonChannel[]
  readonly rules: Omit<NoticeRules, 'language' | 'digestAt'> & Partial<Pick<NoticeRules, 'digestAt'>>
  /** What this receiver was told of the matter, in any order. */
  readonly said: readonly Said[]
}

/** How a notice goes to one receiver. */
export type Way =
  | { readonly kind: 'now' }
  | { readonly kind: 'later'; readonly atMs: number }
  /** With others of the day, in one mail. */
  | { readonly kind: 'digest'; readonly atMs: number }
  | { readonly kind: 'not'; readonly why: 'not-ticked' | 'rule' | 'said' | 'no-digest' }

const NOW: Way = { kind: 'now' }

/**
 * Whether a notice goes to a receiver, and when: the one place that decides it. The person's rules choose, then what was said
 * already is left out (flight-dynamics rule F29), then quiet hours delay. What is CRITICAL is never kept back by a choice
 * and never delayed, and whoever was alarmed learns that it is over, whatever they chose.
 */
export function chooseWay(occasion: Occasion, listener: Listener): Way {
  const { statement, nowMs } = occasion
  const endsAlarm =
    statement?.subject === 'clear' && listener.said.some(({ subject }) => subject === 'risk' || subject === 'silence')
  const refusal = endsAlarm ? undefined : refusalOf(occasion, listener)
  if (refusal !== undefined) return { kind: 'not', why: refusal }
  if (statement !== undefined && isSaid(statement, listener.said, nowMs)) return { kind: 'not', why: 'said' }
  if (!endsAlarm && ruleOf(occasion, listener)?.way === 'digest') return gathered(occasion, listener)
  const quietEndsAt = occasion.level === 'critical' ? undefined : quietUntil(listener.rules, nowMs)
  return quietEndsAt === undefined ? NOW : { kind: 'later', atMs: quietEndsAt }
}

/** The rule that decides: the first that fits. What is CRITICAL is neither kept back nor gathered by one. */
const ruleOf = (occasion: Occasion, { rules }: Listener): NoticeRule | undefined =>
  rules.rules.find((one) => fits(one, occasion) && !(occasion.level === 'critical' && one.way !== 'now'))

/** A digest is a mail; what it holds goes by no other channel. */
function gathered({ nowMs }: Occasion, { channel, rules }: Listener): Way {
  const at = rules.digestAt ?? null
  if (channel !== 'email' || at === null) return { kind: 'not', why: 'no-digest' }
  return { kind: 'digest', atMs: nextTimeOf(at, rules.timeZone, nowMs) }
}

/** Why a person's choice keeps a notice back; undefined: it does not. */
function refusalOf(occasion: Occasion, listener: Listener): 'not-ticked' | 'rule' | undefined {
  const { status, level } = occasion
  const isCritical = level === 'critical'
  const rule = ruleOf(occasion, listener)
  if (rule === undefined)
    return isCritical || status === undefined || listener.ticked.includes(status) ? undefined : 'not-ticked'
  if (rule.way === 'never') return 'rule'
  if (rule.way === 'digest') return undefined
  const isNamed = (channel: PersonChannel) => rule.channels.length === 0 || rule.channels.some((one) => one === channel)
  if (isNamed(listener.channel)) return undefined
  // A rule that names only channels that do not work would silence what is CRITICAL.
  return isCritical && !listener.reachableBy.some(isNamed) ? undefined : 'rule'
}

/** Whether a rule is about a notice: one that names statuses is about requests and jobs alone, any other about the rest. */
function fits(
  { types, leastLevel, satellites, statuses }: NoticeRule,
  { type, level, satelliteId, status }: Occasion,
): boolean {
  if (status === undefined ? statuses.length > 0 : !statuses.includes(status)) return false
  if (types.length > 0 && !types.includes(type)) return false
  if (satellites.length > 0 && (satelliteId === undefined || !satellites.includes(satelliteId))) return false
  return rankOf(level) >= rankOf(leastLevel)
}

/** What has no level of its own, or one below all that rules know, is as urgent as good news. */
const rankOf = (level: NotificationLevel | undefined) =>
  Math.max(0, RULE_LEVELS.indexOf(level as (typeof RULE_LEVELS)[number]))

/**
 * Whether the same was said within the last hours and nothing that matters has changed since. Where it was said in between
 * that the alarm is over, a new one is news at once.
 */
function isSaid(statement: Statement, said: readonly Said[], nowMs: number): boolean {
  if (statement.isAlwaysNews) return false
  const last = latest(said.filter((one) => one.subject === statement.subject && one.riskLevel === statement.riskLevel))
  if (last === undefined || nowMs - last.atMs >= SILENCE_MS) return false
  const cleared = latest(said.filter(({ subject }) => subject === 'clear'))
  return !(cleared !== undefined && cleared.atMs >= last.atMs) && !isNews(statement, last)
}

const latest = (said: readonly Said[]): Said | undefined =>
  said.reduce<Said | undefined>((last, one) => (last === undefined || one.atMs >= last.atMs ? one : last), undefined)
