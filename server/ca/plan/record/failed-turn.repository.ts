import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

/** Counts a turn in which the watch of a plan failed; returns the number of turns in a row. */
export async function countFailedTurn(tx: TenantDb, id: string): Promise<number> {
  const { rows } = await sql<{ failed_turns: number }>`
    update ca.manoeuvre_work set failed_turns = failed_turns + 1 where manoeuvre_id = ${id} returning failed_turns`.execute(
    tx,
  )
  return rows[0]?.failed_turns ?? 0
}

export async function clearFailedTurns(tx: TenantDb, id: string): Promise<void> {
  await sql`update ca.manoeuvre_work set failed_turns = 0 where manoeuvre_id = ${id}`.execute(tx)
}
