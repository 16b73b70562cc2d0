import type { Encounter, EncounterKind, NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database.ts'
import { floats, texts } from './bulk.ts'
import type { ScreeningKey } from './screening.repository.ts'

export type EncounterRow = {
  seconds: number
  first: number
  second: number
  kind: EncounterKind
  first_id: string
  second_id: string
  miss_m: number
  relative_speed_mps: number
}

export type NotScreenedRow = { place: number; object_id: string; reason: string; until_s: number | null }

/** Objects by place. */
type IdOf = (place: number) => string

/** Writes all encounters of a part in one statement. */
export async function insertEncounters(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  { encounters, idOf }: { readonly encounters: readonly Encounter[]; readonly idOf: IdOf },
): Promise<void> {
  if (encounters.length === 0) return
  await sql`
    insert into screening.encounter (tenant_id, screening_id, seconds, first, second, kind, first_id, second_id, miss_m,
      relative_speed_mps)
    select ${tenantId}, ${screeningId}, found.*
    from unnest(
      ${floats(encounters, ({ seconds }) => seconds)}::float8[],
      ${floats(encounters, ({ first }) => first)}::int[],
      ${floats(encounters, ({ second }) => second)}::int[],
      ${texts(encounters, ({ kind }) => kind)}::text[],
      ${texts(encounters, ({ first }) => idOf(first))}::text[],
      ${texts(encounters, ({ second }) => idOf(second))}::text[],
      ${floats(encounters, ({ missM }) => missM)}::float8[],
      ${floats(encounters, ({ relativeSpeedMps }) => relativeSpeedMps)}::float8[]) as found`.execute(tx)
}

/** Writes which objects were lost; of what several parts say of one, the earliest stays. */
export async function insertNotScreened(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  { lost, idOf }: { readonly lost: readonly NotScreened[]; readonly idOf: IdOf },
): Promise<void> {
  if (lost.length === 0) return
  await sql`
    insert into screening.not_screened as known (tenant_id, screening_id, place, object_id, reason, until_s)
    select ${tenantId}, ${screeningId}, lost.*
    from unnest(
      ${floats(lost, ({ place }) => place)}::int[],
      ${texts(lost, ({ place }) => idOf(place))}::text[],
      ${texts(lost, ({ reason }) => reason)}::text[],
      ${floats(lost, ({ untilS }) => untilS)}::float8[]) as lost
    on conflict (tenant_id, screening_id, place) do update set reason = excluded.reason, until_s = excluded.until_s
    where coalesce(excluded.until_s, '-infinity') < coalesce(known.until_s, '-infinity')`.execute(tx)
}

/** Takes away what later parts found of objects that an earlier one had lost; returns how many encounters that were. */
export async function deleteLostEncounters(tx: TenantDb, screeningId: string): Promise<number> {
  let deleted = 0
  for (const object of [sql.ref('encounter.first'), sql.ref('encounter.second')]) {
    const result = await sql`
      delete from screening.encounter using screening.not_screened as lost
      where encounter.screening_id = ${screeningId} and lost.screening_id = ${screeningId}
        and lost.place = ${object} and encounter.seconds > coalesce(lost.until_s, '-infinity')`.execute(tx)
    deleted += Number(result.numAffectedRows ?? 0)
  }
  return deleted
}

export type EncounterFilter = {
  /** Either of the two objects. */
  readonly objectId?: string | undefined
  readonly fromS?: number | undefined
  readonly toS?: number | undefined
  readonly offset: number
  readonly limit: number
}

/** Encounters in the order of time, then of the places. */
export async function listEncounters(
  tx: TenantDb,
  screeningId: string,
  { objectId, fromS, toS, offset, limit }: EncounterFilter,
): Promise<EncounterRow[]> {
  const { rows } = await sql<EncounterRow>`
    select seconds, first, second, kind, first_id, second_id, miss_m, relative_speed_mps from screening.encounter
    where screening_id = ${screeningId}
      and seconds between ${fromS ?? '-infinity'}::float8 and ${toS ?? 'infinity'}::float8
      ${objectId === undefined ? sql`` : sql`and (first_id = ${objectId} or second_id = ${objectId})`}
    order by seconds, first, second, kind limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export async function listNotScreened(tx: TenantDb, screeningId: string): Promise<NotScreenedRow[]> {
  const { rows } = await sql<NotScreenedRow>`
    select place, object_id, reason, until_s from screening.not_screened
    where screening_id = ${screeningId} order by place`.execute(tx)
  return rows
}
