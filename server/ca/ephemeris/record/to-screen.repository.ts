import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { EphemerisRow } from './ephemeris.repository.ts'

/** The comparison partners of a file's screenings: the catalogue, and the objects of events. */
export type FileLine = 'CAT' | 'CDM' | 'EPH'

/** Records that a file is to be screened against catalogue, events and ephemerides of neighbours, in the transaction that stores it or makes it operational. */
export async function setLinesToScreen(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update ca.ephemeris set lines_to_screen = '{CAT,CDM,EPH}', lines_asked_at = ${now} where id = ${id}`.execute(tx)
}

/** Returns the missing screenings of a file. Other code does not request them meanwhile, because `listForgotten` leaves the file out. */
export async function takeLinesToScreen(tx: TenantDb, id: string, now: Date): Promise<readonly FileLine[]> {
  const { rows } = await sql<{ lines: FileLine[] }>`
    update ca.ephemeris set lines_asked_at = ${now} where id = ${id} and lines_to_screen <> '{}'
    returning lines_to_screen as lines`.execute(tx)
  return rows[0]?.lines ?? []
}

/** Ends a pending screening that was requested or is not needed, with its earlier warning. False if other code has done it. */
export async function endLineToScreen(tx: TenantDb, id: string, line: FileLine): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ca.ephemeris set lines_to_screen = array_remove(lines_to_screen, ${line}), warnings = ${warningsBut(line)}
    where id = ${id} and ${line} = any(lines_to_screen)`.execute(tx)
  return numAffectedRows === 1n
}

/** The code of the warning that a file was not screened. */
const NOT_SCREENED = 'not-screened'
const beginOf = (line: FileLine) => `was not screened against ${line}: `

/** Warns that a file was not screened, with the reason; replaces an earlier warning about the same screening. */
export async function warnOfLine(tx: TenantDb, id: string, line: FileLine, why: string): Promise<void> {
  const warning: ProblemDetail = { code: NOT_SCREENED, message: `${beginOf(line)}${why}` }
  await sql`
    update ca.ephemeris set warnings = ${warningsBut(line)} || ${JSON.stringify([warning])}::jsonb
    where id = ${id}`.execute(tx)
}

const warningsBut = (line: FileLine) => sql`(
  select coalesce(jsonb_agg(warning order by place), '[]')
  from jsonb_array_elements(warnings) with ordinality as said (warning, place)
  where not (warning ->> 'code' = ${NOT_SCREENED} and starts_with(warning ->> 'message', ${beginOf(line)})))`

type Before = {
  readonly now: Date
  /** Files whose screenings were requested after this time are left out: the code that stored them may still be at work. */
  readonly before: Date
  /** Files with a warning are left out if their request is newer than this time. */
  readonly refusedBefore: Date
}

/** Returns files with missing screenings, the oldest requests first. */
export async function listForgotten(
  tx: TenantDb,
  { now, before, refusedBefore }: Before,
): Promise<Pick<EphemerisRow, 'id' | 'uploaded_by'>[]> {
  const { rows } = await sql<Pick<EphemerisRow, 'id' | 'uploaded_by'>>`
    select id, uploaded_by from ca.ephemeris
    where lines_to_screen <> '{}' and active and state = 'VALID' and usable_stop_at > ${now}
      and (kind = 'OPERATIONAL' or auto_relinquish_pc is not null)
      and lines_asked_at < case when warnings @> ${JSON.stringify([{ code: NOT_SCREENED }])}::jsonb
        then ${refusedBefore}::timestamptz else ${before}::timestamptz end
    order by lines_asked_at limit 20`.execute(tx)
  return rows
}
