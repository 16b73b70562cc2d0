import type { NewSensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'
import type { Places } from './places.ts'

export type SensorRow = {
  readonly code: string
  readonly sensor_type: NewSensor['sensorType']
  readonly fields: Omit<NewSensor, 'sensorCode' | 'sensorType' | 'movedAt'>
  readonly stands_since: Date | null
  readonly former_places: Places['former']
  readonly version: number
}

const COLUMNS = sql`code, sensor_type, fields, stands_since, former_places, version`

/** Returns all sensors of the organisation. */
export async function listSensors(tx: TenantDb): Promise<SensorRow[]> {
  const { rows } = await sql<SensorRow>`select ${COLUMNS} from odt.sensor`.execute(tx)
  return rows
}

/** Locks a sensor until the transaction ends, and returns it. */
export async function lockSensor(tx: TenantDb, code: string): Promise<SensorRow | undefined> {
  const { rows } = await sql<SensorRow>`select ${COLUMNS} from odt.sensor where code = ${code} for update`.execute(tx)
  return rows[0]
}

/** Locks the organisation's list of sensors until the transaction ends. */
export async function lockSensors(tx: TenantDb, tenantId: string): Promise<void> {
  await lockUntilEnd(tx, `odt.sensor:${tenantId}`)
}

type SensorFields = {
  readonly tenantId: string
  readonly sensor: NewSensor
  readonly places: Pick<Places, 'since' | 'former'>
  readonly now: Date
}

/** Adds a sensor; returns false if the code is taken. */
export async function insertSensor(tx: TenantDb, { tenantId, sensor, places, now }: SensorFields): Promise<boolean> {
  const { sensorCode, sensorType, movedAt: _, ...fields } = sensor
  const { numAffectedRows } = await sql`
    insert into odt.sensor (tenant_id, code, sensor_type, fields, stands_since, former_places, created_at, changed_at)
    values (${tenantId}, ${sensorCode}, ${sensorType}, ${JSON.stringify(fields)}::jsonb, ${places.since},
      ${JSON.stringify(places.former)}::jsonb, ${now}, ${now})
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Replaces all fields of a sensor, and gives it the next version. */
export async function updateSensor(
  tx: TenantDb,
  { sensor, places, now }: Omit<SensorFields, 'tenantId'>,
): Promise<void> {
  const { sensorCode, sensorType, movedAt: _, ...fields } = sensor
  await sql`
    update odt.sensor set sensor_type = ${sensorType}, fields = ${JSON.stringify(fields)}::jsonb,
      stands_since = ${places.since}, former_places = ${JSON.stringify(places.former)}::jsonb, version = version + 1,
      changed_at = ${now}
    where code = ${sensorCode}`.execute(tx)
}

/** Returns true if a request that has not ended waits for the sensor, with a planned pass or because it names the sensor. */
export async function isAwaited(tx: TenantDb, code: string): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (
      select from odt.pass where sensor_code = ${code} and status not in ('SUCCESSFUL', 'UNSUCCESSFUL', 'CANCELLED')
    ) or exists (
      select from odt.request where status = 'PENDING' and not is_ended
        and (${code} = any(sensor_codes) or ${code} in (select split_part(name, '@', 1) from unnest(pass_names) as name))
    ) as awaited`.execute(tx)
  return rows[0]?.awaited === true
}

export async function removeSensor(tx: TenantDb, code: string): Promise<void> {
  await sql`delete from odt.sensor where code = ${code}`.execute(tx)
}

export type OffsetRow = { readonly sensor_code: string; readonly norad_id: number; readonly offset_s: number }

/**
 * Returns the delays of objects against their predictions, by sensor, from tracks that certainly belong to one object. Tracks of test providers
 * are left out, since they do not show the clock error of a real sensor.
 */
export async function listOffsets(tx: TenantDb, since: Date): Promise<OffsetRow[]> {
  const { rows } = await sql<OffsetRow>`
    select sensor_code, best_norad_id as norad_id, offset_s from odt.observation
    where withdrawn_at is null and offset_s is not null and best_norad_id is not null and starts_at >= ${since}
      and not (is_simulated and exists (select from odt.sensor where code = sensor_code))`.execute(tx)
  return rows
}
