import type { Passage } from '@apsis/astro/screening/episodes.ts'
import type { EncounterKind, NotScreened } from '@apsis/astro/screening/screened-object.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import { floats, texts } from '../../../platform/database/bulk.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { countRows } from '../../../platform/database/page.repository.ts'
import { FIGURES, IS_DILUTED } from '../../event/encounter.repository.ts'
import type { Encounter, Participant } from '../../event/encounter.ts'
import type { FoundEncounter } from './describe-found.ts'
import type { ScreeningKey } from './screening.repository.ts'

/** An encounter as it is stored: with the ids of its objects, and, once the screening is done, with its episode. */
export type StoredEncounter = Encounter<Participant & { readonly id: string }>

export type NotScreenedRow = { place: number; object_id: string; reason: string; until_s: number | null }

/** Returns the id of the object at a place. */
type IdOf = (place: number) => string

/** The numeric columns of an encounter, in the order of writing. */
const NUMBERS: readonly (readonly [column: string, of: (found: FoundEncounter) => number | null | undefined])[] = [
  ['seconds', ({ seconds }) => seconds],
  ['primary_place', ({ primary }) => primary.place],
  ['secondary_place', ({ secondary }) => secondary.place],
  ['primary_age_s', ({ primary }) => primary.ageS],
  ['secondary_age_s', ({ secondary }) => secondary.ageS],
  ['miss_m', ({ missM }) => missM],
  ['relative_speed_mps', ({ relativeSpeedMps }) => relativeSpeedMps],
  ['miss_r_m', ({ missRtnM }) => missRtnM[0]],
  ['miss_t_m', ({ missRtnM }) => missRtnM[1]],
  ['miss_n_m', ({ missRtnM }) => missRtnM[2]],
  ['velocity_r_mps', ({ velocityRtnMps }) => velocityRtnMps[0]],
  ['velocity_t_mps', ({ velocityRtnMps }) => velocityRtnMps[1]],
  ['velocity_n_mps', ({ velocityRtnMps }) => velocityRtnMps[2]],
  ['probability', ({ probability }) => probability],
  ['maximum_probability', ({ maximumProbability }) => maximumProbability],
  ['primary_speed_mps', ({ speedMps }) => speedMps],
  ['primary_period_s', ({ periodS }) => periodS],
]

/** The rows of one statement, which takes far less than its time limit even on a busy machine; fewer rows would not be faster. */
const ROWS_AT_ONCE = 20_000

type NewEncounters = { readonly encounters: readonly FoundEncounter[]; readonly idOf: IdOf }

/** Stores all encounters of a part. */
export async function insertEncounters(
  tx: TenantDb,
  key: ScreeningKey,
  { encounters, idOf }: NewEncounters,
): Promise<void> {
  for (let at = 0; at < encounters.length; at += ROWS_AT_ONCE)
    await insertRows(tx, key, { encounters: encounters.slice(at, at + ROWS_AT_ONCE), idOf })
}

async function insertRows(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  { encounters, idOf }: NewEncounters,
): Promise<void> {
  const columns = NUMBERS.map(([column]) => sql.ref(column))
  const arrays = NUMBERS.map(([, of]) => sql`${floats(encounters, of)}::float8[]`)
  await sql`
    insert into screening.encounter (tenant_id, screening_id, assessed, kind, primary_id, secondary_id,
      probability_reason, ${sql.join(columns)})
    select ${tenantId}, ${screeningId}, nullif(assessed::jsonb, 'null'), kind, primary_id, secondary_id, reason,
      ${sql.join(columns)}
    from unnest(
      ${texts(encounters, ({ assessed }) => JSON.stringify(assessed))}::text[],
      ${texts(encounters, ({ kind }) => kind)}::text[],
      ${texts(encounters, ({ primary }) => idOf(primary.place))}::text[],
      ${texts(encounters, ({ secondary }) => idOf(secondary.place))}::text[],
      ${texts(encounters, ({ reason }) => reason)}::text[],
      ${sql.join(arrays)}) as found (assessed, kind, primary_id, secondary_id, reason, ${sql.join(columns)})`.execute(
    tx,
  )
}

