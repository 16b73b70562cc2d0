import type { RiskLevel } from '@apsis/contract/ca/message/cdm.ts'
import { type Feed, listFeeds } from '../../connections/feed.service.ts'
import type { Database, SharedDb } from '../../platform/database/database.ts'
import { isWaitingUrgent } from '../event/event.service.ts'
import { listEventsNow } from '../event/present-event.ts'
import { fleetScreeningChecks } from '../screening/fleet/fleet-screening.service.ts'
import { listSources } from '../space-weather/weather.repository.ts'
import { listFiles } from './reminder.repository.ts'

/** The state of an organisation's collision avoidance, in numbers only. */
export type Figures = {
  readonly feeds: readonly Feed[]
  readonly openEvents: ReadonlyMap<RiskLevel, number>
  /** The urgent, open events that nobody has acknowledged since they were found. */
  readonly unacknowledged: number
  /** The earliest time by which an urgent event that is neither decided nor closed has to be decided, ms. */
  readonly decideBeforeMs: number | undefined
  readonly lateScreenings: number
  /** Satellites whose newest operational ephemeris has ended. */
  readonly endedEphemerides: number
}

/** Returns the figures of an organisation; the figures of its events are from the list that its users see. */
export async function figuresOf(
  { db, now }: { readonly db: Database; readonly now: number },
  tenantId: string,
): Promise<Figures> {
  const open = (await listEventsNow(db, tenantId, now)).filter(({ state }) => state === 'OPEN')
  const undecided = open.filter(({ decision: { state } }) => state !== 'DECIDED' && state !== 'CLOSED')
  const deadlines = undecided
    .filter(({ action, conjunctionData }) => action === 'ACT' || conjunctionData.riskLevel === 'CRITICAL')
    .map(({ decideBefore }) => Date.parse(decideBefore))
  const openEvents = new Map<RiskLevel, number>()
  for (const { conjunctionData } of open)
    openEvents.set(conjunctionData.riskLevel, (openEvents.get(conjunctionData.riskLevel) ?? 0) + 1)
  const rest = await db.tenant(tenantId, async (tx) => ({
    feeds: await listFeeds(tx, now),
    lateScreenings: (await fleetScreeningChecks(tx, now)).filter(({ isLate }) => isLate).length,
    endedEphemerides: (await listFiles(tx)).filter(({ usable_until: until }) => until !== null && until.getTime() < now)
      .length,
  }))
  return {
    openEvents,
    unacknowledged: open.filter(isWaitingUrgent).length,
    decideBeforeMs: deadlines.length === 0 ? undefined : Math.min(...deadlines),
    ...rest,
  }
}

/** Returns the age of the last data from each source of space weather, s; sources without data are left out. */
export async function weatherAges(tx: SharedDb, now: number): Promise<ReadonlyMap<string, number>> {
  const sources = await listSources(tx)
  return new Map(
    sources.flatMap(({ name, receivedAt }) =>
      receivedAt === null ? [] : [[name, Math.max(0, (now - receivedAt.getTime()) / 1_000)] as const],
    ),
  )
}
