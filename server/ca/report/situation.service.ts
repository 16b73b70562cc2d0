import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { type Person, personName } from '@apsis/contract/person-name.ts'
import { listFeeds } from '../../connections/feed.service.ts'
import { listPeople } from '../../platform/auth/member.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { getDemo } from '../demo/demo.service.ts'
import { listEventsNow, type TimelessConjunction } from '../event/present-event.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { fleetScreeningChecks } from '../screening/fleet/fleet-screening.service.ts'
import { listScreeningStates } from '../screening/screening-state.repository.ts'
import { findNewestMessage, listPlans, listSources } from './situation.repository.ts'
import { type Situation, writeSituation } from './situation-text.ts'

/** A report lists at most this many events; the application lists all of them. */
const MOST_EVENTS = 25

type SituationQuestion = { readonly db: Database; readonly tenantId: string; readonly now: number }
/** Writes the present situation for a reader. */
export const situationOf = async (
  asked: SituationQuestion & {
    readonly language: ReceiverLanguage
    readonly publicUrl: string
    readonly isSimulated: boolean
  },
) => writeSituation(await readSituation(asked), asked)

async function readSituation({ db, tenantId, now }: SituationQuestion): Promise<Situation> {
  const events = (await listEventsNow(db, tenantId, now))
    .filter(({ state, conjunctionData }) => isAhead(state) && Date.parse(conjunctionData.tca) >= now)
    .map(toOrdered)
    .toSorted(byUrgency)
    .map(({ event }) => event)
  const listed = events.slice(0, MOST_EVENTS)
  const { filling } = await getDemo({ db, now: () => now, isAllowed: true }, { tenantId })
  const known = await db.tenant(tenantId, (tx) => readKnown(tx, { listed, now }))
  const feeds = known.feeds.filter(({ kind }) => kind === 'MESSAGES' || kind === 'REPORTED')
  return { nowMs: now, events, ...known, listed: listed.map((event) => byName(event, known.people)), feeds, filling }
}

/** A mitigated event is still ahead: its level stays, and a newer message can open it again. */
const isAhead = (state: TimelessConjunction['state']) => state === 'OPEN' || state === 'MITIGATED'

const toOrdered = (event: TimelessConjunction) => ({
  id: event.conjunctionId,
  event,
  rank: rankOf(event.conjunctionData.riskLevel),
  isMitigated: event.state === 'MITIGATED',
  decideMs: Date.parse(event.decideBefore),
  tcaMs: Date.parse(event.conjunctionData.tca),
})

/** Returns the event with the names of people in place of their accounts. */
function byName(event: TimelessConjunction, people: readonly Person[]): TimelessConjunction {
  const named = (account: string | null) => account && personName(account, people)
  const { decision } = event
  return { ...event, decision: { ...decision, by: named(decision.by), owner: named(decision.owner) } }
}

type ListedEvents = { readonly listed: readonly TimelessConjunction[]; readonly now: number }

async function readKnown(tx: TenantDb, { listed, now }: ListedEvents) {
  const ids = (await listActiveSatellites(tx)).map(({ id }) => id)
  const states = await listScreeningStates(tx, ids)
  return {
    plans: await listPlans(
      tx,
      listed.map(({ conjunctionId }) => conjunctionId),
    ),
    sources: await listSources(
      tx,
      listed.flatMap(({ activeCdmId }) => activeCdmId ?? []),
    ),
    people: await listPeople(
      tx,
      listed.flatMap(({ decision: { by, owner } }) => [by, owner].filter((one) => one !== null)),
    ),
    feeds: await listFeeds(tx, now),
    newestMessageAt: await findNewestMessage(tx),
    satellites: [...states.values()],
    screenings: await fleetScreeningChecks(tx, now),
  }
}
