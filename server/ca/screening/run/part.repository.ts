import type { Span } from '@apsis/astro/screening/screening-object.ts'
import { sql } from 'kysely'
import { floats } from '../../../platform/database/bulk.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { deleteWaitingJobs } from '../../../platform/jobs/job.repository.ts'
import type { ScreeningKey } from './screening.repository.ts'

/** Stores the parts of a screening, each with its job. */
export async function insertParts(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  { spans, jobIds }: { readonly spans: readonly Span[]; readonly jobIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into screening.part (tenant_id, screening_id, place, from_s, to_s, job_id)
    select ${tenantId}, ${screeningId}, ordinality - 1, from_s, to_s, job_id
    from unnest(${floats(spans, ({ fromS }) => fromS)}::float8[], ${floats(spans, ({ toS }) => toS)}::float8[],
      ${jobIds}::uuid[]) with ordinality as part(from_s, to_s, job_id, ordinality)`.execute(tx)
}

/** Returns the places and jobs of the parts that are not done. */
async function listOpenParts(tx: TenantDb, screeningId: string): Promise<{ place: number; job_id: string }[]> {
  const { rows } = await sql<{ place: number; job_id: string }>`
    select place, job_id from screening.part
    where screening_id = ${screeningId} and state <> 'done' order by place`.execute(tx)
  return rows
}

/** Returns the places of the parts that are not done. */
export async function listOpenPlaces(tx: TenantDb, screeningId: string): Promise<number[]> {
  return (await listOpenParts(tx, screeningId)).map(({ place }) => place)
}

/** Deletes the jobs of the parts that no worker has begun. */
export async function dropWaitingParts(tx: TenantDb, screeningId: string): Promise<void> {
  const jobIds = (await listOpenParts(tx, screeningId)).map(({ job_id }) => job_id)
  await deleteWaitingJobs(tx, 'screening.part', jobIds)
}

/** Gives parts new jobs, so that they run again. */
export async function reopenParts(
  tx: TenantDb,
  screeningId: string,
  { places, jobIds }: { readonly places: readonly number[]; readonly jobIds: readonly string[] },
): Promise<void> {
  await sql`
    update screening.part set state = 'waiting', job_id = again.job_id, started_at = null
    from unnest(${places}::int[], ${jobIds}::uuid[]) as again(place, job_id)
    where screening_id = ${screeningId} and part.place = again.place and part.state <> 'done'`.execute(tx)
}

/** Marks the beginning of an attempt; returns undefined if the part needs no work any more. */
export async function beginPart(tx: TenantDb, screeningId: string, place: number): Promise<Span | undefined> {
  const { rows } = await sql<Span>`
    update screening.part set state = 'running', attempts = attempts + 1, started_at = now()
    where screening_id = ${screeningId} and place = ${place} and state <> 'done' and exists (
      select 1 from screening.screening where id = ${screeningId} and state in ('queued', 'running'))
    returning from_s as "fromS", to_s as "toS"`.execute(tx)
  return rows[0]
}

/** Marks a part as done; returns false if it was done already. Its row is locked until the commit. */
export async function finishPart(tx: TenantDb, screeningId: string, place: number): Promise<boolean> {
  const result = await sql`
    update screening.part set state = 'done', duration_s = extract(epoch from now() - started_at)
    where screening_id = ${screeningId} and place = ${place} and state <> 'done'`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function failPart(tx: TenantDb, screeningId: string, place: number): Promise<void> {
  await sql`
    update screening.part set state = 'failed'
    where screening_id = ${screeningId} and place = ${place} and state <> 'done'`.execute(tx)
}
