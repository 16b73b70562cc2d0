import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import * as contacts from '../contact/contact.repository.ts'
import { askContacts } from '../event/ask-contacts.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'
import { DEMO_FLEET } from './fleet.data.ts'

/**
 * From where satellites of the demo in low polar orbits are commanded: near a pole they are seen in most revolutions, and high above the horizon for
 * some minutes alone, so that a satellite that does not burn in contacts has time for its burns.
 */
const STATION: Omit<GroundStation, 'satelliteIds'> = {
  stationId: '0de00000-0000-4000-8000-000000000001',
  name: 'SIMULATED North',
  latitude: 78.2,
  longitude: 15.4,
  altitude: 450,
  minimumElevation: 25,
  horizon: [],
  canCommand: true,
}

/** A low orbit that is inclined less never rises high enough over the station: its satellite could not be commanded at all. */
const LEAST_INCLINATION_DEG = 75

/** The ground station of the demo, for its own satellites alone; none where the organisation has one of its name. */
export async function addDemoStation(tx: TenantDb, tenantId: string): Promise<void> {
  await contacts.holdStations(tx, tenantId)
  if ((await contacts.listStations(tx)).some(({ name }) => name === STATION.name)) return
  const satelliteIds: string[] = []
  for (const { input, regime, orbit } of DEMO_FLEET) {
    if (regime !== 'LEO' || orbit.inclinationDeg < LEAST_INCLINATION_DEG) continue
    const satellite = await findSatelliteByNorad(tx, input.noradId)
    if (satellite?.is_simulated) satelliteIds.push(satellite.id)
  }
  // A station that names no satellite would serve all of the organisation.
  if (satelliteIds.length === 0) return
  await contacts.insertStation(tx, tenantId, { ...STATION, satelliteIds })
  await askContacts(tx, tenantId, null)
}

export const removeDemoStation = (tx: TenantDb) => contacts.deleteStation(tx, STATION.stationId)
