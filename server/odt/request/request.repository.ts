import {
  type Compression,
  type MeasurementType,
  MOST_OPEN_REQUESTS,
  type OrbitMessageType,
} from '@apsis/contract/odt/request/request.ts'
import type { Money } from '@apsis/contract/odt/request/request-state.ts'
import type { PassStatus, RequestStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { PassPointing } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import type { Priority } from '@apsis/contract/payments/amount.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'
import { countRows } from '../../platform/database/page.repository.ts'

/** The data of a wanted pass that are not in its attempts: the line of the order that pays for it, and the state of its money. */
export type SlotRow = { readonly line: number; readonly money: Money }

export type RequestRow = {
  readonly id: string
  readonly provider_id: string
  readonly pass_names: string[]
  readonly measurement_type: MeasurementType
  readonly compression: Compression
  /** The kind of the orbit message, which is read separately (findMessage) because it is long. */
  readonly message_type: OrbitMessageType | null
  readonly passes_requested: number
  readonly norad_id: number
  readonly object_name: string
  readonly satellite_id: string | null
  readonly conjunction_id: string | null
  readonly sensor_codes: string[] | null
  readonly window_from: Date
  readonly window_to: Date
  /** In deg and s; null if no limit was requested. */
  readonly minimum_elevation: number | null
  readonly minimum_duration: number | null
  readonly priority: Priority
  readonly status: RequestStatus
  readonly is_ended: boolean
  readonly slots: SlotRow[]
  readonly reasons: string[]
  readonly order_id: string
  readonly is_simulated: boolean
  readonly is_demo_object: boolean
  readonly created_at: Date
  readonly created_by: string
  readonly created_by_name: string
  readonly version: number
}

export type PassRow = {
  readonly id: string
  readonly request_id: string
  readonly slot: number
  readonly attempt: number
  readonly line: number
  readonly sensor_code: string
  readonly sensor_name: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly status: PassStatus
  readonly is_overdue: boolean
  readonly reason: string | null
  readonly provider_reference: string | null
  /** The directions of the sensor at both ends; null: unknown. */
  readonly pointing: PassPointing | null
}

/** All columns of a request except its orbit message. */
const COLUMNS = sql`id, provider_id, pass_names, measurement_type, compression, message_type, passes_requested, norad_id,
  object_name, satellite_id, conjunction_id, sensor_codes, window_from, window_to, minimum_elevation, minimum_duration, priority,
  status, is_ended, slots, reasons, order_id, is_simulated, is_demo_object, created_at, created_by, created_by_name, version`

export type NewRequestRow = RequestRow & { readonly message: string | null }

export async function insertRequest(tx: TenantDb, tenantId: string, row: NewRequestRow): Promise<void> {
  await sql`
    insert into odt.request (tenant_id, id, provider_id, pass_names, measurement_type, compression, message_type, message,
      passes_requested, norad_id, object_name, satellite_id, conjunction_id, sensor_codes, window_from, window_to,
      minimum_elevation, minimum_duration, priority, status, is_ended, slots, reasons, order_id, is_simulated, is_demo_object, created_at, created_by, created_by_name)
    values (${tenantId}, ${row.id}, ${row.provider_id}, ${row.pass_names}::text[], ${row.measurement_type},
      ${row.compression}, ${row.message_type}, ${row.message}, ${row.passes_requested}, ${row.norad_id},
      ${row.object_name}, ${row.satellite_id}, ${row.conjunction_id}, ${row.sensor_codes}::text[], ${row.window_from},
      ${row.window_to}, ${row.minimum_elevation}, ${row.minimum_duration}, ${row.priority}, ${row.status}, ${row.is_ended},
      ${JSON.stringify(row.slots)}::jsonb, ${row.reasons}::text[], ${row.order_id}, ${row.is_simulated}, ${row.is_demo_object}, ${row.created_at},
      ${row.created_by}, ${row.created_by_name})`.execute(tx)
}

/** Locks a request until the transaction ends, and returns it. */
export async function lockRequest(tx: TenantDb, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${COLUMNS} from odt.request where id = ${id} for update`.execute(tx)
  return rows[0]
}

export async function findRequest(tx: TenantDb, id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`select ${COLUMNS} from odt.request where id = ${id}`.execute(tx)
  return rows[0]
}

/** Returns the orbit message of a request, as it was received; undefined if there is none. */
export async function findMessage(tx: TenantDb, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ message: string | null }>`
    select message from odt.request where id = ${id}`.execute(tx)
  return rows[0]?.message ?? undefined
}

/** Returns requests that may still change, the most urgent window first. */
export async function listOpenRequests(tx: TenantDb): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${COLUMNS} from odt.request where not is_ended order by window_to, id limit ${MOST_OPEN_REQUESTS}`.execute(
    tx,
  )
  return rows
}

/** Counts the open requests under a lock, so that no other is added until the transaction ends. */
export async function countOpenHeld(tx: TenantDb, tenantId: string): Promise<number> {
  await lockUntilEnd(tx, `odt.request:${tenantId}`)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from odt.request where not is_ended`.execute(tx)
  return rows[0]?.open ?? 0
}

type RequestCounts = { readonly all: number; readonly open: number; readonly overdue: number }

/** Returns the numbers of an organisation's requests, of its open requests, and of their overdue passes. */
export async function countRequests(tx: TenantDb): Promise<RequestCounts> {
  const { rows } = await sql<RequestCounts>`
    select count(*)::int as all, (count(*) filter (where not is_ended))::int as open,
      (select count(*)::int from odt.pass where is_overdue) as overdue
    from odt.request`.execute(tx)
  return rows[0] ?? { all: 0, open: 0, overdue: 0 }
}

type State = Pick<RequestRow, 'id' | 'status' | 'is_ended' | 'slots' | 'reasons'>

export async function updateRequest(tx: TenantDb, { id, status, is_ended, slots, reasons }: State): Promise<void> {
  await sql`
    update odt.request set status = ${status}, is_ended = ${is_ended}, slots = ${JSON.stringify(slots)}::jsonb,
      reasons = ${reasons}::text[], version = version + 1
    where id = ${id}`.execute(tx)
}

export type Listing = {
  readonly id: string | undefined
  readonly status: RequestStatus | undefined
  readonly satelliteId: string | undefined
  readonly noradId: number | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly passFrom: string | undefined
  readonly passTo: string | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of requests, newest first, and their total number. */
export async function listRequests(tx: TenantDb, query: Listing): Promise<{ rows: RequestRow[]; total: number }> {
  const { id = null, status = null, satelliteId = null, noradId = null, from = null, to = null, limit, offset } = query
  const { passFrom = null, passTo = null } = query
  const chosen = sql`(${id}::uuid is null or id = ${id})
    and (${status}::text is null or status = ${status})
    and (${satelliteId}::uuid is null or satellite_id = ${satelliteId})
    and (${noradId}::integer is null or norad_id = ${noradId})
    and (${from}::timestamptz is null or created_at >= ${from})
    and (${to}::timestamptz is null or created_at < ${to})
    and (${passFrom}::timestamptz is null and ${passTo}::timestamptz is null or exists (
      select 1 from odt.pass where pass.request_id = request.id
        and (${passFrom}::timestamptz is null or pass.ends_at >= ${passFrom})
        and (${passTo}::timestamptz is null or pass.starts_at < ${passTo})))`
  const { rows } = await sql<RequestRow>`
    select ${COLUMNS} from odt.request where ${chosen} order by created_at desc, id limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const total = await countRows(tx, sql`from odt.request where ${chosen}`)
  return { rows, total }
}

/** The fields of a request that a calendar shows. */
export type CalendarRow = Pick<
  RequestRow,
  | 'id'
  | 'status'
  | 'is_simulated'
  | 'version'
  | 'object_name'
  | 'window_from'
  | 'window_to'
  | 'measurement_type'
  | 'passes_requested'
>

/** Returns requests that are still to be planned, or have a pass that ends at a time or later; only the newest requests. */
export async function listForCalendar(
  tx: TenantDb,
  { after, limit }: { readonly after: Date; readonly limit: number },
): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select id, status, is_simulated, version, object_name, window_from, window_to, measurement_type, passes_requested
    from odt.request
    where status = 'PENDING' and window_to >= ${after}
      or exists (select 1 from odt.pass where pass.request_id = request.id and pass.ends_at >= ${after})
    order by created_at desc, id limit ${limit}`.execute(tx)
  return rows
}

export type NewPass = Omit<PassRow, 'status' | 'is_overdue' | 'reason' | 'provider_reference'>

export async function insertPass(tx: TenantDb, tenantId: string, row: NewPass): Promise<void> {
  await sql`
    insert into odt.pass (tenant_id, id, request_id, slot, attempt, line, sensor_code, sensor_name, starts_at, ends_at, pointing, status)
    values (${tenantId}, ${row.id}, ${row.request_id}, ${row.slot}, ${row.attempt}, ${row.line}, ${row.sensor_code},
      ${row.sensor_name}, ${row.starts_at}, ${row.ends_at},
      ${row.pointing === null ? null : JSON.stringify(row.pointing)}::jsonb, 'PENDING')`.execute(tx)
}

type PassMove = { readonly id: string; readonly status: PassStatus; readonly reason: string | null }

/** Stores the status of a pass; a provider that has reported on it is no longer overdue. */
export async function updatePass(tx: TenantDb, { id, status, reason }: PassMove): Promise<void> {
  await sql`
    update odt.pass set status = ${status}, reason = coalesce(${reason}, reason), is_overdue = false
    where id = ${id}`.execute(tx)
}

export async function setOverdue(tx: TenantDb, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update odt.pass set is_overdue = true where id = ${id} and not is_overdue`.execute(tx)
  return numAffectedRows === 1n
}

