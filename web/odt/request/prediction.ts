import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import type { EventTracking } from '@apsis/contract/odt/tracking/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../clock/clock.ts'
import { type PassQuestion, passesQuery } from '../pass/pass-query.ts'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import { ableFor, type Draft, fromOf, limitsOf, orbitOfDraft, untilOf } from './draft.ts'

const SEARCH_DAYS = 7
/** Passes after the TCA are shown for this time, so that readers see that the sensors still have passes. */
const AFTER_TCA_MS = DAY_MS / 4

/**
 * Reads the passes of the searched time over every sensor that can make the measurement. For an event, they are read as soon as the time
 * until which they count is known (`isReady`).
 */
export function usePrediction(draft: Draft, found: EventTracking | undefined, isReady: boolean) {
  const [begunMs] = useState(() => Math.ceil(now() / MINUTE_MS) * MINUTE_MS)
  const fromMs = beginOf(draft, found, begunMs)
  const sensors = useQuery(sensorsQuery(false))
  const all = ableFor(draft, sensors.data ?? [])
  const able = draft.sensors.length > 0 ? all.filter(({ sensorCode }) => draft.sensors.includes(sensorCode)) : all
  const orbit = orbitOfDraft(draft)
  const limits = limitsOf(draft)
  const question: PassQuestion = {
    orbit: orbit ?? { kind: 'catalogue', catalogueId: 0 },
    codes: able.map(({ sensorCode }) => sensorCode),
    fromMs,
    toMs: endOf(draft, found, fromMs),
    elevation: limits.elevation,
    durationS: limits.durationS,
    showsLow: true,
  }
  const query = useQuery({
    ...passesQuery(question),
    enabled: isReady && orbit !== undefined && able.length > 0,
  })
  return { question, able, sensors, query, state: stateOfPrediction({ sensors, isReady, able, query }) }
}

export type Prediction = ReturnType<typeof usePrediction>

type ReadState = { readonly data: unknown; readonly error: unknown }
type PredictionSources = {
  readonly sensors: ReadState
  readonly isReady: boolean
  readonly able: readonly unknown[]
  readonly query: ReadState
}

/** Returns the state of the prediction. It is "none" only if the passes were read. */
export function stateOfPrediction({
  sensors,
  isReady,
  able,
  query,
}: PredictionSources): 'reading' | 'no-sensors-read' | 'no-sensor' | 'failed' | 'known' {
  if (sensors.data === undefined) return sensors.error ? 'no-sensors-read' : 'reading'
  if (able.length === 0) return 'no-sensor'
  if (query.error) return 'failed'
  return query.data !== undefined && isReady ? 'known' : 'reading'
}

/** True if any value that the dialog shows, or writes to a file, is simulated. */
export const isSimulatedIn = (
  found: Pick<EventTracking, 'isSimulated'> | undefined,
  predictions: readonly Pick<PassPrediction, 'isSimulated'>[] | undefined,
): boolean => found?.isSimulated === true || predictions?.some(({ isSimulated }) => isSimulated) === true

/** Returns the beginning of the search: the entered time, unless it is after the search for an event; else now. */
function beginOf(draft: Draft, found: EventTracking | undefined, begunMs: number): number {
  const from = fromOf(draft)
  if (typeof from !== 'number' || (found && from >= Date.parse(found.tca))) return begunMs
  return Math.max(begunMs, from)
}

/** Returns the end of the search: shortly after the TCA of an event, or the entered time, else after a number of days. */
function endOf(draft: Draft, found: EventTracking | undefined, fromMs: number): number {
  const usualMs = fromMs + SEARCH_DAYS * DAY_MS
  if (found) return Math.max(fromMs + AFTER_TCA_MS, Math.min(usualMs, Date.parse(found.tca) + AFTER_TCA_MS))
  const until = untilOf(draft)
  return until === 'none' || until === 'wrong' || until <= fromMs ? usualMs : until
}
