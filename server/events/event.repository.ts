import type { EventType } from '@apsis/contract/events/event.ts'
import type { Audience } from '@apsis/contract/roles.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

export const EVENT_CHANNEL = 'apsis_event'
/**
 * The number of changes that are kept for an organisation. A listener that has missed more changes than that reads
 * everything again.
 */
const KEPT_CHANGES = 10_000

export type NewEvent = {
  readonly tenantId: string
  /** The person for whom the change is; undefined for everybody in the organisation. */
  readonly subject?: string | undefined
  readonly audience: Audience
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
}
export type EventRow = { id: number; type: string; data: Record<string, unknown> }

/**
 * Appends the events of a transaction, all of one organisation; listeners are notified when the transaction commits. It must be called last: the
 * cursor is locked from here to the commit, and all other writers of the organisation wait for it.
 */
export async function insertEvents(tx: TenantDb, events: readonly NewEvent[]): Promise<void> {
  const [first] = events
  if (first === undefined) return
  const { tenantId } = first
  const given = JSON.stringify(
    events.map(({ subject = null, audience, type, data }) => ({ subject, audience, type, data })),
  )
  // This is one round trip to the database, so that the lock is held as briefly as possible.
  await sql`/* kept */
    with place as (
      insert into events.cursor as cursor (tenant_id, last) values (${tenantId}, ${events.length})
      on conflict (tenant_id) do update set last = cursor.last + ${events.length} returning last
    ), appended as (
      insert into events.event (tenant_id, id, subject, audience, type, data)
      select ${tenantId}, last - ${events.length} + n, given ->> 'subject', given ->> 'audience', given ->> 'type', given -> 'data'
      from place, jsonb_array_elements(${given}::jsonb) with ordinality as list (given, n)
    ), forgotten as (
      delete from events.event where id <= (select last from place) - ${KEPT_CHANGES}::bigint
    )
    select pg_notify(${EVENT_CHANNEL}, ${tenantId})`.execute(tx)
}

export type Listener = { readonly subject: string; readonly audiences: readonly Audience[] }

/** The maximum number of changes that are read for a listener at a time. */
export const CHANGES_PER_PAGE = 1_000

/** Returns, oldest first, the next events after a position that the listener may get; at most one page. */
export async function listEventsAfter(
  tx: TenantDb,
  after: number,
  { subject, audiences }: Listener,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, type, data from events.event
    where id > ${after} and (subject is null or subject = ${subject}) and audience = any(${audiences})
    order by id limit ${CHANGES_PER_PAGE}`.execute(tx)
  return rows
}

/** Returns the first and last position that the organisation's stream still contains. */
export async function findEventSpan(tx: TenantDb): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce((select min(id) from events.event), 0) as first,
      coalesce((select last from events.cursor), 0) as last`.execute(tx)
  return rows[0] ?? { first: 0, last: 0 }
}
