import type { Thresholds } from '@apsis/contract/ca/satellite.ts'
import type { SCREENING_STATES } from '@apsis/contract/ca/screening.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { IS_DILUTED, JUDGED } from '../../conjunction/encounter.repository.ts'
import type { Judged, Levels } from '../../conjunction/event/encounter.ts'

/** An object that no catalogue knows by that name. */
export type NamedObject = {
  readonly objectId: string
  readonly name: string
  readonly satelliteId: string | null
  readonly ephemerisId: string | null
  /** Of a primary: by what its encounters are judged. */
  readonly thresholds: Thresholds | null
}

export type LinkRow = {
  screening_id: string
  title: string
  satellite_id: string | null
  ephemeris_id: string | null
  catalogue_epoch: Date | null
  is_simulated: boolean
  levels: Levels | null
  worst_probability: number | null
  not_screened: number
  /** Whether one of those that it is made for was not screened to the end. */
  is_incomplete: boolean
}

/** Of a satellite of which nobody knows where it is. */
export const NO_ORBIT = 'no-orbit'

export type NewLink = {
  readonly tenantId: string
  readonly screeningId: string
  readonly title: string
  readonly satelliteId: string | null
  readonly ephemerisId: string | null
  readonly catalogueEpoch: Date | null
  readonly isSimulated: boolean
}

export async function insertLink(tx: TenantDb, link: NewLink): Promise<void> {
  await sql`
    insert into ca.screening (tenant_id, screening_id, title, satellite_id, ephemeris_id, catalogue_epoch, is_simulated)
    values (${link.tenantId}, ${link.screeningId}, ${link.title}, ${link.satelliteId}::uuid, ${link.ephemerisId}::uuid,
      ${link.catalogueEpoch}::timestamptz, ${link.isSimulated})`.execute(tx)
}

/** Writes the objects by name; of two states of one object the name is one. */
export async function insertObjects(
  tx: TenantDb,
  { tenantId, screeningId }: Pick<NewLink, 'tenantId' | 'screeningId'>,
  objects: readonly NamedObject[],
): Promise<void> {
  await sql`
    insert into ca.screening_object (tenant_id, screening_id, object_id, name, satellite_id, ephemeris_id, thresholds)
    select ${tenantId}, ${screeningId}, "objectId", name, "satelliteId", "ephemerisId", nullif(thresholds, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given
      ("objectId" text, name text, "satelliteId" uuid, "ephemerisId" uuid, thresholds jsonb)
    on conflict do nothing`.execute(tx)
}

/** Those that could not even be put into a screening stand in no place of it: below 0. */
export async function insertGrounded(
  tx: TenantDb,
  { tenantId, screeningId }: Pick<NewLink, 'tenantId' | 'screeningId'>,
  grounded: readonly { readonly id: string; readonly reason: string }[],
): Promise<void> {
  await sql`
    insert into screening.not_screened (tenant_id, screening_id, place, object_id, reason)
    select ${tenantId}, ${screeningId}, -ordinality, id, reason
    from unnest(${grounded.map(({ id }) => id)}::text[], ${grounded.map(({ reason }) => reason)}::text[])
      with ordinality as given (id, reason, ordinality)`.execute(tx)
}

