import type { SilentBurn } from '@apsis/contract/ca/announced/burn-notice.ts'
import { MOST_SILENT_BURNS } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'
import { matchBurns } from './match-burns.ts'

/** A burn that element sets show. */
export type FoundRow = {
  readonly from: string
  readonly to: string
  /** A burn that was announced for a time after this one may be the burn that the sets show. */
  readonly since: string
  readonly deltaVMps: number
  readonly direction: SilentBurn['direction']
  readonly confidence: number
  readonly isSimulated: boolean
  /** The first track after the burn, if tracks show it. */
  readonly observationFileId?: string
}

type Row = {
  norad_id: number
  satellite_id: string | null
  from_at: Date
  to_at: Date
  delta_v_mps: number
  direction: SilentBurn['direction']
  confidence: number
  is_simulated: boolean
  found_at: Date
  source: SilentBurn['source']
  observation_id: string | null
}

const present = (row: Row): SilentBurn => ({
  noradId: row.norad_id,
  satelliteId: row.satellite_id,
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  deltaVMps: row.delta_v_mps,
  direction: row.direction,
  confidence: row.confidence,
  source: row.source,
  observationFileId: row.observation_id,
  isSimulated: row.is_simulated,
  foundAt: row.found_at.toISOString(),
})

/** Own satellites, and the objects of events whose closest approach is still to come, by catalogue number. */
export async function listWatched(tx: TenantDb, at: Date): Promise<number[]> {
  const { rows } = await sql<{ norad_id: number }>`
    select norad_id from ca.satellite where deleted_at is null
    union
    select designator::int from ca.conjunction c cross join lateral unnest(array[c.object_low, c.object_high]) as designator
    where c.tca > ${at} and designator ~ '^[0-9]{1,9}$' and designator::int > 0
    order by norad_id`.execute(tx)
  return rows.map(({ norad_id }) => norad_id)
}

/** Returns, for each object that was searched for burns, the time when its last element set was received. */
export async function listLooks(tx: TenantDb): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ norad_id: number; last_received_at: Date }>`
    select norad_id, last_received_at from ca.silent_look`.execute(tx)
  return new Map(rows.map((row) => [row.norad_id, row.last_received_at]))
}

export type BurnSearchResult = {
  readonly tenantId: string
  readonly noradId: number
  readonly arrivedAt: Date
  readonly at: Date
  readonly found: readonly FoundRow[]
}

/** Replaces the earlier burns of an object from element sets by the burns that the sets show now. */
export async function replaceFound(tx: TenantDb, looked: BurnSearchResult): Promise<boolean> {
  const { tenantId, noradId, arrivedAt } = looked
  await sql`
    insert into ca.silent_look (tenant_id, norad_id, last_received_at) values (${tenantId}, ${noradId}, ${arrivedAt})
    on conflict (tenant_id, norad_id) do update set last_received_at = excluded.last_received_at`.execute(tx)
  return keepFound(tx, { ...looked, source: 'ELEMENT_SETS' })
}

export type BurnsToShow = Omit<BurnSearchResult, 'arrivedAt'> & {
  readonly source: SilentBurn['source']
  /** Only burns after this time were searched again; undefined: all burns were. */
  readonly since?: Date
}

/**
 * Replaces the burns that one source showed of an object. A burn that was notified and that the sets no longer show is kept hidden, so that
 * newer sets that show it again cause no second notice. Returns true if a page would change.
 */
export async function keepFound(
  tx: TenantDb,
  { tenantId, noradId, at, found, source, since }: BurnsToShow,
): Promise<boolean> {
  const asked = sql`norad_id = ${noradId} and source = ${source} and to_at > ${since ?? '-infinity'}`
  const { rows: before } = await sql<{ to_at: Date; found_at: Date; notified_at: Date | null; is_found: boolean }>`
    select to_at, found_at, notified_at, is_found from ca.silent_burn where ${asked} order by to_at`.execute(tx)
  const known = matchBurns(before, found)
  await sql`
    delete from ca.silent_burn where ${asked}
      and (notified_at is null or to_at = any(${known.flatMap((one) => one?.to_at ?? [])}::timestamptz[]))`.execute(tx)
  await sql`update ca.silent_burn set is_found = false where ${asked} and is_found`.execute(tx)
  for (const [k, one] of found.entries())
    await sql`
      insert into ca.silent_burn (tenant_id, norad_id, from_at, to_at, since_at, delta_v_mps, direction, confidence, is_simulated,
        source, observation_id, found_at, notified_at)
      values (${tenantId}, ${noradId}, ${one.from}, ${one.to}, ${one.since}, ${one.deltaVMps}, ${one.direction}, ${one.confidence},
        ${one.isSimulated}, ${source}, ${one.observationFileId ?? null}, ${known[k]?.found_at ?? at}, ${known[k]?.notified_at ?? null})
      on conflict do nothing`.execute(tx)
  const shownMs = before.filter(({ is_found: isFound }) => isFound).map(({ to_at: to }) => to.getTime())
  const foundMs = found.map(({ to }) => Date.parse(to)).toSorted((a, b) => a - b)
  return shownMs.join() !== foundMs.join()
}

