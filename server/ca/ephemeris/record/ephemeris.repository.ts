import type { EPHEMERIS_KINDS, EPHEMERIS_STATES, EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { lockUntilEnd } from '../../../platform/database/lock.repository.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { countRows } from '../../../platform/database/page.repository.ts'

export type EphemerisKind = (typeof EPHEMERIS_KINDS)[number]
export type EphemerisState = (typeof EPHEMERIS_STATES)[number]

/** The stored fields of a file. */
export type NewEphemeris = {
  readonly tenantId: string
  readonly id: string
  readonly satelliteId: string
  readonly name: string
  readonly kind: EphemerisKind
  readonly pathCase: EphemerisFile['case']
  readonly state: 'INVALID' | 'VALID'
  readonly format: string
  readonly bytes: number
  readonly sha256: string
  readonly facts: Facts
  readonly errors: readonly ProblemDetail[]
  readonly warnings: readonly ProblemDetail[]
  readonly autoRelinquishPc: number | null
  readonly uploadedBy: string
  readonly isSimulated: boolean
}

/** The facts of a file; times are ISO 8601. */
export type Facts = {
  readonly originator: string | null
  readonly made: string | null
  readonly objectId: string | null
  readonly objectName: string | null
  readonly referenceFrame: string | null
  readonly start: string | null
  readonly stop: string | null
  readonly usableStart: string | null
  readonly usableStop: string | null
  readonly points: number
  readonly segments: number
  readonly statesPerRevolution: number | null
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
  readonly covariance: 'given' | 'assumed' | 'none'
  readonly covarianceFrame: string | null
}

export type EphemerisRow = {
  id: string
  satellite_id: string
  name: string
  kind: EphemerisKind
  path_case: EphemerisFile['case']
  state: EphemerisState
  active: boolean
  version: number
  format: string
  bytes: number
  sha256: string
  originator: string | null
  object_id: string | null
  object_name: string | null
  reference_frame: string | null
  start_at: Date | null
  stop_at: Date | null
  usable_start_at: Date | null
  usable_stop_at: Date | null
  points: number
  segments: number
  states_per_revolution: number | null
  gaps: { from: string; to: string }[]
  covariance: 'given' | 'assumed' | 'none'
  covariance_frame: string | null
  errors: ProblemDetail[]
  warnings: ProblemDetail[]
  auto_relinquish_pc: number | null
  uploaded_by: string
  uploaded_at: Date
  /** Null if the format does not state it. */
  made_at: Date | null
  is_simulated: boolean
  screening_ids: string[]
}

const TAKEN = sql`id, satellite_id, name, kind, path_case, active, version, format, bytes, sha256, originator, object_id, object_name,
  reference_frame, start_at, stop_at, usable_start_at, usable_stop_at, points, segments, states_per_revolution, gaps,
  covariance, covariance_frame, errors, warnings, auto_relinquish_pc, uploaded_by, uploaded_at, made_at, is_simulated`

/** Selects the files with the state that follows from the time and from their screenings. */
const files = (now: Date) => sql`(
  select ${TAKEN}, coalesce(used.ids, '{}') as screening_ids,
    case when e.state <> 'VALID' then e.state
      when e.usable_stop_at <= ${now} then 'EXPIRED'
      when used.open then 'SCREENING'
      when used.done then 'SCREENED'
      else 'VALID' end as state
  from ca.ephemeris e left join lateral (
    select array_agg(s.id order by s.created_at desc, s.id) as ids, bool_or(s.state in ('queued', 'running')) as open,
      bool_or(s.state = 'done') as done
    from ca.screening_object o join screening.screening s on s.id = o.screening_id where o.ephemeris_id = e.id
  ) used on true
) file`

export type EphemerisFilter = {
  readonly satelliteId?: string | undefined
  readonly id?: string | undefined
  readonly kind?: EphemerisKind | undefined
  readonly state?: EphemerisState | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = {
  uploadedAt: sql`uploaded_at`,
  name: sql`lower(name)`,
  kind: sql`kind`,
  state: sql`state`,
  usableStartTime: sql`usable_start_at`,
  usableStopTime: sql`usable_stop_at`,
  version: sql`version`,
}

/** Returns a page of files, newest first, and the number of all that match. */
export async function listEphemeris(
  tx: TenantDb,
  now: Date,
  { satelliteId, id, kind, state, sort = '-uploadedAt', offset, limit }: EphemerisFilter,
): Promise<{ rows: EphemerisRow[]; total: number }> {
  const matching = sql`
    from ${files(now)} where true
      ${satelliteId === undefined ? sql`` : sql`and satellite_id = ${satelliteId}`}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}`
  const total = await countRows(tx, matching)
  const { rows } = await sql<EphemerisRow>`
    select * ${matching} ${orderBy(sort, SORTED)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

export async function findEphemeris(tx: TenantDb, now: Date, id: string): Promise<EphemerisRow | undefined> {
  return (await listEphemeris(tx, now, { id, offset: 0, limit: 1 })).rows[0]
}

type StoredRow = Pick<EphemerisRow, 'satellite_id' | 'name' | 'kind' | 'state' | 'active' | 'auto_relinquish_pc'> & {
  /** True if all its screenings were requested. */
  readonly is_ordered: boolean
}

/** Returns a file with its stored state, not the state that follows from the time; locks it and the other files of its satellite. */
export async function findStored(tx: TenantDb, id: string): Promise<StoredRow | undefined> {
  const found = await sql<{ satellite_id: string }>`select satellite_id from ca.ephemeris where id = ${id}`.execute(tx)
  const [only] = found.rows
  if (only === undefined) return undefined
  await lockSatelliteFiles(tx, only.satellite_id)
  const { rows } = await sql<StoredRow>`
    select satellite_id, name, kind, state, active, auto_relinquish_pc, lines_to_screen = '{}' as is_ordered
    from ca.ephemeris where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Returns the present operational file of one satellite, or the files of all. */
export async function listOperational(tx: TenantDb, now: Date, satelliteId?: string): Promise<EphemerisRow[]> {
  const { rows } = await sql<EphemerisRow>`
    select * from ${files(now)}
    where kind = 'OPERATIONAL' and active and state in ('VALID', 'SCREENING', 'SCREENED')
      ${satelliteId === undefined ? sql`` : sql`and satellite_id = ${satelliteId}`}
    order by satellite_id`.execute(tx)
  return rows
}

/** Returns the time that MADE in determined.repository.ts selects: a file was made before its arrival, whatever its CREATION_DATE states. */
export const madeAt = ({ made_at: made, uploaded_at: arrived }: EphemerisRow): Date =>
  made !== null && made < arrived ? made : arrived

/** Returns, by satellite, the end of the usable time of its operational file, even if that is past. */
export async function listCoverageEnds(tx: TenantDb): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ satellite_id: string; until: Date }>`
    select satellite_id, max(usable_stop_at) as until from ca.ephemeris
    where kind = 'OPERATIONAL' and active and state = 'VALID' and usable_stop_at is not null
    group by satellite_id`.execute(tx)
  return new Map(rows.map(({ satellite_id, until }) => [satellite_id, until]))
}

/** Lets one transaction at a time change the operational file of a satellite. */
export async function lockSatelliteFiles(tx: TenantDb, satelliteId: string): Promise<void> {
  await lockUntilEnd(tx, `ca.ephemeris ${satelliteId}`)
}

/** Returns the number and size of the files of the organisation. */
export async function measureFiles(tx: TenantDb): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from ca.ephemeris`.execute(tx)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Writes a file as the next version of its satellite. */
export async function insertEphemeris(tx: TenantDb, one: NewEphemeris): Promise<void> {
  const { facts } = one
  await sql`
    insert into ca.ephemeris (tenant_id, id, satellite_id, name, kind, state, version, format, bytes, sha256, originator,
      object_id, object_name, reference_frame, start_at, stop_at, usable_start_at, usable_stop_at, points, segments,
      states_per_revolution, gaps, covariance, covariance_frame, errors, warnings, auto_relinquish_pc, uploaded_by,
      is_simulated, made_at, path_case)
    select ${one.tenantId}, ${one.id}, ${one.satelliteId}, ${one.name}, ${one.kind}, ${one.state},
      coalesce(max(version), 0) + 1, ${one.format}, ${one.bytes}, ${one.sha256}, ${facts.originator}, ${facts.objectId},
      ${facts.objectName}, ${facts.referenceFrame}, ${facts.start}::timestamptz, ${facts.stop}::timestamptz,
      ${facts.usableStart}::timestamptz, ${facts.usableStop}::timestamptz, ${facts.points}, ${facts.segments},
      ${facts.statesPerRevolution}::float8, ${JSON.stringify(facts.gaps)}::jsonb, ${facts.covariance},
      ${facts.covarianceFrame}, ${JSON.stringify(one.errors)}::jsonb, ${JSON.stringify(one.warnings)}::jsonb,
      ${one.autoRelinquishPc}::float8, ${one.uploadedBy}, ${one.isSimulated},
      ${facts.made}::timestamptz, ${one.pathCase}
    from ca.ephemeris where satellite_id = ${one.satelliteId}`.execute(tx)
}

/** Returns the newest earlier file of the satellite whose usable time overlaps the usable time of the given file. */
export async function findEarlier(
  tx: TenantDb,
  { satellite_id, version, usable_start_at, usable_stop_at }: EphemerisRow,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ca.ephemeris
    where satellite_id = ${satellite_id} and version < ${version} and state <> 'INVALID'
      and usable_start_at < ${usable_stop_at}::timestamptz and usable_stop_at > ${usable_start_at}::timestamptz
    order by version desc limit 1`.execute(tx)
  return rows[0]
}

