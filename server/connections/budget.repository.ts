import { sql } from 'kysely'
import type { SharedDb } from '../platform/database/database.ts'
import type { SentRequest } from './budget.ts'

/** Returns the time of the database, so that processes with wrong clocks count by the same clock. */
export async function readDatabaseTime(tx: SharedDb): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at.getTime() ?? 0
}

/** Returns the requests that count for the limits of an account since a time, oldest first. */
export async function listRequests(tx: SharedDb, limitKey: string, since: Date): Promise<SentRequest[]> {
  const { rows } = await sql<{ class: string; at: Date }>`
    select class, at from connections.request where limit_key = ${limitKey} and at > ${since} order by at`.execute(tx)
  return rows.map((row) => ({ class: row.class, atMs: row.at.getTime() }))
}

type NewRequest = { readonly limitKey: string; readonly class: string; readonly at: Date }

/** Stores a request before it is sent, and returns its id. */
export async function insertRequest(tx: SharedDb, request: NewRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into connections.request (limit_key, class, at)
    values (${request.limitKey}, ${request.class}, ${request.at}) returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Gives a request another class. */
export async function updateClass(
  tx: SharedDb,
  { limitKey, id, to }: { readonly limitKey: string; readonly id: number; readonly to: string },
): Promise<void> {
  await sql`update connections.request set class = ${to} where limit_key = ${limitKey} and id = ${id}`.execute(tx)
}

/** Deletes the requests of an account that no longer count for any limit. */
export async function deleteOldRequests(tx: SharedDb, limitKey: string, before: Date): Promise<void> {
  await sql`delete from connections.request where limit_key = ${limitKey} and at < ${before}`.execute(tx)
}

/** One of the connections that share an account, and the class of the request that it waits for. */
type Waiting = { readonly limitKey: string; readonly class: string; readonly reader: string }

/**
 * Stores that a connection waits and will come again at a time. It keeps its place, unless it has not come since `absentSince` though it said so.
 */
export async function upsertWaiting(
  tx: SharedDb,
  waiting: Waiting & { readonly at: Date; readonly againAt: Date; readonly absentSince: Date },
): Promise<void> {
  await sql`
    insert into connections.waiting_reader as known (limit_key, class, reader, since, again_at)
    values (${waiting.limitKey}, ${waiting.class}, ${waiting.reader}, ${waiting.at}, ${waiting.againAt})
    on conflict (limit_key, class, reader) do update set again_at = excluded.again_at,
      since = case when known.again_at < ${waiting.absentSince} then excluded.since else known.since end`.execute(tx)
}

/** Returns whether another connection has waited longer, and has come when it said so. */
export async function isOtherFirst(tx: SharedDb, waiting: Waiting, absentSince: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from connections.waiting_reader other
      left join connections.waiting_reader own
        on own.limit_key = other.limit_key and own.class = other.class and own.reader = ${waiting.reader}
      where other.limit_key = ${waiting.limitKey} and other.class = ${waiting.class} and other.reader <> ${waiting.reader}
        and other.again_at >= ${absentSince}
        and (own.reader is null or (other.since, other.reader) < (own.since, own.reader))
    ) as is`.execute(tx)
  return rows[0]?.is ?? false
}

export async function deleteWaiting(tx: SharedDb, { limitKey, class: asked, reader }: Waiting): Promise<void> {
  await sql`
    delete from connections.waiting_reader
    where limit_key = ${limitKey} and class = ${asked} and reader = ${reader}`.execute(tx)
}

/** Deletes the places of connections of an account that have not come for a long time. */
export async function deleteOldWaiting(tx: SharedDb, limitKey: string, before: Date): Promise<void> {
  await sql`delete from connections.waiting_reader where limit_key = ${limitKey} and again_at < ${before}`.execute(tx)
}
