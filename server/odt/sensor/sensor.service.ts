import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { sensorClock } from '@apsis/astro/measurement/sensor-clock.ts'
import {
  CLOCK_DAYS,
  compareSensors,
  HIDDEN_TYPES,
  MOST_SENSORS,
  type NewSensor,
  type Sensor,
  type SensorPlace,
} from '@apsis/contract/odt/sensor/sensor.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { isStale } from '../../platform/http/etag.ts'
import { isSamePlace, placesWith } from './places.ts'
import * as repository from './sensor.repository.ts'
import { SIMULATED_NETWORK } from './simulated-network.data.ts'

/** The dependencies of sensors. */
export type SensorPlatform = {
  readonly db: Database
  readonly now: () => number
  /** True if the simulated network is available (APSIS_DEMO_FLEET). */
  readonly isSimulationAllowed: boolean
}

export type SensorRequest = { readonly caller: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

type Listing = {
  readonly 'sensor-code'?: string | undefined
  readonly 'special-mode': boolean
}

/** Returns sensors by type descending, then code; test, future and retired ones only in special mode. */
export async function listSensors(
  { db, ...network }: SensorPlatform,
  { caller }: Pick<SensorRequest, 'caller'>,
  { 'sensor-code': code, 'special-mode': isSpecialMode }: Listing,
): Promise<Sensor[]> {
  const since = new Date(network.now() - CLOCK_DAYS * DAY_MS)
  const { sensors, offsets } = await db.tenant(caller.tenantId, async (tx) => ({
    sensors: await knownSensors(tx, network),
    offsets: Map.groupBy(await repository.listOffsets(tx, since), ({ sensor_code }) => sensor_code),
  }))
  return sensors
    .filter(
      ({ sensorCode, sensorType }) =>
        (code === undefined || sensorCode === code) && (isSpecialMode || !HIDDEN_TYPES.includes(sensorType)),
    )
    .map((sensor) => ({ ...sensor, clock: clockOf(offsets.get(sensor.sensorCode) ?? []) }))
}

function clockOf(offsets: readonly repository.OffsetRow[]): NonNullable<Sensor['clock']> | null {
  const clock = sensorClock(offsets.map(({ norad_id, offset_s }) => ({ objectId: norad_id, offsetS: offset_s })))
  return clock && { offset: clock.offsetS, sigma: clock.sigmaS, objects: clock.objects }
}

type Network = Pick<SensorPlatform, 'isSimulationAllowed'>

/** Returns every sensor that the organisation can name, of any type, in the order of lists. */
export async function knownSensors(tx: TenantDb, { isSimulationAllowed }: Network): Promise<Sensor[]> {
  const own = (await repository.listSensors(tx)).map(present)
  const codes = new Set(own.map(({ sensorCode }) => sensorCode))
  const simulated = isSimulationAllowed ? SIMULATED_NETWORK.filter(({ sensorCode }) => !codes.has(sensorCode)) : []
  return [...own, ...simulated].sort(compareSensors)
}

export function createSensor(platform: SensorPlatform, request: SensorRequest, sensor: NewSensor): Promise<Sensor> {
  const { tenantId } = request.caller
  return platform.db.tenant(tenantId, async (tx) => {
    await repository.lockSensors(tx, tenantId)
    const known = await knownSensors(tx, platform)
    if (known.some(({ sensorCode }) => sensorCode === sensor.sensorCode)) throw taken(sensor.sensorCode)
    if (known.filter(({ isSimulated }) => !isSimulated).length >= MOST_SENSORS)
      throw new ApiError('conflict', `An organisation has ${MOST_SENSORS} sensors at most.`)
    const now = new Date(platform.now())
    requirePast(sensor, now)
    const { movedAt, ...fields } = sensor
    const places = { since: movedAt ?? null, former: [] }
    await repository.insertSensor(tx, { tenantId, sensor, places, now })
    await record(tx, request, { change: 'create', code: sensor.sensorCode, detail: { sensor } })
    return { ...fields, standsSince: places.since, formerPlaces: [], version: 1, isSimulated: false }
  })
}

type Change = { readonly code: string; readonly sensor: NewSensor; readonly ifMatch: string | undefined }

/** Replaces all fields of a sensor, and keeps its former places. If nothing has changed, its version stays. */
export function updateSensor(
  platform: SensorPlatform,
  request: SensorRequest,
  { code, sensor, ifMatch }: Change,
): Promise<Sensor> {
  return platform.db.tenant(request.caller.tenantId, async (tx) => {
    const before = await requireOwn(tx, platform, code)
    if (sensor.sensorCode !== code) throw differentCode()
    if (isStale(ifMatch, before))
      throw new ApiError('version-stale', 'The sensor was changed by somebody else in between.')
    const now = new Date(platform.now())
    requirePast(sensor, now)
    const { version, isSimulated, standsSince = null, formerPlaces = [], ...fields } = before
    const { movedAt, ...asked } = sensor
    const known = { place: placeOf(before), since: standsSince, former: formerPlaces }
    const places = placesWith(known, { place: placeOf(sensor), movedAt, now })
    if (isDeepStrictEqual(fields, asked) && isDeepStrictEqual(known, places)) return before
    if (isAnother(fields, sensor)) await requireNotAwaited(tx, code)
    await repository.updateSensor(tx, { sensor, places, now })
    await record(tx, request, { change: 'update', code, detail: { before: fields, after: sensor } })
    const { since, former } = places
    return { ...asked, standsSince: since, formerPlaces: former, version: version + 1, isSimulated }
  })
}

export function removeSensor(platform: SensorPlatform, request: SensorRequest, code: string): Promise<void> {
  return platform.db.tenant(request.caller.tenantId, async (tx) => {
    const { version, isSimulated, ...sensor } = await requireOwn(tx, platform, code)
    await requireNotAwaited(tx, code)
    await repository.removeSensor(tx, code)
    await record(tx, request, { change: 'remove', code, detail: { sensor } })
  })
}

/** Returns true if the change would make planned passes of a sensor impossible: if its place, its kind or its provider differs. */
const isAnother = (before: NewSensor, after: NewSensor): boolean =>
  before.sensorType !== after.sensorType || before.providerId !== after.providerId || !isSamePlace(before, after)

const placeOf = ({ latitude, longitude, altitude }: SensorPlace): SensorPlace => ({ latitude, longitude, altitude })

/** Throws for a future date: passes of today must not be computed from a future place. */
function requirePast({ movedAt }: NewSensor, now: Date): void {
  if (movedAt === undefined || Date.parse(movedAt) <= now.getTime()) return
  const message = 'must not be later than now'
  throw new ApiError('unprocessable', `movedAt ${message}`, {
    errors: [{ code: 'sensor.moved-at', message, pointer: '#/movedAt' }],
  })
}

async function requireNotAwaited(tx: TenantDb, code: string): Promise<void> {
  if (await repository.isAwaited(tx, code))
    throw new ApiError('conflict', `Requests that have not ended wait for the sensor ${code}: cancel them first.`)
}

async function requireOwn(tx: TenantDb, { isSimulationAllowed }: Network, code: string): Promise<Sensor> {
  const row = await repository.lockSensor(tx, code)
  if (row !== undefined) return present(row)
  if (isSimulationAllowed && SIMULATED_NETWORK.some(({ sensorCode }) => sensorCode === code))
    throw new ApiError('conflict', `The sensor ${code} belongs to the simulated network and stays as it is.`)
  throw new ApiError('not-found', 'There is no such sensor.')
}

/** Returns a sensor at a former place. */
export const placed = (sensor: Sensor, place: SensorPlace | null): Sensor =>
  place === null ? sensor : { ...sensor, ...place }

const present = ({ code, sensor_type: sensorType, fields, version, ...places }: repository.SensorRow): Sensor => ({
  sensorCode: code,
  sensorType,
  ...fields,
  standsSince: places.stands_since?.toISOString() ?? null,
  formerPlaces: places.former_places,
  version,
  isSimulated: false,
})

function taken(code: string): ApiError {
  const errors = [{ code: 'sensor.taken', message: 'is the code of another sensor', pointer: '#/sensorCode' }]
  return new ApiError('conflict', `The code ${code} is that of another sensor.`, { errors })
}

function differentCode(): ApiError {
  const message = 'must be the code that the query names'
  return new ApiError('unprocessable', `sensorCode ${message}`, {
    errors: [{ code: 'sensor.code', message, pointer: '#/sensorCode' }],
  })
}

type SensorChange = {
  readonly change: 'create' | 'update' | 'remove'
  readonly code: string
  readonly detail: Readonly<Record<string, unknown>>
}

async function record(tx: TenantDb, { caller, requestId }: SensorRequest, { change, code, detail }: SensorChange) {
  const { tenantId, subject: actor } = caller
  const entry = { actor, action: `sensor.${change}`, object: code, outcome: 'done' as const, requestId, detail }
  await insertAudit(tx, tenantId, entry)
  emit(tx, { tenantId, type: 'sensor', data: { code, change } })
}
