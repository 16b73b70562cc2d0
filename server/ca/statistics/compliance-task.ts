import type { AnnualEvent, SecondarySize } from '@apsis/astro/statistics/annual-event.ts'
import { commitUpdate, type DecisionTimes } from '@apsis/astro/statistics/commit-update.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { eventsOf } from './history.ts'
import type { EventDecision, MessageFacts } from './statistics.repository.ts'

type Span = Compliance['period']
type Parts = Span['probability']['asDecided']

export type ComplianceTask = {
  readonly messages: readonly MessageFacts[]
  readonly decisions: readonly EventDecision[]
  readonly times: DecisionTimes
  readonly threshold: number
  readonly spans: readonly { readonly from: Date; readonly to: Date }[]
}

/** One event as a statement counts it. */
type Counted = {
  readonly tcaMs: number
  readonly size: SecondarySize
  /** Null where there was no message to decide on, or none before the closest approach. */
  readonly decided: number | null
  readonly last: number | null
  readonly decision: string | null
}

const DAY_MS = 86_400_000
/** A decade apart, as licences and agencies name them. */
const THRESHOLDS = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3]

/** What happened in each time: probabilities, events and decisions. For the pool. */
export function computeCompliance({ messages, decisions, times, threshold, spans }: ComplianceTask): Span[] {
  const decided = new Map(decisions.map(({ conjunctionId, decision }) => [conjunctionId, decision]))
  const events = [...Map.groupBy(messages, ({ conjunctionId }) => conjunctionId)].flatMap(([id, some]) => {
    const [event] = eventsOf(some, { from: new Date(0), box: null })
    return event === undefined ? [] : [countedOf(event, times, decided.get(id) ?? null)]
  })
  return spans.map((span) => spanOf(events, span, threshold))
}

function countedOf(event: AnnualEvent, times: DecisionTimes, decision: string | null): Counted {
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

function spanOf(events: readonly Counted[], { from, to }: ComplianceTask['spans'][number], threshold: number): Span {
  const some = events.filter(({ tcaMs }) => tcaMs >= from.getTime() && tcaMs < to.getTime())
  const reached = (at: number) => some.filter(({ decided }) => decided !== null && decided >= at)
  const isBurn = ({ decision }: Counted) => decision === 'MANOEUVRE'
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    days: (to.getTime() - from.getTime()) / DAY_MS,
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
    byThreshold: [...new Set([...THRESHOLDS, threshold])]
      .toSorted((a, b) => a - b)
      .map((at) => ({ threshold: at, events: reached(at).length, manoeuvres: reached(at).filter(isBurn).length })),
  }
}

/** 1 − ∏(1 − P), of all events and by the size of the other object. */
function partsOf(events: readonly Counted[], probabilityOf: (event: Counted) => number): Parts {
  const atLeastOne = (some: readonly Counted[]) =>
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
