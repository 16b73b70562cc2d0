import { HOUR_MS } from '@apsis/astro/constants.ts'
import { SHORT_TIME_S } from '@apsis/contract/duty/escalation.ts'
import { isNews, type MeasuredEvent, SILENCE_HOURS } from '@apsis/contract/notifications/news.ts'
import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import {
  type NoticeOccasion,
  type RuledReceiver,
  refusalOf,
  ruleOf,
} from '@apsis/contract/notifications/rule-choice.ts'
import { nextTimeOf, quietUntil } from './quiet-hours.ts'

const SILENCE_MS = SILENCE_HOURS * HOUR_MS
/** What waits leaves its reader at least so much time to act. */
const LEAST_LEFT_MS = SHORT_TIME_S * 1_000

/** What a notice says of an event: what is not said again for a while unless one of these has changed. */
export type Statement = MeasuredEvent & {
  /** What is told: two of different subjects never stand for each other. */
  readonly subject: 'risk' | 'clear' | 'data' | 'contradiction' | 'not-found' | 'silence' | 'call' | 'due' | 'plan'
  /** Level of the event. */
  readonly riskLevel: string
  /** Its event has to be acted on now. */
  readonly isToAct: boolean
  /** It is said however often it is raised: people did something in between. */
  readonly isAlwaysNews: boolean
}

/** What one receiver was told of a matter, or soon will be. */
export type SaidStatement = Statement & { readonly atMs: number }

export type Occasion = NoticeOccasion & {
  /** Undefined: it is said whenever it is raised. */
  readonly statement: Statement | undefined
  /** Until when its reader can act on it; undefined: it names no such time. */
  readonly actBeforeMs: number | undefined
  readonly nowMs: number
}

export type Listener = RuledReceiver & {
  readonly rules: Omit<NoticeRules, 'language' | 'digestAt' | 'situationReportAt'> &
    Partial<Pick<NoticeRules, 'digestAt'>>
  /** What this receiver was told of the matter, in any order. */
  readonly said: readonly SaidStatement[]
}

/** How a notice goes to one receiver. */
export type Way =
  /** Pressing: it would wait, were it not too late then. */
  | { readonly kind: 'now'; readonly isPressing?: true }
  | { readonly kind: 'later'; readonly atMs: number }
  /** With others of the day, in one mail. */
  | { readonly kind: 'digest'; readonly atMs: number }
  | { readonly kind: 'not'; readonly why: 'not-ticked' | 'rule' | 'said' | 'no-digest' }

/** What alarms a person of an event or a source. */
const ALARMS: readonly Statement['subject'][] = ['risk', 'not-found', 'silence', 'call', 'due']

const NOW: Way = { kind: 'now' }
const PRESSING: Way = { kind: 'now', isPressing: true }

/**
 * Whether a notice goes to a receiver, and when: the one place that decides it. The person's rules choose, then what was said
 * already is left out (flight-dynamics rule F29), then quiet hours delay. What is CRITICAL is never kept back by a choice
 * and never delayed, nothing waits until it is too late to act on it, and whoever was alarmed learns that it is over, whatever they
 * chose.
 */
export function chooseWay(occasion: Occasion, listener: Listener): Way {
  const { statement, nowMs } = occasion
  const isAllClear = endsAlarm(statement, listener.said)
  const refusal = isAllClear ? undefined : refusalOf(occasion, listener, listener.rules.rules)
  if (refusal !== undefined) return { kind: 'not', why: refusal }
  if (statement !== undefined && isSaid(statement, listener.said, nowMs)) return { kind: 'not', why: 'said' }
  if (!isAllClear && ruleOf(occasion, listener.rules.rules)?.way === 'digest') return gathered(occasion, listener)
  const quietEndsAt = occasion.level === 'critical' ? undefined : quietUntil(listener.rules, nowMs)
  if (quietEndsAt === undefined) return NOW
  return isTooLate(occasion, quietEndsAt) ? PRESSING : { kind: 'later', atMs: quietEndsAt }
}

/** A level at which an alarm goes on, though it was lowered from a higher one. */
const ALARMING_LEVELS: readonly string[] = ['HIGH', 'CRITICAL']

/**
 * Whether it says of a matter that the alarm is over which this receiver was given, and was not told the end of before
 * (flight-dynamics rule F29).
 */
export function endsAlarm(statement: Statement | undefined, said: readonly SaidStatement[]): boolean {
  if (statement?.subject !== 'clear') return false
  const alarm = latest(said.filter(({ subject }) => ALARMS.includes(subject)))
  const end = latest(said.filter((one) => one.subject === 'clear' && !ALARMING_LEVELS.includes(one.riskLevel)))
  return alarm !== undefined && (end === undefined || end.atMs <= alarm.atMs)
}

/** A digest is a mail, which comes after quiet hours; what it holds goes by no other channel. */
function gathered(occasion: Occasion, { channel, rules }: Listener): Way {
  const at = rules.digestAt ?? null
  if (channel !== 'email' || at === null) return { kind: 'not', why: 'no-digest' }
  const sentAt = nextTimeOf(at, rules.timeZone, occasion.nowMs)
  const atMs = quietUntil(rules, sentAt) ?? sentAt
  return isTooLate(occasion, atMs) ? PRESSING : { kind: 'digest', atMs }
}

/** Whether a notice that is read at a time leaves too little of the time to act. */
const isTooLate = ({ actBeforeMs }: Occasion, atMs: number): boolean =>
  actBeforeMs !== undefined && atMs > actBeforeMs - LEAST_LEFT_MS

/**
 * Whether the same was said within the last hours and nothing that matters has changed since. Where it was said in between
 * that the alarm is over, a new one is news at once.
 */
function isSaid(statement: Statement, said: readonly SaidStatement[], nowMs: number): boolean {
  if (statement.isAlwaysNews) return false
  const last = latest(said.filter((one) => isSameOf(one, statement)))
  if (last === undefined || nowMs - last.atMs >= SILENCE_MS) return false
  const cleared = latest(said.filter(({ subject }) => subject === 'clear'))
  return !(cleared !== undefined && cleared.atMs >= last.atMs) && !isNews(statement, last)
}

/** What rises, in level or in what is to be done, is another. */
const isSameOf = (one: Statement, other: Statement) =>
  one.subject === other.subject && one.riskLevel === other.riskLevel && one.isToAct === other.isToAct

const latest = (said: readonly SaidStatement[]): SaidStatement | undefined =>
  said.reduce<SaidStatement | undefined>(
    (last, one) => (last === undefined || one.atMs >= last.atMs ? one : last),
    undefined,
  )
