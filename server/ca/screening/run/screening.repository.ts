import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Sort } from '@apsis/contract/page.ts'
import type { HoldingSource } from '@apsis/contract/tle/catalogue-holding.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { countRows } from '../../../platform/database/page.repository.ts'
import { IS_DILUTED, JUDGED } from '../../event/encounter.repository.ts'
import type { LevelBasis, Levels } from '../../event/encounter.ts'
import type { NeighbourBasis } from '../../event/own-estimate.ts'

/** The key of a screening, with its organisation. */
export type ScreeningKey = { readonly tenantId: string; readonly screeningId: string }

/** An object of the screening, with the name that it had then. */
export type NamedObject = {
  readonly objectId: string
  readonly name: string
  readonly satelliteId: string | null
  readonly ephemerisId: string | null
  /** The epoch of the object's element set; null if its orbit is from no element set. */
  readonly setEpoch: string | null
  /** The thresholds by which the encounters of a primary are judged; null for a secondary. */
  readonly thresholds: Thresholds | null
  /** The published ephemeris of another operator by which the object is screened; absent: its orbit is from elsewhere. */
  readonly neighbour?: NeighbourBasis
}

/** The subject of a screening: the satellite or the file that it was ordered for, and the names of its objects. */
export type ScreeningSubject = {
  readonly title: string
  readonly satelliteId: string | null
  readonly ephemerisId: string | null
  readonly catalogueEpoch: Date | null
  /** The counts of the catalogue by kind; null if the screening uses no catalogue. */
  readonly catalogueKinds: KindCounts | null
  /** The sources of the element sets of the catalogue. */
  readonly catalogueSources: readonly HoldingSource[]
  readonly isSimulated: boolean
  readonly isOwnSimulated: boolean
  readonly named: readonly NamedObject[]
  /** The message of each state, by the place of its object. */
  readonly cdmIds: ReadonlyMap<number, string>
  /** Objects that could not be included in the screening. */
  readonly missing: readonly { readonly id: string; readonly reason: string }[]
}

export type NewScreening = ScreeningKey & {
  readonly type: Screening['type']
  readonly fromAt: string
  readonly toAt: string
  readonly threshold: unknown
  readonly objects: number
  readonly parts: number
  readonly createdBy: string
  /** The person who is notified of the screening's state; null if nobody ordered it. */
  readonly notifiedUser: string | null
  readonly subject: ScreeningSubject
}