export type ScreeningFilter = {
  readonly id?: string | undefined
  readonly state?: (typeof SCREENING_STATES)[number] | undefined
  readonly satelliteId?: string | undefined
  readonly ephemerisId?: string | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = { createdAt: sql`s.created_at`, title: sql`lower(c.title)`, state: sql`s.state` }

/** A page of screenings, newest first, and how many match in all. */
export async function listLinks(
  tx: TenantDb,
  { id, state, satelliteId, ephemerisId, sort = '-createdAt', offset, limit }: ScreeningFilter,
): Promise<{ rows: LinkRow[]; total: number }> {
  const matching = sql`
    from ca.screening c join screening.screening s on s.id = c.screening_id
      cross join lateral (
        select count(*)::int as not_screened, coalesce(bool_or(n.reason = ${NO_ORBIT} or o.object_id is not null), false)
          as is_incomplete
        from screening.not_screened n left join ca.screening_object o on o.screening_id = n.screening_id
          and o.object_id = n.object_id and o.thresholds is not null
        where n.screening_id = s.id
      ) lost where true
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
      ${state === undefined ? sql`` : sql`and s.state = ${state}`}
      ${satelliteId === undefined ? sql`` : sql`and c.satellite_id = ${satelliteId}`}
      ${ephemerisId === undefined ? sql`` : sql`and c.ephemeris_id = ${ephemerisId}`}`
  const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(tx)
  const { rows } = await sql<LinkRow>`
    select c.screening_id, c.title, c.satellite_id, c.ephemeris_id, c.catalogue_epoch, c.is_simulated, c.levels,
      c.worst_probability,
      lost.not_screened, lost.is_incomplete
    ${matching} ${orderBy(sort, SORTED, sql`s.id`)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export type ObjectRow = { object_id: string; name: string; ephemeris_id: string | null; thresholds: Thresholds | null }

export async function listNamedObjects(tx: TenantDb, screeningId: string): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    select object_id, name, ephemeris_id, thresholds from ca.screening_object
    where screening_id = ${screeningId}`.execute(tx)
  return rows
}

/** As much of all encounters of a screening as their levels depend on. */
export async function listJudged(
  tx: TenantDb,
  screeningId: string,
): Promise<(Judged & { readonly primaryId: string })[]> {
  const { rows } = await sql<Judged & { readonly primaryId: string }>`
    select primary_id as "primaryId", ${JUDGED}, ${IS_DILUTED}
    from screening.encounter where screening_id = ${screeningId}`.execute(tx)
  return rows
}

/** A screening that is done, and of which nobody has written down yet what came out. */
export async function findUnsettled(tx: TenantDb, id: string): Promise<{ ephemeris_id: string | null } | undefined> {
  const { rows } = await sql<{ ephemeris_id: string | null }>`
    select c.ephemeris_id from ca.screening c join screening.screening s on s.id = c.screening_id
    where s.id = ${id} and s.state = 'done' and c.levels is null for update of c`.execute(tx)
  return rows[0]
}

export async function updateOutcome(
  tx: TenantDb,
  id: string,
  { levels, worst }: { readonly levels: Levels; readonly worst: number | null },
): Promise<void> {
  await sql`
    update ca.screening set levels = ${JSON.stringify(levels)}::jsonb, worst_probability = ${worst}::float8
    where screening_id = ${id}`.execute(tx)
}

/**
 * What all screenings of a file say together: whether each is done and none lost it on the way, and the largest probability
 * that cannot be ruled out; where there is none, the maximum counts.
 */
export async function findVerdict(
  tx: TenantDb,
  ephemerisId: string,
): Promise<{ screenings: number; is_complete: boolean; worst: number }> {
  const { rows } = await sql<{ screenings: number; is_complete: boolean; worst: number }>`
    select count(*)::int as screenings, coalesce(bool_and(s.state = 'done' and not exists (
        select from ca.screening_object o join screening.not_screened n using (screening_id, object_id)
        where o.screening_id = s.id and o.ephemeris_id = c.ephemeris_id)), false) as is_complete,
      coalesce(max((select max(coalesce(e.probability, e.maximum_probability))
        from screening.encounter e where e.screening_id = s.id)), 0)::float8 as worst
    from ca.screening c join screening.screening s on s.id = c.screening_id
    where c.ephemeris_id = ${ephemerisId}`.execute(tx)
  return rows[0] ?? { screenings: 0, is_complete: false, worst: 0 }
}

/** The screenings of a file that are done, oldest first. */
export async function listDoneOf(tx: TenantDb, ephemerisId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from ca.screening c join screening.screening s on s.id = c.screening_id
    where c.ephemeris_id = ${ephemerisId} and s.state = 'done' order by s.created_at, s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type EventMessageRow = { original: Buffer; is_simulated: boolean; radius_m: number | null }

/** The message that counts of each event of these satellites that is to come and not closed, and the radius used with it. */
export async function listOpenMessages(
  tx: TenantDb,
  { satelliteIds, now }: { readonly satelliteIds: readonly string[]; readonly now: Date },
): Promise<EventMessageRow[]> {
  const { rows } = await sql<EventMessageRow>`
    select m.original, m.is_simulated, (m.derived -> 'assessment' ->> 'hardBodyRadius')::float8 as radius_m
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
    where (c.satellite_id = any(${satelliteIds}::uuid[]) or c.other_satellite_id = any(${satelliteIds}::uuid[]))
      and c.tca > ${now} and c.decision ->> 'state' <> 'CLOSED'
    order by c.tca, c.id`.execute(tx)
  return rows
}
