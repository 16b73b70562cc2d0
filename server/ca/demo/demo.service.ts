import type { GroundStation } from '@apsis/contract/ca/contact/ground-station.ts'
import type { Demo } from '@apsis/contract/ca/demo.ts'
import { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import { addSimulatedConnection, removeSimulatedConnection } from '../../connections/connection.service.ts'
import { USUAL_PERIOD_S } from '../../connections/feed.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import {
  deleteRecurringWork,
  deleteRecurringWorkUnless,
  type Turn,
  upsertRecurringWork,
} from '../../platform/jobs/recurring-work.repository.ts'
import { removeSimulatedSets, storeSimulatedSets } from '../../tle/element-set.service.ts'
import { deleteSimulatedBurns } from '../announced/silent-burn.repository.ts'
import * as contacts from '../contact/contact.repository.ts'
import { askContacts } from '../event/ask-contacts.ts'
import { raiseListVersion } from '../event/event.repository.ts'
import {
  addSatellite,
  findSatelliteByNorad,
  hideSatellite,
  listActiveSatellites,
} from '../satellite/satellite.service.ts'
import * as repository from './demo.repository.ts'
import { eventsDue } from './demo.ts'
import { demoElementsAt, fleetHistorySets, silentBurnSets } from './elements.ts'
import { DEMO_FLEET, DEMO_SEED } from './fleet.data.ts'
import { DEMO_CALLER, DEMO_CHAIN, DEMO_TELEPHONES } from './on-call.data.ts'

/**
 * The station that commands satellites of the demo in low polar orbits. Near a pole it sees them in most revolutions, but high above the
 * horizon for some minutes only. So a satellite that does not burn in contacts has time for its burns.
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

/**
 * Stations that only receive, so that only the first station sets the times of commands. Their passes are shown on maps and in lists of
 * contacts.
 */
const RECEIVING = [
  { name: 'SIMULATED South', latitude: -53.2, longitude: -70.9, altitude: 40 },
  { name: 'SIMULATED West', latitude: 19, longitude: -155.7, altitude: 370 },
  { name: 'SIMULATED East', latitude: 36.1, longitude: 140.1, altitude: 30 },
  { name: 'SIMULATED Equator', latitude: -2.9, longitude: 40.2, altitude: 10 },
].map((place, at): Omit<GroundStation, 'satelliteIds'> => {
  const stationId = `0de00000-0000-4000-8000-00000000000${at + 2}`
  return { ...place, stationId, minimumElevation: 5, horizon: [], canCommand: false }
})
const STATIONS = [STATION, ...RECEIVING]

/** A low orbit with a smaller inclination never rises high enough over the station: a satellite on it could not be commanded at all. */
const LEAST_INCLINATION_DEG = 75

/** The name of the demo's work, and of the connection that shows it. */
export const DEMO_WORK = 'ca.demo'
const DEMO_CONNECTION = 'SIMULATED service'
const EVERY_S = 60
/** A time before all messages of the demo. */
export const BEGINNING = Date.parse('2000-01-01T00:00:00Z')

