import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import { isUnseen } from '@apsis/contract/ca/event/reopening.ts'
import { levelOf, rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import { isUrgent } from '@apsis/contract/ca/event/urgency.ts'
import { emit } from '../../events/event.service.ts'
import { lastToldOf } from '../../notifications/notification.service.ts'
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

/** The levels that an event had, oldest first; also the one that it fell to by time since anybody wrote it down. */
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

/** An event as it stands at a time. */
export type EventNow = TimelessConjunction

/** An event as it stands at a time, for those who act on it within a transaction of their own. */
export async function findEvent(
  tx: TenantDb,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<TimelessConjunction | undefined> {
  const row = await repository.findConjunction(tx, id)
  return row && presentConjunction(row, now)
}

/** To call the people on duty, at most so many undecided events are read. */
const MOST_URGENT_EVENTS = 1_000

/** Ids of events that are urgent now, open, and that nobody has acknowledged. */
export async function listUrgent(tx: TenantDb, now: number): Promise<string[]> {
  const asked = { after: new Date(now), rank: rankOf('CRITICAL'), limit: MOST_URGENT_EVENTS }
  const events = (await repository.listUndecided(tx, asked)).map((row) => presentConjunction(row, now))
  return events.filter(isWaitingUrgent).map(({ conjunctionId }) => conjunctionId)
}

/** Whether an event is urgent, open, and nobody has acknowledged it. */
export const isWaitingUrgent = (event: TimelessConjunction): boolean => isOpenUrgent(event) && isUnseen(event.decision)

/** Whether an event is CRITICAL, or has to be acted on now, and open, whoever has acknowledged it. */
export const isOpenUrgent = ({ state, action, conjunctionData }: TimelessConjunction): boolean =>
  state === 'OPEN' && isUrgent({ level: conjunctionData.riskLevel, action })

export type Mitigation = {
  readonly conjunctionId: string
  /** Name of the plan whose burn it was, and the probability from which on its satellite does not accept the event. */
  readonly plan: string
  readonly accepted: number
  /** Asked once nobody else can change the event any more: what has come in between may say otherwise. */
  readonly isBelow: (event: repository.ConjunctionRow) => boolean
}

/**
 * Notes that a burn left nothing of an event that is not accepted: no message counts any more, until a newer one comes. The
 * level stays as it was, in its history with the reason.
 */
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
  // Each newer message opens a mitigated event for a turn: where nothing was told since but a fall, it is no news.
  const isNews =
    (await lastToldOf(tx, conjunctionId, { figure: OF_EVENT, but: ['risk-lowered'] }))?.code !== 'event-mitigated'
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

/** Has the events to come of these objects assessed again, as a radius of them has changed; answers how many those are. */
export async function reassessObjects(
  tx: TenantDb,
  { queue, tenantId, now }: Moment & { readonly queue: Queue },
  designators: readonly string[],
): Promise<number> {
  const ids = await repository.listEventsAhead(tx, designators, now)
  if (ids.length === 0) return 0
  // The moment of the change: each has its effect once.
  const at = now.toISOString()
  const inputs = ids.map((conjunctionId) => ({ tenantId, conjunctionId, cause: `sizes ${at}`, at }))
  await queue.enqueueAll(tx, reassess, inputs)
  return ids.length
}

export type ChangedSatellite = { readonly id: string; readonly norad_id: number; readonly version: number }

/**
 * Has the events of a satellite assessed again, as its radius or its thresholds may have changed: those that are not past,
 * and those that came before it was added. A job for each event, in the transaction of the change.
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
