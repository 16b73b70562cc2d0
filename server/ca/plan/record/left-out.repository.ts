import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

export type ClaimRow = {
  at: Date
  by_name: string
  /** The open events of the kinds that were left out at that time; null if no kind was left out. */
  of_kinds: string[] | null
}

/** Returns the step that made a plan as it is now. */
export async function findClaim(tx: TenantDb, manoeuvreId: string): Promise<ClaimRow | undefined> {
  const { rows } = await sql<ClaimRow>`
    select at, by_name, detail -> 'leftOut' -> 'ofKinds' as of_kinds from ca.manoeuvre_step
    where manoeuvre_id = ${manoeuvreId} and action in ('CREATE', 'CHANGE') order by place desc limit 1`.execute(tx)
  return rows[0]
}
