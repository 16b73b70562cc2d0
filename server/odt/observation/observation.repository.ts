import type { EventOfTrack } from '@apsis/contract/odt/observation/observation.ts'
import type { Compression } from '@apsis/contract/odt/request/request.ts'
import type { SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'
import type { Reports } from './make-report.ts'

export type ObservationRow = {
  readonly id: string
  readonly request_id: string | null
  readonly pass_id: string | null
  /** The code of the sensor; POSITION_SENSOR for positions. */
  readonly sensor_code: string
  readonly sensor_place: SensorPlace | null
  readonly norad_id: number | null
  readonly best_norad_id: number | null
  readonly is_ambiguous: boolean
  readonly measurements: number
  readonly rms_arcsec: number | null
  readonly starts_at: Date
  readonly ends_at: Date
  readonly compression: Compression
  readonly originator: string
  readonly is_simulated: boolean
  readonly created_at: Date
  /** The time, the person and the reason of its withdrawal; null: it applies. */
  readonly withdrawn_at: Date | null
  readonly withdrawn_by_name: string | null
  readonly withdrawn_reason: string | null
}

/** An event whose message the track was compared with, as JSON of the database. */
type EventRow = { readonly conjunctionId: string; readonly outcome: EventOfTrack['outcome']; readonly at: string }
export type ShownObservation = ObservationRow & { readonly events: readonly EventRow[] }

export type NewObservation = Omit<ObservationRow, 'withdrawn_at' | 'withdrawn_by_name' | 'withdrawn_reason'> & {
  /** The delay of the object against the prediction, s; null: the object is not certain. */
  readonly offset_s: number | null
  readonly tdm: string
  readonly reports: Reports
  readonly is_demo_object: boolean
  /** The accuracy that the user gave for positions without a covariance, 1 sigma, m. */
  readonly position_sigma_m: number | null
  /** The catalogue number that the message names. */
  readonly named_norad_id: number | null
}

const COLUMNS = sql`id, request_id, pass_id, sensor_code, norad_id, best_norad_id, is_ambiguous, measurements, rms_arcsec,
  starts_at, ends_at, compression, originator, is_simulated, created_at, sensor_place, withdrawn_at, withdrawn_by_name,
  withdrawn_reason`

/** Selects, for each event, the update that added the track, or else the newest update. */
const EVENTS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('conjunctionId', conjunction_id, 'outcome', outcome, 'at', made_at)
    order by made_at desc), '[]'::jsonb)
  from (
    select distinct on (conjunction_id) conjunction_id, outcome, made_at
    from odt.event_update where observation_id = observation.id
    order by conjunction_id, outcome = 'FUSED' desc, made_at desc
  ) held
) as events`

/** Stores a file; returns false if its pass already has a file. */
export async function insertObservation(tx: TenantDb, tenantId: string, row: NewObservation): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into odt.observation (tenant_id, id, request_id, pass_id, sensor_code, norad_id, best_norad_id, is_ambiguous,
      measurements, rms_arcsec, starts_at, ends_at, compression, tdm, reports, originator, is_simulated, is_demo_object,
      created_at, offset_s, sensor_place, position_sigma_m, named_norad_id)
    values (${tenantId}, ${row.id}, ${row.request_id}, ${row.pass_id}, ${row.sensor_code}, ${row.norad_id},
      ${row.best_norad_id}, ${row.is_ambiguous}, ${row.measurements}, ${row.rms_arcsec}, ${row.starts_at}, ${row.ends_at},
      ${row.compression}, ${row.tdm}, ${JSON.stringify(row.reports)}::jsonb, ${row.originator}, ${row.is_simulated},
      ${row.is_demo_object}, ${row.created_at}, ${row.offset_s},
      ${row.sensor_place === null ? null : JSON.stringify(row.sensor_place)}::jsonb, ${row.position_sigma_m},
      ${row.named_norad_id})
    on conflict (tenant_id, pass_id) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export type Listing = {
  readonly requestId: string | undefined
  readonly noradId: number | undefined
  readonly sensorCode: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of files, newest first, and their total number. */
export async function listObservations(
  tx: TenantDb,
  query: Listing,
): Promise<{ rows: ShownObservation[]; total: number }> {
  const { requestId = null, noradId = null, sensorCode = null, limit, offset } = query
  const chosen = sql`(${requestId}::uuid is null or request_id = ${requestId})
    and (${noradId}::integer is null or norad_id = ${noradId} or best_norad_id = ${noradId})
    and (${sensorCode}::text is null or sensor_code = ${sensorCode})`
  const { rows } = await sql<ShownObservation>`
    select ${COLUMNS}, ${EVENTS} from odt.observation where ${chosen}
    order by created_at desc, id limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from odt.observation where ${chosen}`)
  return { rows, total }
}

export type FileRow = ShownObservation & { readonly tdm: string }

export async function findFile(tx: TenantDb, id: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`select ${COLUMNS}, ${EVENTS}, tdm from odt.observation where id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** Returns the number of these files, and their total length in bytes. */
export async function weighFiles(tx: TenantDb, ids: readonly string[]): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::integer as count, coalesce(sum(octet_length(tdm)), 0)::float8 as bytes
    from odt.observation where id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Returns files in the order of their ids in the request. */
export async function listFiles(tx: TenantDb, ids: readonly string[]): Promise<readonly FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${COLUMNS}, ${EVENTS}, tdm from odt.observation where id = any(${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], id)`.execute(tx)
  return rows
}

export type Withdrawal = { readonly at: Date; readonly by: string; readonly byName: string; readonly reason: string }

/** Marks a file as withdrawn. Its content stays. */
export async function markFileWithdrawn(
  tx: TenantDb,
  id: string,
  { at, by, byName, reason }: Withdrawal,
): Promise<void> {
  await sql`
    update odt.observation set withdrawn_at = ${at}, withdrawn_by = ${by}, withdrawn_by_name = ${byName},
      withdrawn_reason = ${reason}
    where id = ${id}`.execute(tx)
}

export async function findReports(tx: TenantDb, id: string): Promise<Reports | undefined> {
  const { rows } = await sql<{ reports: Reports }>`select reports from odt.observation where id = ${id}`.execute(tx)
  return rows[0]?.reports
}

/** Returns the numbers of the objects that the organisation follows by its own tracks; without simulated ones unless they are allowed. */
export async function listAnalystNumbers(tx: TenantDb, isSimulated: boolean): Promise<number[]> {
  const { rows } = await sql<{ norad_id: number }>`
    select norad_id from odt.analyst_object where removed_at is null and (${isSimulated} or not is_simulated)`.execute(
    tx,
  )
  return rows.map(({ norad_id }) => norad_id)
}

/** Returns the files of passes, by pass. */
export async function listFilesOfPasses(tx: TenantDb, passIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ pass_id: string; id: string }>`
    select pass_id, id from odt.observation where pass_id = any(${[...passIds]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ pass_id, id }) => [pass_id, id]))
}
