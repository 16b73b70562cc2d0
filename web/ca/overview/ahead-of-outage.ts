import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { getOutage } from '../../api/outage.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { getSession, isSignedIn } from '../../session/session.ts'
import { dutyPlanQuery } from '../../shell/status/on-call.ts'
import { statusQuery } from '../../shell/status/platform-status.ts'
import { noticesQuery, numberOf } from '../announced/notices.ts'
import { silentQuery } from '../announced/silent-banners.tsx'
import { connectionsQuery } from '../event/connections-query.ts'
import { type EventRow, needsDecision, rowOf } from '../event/event-row.ts'
import { aheadQuery, cdmsQuery, decisionQuery, estimatesQuery, satellitesQuery } from '../event/queries.ts'
import { spaceWeatherQuery } from '../event/space-weather-query.ts'
import { requestsQuery } from '../pass/passes-ahead.ts'
import { burnsAhead, burnsQuery } from '../plan/burns/burns.ts'
import { planPolicyQuery, plansQuery } from '../plan/plan-query.ts'
import { ephemeridesQuery } from '../satellite/ephemerides-query.ts'
import { handoversQuery } from './handover-query.ts'

/** After a load the current screen is read first, so reading ahead waits for this time. */
const FIRST_MS = 8_000
/** The largest age of the data of an unopened screen when an outage begins. */
const AGAIN_MS = 10 * MINUTE_MS
/** The messages of an event are a hundred kilobytes: for more events than this, only opened ones are stored. */
const MOST_EVENTS = 20

/**
 * Reads the data of list and overview, and of the events that need a decision, before they are opened: a user who opens them during an
 * outage sees them with their age (docs/domain/page.md).
 */
export function readAheadOfOutage(): void {
  setTimeout(() => void readAll().finally(() => setTimeout(readAheadOfOutage, AGAIN_MS)), FIRST_MS)
}

/**
 * Returns the events whose messages and plans are read: future events that need a decision, then events with a future burn, each the most
 * urgent first.
 */
export function waitingEvents(
  rows: readonly EventRow[],
  burns: readonly Pick<Plan, 'conjunctionId'>[],
  nowMs: number,
): readonly EventRow[] {
  const planned = new Set(burns.map(({ conjunctionId }) => conjunctionId))
  const ahead = rows.filter((row) => row.tcaMs > nowMs).toSorted(byUrgency)
  const waiting = ahead.filter(needsDecision)
  const others = ahead.filter((row) => !needsDecision(row) && planned.has(row.id))
  return [...waiting, ...others].slice(0, MOST_EVENTS)
}

async function readAll(): Promise<void> {
  const session = getSession()
  if (session.status !== 'signed-in' || !allows([CA_USER], session.who.roles)) return
  await read(aheadQuery())
  await read(satellitesQuery())
  await read(statusQuery)
  await read(burnsQuery())
  await read(noticesQuery())
  await read(handoversQuery())
  await read(spaceWeatherQuery())
  await read(connectionsQuery())
  await read(dutyPlanQuery)
  if (allows([ODT_USER], session.who.roles)) await read(requestsQuery)
  const events = queryClient.getQueryData(aheadQuery().queryKey) ?? []
  const burns = burnsAhead(queryClient.getQueryData(burnsQuery().queryKey) ?? [], now())
  await read(planPolicyQuery())
  for (const { id, event } of waitingEvents(events.map(rowOf), burns, now())) {
    await read(cdmsQuery(id))
    await read(decisionQuery(id))
    await read(estimatesQuery(id))
    await read(plansQuery(id))
    for (const { designator } of [event.object1, event.object2]) {
      const noradId = numberOf(designator)
      if (noradId !== undefined) await read(silentQuery(noradId))
    }
    if (event.satelliteId !== null) await read(ephemeridesQuery(event.satelliteId))
  }
}

/**
 * Reads one query at a time, so that a query for which the user waits is not delayed; reads nothing while the page is hidden or the server
 * does not answer.
 */
async function read<T, Key extends QueryKey>(query: FetchQueryOptions<T, ApiProblem, T, Key>): Promise<void> {
  if (!isSignedIn() || getOutage() || document.visibilityState === 'hidden') return
  if (queryClient.getQueryCache().find({ queryKey: query.queryKey })?.isActive()) return
  await queryClient.prefetchQuery({ ...query, staleTime: AGAIN_MS, meta: { silent: 'ahead-of-outage' } })
}
