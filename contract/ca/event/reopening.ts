import { RISK_LEVELS, type RiskLevel } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'

/** The name that the product uses as the author of its own actions. */
export const PRODUCT = 'Apsis'

/** While the level stays the same, growth of the probability by this factor reopens a decided event (domain.md F29). */
const GROWTH_THAT_REOPENS = 5
/** At or above the accepted probability, a rise by a fifth reopens an event, because there is no higher level that would reopen it. */
const RISE_THAT_REOPENS = 1.2

const HOUR_MS = 3_600_000
/** After the next check at least this time must be left to act, whatever the lead time is. */
const LEAST_LEAD_MS = HOUR_MS
/** A message that is delayed by this time counts as late. */
export const LATE_MESSAGE_MS = 2 * HOUR_MS

/** The data on which a decision was based, and the probability at or above which the satellite does not accept an event. */
export type DecidedOn = {
  readonly level: RiskLevel
  readonly probability: number | null
  readonly acceptedProbability: number
}

/** Returns the maximum reopening probability that may be chosen for a decided event; null: any, or none, may be chosen. */
export function mostReopening({ probability, acceptedProbability }: DecidedOn): number | null {
  if (probability === null || probability <= 0 || probability < acceptedProbability) return null
  return belowOne(cutToThreeDigits(probability * RISE_THAT_REOPENS))
}

/** Returns the default probability above which a decided event is reopened; null below HIGH, where a rise of the level is sufficient. */
export function standardReopening(on: DecidedOn): number | null {
  const { level, probability, acceptedProbability } = on
  if (probability === null || probability <= 0) return null
  if (probability >= acceptedProbability) return mostReopening(on)
  if (RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf('HIGH')) return null
  return belowOne(Math.min(probability * GROWTH_THAT_REOPENS, acceptedProbability))
}

const belowOne = (probability: number) => (probability < 1 ? probability : null)

/** Returns a value cut to three digits, as it is shown; the result is never above the original. */
function cutToThreeDigits(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  // A value that has three digits must not be cut because of rounding errors.
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(3))
}

/** Returns true if the decision for an event is to wait, so that it has a time for the next check. */
export const isWaiting = (decision: Conjunction['decision']['decision'] | undefined): boolean =>
  decision === 'MONITOR' || decision === 'REQUEST_TRACKING' || decision === 'COORDINATE'

export type LookTimes = {
  readonly nowMs: number
  readonly tcaMs: number
  /** The deadline of a decision, and whether it follows from the last command contact. */
  readonly decideMs: number
  readonly isByContact: boolean
  /** Commands must be on board this long before a burn. */
  readonly leadMs: number
  /** The time at which the next message is or was expected; undefined if no message was ever expected. */
  readonly expectedMs: number | undefined
}

/**
 * Returns the default time at which a decision to wait is checked again: the lead time before the last command contact, otherwise two hours after the
 * next expected message, and always while there is time to act. Returns undefined if TCA has passed or no check is useful.
 */
export function standardLook({
  nowMs,
  tcaMs,
  decideMs,
  isByContact,
  leadMs,
  expectedMs,
}: LookTimes): number | undefined {
  if (nowMs >= tcaMs) return undefined
  const byContactMs = decideMs - Math.max(leadMs, LEAST_LEAD_MS)
  if (isByContact && byContactMs > nowMs) return byContactMs
  const byMessageMs = Math.max(expectedMs ?? nowMs, nowMs) + LATE_MESSAGE_MS
  const endMs = decideMs > nowMs ? Math.min(decideMs, tcaMs) : tcaMs
  // A check that would be too late to act is moved to half of the remaining time.
  return byMessageMs < endMs ? byMessageMs : nowMs + (endMs - nowMs) / 2
}

/** Returns true if nobody has acknowledged an event since it was found or since the product reopened it. */
export const isUnseen = ({ state, by }: Pick<Conjunction['decision'], 'state' | 'by'>): boolean =>
  state === 'NEW' || (by === PRODUCT && (state === 'ACKNOWLEDGED' || state === 'ASSIGNED'))
