import { RISK_LEVELS, type RiskLevel } from '../message/cdm.ts'
import type { Conjunction } from './conjunction.ts'

/** Who signs what the product does by itself. */
export const PRODUCT = 'Apsis'

/** Inside a level, a probability that grows by this factor is news to whoever has decided (domain.md F29). */
const GROWTH_THAT_REOPENS = 5
/** At or above what the satellite accepts, a rise by a fifth reopens: no higher level is left to do it. */
const RISE_THAT_REOPENS = 1.2

const HOUR_MS = 3_600_000
/** Whoever looks again has at least so long to act, whatever the lead. */
const LEAST_LEAD_MS = HOUR_MS
/** A message that is so much later than expected is late. */
export const LATE_MESSAGE_MS = 2 * HOUR_MS

/** What a decision is made on, and from which probability on the satellite does not accept an event. */
export type DecidedOn = {
  readonly level: RiskLevel
  readonly probability: number | null
  readonly acceptedProbability: number
}

/** The largest probability above which a decided event may be set to reopen; null: any, or none, as whoever decides likes. */
export function mostReopening({ probability, acceptedProbability }: DecidedOn): number | null {
  if (probability === null || probability <= 0 || probability < acceptedProbability) return null
  return belowOne(cutToThreeDigits(probability * RISE_THAT_REOPENS))
}

/** The probability above which a decision is looked at again where nobody has named one; below HIGH the level is enough. */
export function standardReopening(on: DecidedOn): number | null {
  const { level, probability, acceptedProbability } = on
  if (probability === null || probability <= 0) return null
  if (probability >= acceptedProbability) return mostReopening(on)
  if (RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf('HIGH')) return null
  return belowOne(Math.min(probability * GROWTH_THAT_REOPENS, acceptedProbability))
}

const belowOne = (probability: number) => (probability < 1 ? probability : null)

/** With three digits, as it is shown, and never more than it was. */
function cutToThreeDigits(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2)
  // A value that has three digits is not cut to less of them by what rounding leaves of it.
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(3))
}

/** Whether a decision is to wait for something, and so carries a time at which somebody looks again. */
export const isWaiting = (decision: Conjunction['decision']['decision'] | undefined): boolean =>
  decision === 'MONITOR' || decision === 'REQUEST_TRACKING' || decision === 'COORDINATE'

export type LookTimes = {
  readonly nowMs: number
  readonly tcaMs: number
  /** Until when a decision has to be made, and whether the last command contact says so. */
  readonly decideMs: number
  readonly isByContact: boolean
  /** Commands have to be on board so long before a burn. */
  readonly leadMs: number
  /** When the next message was or is to be expected; undefined: none ever came. */
  readonly expectedMs: number | undefined
}

/**
 * When a decision to wait is looked at again where nobody has named a time: the lead before the last command contact, else two hours after
 * the next message is expected, and while there is time to act. Undefined: TCA has passed, and nothing is left to look at.
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
  // What would come when it is too late to act comes half way.
  return byMessageMs < endMs ? byMessageMs : nowMs + (endMs - nowMs) / 2
}

/** Whether nobody has acknowledged an event since it was found, or since the product opened it again by itself. */
export const isUnseen = ({ state, by }: Pick<Conjunction['decision'], 'state' | 'by'>): boolean =>
  state === 'NEW' || (by === PRODUCT && (state === 'ACKNOWLEDGED' || state === 'ASSIGNED'))