export type DemoPlatform = { readonly db: Database; readonly now: () => number; readonly isAllowed: boolean }
/** Returns the open demo of the organisation: its opening time, and who opened it. */
export const findOpenDemo = repository.findDemo
type Request = { readonly owner: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

export function getDemo({ db, isAllowed }: DemoPlatform, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Demo> {
  return db.tenant(tenantId, (tx) => present(tx, isAllowed))
}

/** Opens the demo for the organisation: its satellites at once, its messages by the worker. A second call changes nothing. */
export async function openDemo(
  { db, now, isAllowed }: DemoPlatform,
  { owner, requestId }: Request,
  seed = DEMO_SEED,
): Promise<Demo> {
  if (!isAllowed)
    throw new ApiError('conflict', 'Simulated data is not allowed in this installation (APSIS_DEMO_FLEET).')
  const { tenantId, subject } = owner
  return db.tenant(tenantId, async (tx) => {
    // The time has milliseconds, as in the database: all times of the demo are relative to it.
    const openedAt = new Date(now())
    if (await repository.insertDemo(tx, { tenantId, seed, openedAt, openedBy: subject })) {
      await addFleet(tx, { owner, requestId })
      await addDemoStations(tx, tenantId)
      await refreshElements(tx, tenantId, openedAt)
      await addSimulatedConnection(tx, tenantId, { name: DEMO_CONNECTION, periodS: USUAL_PERIOD_S, now: openedAt })
      await upsertRecurringWork(tx, { name: DEMO_WORK, tenantId }, EVERY_S)
      await record(tx, { owner, requestId }, { action: 'demo.open', detail: { seed } })
    }
    return present(tx, isAllowed)
  })
}

/** A satellite of the organisation with a number of the fleet is kept; a satellite that only has the same name is a conflict. */
async function addFleet(tx: TenantDb, { owner, requestId }: Request): Promise<void> {
  for (const { input } of DEMO_FLEET) {
    if ((await findSatelliteByNorad(tx, input.noradId)) !== undefined) continue
    const configuration = SatelliteConfiguration.parse(input.configuration)
    await addSatellite(tx, owner, { ...input, configuration }, { isSimulated: true, requestId })
  }
}

/** Removes work of the demo from the list, unless the demo was closed and opened again meanwhile: the new demo needs the work. */
export const endDemoWork = (tx: TenantDb, work: Turn, done: repository.DemoRow | undefined): Promise<void> =>
  deleteRecurringWorkUnless(tx, work, async () => {
    const open = await repository.findDemo(tx)
    return open !== undefined && open.opened_at.getTime() !== done?.opened_at.getTime()
  })

/** Stores the fleet's element sets as a catalogue would have them at a time. */
export async function refreshElements(tx: TenantDb, tenantId: string, at: Date): Promise<void> {
  await storeSimulatedSets(tx, tenantId, demoElementsAt(Math.floor(at.getTime() / 1000) * 1000))
}

/** Stores the element sets of the fleet from the days before the opening. */
export async function storeHistorySets(tx: TenantDb, tenantId: string, openedAt: number): Promise<void> {
  await storeSimulatedSets(tx, tenantId, [...fleetHistorySets(openedAt), ...silentBurnSets(openedAt)])
}

/** Closes the demo and deletes its data. */
export async function closeDemo({ db }: Pick<DemoPlatform, 'db'>, { owner, requestId }: Request): Promise<void> {
  const { tenantId } = owner
  await db.tenant(tenantId, async (tx) => {
    if (!(await repository.deleteDemo(tx))) return
    await deleteRecurringWork(tx, { name: DEMO_WORK, tenantId })
    await removeSimulatedConnection(tx)
    await removeDemoStations(tx)
    const events = await clearSimulated(tx, tenantId)
    const fleet = new Set(DEMO_FLEET.map(({ input }) => input.noradId))
    for (const satellite of await listActiveSatellites(tx))
      if (satellite.is_simulated && fleet.has(satellite.norad_id))
        await hideSatellite(tx, { owner, requestId }, satellite)
    await record(tx, { owner, requestId }, { action: 'demo.close', detail: { events } })
  })
}

/** Deletes everything simulated except the satellites; returns the number of events. */
export async function clearSimulated(tx: TenantDb, tenantId: string): Promise<number> {
  await raiseListVersion(tx, tenantId)
  await repository.deleteSimulatedEphemerides(tx)
  await removeSimulatedSets(tx)
  await deleteSimulatedBurns(tx)
  await repository.deleteSimulatedPlans(tx)
  const removed = await repository.deleteSimulatedEvents(tx)
  emit(tx, { tenantId, type: 'conjunction', data: { removed } })
  return removed
}

/** Returns the on-call chain that an open demo shows, with the steps of its escalation; undefined: the demo is closed. */
export async function findDemoOnCall(tx: TenantDb) {
  if ((await repository.findDemo(tx)) === undefined) return undefined
  const calls = await repository.listDemoCalls(tx, DEMO_CALLER.subject)
  return { rota: DEMO_CHAIN, telephones: DEMO_TELEPHONES, calls }
}

async function present(tx: TenantDb, isAllowed: boolean): Promise<Demo> {
  const row = await repository.findDemo(tx)
  if (row === undefined) return { open: false, isAllowed, since: null, seed: null, filling: null }
  const { seed, opened_at, sent_until } = row
  return { open: true, isAllowed, since: opened_at.toISOString(), seed, filling: await fillingOf(tx, row, sent_until) }
}

/** Returns the progress of the worker's first run; null when it has sent everything. */
async function fillingOf(
  tx: TenantDb,
  { seed, opened_at }: repository.DemoRow,
  sentUntil: Date | null,
): Promise<Demo['filling']> {
  if (sentUntil !== null) return null
  const openedAt = opened_at.getTime()
  // Later messages join events that exist, so only the events due at the opening are counted.
  const of = eventsDue(seed, openedAt, { from: BEGINNING, to: openedAt }).length
  return { events: Math.min(of, await repository.countSimulatedEvents(tx)), of }
}

async function record(
  tx: TenantDb,
  { owner: { tenantId, subject }, requestId }: Request,
  { action, detail }: { readonly action: string; readonly detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  await insertAudit(tx, tenantId, { actor: subject, action, object: 'demo', outcome: 'done', requestId, detail })
}

/** Adds the ground stations of the demo for the demo's satellites only; a station is left out if the organisation has one with its name. */
async function addDemoStations(tx: TenantDb, tenantId: string): Promise<void> {
  await contacts.lockStations(tx, tenantId)
  const names = new Set((await contacts.listStations(tx)).map(({ name }) => name))
  const missing = STATIONS.filter(({ name }) => !names.has(name))
  const satelliteIds: string[] = []
  for (const { input, regime, orbit } of DEMO_FLEET) {
    if (regime !== 'LEO' || orbit.inclinationDeg < LEAST_INCLINATION_DEG) continue
    const satellite = await findSatelliteByNorad(tx, input.noradId)
    if (satellite?.is_simulated) satelliteIds.push(satellite.id)
  }
  // A station without satellites in its list would serve all satellites of the organisation.
  if (satelliteIds.length === 0 || missing.length === 0) return
  for (const station of missing) await contacts.insertStation(tx, tenantId, { ...station, satelliteIds })
  await askContacts(tx, tenantId, null)
}

async function removeDemoStations(tx: TenantDb): Promise<void> {
  for (const { stationId } of STATIONS) await contacts.deleteStation(tx, stationId)
}
