import { listOwnEphemerides } from '../../ca/ephemeris/own-orbit.service.ts'
import { listActiveSatellites, type SatelliteRow } from '../../ca/satellite/satellite.service.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import { legOver, legsOfOwn, orbitOfSet } from '../object/known-orbit.ts'
import { listEventObjects, type Span } from '../object/object.service.ts'
import { over, type Suspect } from './make-report.ts'
import type { FlownSuspect, SuspectSet } from './measure-task.ts'

/**
 * What the organisation itself knows better than the public catalogue: its satellites, and over them what messages say of objects
 * that are named and meet something.
 */
export async function listBetter(
  db: Database,
  tenantId: string,
  named: { readonly numbers: readonly number[]; readonly now: Date },
): Promise<SuspectSet[]> {
  const inEvents = await db.tenant(tenantId, (tx) => listEventObjects(tx, named.numbers, named.now))
  const own = await db.tenant(tenantId, async (tx) => ownBySets(tx, await listActiveSatellites(tx)))
  return withEvents(own, inEvents).flatMap(({ noradId, name, orbit: { type, epoch, set } }) =>
    set === undefined ? [] : [{ noradId, name, type, epoch, set }],
  )
}

/** The organisation's satellites alone, as it knows them itself during a track: by their ephemerides, else by elements. */
export function listOwnSuspects(db: Database, tenantId: string, { from, to }: Span): Promise<Suspect[]> {
  return db.tenant(tenantId, async (tx) => {
    const satellites = await listActiveSatellites(tx)
    const flown: Suspect[] = []
    for (const ephemeris of await listOwnEphemerides(tx, { from, to })) {
      const leg = legOver(await legsOfOwn(ephemeris), from.getTime(), to.getTime())
      const satellite = satellites.find(({ id }) => id === ephemeris.satelliteId)
      if (leg !== undefined && satellite !== undefined)
        flown.push({ noradId: satellite.norad_id, name: satellite.name, orbit: leg.orbit })
    }
    return over(flown, await ownBySets(tx, satellites))
  })
}

async function ownBySets(tx: TenantDb, satellites: readonly SatelliteRow[]): Promise<Suspect[]> {
  const numbers = satellites.map(({ norad_id }) => norad_id)
  return Array.from((await newestSets(tx, numbers)).values()).flatMap(({ set, lines }) => {
    const orbit = orbitOfSet(set, lines === undefined ? 'OMM' : 'TLE')
    return orbit === undefined ? [] : [{ noradId: set.noradId, name: set.objectName, orbit }]
  })
}

/** Own satellites and objects of events: an ephemeris that is flown comes before the orbit of a message, which comes before elements. */
export function withEvents(own: readonly Suspect[], inEvents: readonly Suspect[]): Suspect[] {
  const flown = own.filter(({ orbit }) => orbit.type === 'SP_EPHEMERIS')
  return over(flown, over(inEvents, own))
}

/** The own satellites that fly by an ephemeris at some time between two. */
export async function listFlown(db: Database, tenantId: string, span: Span | undefined): Promise<FlownSuspect[]> {
  if (span === undefined) return []
  return db.tenant(tenantId, async (tx) => {
    const satellites = await listActiveSatellites(tx)
    return (await listOwnEphemerides(tx, span)).flatMap(({ satelliteId, ...ephemeris }) => {
      const satellite = satellites.find(({ id }) => id === satelliteId)
      return satellite === undefined ? [] : [{ noradId: satellite.norad_id, name: satellite.name, ...ephemeris }]
    })
  })
}
