import { HOUR_MS } from '@apsis/astro/constants.ts'
import { now } from '../clock/clock.ts'
import type { Config } from '../site/config.ts'
import { inKept } from '../site/kept.ts'
import { entryPath } from '../site/kept-code.ts'
import type { SignedInPerson } from './who.ts'

/** The user whose answers are stored in this browser, and the time until which the page may show them without asking the provider. */
export type KeptSession = {
  readonly who: SignedInPerson
  readonly config: Config
  readonly endsAt: number
  readonly build: string
}

/** The length of a session if the provider does not state its end. */
const UNSAID_MS = 30 * 60_000
const LONGEST_MS = 12 * HOUR_MS
const KEY = 'session'

type Open = { readonly who: SignedInPerson; readonly config: Config; readonly endsAt: number | undefined }

/** Stores the owner of the open session; answers of another user, or from other code, are removed in the same step. */
export async function keepSession({ who, config, endsAt }: Open): Promise<void> {
  const at = now()
  const next: KeptSession = {
    who,
    config,
    endsAt: Math.min(endsAt ?? at + UNSAID_MS, at + LONGEST_MS),
    build: entryPath(),
  }
  await inKept('readwrite', ({ session, answer }) => {
    const before: IDBRequest<KeptSession | undefined> = session.get(KEY)
    before.onsuccess = () => {
      const same = before.result?.who
      const isSame = same?.subject === who.subject && same.organisation === who.organisation
      if (!isSame || before.result?.build !== next.build) answer.clear()
      else
        answer.index('readAt').openKeyCursor(IDBKeyRange.upperBound([at - LONGEST_MS])).onsuccess = removeEach(answer)
      session.put(next, KEY)
    }
    return before
  })
}

const removeEach = (answer: IDBObjectStore) => (event: globalThis.Event) => {
  const cursor = (event.target as IDBRequest<IDBCursor | null>).result
  if (!cursor) return
  answer.delete(cursor.primaryKey)
  cursor.continue()
}

/** Returns the session that was open when the server was last reachable, if the provider would not have ended it yet. */
export async function keptSession(): Promise<KeptSession | undefined> {
  const kept = await inKept<KeptSession | undefined>('readonly', ({ session }) => session.get(KEY))
  return kept && kept.endsAt > now() && kept.build === entryPath() ? kept : undefined
}

/** Removes the stored session and all that was read in it. */
export async function forgetSession(): Promise<void> {
  await inKept('readwrite', ({ session, answer }) => {
    answer.clear()
    return session.clear()
  })
}
