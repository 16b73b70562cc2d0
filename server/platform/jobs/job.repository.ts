import { sql } from 'kysely'
import type { SharedDb, TenantDb } from '../database/database.ts'
import { countRows } from '../database/page.repository.ts'

/**
 * Stores the key of an effect; returns false if the key is already stored, because the effect has already taken
 * place.
 */
export async function insertEffect(tx: TenantDb, key: string, jobId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.job_effect (effect_key, job_id) values (${key}, ${jobId}::uuid)
    on conflict (effect_key) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export type DeadJob = { id: string; created_on: Date; data: unknown; output: unknown; source: string | null }

/** Returns jobs that were given up, newest first. */
export async function listDeadJobs(tx: SharedDb, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, created_on, data, coalesce(source_output, output) as output, source_name as source
    from pgboss.job where name = 'dead-letter' and state < 'active' order by created_on desc limit ${limit}`.execute(tx)
  return rows
}

/**
 * Returns for how many seconds the oldest job that may run has been waiting; 0 if there is none. Jobs after the first of a list
 * are expected to wait, and are not counted.
 */
export async function oldestWaitingS(tx: SharedDb): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as age
    from pgboss.job where state < 'active' and start_after <= now() and priority >= 0 and name <> 'dead-letter'`.execute(
    tx,
  )
  return rows[0]?.age ?? 0
}

/** Returns the number of jobs that were given up and wait for a person. */
export async function countDeadJobs(tx: SharedDb): Promise<number> {
  return countRows(tx, sql`from pgboss.job where name = 'dead-letter' and state < 'active'`)
}

/** Deletes the jobs with these ids that no worker has claimed; returns their number. */
export async function deleteWaitingJobs(tx: TenantDb, name: string, ids: readonly string[]): Promise<number> {
  const result = await sql`
    delete from pgboss.job where name = ${name} and id = any(${ids}::uuid[]) and state < 'active'`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
