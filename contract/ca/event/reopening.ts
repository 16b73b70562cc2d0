import { RISK_LEVELS, type RiskLevel } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'

/** The signature of actions by the product itself. */
export const PRODUCT = 'Apsis'

/** Inside a level, a growth of the probability by this factor reopens a decided event (domain.md F29). */
const GROWTH_THAT_REOPENS = 5
/** At or above the accepted probability, a rise by a fifth reopens: there is no higher level to do it. */
const RISE_THAT_REOPENS = 1.2

const HOUR_MS = 3_600_000
/** The next look leaves at least this time to act, whatever the lead. */
const LEAST_LEAD_MS = HOUR_MS
/** A message with this delay counts as late. */
export const LATE_MESSAGE_MS = 2 * HOUR_MS

/** The data of a decision, and the probability from which the satellite does not accept an event. */
export type DecidedOn = {
  readonly level: RiskLevel
  readonly probability: number | null
  readonly acceptedProbability: number
}

/** Returns the largest allowed reopening probability for a decided event; null: any, or none, is allowed. */
export function mostReopening({ probability, acceptedProbability }: DecidedOn): number | null {
  if (probability === null || probability <= 0 || probability < acceptedProbability) return null
  return belowOne(cutToThreeDigits(probability * RISE_THAT_REOPENS))
}

/** Returns the default probability above which a decision is reopened; below HIGH the level is enough. */
export function standardReopening(on: DecidedOn): number | null {
  const { level, probability, acceptedProbability } = on
  if (probability === null || probability <= 0) return null
  if (probability >= acceptedProbability) return mostReopening(on)
  if (RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf('HIGH')) return null
  return belowOne(Math.min(probability * GROWTH_THAT_REOPENS, acceptedProbability))
}

const belowOne = (probability: number) => (probability < 1 ? probability : null)

/** Returns a value with three digits, as it is shown, and never above the original. */
function cutToThreeDigits(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  // Rounding errors must not cut a value that has three digits.
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(3))
}

/** Returns true if a decision waits for an event, and so has a time of the next look. */
export const isWaiting = (decision: Conjunction['decision']['decision'] | undefined): boolean =>
  decision === 'MONITOR' || decision === 'REQUEST_TRACKING' || decision === 'COORDINATE'

export type LookTimes = {
  readonly nowMs: number
  readonly tcaMs: number
  /** The deadline of a decision, and if it follows from the last command contact. */
  readonly decideMs: number
  readonly isByContact: boolean
  /** Commands have to be on board this long before a burn. */
  readonly leadMs: number
  /** The expected time of the next message, past or future; undefined if there was never one. */
  readonly expectedMs: number | undefined
}

/**
 * Returns the default time of the next look at a decision to wait: the lead before the last command contact, else two hours after the next
 * expected message, and while there is time to act. Undefined if TCA has passed, and no look is useful.
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
  // A look that would be too late to act is moved to half of the remaining time.
  return byMessageMs < endMs ? byMessageMs : nowMs + (endMs - nowMs) / 2
}

/** Returns true if nobody has acknowledged an event since it was found, or since the product reopened it. */
export const isUnseen = ({ state, by }: Pick<Conjunction['decision'], 'state' | 'by'>): boolean =>
  state === 'NEW' || (by === PRODUCT && (state === 'ACKNOWLEDGED' || state === 'ASSIGNED'))
