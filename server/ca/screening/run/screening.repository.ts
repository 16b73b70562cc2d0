import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { ScreeningStage, ScreeningState, ScreeningType } from './screening.data.ts'

/** Which screening, of which organisation. */
export type ScreeningKey = { readonly tenantId: string; readonly screeningId: string }

export type NewScreening = ScreeningKey & {
  readonly type: ScreeningType
  readonly fromAt: string
  readonly toAt: string
  readonly threshold: unknown
  readonly objects: number
  readonly parts: number
  readonly createdBy: string
}

export type ScreeningRow = {
  id: string
  type: ScreeningType
  from_at: Date
  to_at: Date
  threshold: unknown
  objects: number
  state: ScreeningState
  stage: ScreeningStage
  parts_total: number
  parts_done: number
  encounters: number
  round: number
  error: string | null
  created_by: string
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

/** What the parts of a screening tell of its pace. */
export type PaceRow = {
  /** Mean of the parts that are done; null before the first. */
  mean_s: number | null
  running: number
  /** Work that the running parts have behind them, as far as the mean goes. */
  behind_s: number
}

const COLUMNS = sql`id, type, from_at, to_at, threshold, objects, state, stage, parts_total, parts_done, encounters, round,
  error, created_by, created_at, started_at, ended_at`

export async function insertScreening(tx: TenantDb, one: NewScreening, bytes: Buffer): Promise<void> {
  await sql`
    insert into screening.screening
      (tenant_id, id, type, from_at, to_at, threshold, objects, parts_total, created_by)
    values (${one.tenantId}, ${one.screeningId}, ${one.type}, ${one.fromAt}, ${one.toAt},
      ${JSON.stringify(one.threshold)}::jsonb, ${one.objects}, ${one.parts}, ${one.createdBy})`.execute(tx)
  await sql`
    insert into screening.input (tenant_id, screening_id, bytes)
    values (${one.tenantId}, ${one.screeningId}, ${bytes})`.execute(tx)
}

export async function findScreening(tx: TenantDb, id: string): Promise<ScreeningRow | undefined> {
  const { rows } = await sql<ScreeningRow>`select ${COLUMNS} from screening.screening where id = ${id}`.execute(tx)
  return rows[0]
}

/** A page of screenings, newest first, and how many there are in all. */
export async function listScreenings(
  tx: TenantDb,
  { states, offset, limit }: { states: readonly ScreeningState[]; offset: number; limit: number },
): Promise<{ rows: ScreeningRow[]; total: number }> {
  const { rows } = await sql<ScreeningRow>`
    select ${COLUMNS} from screening.screening where state = any(${states})
    order by created_at desc, id limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total: await countScreenings(tx, states) }
}

export async function countScreenings(tx: TenantDb, states: readonly ScreeningState[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from screening.screening where state = any(${states})`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function findInput(tx: TenantDb, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from screening.input where screening_id = ${id}`.execute(tx)
  return rows[0]?.bytes
}

/** How fast the parts of a screening go. */
export async function findPace(tx: TenantDb, id: string): Promise<PaceRow> {
  const { rows } = await sql<PaceRow>`
    with done as (
      select avg(duration_s) as mean_s from screening.part where screening_id = ${id} and state = 'done'
    )
    select done.mean_s, count(part.place)::int as running,
      coalesce(sum(least(done.mean_s, extract(epoch from now() - part.started_at)::float8)), 0)::float8 as behind_s
    from done left join screening.part on part.screening_id = ${id} and part.state = 'running'
    group by done.mean_s`.execute(tx)
  return rows[0] ?? { mean_s: null, running: 0, behind_s: 0 }
}

/** From queued to running with the first part; tells whether it was this one. */
export async function markRunning(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`
    update screening.screening set state = 'running', stage = 'screening', started_at = coalesce(started_at, now())
    where id = ${id} and state = 'queued'`.execute(tx)
  return result.numAffectedRows === 1n
}

export type Counted = { state: ScreeningState; parts_done: number; parts_total: number; tell: boolean }

/**
 * Counts a part that is done. The row is locked from here to the commit, so of two parts that end at the same moment one
 * sees the other; the last one ends the screening. `tell` is true when the organisation was last told half a second ago.
 */
export async function countPart(tx: TenantDb, id: string, encounters: number): Promise<Counted | undefined> {
  const { rows } = await sql<Counted>`
    update screening.screening
    set parts_done = parts_done + 1, encounters = encounters + ${encounters},
      told_at = case when told_at > now() - interval '500 ms' then told_at else now() end
    where id = ${id}
    returning state, parts_done, parts_total, told_at = now() as tell`.execute(tx)
  return rows[0]
}

/** Ends a screening that waits or runs; false when it had ended already. */
export async function endScreening(
  tx: TenantDb,
  id: string,
  end: { readonly state: 'done' | 'failed' | 'cancelled'; readonly error?: string; readonly withdrawn?: number },
): Promise<boolean> {
  const result = await sql`
    update screening.screening
    set state = ${end.state}, stage = 'ended', error = ${end.error ?? null}, ended_at = now(),
      encounters = encounters - ${end.withdrawn ?? 0}
    where id = ${id} and state in ('queued', 'running')`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Opens a screening again that failed or was cancelled in this round; false when it is in another state. */
export async function reopenScreening(tx: TenantDb, id: string, round: number): Promise<boolean> {
  const result = await sql`
    update screening.screening
    set state = 'queued', stage = 'waiting', error = null, ended_at = null, round = round + 1
    where id = ${id} and round = ${round} and state in ('failed', 'cancelled')`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Removes a screening that has ended, with all that it found. */
export async function deleteScreening(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`
    delete from screening.screening where id = ${id} and state not in ('queued', 'running')`.execute(tx)
  if (result.numAffectedRows !== 1n) return false
  // Only now: a part that was just being stored has been waited for above, since its row goes with the screening.
  await sql`delete from screening.encounter where screening_id = ${id}`.execute(tx)
  return true
}
