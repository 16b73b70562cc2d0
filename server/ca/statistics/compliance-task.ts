import { DAY_MS } from '@apsis/astro/constants.ts'
import type { DecisionTimes } from '@apsis/astro/statistics/commit-update.ts'
import { complianceOf } from '@apsis/astro/statistics/compliance.ts'
import type { Compliance } from '@apsis/contract/ca/statistics/compliance.ts'
import { eventsOf } from './history.ts'
import type { PastEvent } from './loaded-history-task.ts'
import type { EventDecision, MessageFacts } from './statistics.repository.ts'

export type ComplianceTask = {
  readonly messages: readonly MessageFacts[]
  readonly decisions: readonly EventDecision[]
  /** Events from a table, older than the messages. */
  readonly past: readonly PastEvent[]
  readonly times: DecisionTimes
  readonly threshold: number
  readonly spans: readonly { readonly from: Date; readonly to: Date }[]
}

/** Counts probabilities, events and decisions in each period. Runs in the worker pool. */
export function computeCompliance({
  messages,
  decisions,
  past,
  times,
  threshold,
  spans,
}: ComplianceTask): Compliance['period'][] {
  const decided = new Map(decisions.map(({ conjunctionId, decision }) => [conjunctionId, decision]))
  const fromMessages = [...Map.groupBy(messages, ({ conjunctionId }) => conjunctionId)].flatMap(([id, some]) => {
    const [event] = eventsOf(some, { from: new Date(0), box: null })
    return event === undefined ? [] : [{ event, decision: decided.get(id) ?? null }]
  })
  // The times of the events from the table and from the messages are in days from 1970.
  const events = [
    ...past.map(({ event, decision, tcaMs }) => ({ event: { ...event, tcaDay: tcaMs / DAY_MS }, decision })),
    ...fromMessages,
  ]
  const spansMs = spans.map(({ from, to }) => ({ fromMs: from.getTime(), toMs: to.getTime() }))
  return complianceOf(events, spansMs, { times, threshold }).map((found, place) => {
    const { fromMs = 0, toMs = 0 } = spansMs[place] ?? {}
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      days: (toMs - fromMs) / DAY_MS,
      ...found,
    }
  })
}
