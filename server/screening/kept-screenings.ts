import type { Database } from '../platform/database.ts'
import { findInput, type ScreeningKey } from './screening.repository.ts'
import { type StoredScreening, unpackScreening } from './submitted-screening.ts'

/** Screenings that a worker keeps ready: parts of the same one come one after the other. */
const KEPT = 2
const kept = new Map<string, Promise<StoredScreening>>()

/** The screening of a part, read from the database at its first part only. */
export async function readScreening(db: Database, key: ScreeningKey): Promise<StoredScreening> {
  const name = `${key.tenantId} ${key.screeningId}`
  const reading = kept.get(name) ?? unpackFrom(db, key)
  // The newest is last; the first one is forgotten.
  kept.delete(name)
  kept.set(name, reading)
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
  try {
    return await reading
  } catch (error) {
    kept.delete(name)
    throw error
  }
}

async function unpackFrom(db: Database, { tenantId, screeningId }: ScreeningKey): Promise<StoredScreening> {
  const bytes = await db.tenant(tenantId, (tx) => findInput(tx, screeningId))
  if (bytes === undefined) throw new RangeError('the screening is no longer stored')
  return unpackScreening(bytes)
}
