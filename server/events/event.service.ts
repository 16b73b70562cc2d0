import type { Caller } from '../platform/caller.ts'
import type { Database, TenantDb } from '../platform/database.ts'
import * as repository from './event.repository.ts'

/** Tells the organisation (or one person of it) that something changed, once the transaction commits. */
export async function emit(tx: TenantDb, event: repository.NewEvent): Promise<void> {
  await repository.insertEvent(tx, event)
}

export type Position = { readonly from: number; readonly reset: boolean }

/**
 * Where a listener starts: right after the event it saw last, or now. A gap (events no longer kept, or a position that
 * was never given) is a reset: the listener must read everything again.
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

/** Events after a position, for this caller. */
export async function eventsAfter(db: Database, caller: Caller, after: number): Promise<repository.EventRow[]> {
  return db.tenant(caller.tenantId, (tx) => repository.listEventsAfter(tx, after, caller.subject))
}