/** A version of an ephemeris with its orbit in its stored form (packed-orbit.ts). */
export type OrbitVersion = {
  readonly name: string
  readonly madeAt: Date
  readonly isSimulated: boolean
  readonly packed: Buffer
}

/** Returns the newest operational files of a satellite that have a state at a time, with their orbits. */
export async function listVersionsAt(
  tx: TenantDb,
  { satelliteId, at, most }: { readonly satelliteId: string; readonly at: Date; readonly most: number },
): Promise<OrbitVersion[]> {
  const { rows } = await sql<OrbitVersion>`
    select name, coalesce(made_at, uploaded_at) as "madeAt", is_simulated as "isSimulated", orbit.bytes as packed
    from ca.ephemeris file join ca.ephemeris_orbit orbit on orbit.ephemeris_id = file.id
    where satellite_id = ${satelliteId} and kind = 'OPERATIONAL' and state <> 'INVALID'
      and usable_start_at <= ${at} and usable_stop_at >= ${at}
    order by "madeAt" desc limit ${most}`.execute(tx)
  return rows
}

type Key = { readonly tenantId: string; readonly id: string }

export async function insertPiece(
  tx: TenantDb,
  { tenantId, id }: Key,
  { place, bytes }: { readonly place: number; readonly bytes: Uint8Array },
): Promise<void> {
  await sql`
    insert into ca.ephemeris_piece (tenant_id, ephemeris_id, place, bytes)
    values (${tenantId}, ${id}, ${place}, ${bytes})`.execute(tx)
}

