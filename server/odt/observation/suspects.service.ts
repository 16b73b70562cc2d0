import { listOwnEphemerides } from '../../ca/ephemeris/own-orbit.service.ts'
import { listActiveSatellites } from '../../ca/satellite/satellite.service.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { nearestSets } from '../../tle/element-set.service.ts'
import { epochOf, legOver, legsOfOwn, orbitOfSet } from '../object/known-orbit.ts'
import { listEventObjects, type Span } from '../object/object.service.ts'
import { over, type Suspect } from './make-report.ts'
import type { FlownSuspect, SuspectSet } from './measure-task.ts'
import { listAnalystNumbers } from './observation.repository.ts'

/** A measurement and its time; a real measurement is not compared with simulated orbits. */
type Measuring = {
  /** The catalogue numbers that the message names. */
  readonly numbers: readonly number[]
  readonly now: Date
  readonly at: Date
  readonly isSimulated: boolean
}

/**
 * Returns the orbits that the organisation knows better than the public catalogue: of its satellites, of the objects that it follows by its
 * own tracks, and, with precedence, of named objects that are in messages of future events. The elements of own satellites and of named
 * objects are those nearest to the measurement.
 */
export async function listBetter(db: Database, tenantId: string, measured: Measuring): Promise<SuspectSet[]> {
  const { numbers, now, at, isSimulated } = measured
  const inEvents = await db.tenant(tenantId, async (tx) =>
    (await listEventObjects(tx, numbers, now)).filter((one) => isSimulated || !one.isSimulated),
  )
  const own = await db.tenant(tenantId, async (tx) => {
    const satellites = (await listActiveSatellites(tx)).filter((one) => isSimulated || !one.is_simulated)
    const flying = satellites.map(({ norad_id }) => norad_id)
    const followed = await listAnalystNumbers(tx, isSimulated)
    return bySets(tx, [...new Set([...flying, ...numbers, ...followed])], { at, isSimulated })
  })
  return withEvents(own, inEvents).flatMap(({ noradId, name, orbit: { type, epoch, set } }) =>
    set === undefined ? [] : [{ noradId, name, type, epoch, set }],
  )
}

/** Returns only the organisation's satellites, with the orbit that it has of them during a track: from their ephemerides, else from elements. */
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
    const numbers = satellites.map(({ norad_id }) => norad_id)
    return over(flown, await bySets(tx, numbers, { at: from, isSimulated: true }))
  })
}

/** Returns objects with the elements nearest to a time. */
async function bySets(
  tx: TenantDb,
  numbers: readonly number[],
  { at, isSimulated }: Pick<Measuring, 'at' | 'isSimulated'>,
): Promise<Suspect[]> {
  const epoch = epochOf(at)
  const sets = await nearestSets(
    tx,
    numbers.map((noradId) => ({ noradId, epoch })),
  )
  return sets.flatMap((known) => {
    if (known === undefined || (known.isSimulated && !isSimulated)) return []
    const { set, lines } = known
    const orbit = orbitOfSet(set, lines === undefined ? 'OMM' : 'TLE')
    return orbit === undefined ? [] : [{ noradId: set.noradId, name: set.objectName, orbit }]
  })
}

/** Joins own satellites and event objects: an operational ephemeris precedes the orbit of a message, which precedes elements. */
export function withEvents(own: readonly Suspect[], inEvents: readonly Suspect[]): Suspect[] {
  const flown = own.filter(({ orbit }) => orbit.type === 'SP_EPHEMERIS')
  return over(flown, over(inEvents, own))
}

/** Returns the own satellites with an operational ephemeris at some time of a span. */
export async function listFlown(
  db: Database,
  tenantId: string,
  { span, isSimulated }: { readonly span: Span | undefined; readonly isSimulated: boolean },
): Promise<FlownSuspect[]> {
  if (span === undefined) return []
  return db.tenant(tenantId, async (tx) => {
    const satellites = (await listActiveSatellites(tx)).filter((one) => isSimulated || !one.is_simulated)
    return (await listOwnEphemerides(tx, span)).flatMap(({ satelliteId, ...ephemeris }) => {
      const satellite = satellites.find(({ id }) => id === satelliteId)
      return satellite === undefined ? [] : [{ noradId: satellite.norad_id, name: satellite.name, ...ephemeris }]
    })
  })
}