/** Stores the objects that were lost; if several parts lost one, the earliest time stays. */
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
      ${floats(lost, ({ place }) => place)}::float8[],
      ${texts(lost, ({ place }) => idOf(place))}::text[],
      ${texts(lost, ({ reason }) => reason)}::text[],
      ${floats(lost, ({ untilS }) => untilS)}::float8[]) as lost
    on conflict (tenant_id, screening_id, place) do update set reason = excluded.reason, until_s = excluded.until_s
    where coalesce(excluded.until_s, '-infinity') < coalesce(known.until_s, '-infinity')`.execute(tx)
}

/** Deletes encounters that later parts found of objects that an earlier part lost; returns their number. */
export async function deleteLostEncounters(tx: TenantDb, screeningId: string): Promise<number> {
  let deleted = 0
  for (const place of [sql.ref('encounter.primary_place'), sql.ref('encounter.secondary_place')]) {
    const result = await sql`
      delete from screening.encounter using screening.not_screened as lost
      where encounter.screening_id = ${screeningId} and lost.screening_id = ${screeningId}
        and lost.place = ${place} and encounter.seconds > coalesce(lost.until_s, '-infinity')`.execute(tx)
    deleted += Number(result.numAffectedRows ?? 0)
  }
  return deleted
}

/** A passage, and its encounter. */
export type StoredPassage = Passage & {
  readonly primary_place: number
  readonly secondary_place: number
  readonly kind: EncounterKind
}

/** Returns the passages of all pairs that pass each other slowly at least once, in the order of time. */
export async function listPassages(tx: TenantDb, screeningId: string, slowShare: number): Promise<StoredPassage[]> {
  const { rows } = await sql<StoredPassage>`
    with slow as (
      select distinct least(primary_place, secondary_place) as low, greatest(primary_place, secondary_place) as high
      from screening.encounter
      where screening_id = ${screeningId} and relative_speed_mps < ${slowShare}::float8 * primary_speed_mps
    )
    select low || ' ' || high as pair, seconds, primary_place, secondary_place, kind,
      relative_speed_mps as "relativeSpeedMps", primary_speed_mps as "orbitalSpeedMps", primary_period_s as "periodS"
    from screening.encounter join slow
      on low = least(primary_place, secondary_place) and high = greatest(primary_place, secondary_place)
    where screening_id = ${screeningId} order by seconds, pair`.execute(tx)
  return rows
}

/** Stores the episode of each passage. */
export async function updateEpisodes(
  tx: TenantDb,
  screeningId: string,
  { passages, episodes }: { readonly passages: readonly StoredPassage[]; readonly episodes: readonly unknown[] },
): Promise<void> {
  const within = passages.map((passage, at) => ({ ...passage, episode: episodes[at] as number | undefined }))
  await sql`
    update screening.encounter set episode = known.episode
    from unnest(
      ${floats(within, ({ seconds }) => seconds)}::float8[],
      ${floats(within, ({ primary_place }) => primary_place)}::float8[],
      ${floats(within, ({ secondary_place }) => secondary_place)}::float8[],
      ${texts(within, ({ kind }) => kind)}::text[],
      ${floats(within, ({ episode }) => episode)}::float8[]) as known (seconds, one, other, kind, episode)
    where encounter.screening_id = ${screeningId} and encounter.seconds = known.seconds
      and encounter.primary_place = known.one and encounter.secondary_place = known.other
      and encounter.kind = known.kind`.execute(tx)
}

export type EncounterFilter = {
  /** Either of the two objects. */
  readonly objectId?: string | undefined
  readonly fromS?: number | undefined
  readonly toS?: number | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = {
  tca: sql`seconds`,
  missM: sql`miss_m`,
  probability: sql`probability`,
  maximumProbability: sql`maximum_probability`,
  relativeSpeedMps: sql`relative_speed_mps`,
}

/** Returns a page of encounters in the requested order, else sorted by time and places, and their total number. */
export async function listEncounters(
  tx: TenantDb,
  screeningId: string,
  { objectId, fromS, toS, sort = 'tca', offset, limit }: EncounterFilter,
): Promise<{ rows: StoredEncounter[]; total: number }> {
  const asked = sql`
    from screening.encounter
    where screening_id = ${screeningId}
      and seconds between ${fromS ?? '-infinity'}::float8 and ${toS ?? 'infinity'}::float8
      ${objectId === undefined ? sql`` : sql`and (primary_id = ${objectId} or secondary_id = ${objectId})`}`
  const total = await countRows(tx, asked)
  const { rows } = await sql<StoredEncounter>`
    select seconds, kind, episode, ${FIGURES}, ${IS_DILUTED},
      json_strip_nulls(json_build_object('place', primary_place, 'id', primary_id, 'ageS', primary_age_s)) as "primary",
      json_strip_nulls(json_build_object('place', secondary_place, 'id', secondary_id, 'ageS', secondary_age_s))
        as secondary
    ${asked} ${orderBy(sort, SORTED, sql`seconds, primary_place, secondary_place, kind`)} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return { rows, total }
}

export async function listNotScreened(tx: TenantDb, screeningId: string): Promise<NotScreenedRow[]> {
  const { rows } = await sql<NotScreenedRow>`
    select place, object_id, reason, until_s from screening.not_screened
    where screening_id = ${screeningId} order by place`.execute(tx)
  return rows
}