export async function setProviderReference(tx: TenantDb, id: string, reference: string): Promise<void> {
  await sql`update odt.pass set provider_reference = ${reference} where id = ${id}`.execute(tx)
}

/** Returns the passes of requests, by wanted pass and attempt. */
export async function listPasses(tx: TenantDb, requestIds: readonly string[]): Promise<PassRow[]> {
  if (requestIds.length === 0) return []
  const { rows } = await sql<PassRow>`
    select id, request_id, slot, attempt, line, sensor_code, sensor_name, starts_at, ends_at, status, is_overdue, reason,
      provider_reference, pointing
    from odt.pass where request_id = any(${[...requestIds]}::uuid[]) order by request_id, slot, attempt`.execute(tx)
  return rows
}

export async function findPass(tx: TenantDb, id: string): Promise<PassRow | undefined> {
  const { rows } = await sql<PassRow>`select * from odt.pass where id = ${id}`.execute(tx)
  return rows[0]
}

/** An ordered pass of an object, with its request. */
export type OrderedRow = { readonly request_id: string; readonly sensor_code: string; readonly starts_at: Date }

/**
 * Returns the ordered future passes of an object, and the passes that open requests name and that are not planned
 * yet.
 */
export async function listOrdered(tx: TenantDb, noradId: number, now: Date): Promise<OrderedRow[]> {
  const { rows } = await sql<OrderedRow>`
    select p.request_id, p.sensor_code, p.starts_at
    from odt.pass p join odt.request r on r.tenant_id = p.tenant_id and r.id = p.request_id
    where r.norad_id = ${noradId} and not r.is_ended and p.status in ('PENDING', 'EXECUTING') and p.ends_at > ${now}
    union all
    select r.id, split_part(name, '@', 1), split_part(name, '@', 2)::timestamptz
    from odt.request r cross join lateral unnest(r.pass_names) as name
    where r.norad_id = ${noradId} and not r.is_ended and split_part(name, '@', 2)::timestamptz > ${now}
      and not exists (select from odt.pass p where p.tenant_id = r.tenant_id and p.request_id = r.id)`.execute(tx)
  return rows
}

export type BusyRow = Pick<PassRow, 'sensor_code' | 'starts_at' | 'ends_at' | 'pointing'>

type BusyIn = {
  readonly from: Date
  /** A sensor that ended a pass this long ago may still be turning. */
  readonly turnMs: number
  /** Orders made after this time are not known yet: a story of the demo runs at its own time. */
  readonly now: Date
}

/**
 * Returns the work of the organisation's sensors from a time on, and shortly before it: they have to turn from the direction of their last pass. A
 * pass without a result frees its time: its sensor may never have turned to it.
 */
export async function listBusy(
  tx: TenantDb,
  { from, turnMs, now }: BusyIn,
): Promise<(BusyRow & Pick<PassRow, 'id'>)[]> {
  const { rows } = await sql<BusyRow & Pick<PassRow, 'id'>>`
    select id, sensor_code, starts_at, ends_at, pointing from odt.pass
    where ends_at >= ${new Date(from.getTime() - turnMs)}
      and status in ('PENDING', 'EXECUTING', 'SUCCESSFUL') and (status <> 'SUCCESSFUL' or starts_at <= ${now})`.execute(
    tx,
  )
  return rows
}