type Burnt = {
  readonly noradId: RawBuilder<unknown>
  readonly since: RawBuilder<unknown>
  readonly to: RawBuilder<unknown>
}

/**
 * The stated burns of an object in a span, with their Δv (m/s; null: not stated): burn notices, and plans of the organisation that were
 * sent and not aborted. A plan counts with the Δv that own tracks, an own ephemeris or a message found, else with the planned Δv.
 */
const notifiedIn = ({ noradId, since, to }: Burnt) => sql`
  select case when jsonb_typeof(n.fields -> 'deltaV') = 'object' then sqrt(
      (n.fields #>> '{deltaV,vector,0}')::float8 ^ 2 + (n.fields #>> '{deltaV,vector,1}')::float8 ^ 2
      + (n.fields #>> '{deltaV,vector,2}')::float8 ^ 2) end as size_mps, n.ignition_at
  from ca.burn_notice n where n.norad_id = ${noradId} and n.ignition_at < ${to}
    and n.ignition_at + make_interval(secs => coalesce((n.fields ->> 'durationS')::float8, 0)) > ${since}
  union all
  select case when coalesce(jsonb_typeof(m.burn -> 'drag'), 'null') = 'null' then
      coalesce((m.found ->> 'deltaVMps')::float8, (m.burn ->> 'totalDeltaVMagnitude')::float8) end, m.ignition_at
  from ca.manoeuvre m join ca.satellite own on own.id = m.satellite_id
  where own.norad_id = ${noradId} and m.exported_at is not null and m.state <> 'ABORTED' and m.ignition_at < ${to}
    and m.ignition_at + make_interval(secs => coalesce((m.burn ->> 'manoeuvreDuration')::float8, 0)) > ${since}`

/** The accuracy of a Δv from element sets: a share of the Δv, but at least this value in m/s (flight rule F17). */
const [SIZE_SHARE, SIZE_MPS] = [0.2, 0.002]

/** True for a burn that nobody stated, or that is larger than the sum of all burns stated for its time. */
const IS_SILENT = sql`
  not exists (select from (${notifiedIn({ noradId: sql`b.norad_id`, since: sql`b.since_at`, to: sql`b.to_at` })}) told
    having count(*) > 0 and (count(*) > count(size_mps)
      or b.delta_v_mps <= sum(size_mps) + greatest(${SIZE_SHARE} * sum(size_mps), ${SIZE_MPS})))`

/** Returns true if a burn of an object in a span was announced, or is a plan of the organisation that was sent. */
export async function isBurnNotified(
  tx: TenantDb,
  { noradId, since, to }: { readonly noradId: number; readonly since: Date; readonly to: Date },
): Promise<boolean> {
  const span = { noradId: sql`${noradId}::int`, since: sql`${since}::timestamptz`, to: sql`${to}::timestamptz` }
  const { rows } = await sql<{ is_notified: boolean }>`select exists (${notifiedIn(span)}) as is_notified`.execute(tx)
  return rows[0]?.is_notified ?? false
}

export type NotifiedBurnRow = {
  readonly norad_id: number
  readonly ignition_at: Date
  readonly size_mps: number | null
}

/** Returns the stated burns of objects in a span, oldest first. */
export async function listNotified(
  tx: TenantDb,
  { noradIds, since, to }: { readonly noradIds: readonly number[]; readonly since: Date; readonly to: Date },
): Promise<NotifiedBurnRow[]> {
  const span = { noradId: sql`s.norad_id`, since: sql`${since}::timestamptz`, to: sql`${to}::timestamptz` }
  const { rows } = await sql<NotifiedBurnRow>`
    select s.norad_id, told.ignition_at, told.size_mps
    from unnest(${[...noradIds]}::integer[]) as s (norad_id) cross join lateral (${notifiedIn(span)}) told
    order by told.ignition_at`.execute(tx)
  return rows
}

type Filter = {
  readonly noradId?: number | undefined
  readonly after: Date
  readonly offset: number
  readonly limit: number
}

const BURNS = sql`
  select b.norad_id, s.id as satellite_id, b.from_at, b.to_at, b.delta_v_mps, b.direction, b.confidence, b.is_simulated, b.found_at,
    b.source, b.observation_id
  from ca.silent_burn b left join ca.satellite s on s.norad_id = b.norad_id and s.deleted_at is null`

export async function listSilent(
  tx: TenantDb,
  { noradId, after, offset, limit }: Filter,
): Promise<{ items: SilentBurn[]; total: number }> {
  const filter = sql`where b.is_found and b.to_at > ${after} and ${IS_SILENT}
    ${noradId === undefined ? sql`` : sql`and b.norad_id = ${noradId}`}`
  const { rows } = await sql<Row>`${BURNS} ${filter} order by b.to_at desc, b.norad_id
    offset ${offset} limit ${limit}`.execute(tx)
  const total = await countRows(tx, sql`from ca.silent_burn b ${filter}`)
  return { items: rows.map(present), total }
}

