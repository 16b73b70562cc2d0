import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

export const SESSION_CHANNEL = 'apsis_session'

/** Stores an ended session, notifies every process, and deletes the ended sessions whose tokens have expired. */
export async function insertEndedSession(tx: SharedDb, sessionId: string): Promise<void> {
  await sql`insert into platform.ended_session (sid) values (${sessionId}) on conflict (sid) do nothing`.execute(tx)
  await sql`delete from platform.ended_session where ended_at < now() - interval '2 hours'`.execute(tx)
  await sql`select pg_notify(${SESSION_CHANNEL}, ${sessionId})`.execute(tx)
}

/** Returns the sessions that ended within the lifetime of a token. */
export async function listEndedSessions(tx: SharedDb): Promise<string[]> {
  const { rows } = await sql<{ sid: string }>`select sid from platform.ended_session`.execute(tx)
  return rows.map((row) => row.sid)
}