/** The data of a screening that its parts need. */
export type RunRow = {
  id: string
  type: Screening['type']
  from_at: Date
  to_at: Date
  threshold: unknown
  objects: number
  state: Screening['state']
  stage: Screening['stage']
  parts_total: number
  parts_done: number
  encounters: number
  round: number
  error: string | null
  created_by: string
  notified_user: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

/** A screening with its subject and its outcome. */
export type ScreeningRow = RunRow & {
  title: string
  satellite_id: string | null
  ephemeris_id: string | null
  catalogue_epoch: Date | null
  /** Null: no catalogue was used, or its kinds were not counted at that time. */
  catalogue_kinds: KindCounts | null
  catalogue_sources: readonly HoldingSource[]
  is_simulated: boolean
  is_own_simulated: boolean
  /** Null until the outcome is stored. */
  levels: Levels | null
  worst_probability: number | null
  not_screened: number
  /** True if one of the primaries was not screened to the end. */
  is_incomplete: boolean
}

/** The reason for a satellite without a known orbit. */
export const NO_ORBIT = 'no-orbit'

/** True if one of the primaries of a screening was not screened to the end. */
export const isIncomplete = (screeningId: RawBuilder<unknown>) => sql`exists (
  select from screening.not_screened n left join ca.screening_object o on o.screening_id = n.screening_id
    and o.object_id = n.object_id and o.thresholds is not null
  where n.screening_id = ${screeningId} and (n.reason = ${NO_ORBIT} or o.object_id is not null))`

/** The pace of a screening, measured from its parts. */
export type PaceRow = {
  /** The mean time of the finished parts, s; null before the first has ended. */
  mean_s: number | null
  running: number
  /** The time that running parts have used so far, s; each part counts at most the mean time. */
  behind_s: number
}

const RUN_COLUMNS = sql`s.id, s.type, s.from_at, s.to_at, s.threshold, s.objects, s.state, s.stage, s.parts_total, s.parts_done,
  s.encounters, s.round, s.error, s.created_by, s.notified_user, s.created_at, s.started_at, s.ended_at`

/** Stores a screening, its data for the worker, and its subject. */
export async function insertScreening(tx: TenantDb, one: NewScreening, bytes: Buffer): Promise<void> {
  const { title, satelliteId, ephemerisId, catalogueEpoch, isSimulated, isOwnSimulated, named, missing } = one.subject
  const kinds = one.subject.catalogueKinds === null ? null : JSON.stringify(one.subject.catalogueKinds)
  const sources = JSON.stringify(one.subject.catalogueSources)
  const cdmIds = JSON.stringify(Object.fromEntries(one.subject.cdmIds))
  await sql`
    insert into screening.screening
      (tenant_id, id, type, from_at, to_at, threshold, objects, parts_total, created_by, notified_user)
    values (${one.tenantId}, ${one.screeningId}, ${one.type}, ${one.fromAt}, ${one.toAt},
      ${JSON.stringify(one.threshold)}::jsonb, ${one.objects}, ${one.parts}, ${one.createdBy},
      ${one.notifiedUser})`.execute(tx)
  await sql`
    insert into screening.input (tenant_id, screening_id, bytes)
    values (${one.tenantId}, ${one.screeningId}, ${bytes})`.execute(tx)
  await sql`
    insert into ca.screening (tenant_id, screening_id, title, satellite_id, ephemeris_id, catalogue_epoch, is_simulated,
      is_own_simulated, cdm_ids, catalogue_kinds, catalogue_sources)
    values (${one.tenantId}, ${one.screeningId}, ${title}, ${satelliteId}::uuid, ${ephemerisId}::uuid,
      ${catalogueEpoch}::timestamptz, ${isSimulated}, ${isOwnSimulated}, ${cdmIds}::jsonb, ${kinds}::jsonb,
      ${sources}::jsonb)`.execute(tx)
  await insertObjects(tx, one, named)
  await insertGrounded(tx, one, missing)
}

/** Stores the names of the objects; an object with two states has one name. */
async function insertObjects(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  objects: readonly NamedObject[],
): Promise<void> {
  await sql`
    insert into ca.screening_object (tenant_id, screening_id, object_id, name, satellite_id, ephemeris_id, set_epoch, thresholds,
      neighbour)
    select ${tenantId}, ${screeningId}, "objectId", name, "satelliteId", "ephemerisId", "setEpoch", nullif(thresholds, 'null'::jsonb),
      nullif(neighbour, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given
      ("objectId" text, name text, "satelliteId" uuid, "ephemerisId" uuid, "setEpoch" timestamptz, thresholds jsonb, neighbour jsonb)
    on conflict do nothing`.execute(tx)
}

/** Stores an object that could not be screened: it has no place in the screening, so it gets a place below 0. */
async function insertGrounded(
  tx: TenantDb,
  { tenantId, screeningId }: ScreeningKey,
  grounded: readonly { readonly id: string; readonly reason: string }[],
): Promise<void> {
  await sql`
    insert into screening.not_screened (tenant_id, screening_id, place, object_id, reason)
    select ${tenantId}, ${screeningId}, -ordinality, id, reason
    from unnest(${grounded.map(({ id }) => id)}::text[], ${grounded.map(({ reason }) => reason)}::text[])
      with ordinality as given (id, reason, ordinality)`.execute(tx)
}

export async function findRun(tx: TenantDb, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${RUN_COLUMNS} from screening.screening s where s.id = ${id}`.execute(tx)
  return rows[0]
}

/** Counts the screenings of the organisation that wait or run. */
export async function countOpen(tx: TenantDb): Promise<number> {
  return countRows(tx, sql`from screening.screening where state in ('queued', 'running')`)
}

export type ScreeningFilter = {
  readonly id?: string | undefined
  readonly state?: Screening['state'] | undefined
  readonly satelliteId?: string | undefined
  readonly ephemerisId?: string | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = { createdAt: sql`s.created_at`, title: sql`lower(c.title)`, state: sql`s.state` }

/** Returns a page of screenings, newest first, and the number of all matches. */
export async function listScreenings(
  tx: TenantDb,
  { id, state, satelliteId, ephemerisId, sort = '-createdAt', offset, limit }: ScreeningFilter,
): Promise<{ rows: ScreeningRow[]; total: number }> {
  const matching = sql`
    from ca.screening c join screening.screening s on s.id = c.screening_id where true
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
      ${state === undefined ? sql`` : sql`and s.state = ${state}`}
      ${satelliteId === undefined ? sql`` : sql`and c.satellite_id = ${satelliteId}`}
      ${ephemerisId === undefined ? sql`` : sql`and c.ephemeris_id = ${ephemerisId}`}`
  const total = await countRows(tx, matching)
  const { rows } = await sql<ScreeningRow>`
    select ${RUN_COLUMNS}, c.title, c.satellite_id, c.ephemeris_id, c.catalogue_epoch, c.catalogue_kinds, c.catalogue_sources,
      c.is_simulated,
      c.is_own_simulated,
      c.levels, c.worst_probability,
      (select count(*)::int from screening.not_screened n where n.screening_id = s.id) as not_screened,
      ${isIncomplete(sql`s.id`)} as is_incomplete
    ${matching} ${orderBy(sort, SORTED, sql`s.id`)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

export async function findInput(tx: TenantDb, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from screening.input where screening_id = ${id}`.execute(tx)
  return rows[0]?.bytes
}

/** Returns the pace of the parts of a screening. */
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

/** Changes a screening from queued to running at its first part; returns true if this call did so. */
export async function markRunning(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`
    update screening.screening set state = 'running', stage = 'screening', started_at = coalesce(started_at, now())
    where id = ${id} and state = 'queued'`.execute(tx)
  return result.numAffectedRows === 1n
}

export type PartCount = { state: Screening['state']; parts_done: number; parts_total: number; tell: boolean }

/**
 * Counts a finished part. The row is locked until the commit, so that if two parts end at the same moment, one sees the other; the last one ends
 * the screening. `tell` is true if the last progress notice was at least half a second ago.
 */
export async function countPart(tx: TenantDb, id: string, encounters: number): Promise<PartCount | undefined> {
  const { rows } = await sql<PartCount>`
    update screening.screening
    set parts_done = parts_done + 1, encounters = encounters + ${encounters},
      notified_at = case when notified_at > now() - interval '500 ms' then notified_at else now() end
    where id = ${id}
    returning state, parts_done, parts_total, notified_at = now() as tell`.execute(tx)
  return rows[0]
}

/** Ends a screening that waits or runs; returns false if it had ended already. */
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

/** Reopens a screening that failed or was cancelled in this round; returns false if it is in another state. */
export async function reopenScreening(tx: TenantDb, id: string, round: number): Promise<boolean> {
  const result = await sql`
    update screening.screening
    set state = 'queued', stage = 'waiting', error = null, ended_at = null, round = round + 1
    where id = ${id} and round = ${round} and state in ('failed', 'cancelled')`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes a screening that has ended, with all its encounters. */
export async function deleteScreening(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`
    delete from screening.screening where id = ${id} and state not in ('queued', 'running')`.execute(tx)
  if (result.numAffectedRows !== 1n) return false
  // The encounters are deleted last: the statement above waited for a part that was just being stored.
  await sql`delete from screening.encounter where screening_id = ${id}`.execute(tx)
  return true
}

export type ObjectRow = { object_id: string; name: string; ephemeris_id: string | null; thresholds: Thresholds | null }

export async function listNamedObjects(tx: TenantDb, screeningId: string): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    select object_id, name, ephemeris_id, thresholds from ca.screening_object
    where screening_id = ${screeningId}`.execute(tx)
  return rows
}

/** Returns the fields of all encounters of a screening that set their levels. */
export async function listJudged(
  tx: TenantDb,
  screeningId: string,
): Promise<(LevelBasis & { readonly primaryId: string })[]> {
  const { rows } = await sql<LevelBasis & { readonly primaryId: string }>`
    select primary_id as "primaryId", ${JUDGED}, ${IS_DILUTED}
    from screening.encounter where screening_id = ${screeningId}`.execute(tx)
  return rows
}

/** Returns a finished screening whose outcome is not stored yet. */
export async function findUnfinished(tx: TenantDb, id: string): Promise<{ ephemeris_id: string | null } | undefined> {
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
 * Combines all screenings of a file. Returns true if each is done and none lost the file's object, and the largest
 * probability that cannot be ruled out: the maximum where no probability is known.
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

/** Returns the finished screenings of a file, oldest first. */
export async function listDoneOf(tx: TenantDb, ephemerisId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from ca.screening c join screening.screening s on s.id = c.screening_id
    where c.ephemeris_id = ${ephemerisId} and s.state = 'done' order by s.created_at, s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type EventMessageRow = { id: string; original: Buffer; is_simulated: boolean; radius_m: number | null }

/** Returns the newest messages about a satellite as they were received; the oldest of them is first. */
export async function listOwnMessages(
  tx: TenantDb,
  asked: {
    readonly satelliteId: string
    readonly isSimulated: boolean
    readonly since: Date
    readonly most: number
  },
): Promise<Buffer[]> {
  const { rows } = await sql<{ original: Buffer }>`
    select original from (
      select original, creation_date, id from ca.cdm
      where (satellite_id = ${asked.satelliteId} or other_satellite_id = ${asked.satelliteId})
        and is_simulated = ${asked.isSimulated} and creation_date >= ${asked.since}
        and withdrawn_at is null
      order by creation_date desc, id desc limit ${asked.most}
    ) as newest order by creation_date, id`.execute(tx)
  return rows.map(({ original }) => original)
}

/** Returns, for each future event of these satellites that is not closed, the message that applies, and its radius. */
export async function listOpenMessages(
  tx: TenantDb,
  {
    satelliteIds,
    now,
    conjunctionId = null,
  }: {
    readonly satelliteIds: readonly string[]
    readonly now: Date
    /** Only this event is read. */
    readonly conjunctionId?: string | null | undefined
  },
): Promise<EventMessageRow[]> {
  const { rows } = await sql<EventMessageRow>`
    select m.id, m.original, m.is_simulated, (m.derived -> 'assessment' ->> 'hardBodyRadius')::float8 as radius_m
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
    where (c.satellite_id = any(${satelliteIds}::uuid[]) or c.other_satellite_id = any(${satelliteIds}::uuid[]))
      and c.tca > ${now} and c.decision ->> 'state' <> 'CLOSED'
      and (${conjunctionId}::uuid is null or c.id = ${conjunctionId}::uuid)
    order by c.tca, c.id`.execute(tx)
  return rows
}
