import { groupUpdates } from '../conjunction/group-updates.ts'
import { SECONDS_PER_DAY } from '../constants.ts'
import { compareEpochs, type Epoch, secondsBetween } from '../time/epoch.ts'
import { type AnnualEvent, type AnnualUpdate, sizeOf } from './annual-event.ts'
import type { DecidedEvent } from './compliance.ts'
import type { Crossing } from './flux.ts'

/** One message of a history: its two objects, their TCA, and the data of the encounter. */
export interface HistoryMessage {
  readonly objects: readonly [string, string]
  readonly tca: Epoch
  /** The largest difference between its TCA and the TCA of the first message of its event, s, which depends on the orbits; absent: CARA's value. */
  readonly toleranceS?: number
  readonly created: Epoch
  readonly kind: AnnualEvent['kind']
  readonly otherRadiusM: number | null
  readonly crossing: Crossing | null
  /** Null if it is unknown, which is not 0. */
  readonly probability: number | null
  readonly errors: AnnualUpdate['errors']
  /** The decision about its event; null if there was none, undefined if the file contains no decisions. */
  readonly decision?: string | null | undefined
}

/** The events of a history with their decisions; days are counted from the first closest approach. */
export interface DecidedHistory {
  readonly events: readonly DecidedEvent[]
  /** The first closest approach; null without messages. */
  readonly origin: Epoch | null
  /** Days from the first closest approach to the last. */
  readonly spanDays: number
  /** True if any file contains decisions. */
  readonly hasDecisions: boolean
}

/** Returns the events of a history, each with all of its messages. */
export function decidedEventsOf(messages: readonly HistoryMessage[]): DecidedHistory {
  const sorted = [...messages].sort((a, b) => compareEpochs(a.created, b.created))
  const tcas = messages.map(({ tca }) => tca).sort(compareEpochs)
  const [first, last] = [tcas[0], tcas.at(-1)]
  if (first === undefined || last === undefined) return { events: [], origin: null, spanDays: 0, hasDecisions: false }
  const days = (from: Epoch, to: Epoch) => secondsBetween(from, to) / SECONDS_PER_DAY
  const events = groupUpdates(sorted).flatMap((updates): DecidedEvent[] => {
    const newest = updates.at(-1)
    if (newest === undefined) return []
    const event = {
      kind: newest.kind,
      size: sizeOf(newest.otherRadiusM),
      tcaDay: days(first, newest.tca),
      crossing: newest.crossing,
      // A message without a probability is not used for a decision; its crossing point is known nevertheless.
      updates: updates.flatMap(({ created, tca, probability, errors }) =>
        probability === null ? [] : [{ daysBefore: days(created, tca), probability, errors }],
      ),
    }
    return [{ event, decision: updates.findLast(({ decision }) => typeof decision === 'string')?.decision ?? null }]
  })
  const hasDecisions = messages.some(({ decision }) => decision !== undefined)
  return { events, origin: first, spanDays: days(first, last), hasDecisions }
}
