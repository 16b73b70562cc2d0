import { EVENT_AUDIENCE, type EventType } from '@apsis/contract/events/event.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { beforeCommit, type Database, type TenantDb } from '../platform/database/database.ts'
import * as repository from './event.repository.ts'

/** A change to announce. Its type determines who may get it; only a notification names its audience itself. */
export type Change = Omit<repository.NewEvent, 'type' | 'audience'> &
  (
    | { readonly type: Exclude<EventType, 'notification' | 'reset'> }
    | { readonly type: 'notification'; readonly audience: Audience }
  )

const untold = new WeakMap<TenantDb, repository.NewEvent[]>()

/** Announces a change to the organisation, or to one person in it, when the transaction commits. */
export function emit(tx: TenantDb, change: Change): void {
  const audience = change.type === 'notification' ? change.audience : EVENT_AUDIENCE[change.type]
  const event = { ...change, audience }
  const known = untold.get(tx)
  if (known !== undefined) {
    known.push(event)
    return
  }
  const events = [event]
  untold.set(tx, events)
  beforeCommit(tx, () => repository.insertEvents(tx, events))
}

export type Position = { readonly from: number; readonly reset: boolean }

/**
 * Returns the position at which a listener starts: right after the last event that it got, or now. If events in between are no longer kept, or the
 * position is unknown, there is a reset: the listener must read everything again.
 */
export async function startPosition(db: Database, caller: Caller, lastEventId: string | undefined): Promise<Position> {
  return db.tenant(caller.tenantId, async (tx) => {
    const { first, last } = await repository.findEventSpan(tx)
    if (lastEventId === undefined) return { from: last, reset: false }
    const seen = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN
    const gap = !(seen <= last) || (seen < last && seen < first - 1)
    return gap ? { from: last, reset: true } : { from: seen, reset: false }
  })
}

/** Returns the next events after a position, for this caller, and whether there may be more of them. */
export async function eventsAfter(
  db: Database,
  caller: Caller,
  after: number,
): Promise<{ readonly events: readonly repository.EventRow[]; readonly isMore: boolean }> {
  const listener = { subject: caller.subject, audiences: audiencesOf(caller.roles) }
  const events = await db.tenant(caller.tenantId, (tx) => repository.listEventsAfter(tx, after, listener))
  return { events, isMore: events.length === repository.CHANGES_PER_PAGE }
}
