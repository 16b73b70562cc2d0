import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { isUrgent } from '@apsis/contract/ca/event/urgency.ts'
import { emit } from '../../events/event.service.ts'
import { lastNoticeOf } from '../../notifications/notification.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/jobs/jobs.ts'
import * as repository from './event.repository.ts'
import { fallenBy } from './event-changes.ts'
import { levelAt } from './fold-event.ts'
import { newestOf, presentConjunction, type TimelessConjunction } from './present-event.ts'
import { reassess } from './reassess.job.ts'
import { OF_EVENT, tellMitigated } from './tell-level.ts'

export type Moment = { readonly tenantId: string; readonly now: Date }

/** Returns the levels of an event, oldest first, including the level to which it fell by time since the last entry. */
export function listLevels(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<LevelChange[]> {
  return db.tenant(tenantId, async (tx) => {
    const event = await repository.findConjunction(tx, id)
    if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction.')
    const rows = await repository.listLevels(tx, id)
    const fallen = fallenBy(event, now)
    return [...rows, ...(fallen === undefined ? [] : [fallen])].map(({ at, level, ...rest }) => ({
      at: at.toISOString(),
      riskLevel: levelOf(level),
      ...rest,
    }))
  })
}

/** An event at a time. */
export type EventNow = TimelessConjunction

/** Returns an event at a time, for callers that act on it within their own transaction. */
export async function findEvent(
  tx: TenantDb,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<TimelessConjunction | undefined> {
  const row = await repository.findConjunction(tx, id)
  return row && presentConjunction(row, now)
}

/** The most undecided events that are read to call the people on duty. */
const MOST_URGENT_EVENTS = 1_000

/** Returns ids of events that are urgent now, open, and not acknowledged. */
export async function listUrgent(tx: TenantDb, now: number): Promise<string[]> {
  const asked = { after: new Date(now), rank: rankOf('CRITICAL'), limit: MOST_URGENT_EVENTS }
  const events = (await repository.listUndecided(tx, asked)).map((row) => presentConjunction(row, now))
  return events.filter(isWaitingUrgent).map(({ conjunctionId }) => conjunctionId)
}

/** True if an event is urgent, open, and not acknowledged. */
export const isWaitingUrgent = (event: TimelessConjunction): boolean => isOpenUrgent(event) && isUnseen(event.decision)

/** True if an event is CRITICAL, or calls for action now, and is open; it may be acknowledged. */
export const isOpenUrgent = ({ state, action, conjunctionData }: TimelessConjunction): boolean =>
  state === 'OPEN' && isUrgent({ level: conjunctionData.riskLevel, action })

export type Mitigation = {
  readonly conjunctionId: string
  /** Name of the plan of the burn, and the probability from which its satellite does not accept the event. */
  readonly plan: string
  readonly accepted: number
  /** Called after the point from which nobody else can change the event: newer data may give another result. */
  readonly isBelow: (event: repository.ConjunctionRow) => boolean
}

/** Records that a burn mitigated an event: no message counts until a newer one arrives. The level stays, and its history gives the reason. */
export async function markMitigated(
  tx: TenantDb,
  { tenantId, now }: Moment,
  { conjunctionId, plan, accepted, isBelow }: Mitigation,
): Promise<void> {
  const changedIn = await repository.raiseListVersion(tx, tenantId)
  const event = await repository.findConjunction(tx, conjunctionId)
  if (event === undefined || !isBelow(event)) return
  const fallen = fallenBy(event, now.getTime())
  if (fallen !== undefined) await repository.insertLevel(tx, tenantId, { conjunctionId, ...fallen })
  // Each newer message reopens a mitigated event until the work runs again: if only a fall was reported since, the mitigation is not new.
  const isNews =
    (await lastNoticeOf(tx, conjunctionId, { figure: OF_EVENT, but: ['risk-lowered'] }))?.code !== 'event-mitigated'
  const level = rankOf(levelAt(event.facts, now.getTime()))
  await repository.setMitigated(tx, {
    id: conjunctionId,
    until: newestOf(event),
    by: plan,
    above: accepted,
    level,
    changedIn,
  })
  await repository.insertLevel(tx, tenantId, { conjunctionId, at: now, level, cdmId: null, reason: 'mitigated' })
  emit(tx, { tenantId, type: 'conjunction', data: { conjunctionId, state: 'MITIGATED' } })
  if (isNews) await tellMitigated(tx, tenantId, { event, level: levelOf(level), plan, accepted, now })
}

/** Requests a new assessment of the future events of these objects, as one of their radii has changed; returns their number. */
export async function reassessObjects(
  tx: TenantDb,
  { queue, tenantId, now }: Moment & { readonly queue: Queue },
  designators: readonly string[],
): Promise<number> {
  const ids = await repository.listEventsAhead(tx, designators, now)
  if (ids.length === 0) return 0
  // The moment of the change is the key: each change has its effect once.
  const at = now.toISOString()
  const inputs = ids.map((conjunctionId) => ({ tenantId, conjunctionId, cause: `sizes ${at}`, at }))
  await queue.enqueueAll(tx, reassess, inputs)
  return ids.length
}

export type ChangedSatellite = { readonly id: string; readonly norad_id: number; readonly version: number }

/**
 * Requests a new assessment of the events of a satellite, as its radius or its thresholds may have changed: those that are not past,
 * and those that arrived before it was added. There is a job for each event, in the transaction of the change.
 */
export async function reassessEvents(
  tx: TenantDb,
  { queue, tenantId, now }: Moment & { readonly queue: Queue },
  { id, norad_id, version }: ChangedSatellite,
): Promise<void> {
  const asked = { satelliteId: id, designator: String(norad_id), openAt: now }
  const ids = await repository.listEventIdsOf(tx, asked)
  if (ids.length === 0) return
  const inputs = ids.map((conjunctionId) => ({
    tenantId,
    conjunctionId,
    cause: `${id} ${version}`,
    at: now.toISOString(),
  }))
  await queue.enqueueAll(tx, reassess, inputs)
}
