import { sql } from 'kysely'
import type { SharedDb, TenantDb } from './database.ts'

/** Lets one transaction at a time continue under a name; the others wait until it has ended. */
export async function lockUntilEnd(tx: TenantDb | SharedDb, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
