import { DAY_MS } from '../constants.ts'
import type { AnnualEvent, SecondarySize } from './annual-event.ts'
import { commitUpdate, type DecisionTimes } from './commit-update.ts'

/** An event, and what was decided about it; null where nothing was. */
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

/** What a licence asks of a time. */
export interface ComplianceSpan {
  readonly probability: {
    /** By the messages on which one decided: what flying on would have meant. */
    readonly asDecided: ProbabilityParts
    /** By the last message before the closest approach. */
    readonly asLastReported: ProbabilityParts
  }
  readonly counts: {
    readonly events: number
    readonly decidable: number
    readonly manoeuvres: number
    /** At or above the accepted probability, without any decision. */
    readonly undecided: number
  }
  readonly byThreshold: { threshold: number; events: number; manoeuvres: number }[]
}

/** A time, from its begin to before its end, ms after the same instant as the days of the events. */
export interface SpanMs {
  readonly fromMs: number
  readonly toMs: number
}

/** One event as a statement counts it. */
interface CountedEvent {
  readonly tcaMs: number
  readonly size: SecondarySize
  /** Null where there was no message to decide on, or none before the closest approach. */
  readonly decided: number | null
  readonly last: number | null
  readonly decision: string | null
}

/** A decade apart, as licences and agencies name them. */
const THRESHOLDS = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]

/**
 * What happened in each time: cumulative probabilities 1 − ∏(1 − P), events and decisions. An event without a message to decide
 * on counts with its last one: the risk was flown all the same. A manoeuvre is the decision MANOEUVRE. Both readings
 * are given: what one had in hand when deciding, and what was known at the end.
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
  // The message nearest to the closest approach; one made behind it is no forecast.
  const last = event.updates
    .filter(({ daysBefore }) => daysBefore >= 0)
    .toSorted((a, b) => a.daysBefore - b.daysBefore)[0]
  return {
    // Days are fractions, and a span begins with an event to the millisecond.
    tcaMs: Math.round(event.tcaDay * DAY_MS),
    size: event.size,
    decided: commitUpdate(event.updates, times)?.probability ?? null,
    last: last?.probability ?? null,
    decision,
  }
}

/**
 * What one span has: an event belongs to the span in which its closest approach lies, its begin included and its end
 * not.
 */
function spanOf(events: readonly CountedEvent[], { fromMs, toMs }: SpanMs, threshold: number): ComplianceSpan {
  const some = events.filter(({ tcaMs }) => tcaMs >= fromMs && tcaMs < toMs)
  const reached = (at: number) => some.filter(({ decided }) => decided !== null && decided >= at)
  const isBurn = ({ decision }: CountedEvent) => decision === 'MANOEUVRE'
  return {
    // A risk that was flown without a message to decide on counts with the last one there was.
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
    // How many events reached each threshold by the message on which one decided, and how many of these were burns.
    byThreshold: [...new Set([...THRESHOLDS, threshold])]
      .toSorted((a, b) => a - b)
      .map((at) => ({ threshold: at, events: reached(at).length, manoeuvres: reached(at).filter(isBurn).length })),
  }
}

/**
 * 1 − ∏(1 − P), of all events and by the size of the other object. As −expm1(Σ log1p(−P)): most of the probabilities
 * are below 1e-10, and 1 − P would round the smallest of them away before they are multiplied. A probability of 1 would
 * make the logarithm infinite: the largest double below 1 stands for it.
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
