import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

/** A plan whose screening failed, and the number of turns in a row. */
export type FailedScreening = { readonly id: string; readonly tries: number }

/** Returns the failed screenings; the one that failed last is at the end. */
export async function listFailedScreenings(tx: TenantDb): Promise<FailedScreening[]> {
  const { rows } = await sql<FailedScreening>`
    select manoeuvre_id as id, screening_tries as tries from ca.manoeuvre_work
    where screening_tries > 0 order by screening_failed_at, manoeuvre_id`.execute(tx)
  return rows
}

/** Counts a turn in which its screening failed; returns their number. */
export async function countFailedScreening(tx: TenantDb, id: string, at: Date): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update ca.manoeuvre_work set screening_tries = screening_tries + 1, screening_failed_at = ${at}
    where manoeuvre_id = ${id} returning screening_tries as tries`.execute(tx)
  return rows[0]?.tries ?? 0
}

export async function clearFailedScreenings(tx: TenantDb, ids: readonly string[]): Promise<void> {
  await sql`
    update ca.manoeuvre_work set screening_tries = 0, screening_failed_at = null where manoeuvre_id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}
