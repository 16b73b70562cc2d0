import { DAY_MS } from '../constants.ts'
import type { AnnualEvent, SecondarySize } from './annual-event.ts'
import { commitUpdate, type DecisionTimes } from './commit-update.ts'

/** An event and its decision; null if there was none. */
export interface DecidedEvent {
  readonly event: AnnualEvent
  readonly decision: string | null
}

/** Probability of at least one collision, by size of the other object. */
export interface ProbabilityParts {
  readonly all: number
  readonly large: number
  readonly small: number
  readonly unknown: number
}

/** The figures of a period for a licence. */
export interface ComplianceSpan {
  readonly probability: {
    /** From the messages at the time of the decision: the risk if no manoeuvre were made. */
    readonly asDecided: ProbabilityParts
    /** From the last message before the closest approach. */
    readonly asLastReported: ProbabilityParts
  }
  readonly counts: {
    readonly events: number
    readonly decidable: number
    readonly manoeuvres: number
    /** The number of events at or above the accepted probability without any decision. */
    readonly undecided: number
  }
  readonly byThreshold: { threshold: number; events: number; manoeuvres: number }[]
}

/** A period, from its start to before its end, ms after the same instant as the days of the events. */
export interface SpanMs {
  readonly fromMs: number
  readonly toMs: number
}

/** One event as counted in a statement. */
interface CountedEvent {
  readonly tcaMs: number
  readonly size: SecondarySize
  /** Null if there was no message for a decision, or none before the closest approach. */
  readonly decided: number | null
  readonly last: number | null
  readonly decision: string | null
}

/** The thresholds of licences and agencies, a decade apart. */
const THRESHOLDS = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]

/**
 * Returns the figures of each period: cumulative probabilities 1 − ∏(1 − P), events and decisions. An event without a message in time counts with
 * its last message, because its risk was taken nevertheless. A manoeuvre is the decision MANOEUVRE. Both values are given: from the messages at
 * the time of the decision, and from the last messages.
 */
export function complianceOf(
  events: readonly DecidedEvent[],
  spans: readonly SpanMs[],
  { times, threshold }: { readonly times: DecisionTimes; readonly threshold: number },
): ComplianceSpan[] {
  const counted = events.map((one) => countedOf(one, times))
  return spans.map((span) => spanOf(counted, span, threshold))
}

function countedOf({ event, decision }: DecidedEvent, times: DecisionTimes): CountedEvent {
  // The message nearest to the closest approach; a message after it is no forecast.
  const last = event.updates
    .filter(({ daysBefore }) => daysBefore >= 0)
    .toSorted((a, b) => a.daysBefore - b.daysBefore)[0]
  return {
    // Days are fractions, while the limits of a span are in milliseconds.
    tcaMs: Math.round(event.tcaDay * DAY_MS),
    size: event.size,
    decided: commitUpdate(event.updates, times)?.probability ?? null,
    last: last?.probability ?? null,
    decision,
  }
}

/** Returns the figures of one span: an event belongs to the span that contains its closest approach, including the start and excluding the end. */
function spanOf(events: readonly CountedEvent[], { fromMs, toMs }: SpanMs, threshold: number): ComplianceSpan {
  const some = events.filter(({ tcaMs }) => tcaMs >= fromMs && tcaMs < toMs)
  const reached = (at: number) => some.filter(({ decided }) => decided !== null && decided >= at)
  const isBurn = ({ decision }: CountedEvent) => decision === 'MANOEUVRE'
  return {
    // An event without a message in time counts with its last message.
    probability: {
      asDecided: partsOf(some, ({ decided, last }) => decided ?? last ?? 0),
      asLastReported: partsOf(some, ({ last }) => last ?? 0),
    },
    counts: {
      events: some.length,
      decidable: some.filter(({ decided }) => decided !== null).length,
      manoeuvres: some.filter(isBurn).length,
      undecided: reached(threshold).filter(({ decision }) => decision === null).length,
    },
    // The number of events that reached each threshold by the message at the time of the decision, and the number of burns among them.
    byThreshold: [...new Set([...THRESHOLDS, threshold])]
      .toSorted((a, b) => a - b)
      .map((at) => ({ threshold: at, events: reached(at).length, manoeuvres: reached(at).filter(isBurn).length })),
  }
}

/**
 * Returns 1 − ∏(1 − P) of all events and by the size of the other object. It is computed as −expm1(Σ log1p(−P)): most of the probabilities are
 * below 1e-10, and the smallest would be lost in the rounding of 1 − P. A probability of 1 would make the logarithm infinite: it is replaced by
 * the largest double below 1.
 */
function partsOf(events: readonly CountedEvent[], probabilityOf: (event: CountedEvent) => number): ProbabilityParts {
  const atLeastOne = (some: readonly CountedEvent[]) =>
    0 -
    Math.expm1(some.reduce((sum, event) => sum + Math.log1p(-Math.min(probabilityOf(event), 1 - Number.EPSILON)), 0))
  const of = (...sizes: readonly SecondarySize[]) => atLeastOne(events.filter(({ size }) => sizes.includes(size)))
  return {
    all: atLeastOne(events),
    large: of('10-cm-to-1-m', 'above-1-m'),
    small: of('below-10-cm'),
    unknown: of('unknown'),
  }
}
