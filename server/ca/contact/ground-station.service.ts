import { randomUUID } from 'node:crypto'
import { type GroundStation, MOST_STATIONS, type NewGroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { askContacts } from '../event/ask-contacts.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import * as repository from './contact.repository.ts'
import type { Asking } from './contact.service.ts'

export function listStations(db: Database, { tenantId }: Pick<Caller, 'tenantId'>): Promise<GroundStation[]> {
  return db.tenant(tenantId, repository.listStations)
}

export function createStation(db: Database, asking: Asking, fields: NewGroundStation): Promise<GroundStation> {
  const { tenantId } = asking.owner
  return db.tenant(tenantId, async (tx) => {
    const known = await lockAndCheck(tx, tenantId, fields)
    if (known.length >= MOST_STATIONS)
      throw new ApiError('conflict', `An organisation has ${MOST_STATIONS} ground stations at most.`)
    const station = { stationId: randomUUID(), ...fields }
    await repository.insertStation(tx, tenantId, station)
    await record(tx, asking, { change: 'create', station })
    return station
  })
}

/** Replaces all fields of a station. */
export function updateStation(
  db: Database,
  asking: Asking,
  stationId: string,
  fields: NewGroundStation,
): Promise<GroundStation> {
  const { tenantId } = asking.owner
  return db.tenant(tenantId, async (tx) => {
    const before = await requireStation(tx, stationId)
    await lockAndCheck(tx, tenantId, fields, stationId)
    const station = { stationId, ...fields }
    await repository.updateStation(tx, station)
    await record(tx, asking, { change: 'update', station, before })
    return station
  })
}

export function removeStation(db: Database, asking: Asking, stationId: string): Promise<void> {
  return db.tenant(asking.owner.tenantId, async (tx) => {
    const station = await requireStation(tx, stationId)
    await repository.deleteStation(tx, stationId)
    await record(tx, asking, { change: 'remove', station })
  })
}

/**
 * Locks the organisation's stations, and returns them after checking that the name is free and that the satellites
 * are the organisation's own.
 */
async function lockAndCheck(
  tx: TenantDb,
  tenantId: string,
  { name, satelliteIds }: NewGroundStation,
  stationId?: string,
): Promise<GroundStation[]> {
  await repository.lockStations(tx, tenantId)
  const known = await repository.listStations(tx)
  if (known.some((one) => one.name === name && one.stationId !== stationId))
    throw new ApiError('conflict', `Another ground station is called ${name}.`, {
      errors: [{ code: 'ground-station.taken', message: 'is the name of another ground station', pointer: '#/name' }],
    })
  // A satellite that was removed later may stay in the list: an empty list would make the station serve all.
  const named = known.find((one) => one.stationId === stationId)?.satelliteIds ?? []
  for (const [place, id] of satelliteIds.entries())
    if (!named.includes(id) && (await findSatellite(tx, id)) === undefined)
      throw new ApiError('unprocessable', 'A ground station serves satellites of the organisation.', {
        errors: [{ code: 'ground-station.satellite', message: 'is no satellite', pointer: `#/satelliteIds/${place}` }],
      })
  return known
}

async function requireStation(tx: TenantDb, id: string): Promise<GroundStation> {
  const station = await repository.lockStation(tx, id)
  if (station === undefined) throw new ApiError('not-found', 'There is no such ground station.')
  return station
}

type StationChange = {
  readonly change: 'create' | 'update' | 'remove'
  readonly station: GroundStation
  readonly before?: GroundStation
}

async function record(
  tx: TenantDb,
  { owner: { tenantId, subject: actor }, requestId }: Asking,
  { change, station, before }: StationChange,
): Promise<void> {
  await insertAudit(tx, tenantId, {
    actor,
    action: `ground-station.${change}`,
    object: station.stationId,
    outcome: 'done',
    requestId,
    detail: before === undefined ? { station } : { before, after: station },
  })
  await askContacts(tx, tenantId, null)
  emit(tx, { tenantId, type: 'satellite', data: { stationId: station.stationId, change: 'ground-station' } })
}
