import { HOUR_MS } from '@apsis/astro/constants.ts'
import { type Database, saidOf } from '../database/database.ts'
import type { Listener } from '../database/listener.ts'
import type { Log } from '../log.ts'
import { listEndedSessions, SESSION_CHANNEL } from './session.repository.ts'

/** Ended sessions are kept for longer than any token lives, as in the database. */
const KEEP_MS = 2 * HOUR_MS

export type EndedSessions = {
  has(sessionId: string): boolean
  /** Registers a callback that is called once for each session of which the process learns that it has ended. */
  onEnd(callback: (sessionId: string) => void): void
  load(): Promise<void>
}

type Parts = { readonly db: Database; readonly listener: Listener; readonly log: Log; readonly now: () => number }

/** Returns the sessions that the identity provider has ended, known to every process at once. */
export function createEndedSessions({ db, listener, log, now }: Parts): EndedSessions {
  // The sessions in the order in which they became known. None is dropped too early, even if the list is loaded meanwhile.
  const known = new Map<string, number>()
  const callbacks: ((sessionId: string) => void)[] = []
  const add = (sessionId: string) => {
    if (!known.has(sessionId)) {
      known.set(sessionId, now())
      for (const callback of callbacks) callback(sessionId)
    }
    for (const [oldest, at] of known) {
      if (now() - at < KEEP_MS) break
      known.delete(oldest)
    }
  }
  const load = async () => {
    for (const sessionId of await db.shared(listEndedSessions)) add(sessionId)
  }
  listener.on(SESSION_CHANNEL, (sessionId) => {
    if (sessionId !== undefined) add(sessionId)
    // After a reconnection the end of a session may have been missed, so the list is read again.
    else load().catch((error: unknown) => log.warn(saidOf(error), 'ended sessions could not be read'))
  })
  return { has: (sessionId) => known.has(sessionId), onEnd: (callback) => void callbacks.push(callback), load }
}
