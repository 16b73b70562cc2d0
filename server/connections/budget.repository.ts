import { sql } from 'kysely'
import type { SharedDb } from '../platform/database/database.ts'
import type { SentRequest } from './budget.ts'

/** The time of the database: processes with wrong clocks count by the same one. */
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

/** Deletes the requests of an account that count for no limit any more. */
export async function deleteOldRequests(tx: SharedDb, limitKey: string, before: Date): Promise<void> {
  await sql`delete from connections.request where limit_key = ${limitKey} and at < ${before}`.execute(tx)
}