export async function insertOrbit(tx: TenantDb, { tenantId, id }: Key, bytes: Uint8Array): Promise<void> {
  await sql`
    insert into ca.ephemeris_orbit (tenant_id, ephemeris_id, bytes) values (${tenantId}, ${id}, ${bytes})`.execute(tx)
}

export async function listPieces(tx: TenantDb, id: string): Promise<Buffer[]> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from ca.ephemeris_piece where ephemeris_id = ${id} order by place`.execute(tx)
  return rows.map(({ bytes }) => bytes)
}

export async function findOrbit(tx: TenantDb, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from ca.ephemeris_orbit where ephemeris_id = ${id}`.execute(tx)
  return rows[0]?.bytes
}

/** Replaces the operational file of a satellite; returns the ids of the files that it replaces. */
export async function supersedeOperational(tx: TenantDb, satelliteId: string, except: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ca.ephemeris set state = 'SUPERSEDED'
    where satellite_id = ${satelliteId} and kind = 'OPERATIONAL' and state = 'VALID' and id <> ${except}
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function updateEphemeris(
  tx: TenantDb,
  id: string,
  change: {
    readonly name: string
    readonly kind: EphemerisKind
    readonly active: boolean
    readonly isRenewed: boolean
  },
): Promise<void> {
  await sql`
    update ca.ephemeris set name = ${change.name}, kind = ${change.kind}, active = ${change.active},
      state = case when ${change.isRenewed} then 'VALID' else state end
    where id = ${id}`.execute(tx)
}

export async function deleteEphemeris(tx: TenantDb, id: string): Promise<void> {
  await sql`delete from ca.ephemeris where id = ${id}`.execute(tx)
}

/** True if a screening that waits or runs uses a file. */
export async function isScreened(tx: TenantDb, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ca.screening_object o join screening.screening s on s.id = o.screening_id
    where o.ephemeris_id = ${id} and s.state in ('queued', 'running') limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns the kind of a file of a satellite with these bytes, an operational one first; undefined if there is none. */
export async function findKindBySha(
  tx: TenantDb,
  satelliteId: string,
  sha256: string,
): Promise<EphemerisKind | undefined> {
  const { rows } = await sql<{ kind: EphemerisKind }>`
    select kind from ca.ephemeris where satellite_id = ${satelliteId} and sha256 = ${sha256}
    order by kind = 'OPERATIONAL' desc limit 1`.execute(tx)
  return rows[0]?.kind
}
