import { missing } from '@apsis/astro/missing.ts'
import { sql } from 'kysely'
import type { SharedDb } from '../database/database.ts'

export type ProcessKind = 'api' | 'worker'
export type LivingProcess = { id: string; kind: ProcessKind; age_s: number }

/** The address at which others on the same machine read the metrics of a process. */
export type OpsPlace = { readonly machine: string; readonly pid: number; readonly port: number }

/** Stores that a process is running, and removes processes that have been silent for an hour. */
export async function touchProcess(tx: SharedDb, id: string, kind: ProcessKind): Promise<void> {
  await sql`
    insert into platform.process (id, kind) values (${id}, ${kind})
    on conflict (id) do update set seen_at = now()`.execute(tx)
  await sql`delete from platform.process where seen_at < now() - interval '1 hour'`.execute(tx)
}

export type DatabaseClock = {
  /** The database's time, ms, at the moment of the query, and not at the beginning of the transaction. */
  readonly atMs: number
  /** The part of the time by which the clock was moved on purpose (database/moved-clock.ts); 0 if it was not moved. */
  readonly movedMs: number
}

export async function readClock(tx: SharedDb): Promise<DatabaseClock> {
  const { rows } = await sql<{ at: Date; moved_ms: number }>`
    select clock_timestamp() as at, extract(epoch from now() - pg_catalog.now())::float8 * 1000 as moved_ms`.execute(tx)
  const { at, moved_ms } = rows[0] ?? missing()
  return { atMs: at.getTime(), movedMs: Math.round(moved_ms) }
}

/** Stores the address of the metrics of a process. */
export async function setOpsPlace(tx: SharedDb, id: string, { machine, pid, port }: OpsPlace): Promise<void> {
  await sql`
    update platform.process set machine = ${machine}, pid = ${pid}, ops_port = ${port} where id = ${id}`.execute(tx)
}

export type Neighbour = { readonly kind: ProcessKind; readonly pid: number; readonly port: number }

/** Returns the other processes of a machine that have reported within this time. */
export async function listNeighbours(
  tx: SharedDb,
  { id, machine, silentS }: { readonly id: string; readonly machine: string; readonly silentS: number },
): Promise<Neighbour[]> {
  const { rows } = await sql<Neighbour>`
    select kind, pid, ops_port as port from platform.process
    where machine = ${machine} and id <> ${id} and ops_port is not null and seen_at > now() - make_interval(secs => ${silentS})
    order by kind, pid`.execute(tx)
  return rows
}

/** Removes a process that ends normally. */
export async function removeProcess(tx: SharedDb, id: string): Promise<void> {
  await sql`delete from platform.process where id = ${id}`.execute(tx)
}

/** Returns the processes, each with the seconds since its last report. */
export async function listProcesses(tx: SharedDb): Promise<LivingProcess[]> {
  const { rows } = await sql<LivingProcess>`
    select id, kind, extract(epoch from now() - seen_at)::float8 as age_s from platform.process`.execute(tx)
  return rows
}
