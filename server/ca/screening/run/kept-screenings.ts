import { type OpenScreening, openScreening } from '@apsis/engine/screen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findInput, type ScreeningKey } from './screening.repository.ts'
import { type StoredScreening, unpackScreening } from './submitted-screening.ts'

/** A screening, and the threads that have loaded it. */
export type ReadyScreening = { readonly screening: StoredScreening; readonly opened: OpenScreening }

/** A worker keeps so many screenings ready, since the parts of one screening come one after the other. */
const KEPT_SCREENINGS = 2
/** The threads are closed after so long without work. */
const IDLE_MS = 60_000

const kept = new Map<string, Promise<ReadyScreening>>()
let idle: NodeJS.Timeout | undefined

/** Works with a screening that is read and loaded at its first part only. A process works on one part at a time. */
export async function withScreening<T>(
  { db, threads }: { readonly db: Database; readonly threads: number },
  key: ScreeningKey,
  work: (ready: ReadyScreening) => Promise<T>,
): Promise<T> {
  clearTimeout(idle)
  const name = `${key.tenantId} ${key.screeningId}`
  const opening = kept.get(name) ?? open(db, key, threads)
  // The newest is last; the oldest ones are closed.
  kept.delete(name)
  kept.set(name, opening)
  await close([...kept.keys()].slice(0, -KEPT_SCREENINGS))
  try {
    return await work(await opening)
  } catch (error) {
    // After a failure the state of the threads is unknown, so they are closed.
    await close([name])
    throw error
  } finally {
    idle = setTimeout(() => void close([...kept.keys()]), IDLE_MS).unref()
  }
}

async function open(db: Database, { tenantId, screeningId }: ScreeningKey, threads: number): Promise<ReadyScreening> {
  const bytes = await db.tenant(tenantId, (tx) => findInput(tx, screeningId))
  if (bytes === undefined) throw new RangeError('the screening is no longer stored')
  const screening = await unpackScreening(bytes)
  return { screening, opened: await openScreening(screening, { threads }) }
}

async function close(names: readonly string[]): Promise<void> {
  const leaving = names.flatMap((name) => kept.get(name) ?? [])
  for (const name of names) kept.delete(name)
  // A screening that could not be opened has nothing to close, and its caller already has the error.
  for (const opened of await Promise.allSettled(leaving))
    if (opened.status === 'fulfilled') await opened.value.opened.close()
}
