import type { Database } from './database.ts'
import type { Listener } from './listener.ts'
import type { Log } from './log.ts'
import { listEndedSessions, SESSION_CHANNEL } from './session.repository.ts'

export type EndedSessions = { has(sessionId: string): boolean; load(): Promise<void> }

/** Sessions that the identity provider has ended, known to every process at once. */
export function createEndedSessions(db: Database, listener: Listener, log: Log): EndedSessions {
  let ended = new Set<string>()
  const load = async () => {
    ended = new Set(await db.shared(listEndedSessions))
  }
  listener.on(SESSION_CHANNEL, (sessionId) => {
    if (sessionId !== undefined) ended.add(sessionId)
    // After a reconnection something may have been missed.
    else load().catch((error: unknown) => log.warn({ err: error }, 'ended sessions could not be read'))
  })
  return { has: (sessionId) => ended.has(sessionId), load }
}
