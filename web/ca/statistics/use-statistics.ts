import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../clock/clock.ts'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { complianceQuestion, periodOf } from './compliance-pane.tsx'
import { questionOf } from './question.ts'
import { SPLITS } from './side-panes.tsx'
import { annualQuery } from './statistics-query.ts'
import { ENGINES } from './threshold-scene.ts'

/** The defaults of the API (contract/ca/statistics/statistics.ts), which apply until an answer has its assumptions. */
const DEFAULT_LIFE_YEARS = 5
const DEFAULT_LIMIT = 1e-3

/** Returns the query of the address about a satellite, the answer, and its display. */
export function useStatistics({ satelliteId }: Satellite) {
  const [search, ask] = useSearchState(`/protected${paths.annualCollisionStatistics}`)
  const question = questionOf(satelliteId, search)
  const query = useQuery(annualQuery(question))
  const nowMs = useNow('fiveMinutes')
  const period = periodOf(search.period)
  const { years, limit } = query.data?.assumptions ?? { years: DEFAULT_LIFE_YEARS, limit: DEFAULT_LIMIT }
  const [isPastOpen, setPastOpen] = useState(false)
  return {
    /** The dialog of past events stays open while a history is loaded or removed behind it. */
    past: { isOpen: isPastOpen, open: () => setPastOpen(true), close: () => setPastOpen(false) },
    search,
    ask,
    question,
    query,
    period,
    compliance: complianceQuestion({ satelliteId, years, limit, period, nowMs }),
    engine: ENGINES.find((one) => one === search.show) ?? 'both',
    split: SPLITS.find((one) => one === search.split) ?? 'kind',
  }
}

export type StatisticsView = ReturnType<typeof useStatistics>