/** The time until which the orbit of an object is based on data. */
export type KnownUntil = { readonly noradId: number; readonly until: Date }

/** Returns the burns of these objects that nobody announced and that may have ended after the last data of each object, newest first. */
export async function listSilentSince(tx: TenantDb, known: readonly KnownUntil[]): Promise<SilentBurn[]> {
  const noradIds = known.map(({ noradId }) => noradId)
  const untils = known.map(({ until }) => until.toISOString())
  const { rows } = await sql<Row>`${BURNS}
    join unnest(${noradIds}::int[], ${untils}::timestamptz[]) as known (norad_id, until_at) on known.norad_id = b.norad_id
    where b.is_found and b.to_at > known.until_at and ${IS_SILENT}
    order by b.to_at desc, b.norad_id limit ${MOST_SILENT_BURNS}`.execute(tx)
  return rows.map(present)
}

/** True for a burn of an own satellite, or of an object in a future event that is not closed. */
const concerns = (at: Date) => sql`
  (exists (select from ca.satellite own where own.norad_id = b.norad_id and own.deleted_at is null)
    or exists (select from ca.conjunction c where (c.object_low = b.norad_id::text or c.object_high = b.norad_id::text)
      and c.tca > ${at} and c.decision ->> 'state' <> 'CLOSED'))`

/** True for a burn that tracks show, because the organisation tracks only objects that concern it. */
const CARED_FOR = sql`b.source = 'TRACKS'`

/** Marks a burn as notified if the same burn from the other source was notified. */
async function joinNotified(tx: TenantDb, at: Date): Promise<void> {
  await sql`
    update ca.silent_burn b set notified_at = ${at}
    where b.notified_at is null and b.is_found and exists (select from ca.silent_burn other
      where other.norad_id = b.norad_id and other.source <> b.source and other.notified_at is not null
        and other.since_at < b.to_at and b.since_at < other.to_at)`.execute(tx)
}

/** Takes the burns that concern the organisation and were not notified yet, for the caller to notify. Other burns wait for an event. */
export async function takeNew(
  tx: TenantDb,
  { after, at }: { readonly after: Date; readonly at: Date },
): Promise<SilentBurn[]> {
  await joinNotified(tx, at)
  const { rows } = await sql<Row>`
    with taken as (
      update ca.silent_burn b set notified_at = ${at}
      where b.notified_at is null and b.is_found and b.to_at > ${after} and (${CARED_FOR} or ${concerns(at)}) and ${IS_SILENT} returning b.*
    )
    select b.norad_id, s.id as satellite_id, b.from_at, b.to_at, b.delta_v_mps, b.direction, b.confidence, b.is_simulated, b.found_at,
      b.source, b.observation_id
    from taken b left join ca.satellite s on s.norad_id = b.norad_id and s.deleted_at is null
    order by b.to_at, b.norad_id`.execute(tx)
  return rows.map(present)
}

/** Returns the last burn that tracks show of an object, even if the burn is announced; undefined: none. */
export async function findByTracks(
  tx: TenantDb,
  noradId: number,
): Promise<{ readonly from: Date; readonly to: Date } | undefined> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select b.from_at as "from", b.to_at as "to" from ca.silent_burn b
    where b.norad_id = ${noradId} and b.is_found and ${CARED_FOR}
    order by b.to_at desc limit 1`.execute(tx)
  return rows[0]
}

/** Returns the time of reception up to which all objects were searched for burns; undefined: never. */
export async function findMark(tx: TenantDb): Promise<Date | undefined> {
  const { rows } = await sql<{ received_at: Date }>`select received_at from ca.silent_mark`.execute(tx)
  return rows[0]?.received_at
}

export async function setMark(tx: TenantDb, tenantId: string, receivedAt: Date): Promise<void> {
  await sql`
    insert into ca.silent_mark (tenant_id, received_at) values (${tenantId}, ${receivedAt})
    on conflict (tenant_id) do update set received_at = greatest(silent_mark.received_at, excluded.received_at)`.execute(
    tx,
  )
}

/** Deletes the search times of objects that are no longer watched, and burns that are too old to be shown or notified. */
export async function forgetOld(tx: TenantDb, watched: readonly number[], before: Date): Promise<void> {
  await sql`delete from ca.silent_look where not (norad_id = any(${[...watched]}::int[]))`.execute(tx)
  await sql`delete from ca.silent_burn where to_at < ${before}`.execute(tx)
}

/** Deletes the burns that simulated sets show; the objects without real sets are searched again. */
export async function deleteSimulatedBurns(tx: TenantDb): Promise<void> {
  await sql`delete from ca.silent_burn where is_simulated`.execute(tx)
  await sql`delete from ca.silent_look`.execute(tx)
}
