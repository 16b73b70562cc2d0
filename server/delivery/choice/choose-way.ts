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
/** After a delay, the reader of a notice must still have at least this time to act. */
const LEAST_LEFT_MS = SHORT_TIME_S * 1_000

/** The content of a notice about an event. The notice is not repeated for a while unless one of these values has changed. */
export type Statement = MeasuredEvent & {
  /** The subject of the notice: notices with different subjects never replace each other. */
  readonly subject: 'risk' | 'clear' | 'data' | 'contradiction' | 'not-found' | 'silence' | 'call' | 'due' | 'plan'
  /** The level of the event. */
  readonly riskLevel: string
  /** True if the event needs action now. */
  readonly isToAct: boolean
  /**
   * True if the notice is sent even if it repeats an earlier one, for example because people did something in the
   * meantime.
   */
  readonly isAlwaysNews: boolean
}

/** A statement about a matter that a receiver got, or will soon get. */
export type SaidStatement = Statement & { readonly atMs: number }

export type Occasion = NoticeOccasion & {
  /** Undefined: the notice is sent in any case. */
  readonly statement: Statement | undefined
  /** The time until which the reader can act on the notice; undefined if the notice names no time. */
  readonly actBeforeMs: number | undefined
  readonly nowMs: number
}

export type Listener = RuledReceiver & {
  readonly rules: Omit<NoticeRules, 'language' | 'digestAt' | 'situationReportAt'> &
    Partial<Pick<NoticeRules, 'digestAt'>>
  /** The earlier statements about the same matter to this receiver, in any order. */
  readonly said: readonly SaidStatement[]
}

/** The way in which a notice is sent to one receiver, and its time. */
export type Way =
  /** `isPressing`: quiet hours would delay the notice, but afterwards it would be too late to act. */
  | { readonly kind: 'now'; readonly isPressing?: true }
  | { readonly kind: 'later'; readonly atMs: number }
  /** The notice is sent in one mail, together with others of the day. */
  | { readonly kind: 'digest'; readonly atMs: number }
  | { readonly kind: 'not'; readonly why: 'not-ticked' | 'rule' | 'said' | 'no-digest' }

/** The subjects of notices that alarm a person about an event or a source. */
const ALARMS: readonly Statement['subject'][] = ['risk', 'not-found', 'silence', 'call', 'due']

const NOW: Way = { kind: 'now' }
const PRESSING: Way = { kind: 'now', isPressing: true }

/**
 * Decides whether and when a notice is sent to a receiver. First the person's rules are applied, then repeated statements are
 * omitted (flight-dynamics rule F29), then quiet hours delay the notice. A CRITICAL notice is always sent and never delayed. No
 * notice waits until it is too late to act on it. A person who was alarmed gets the all-clear, whatever they chose.
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

/** Levels at which an alarm continues, even if the level was higher before. */
const ALARMING_LEVELS: readonly string[] = ['HIGH', 'CRITICAL']

/** Returns true if a statement ends an alarm that this receiver got and whose end was not sent yet (flight-dynamics rule F29). */
export function endsAlarm(statement: Statement | undefined, said: readonly SaidStatement[]): boolean {
  if (statement?.subject !== 'clear') return false
  const alarm = latest(said.filter(({ subject }) => ALARMS.includes(subject)))
  const end = latest(said.filter((one) => one.subject === 'clear' && !ALARMING_LEVELS.includes(one.riskLevel)))
  return alarm !== undefined && (end === undefined || end.atMs <= alarm.atMs)
}

/**
 * Returns how a notice that a rule collects is sent: in the digest mail at the time that the person has chosen, or at once if that is too
 * late to act. No other channel is used.
 */
function gathered(occasion: Occasion, { channel, rules }: Listener): Way {
  const at = rules.digestAt ?? null
  if (channel !== 'email' || at === null) return { kind: 'not', why: 'no-digest' }
  const sentAt = nextTimeOf(at, rules.timeZone, occasion.nowMs)
  const atMs = quietUntil(rules, sentAt) ?? sentAt
  return isTooLate(occasion, atMs) ? PRESSING : { kind: 'digest', atMs }
}

/** Returns true if too little time to act is left when the notice is read at a certain time. */
const isTooLate = ({ actBeforeMs }: Occasion, atMs: number): boolean =>
  actBeforeMs !== undefined && atMs > actBeforeMs - LEAST_LEFT_MS

/**
 * Returns true if the same statement was sent within hours, and neither a significant change nor an all-clear was
 * sent since.
 */
function isSaid(statement: Statement, said: readonly SaidStatement[], nowMs: number): boolean {
  if (statement.isAlwaysNews) return false
  const last = latest(said.filter((one) => isSameOf(one, statement)))
  if (last === undefined || nowMs - last.atMs >= SILENCE_MS) return false
  const cleared = latest(said.filter(({ subject }) => subject === 'clear'))
  return !(cleared !== undefined && cleared.atMs >= last.atMs) && !isNews(statement, last)
}

/** Returns true if two statements have the same subject and level, and both or neither need action. */
const isSameOf = (one: Statement, other: Statement) =>
  one.subject === other.subject && one.riskLevel === other.riskLevel && one.isToAct === other.isToAct

const latest = (said: readonly SaidStatement[]): SaidStatement | undefined =>
  said.reduce<SaidStatement | undefined>(
    (last, one) => (last === undefined || one.atMs >= last.atMs ? one : last),
    undefined,
  )
