import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { ErrorCode, ProblemDetail } from '@apsis/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import type { Catalogue } from '../../tle/catalogue.service.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import {
  type EphemerisRow,
  findEphemeris,
  findOrbit,
  listOperational,
  madeAt,
} from '../ephemeris/record/ephemeris.repository.ts'
import { listValidObjects } from '../event/estimate.repository.ts'
import { listNeighbourOrbits, type NeighbourOrbit } from '../neighbour/record/neighbour.repository.ts'
import { radiusOf } from '../satellite/record/derive-satellite.ts'
import {
  findAnySatellite,
  findSatellite,
  listActiveSatellites,
  type SatelliteRow,
} from '../satellite/record/satellite.repository.ts'
import type { EventMessage, EventState } from './event-states.ts'
import { listOpenMessages } from './run/screening.repository.ts'
import type { LearntOf } from './run/submitted-screening.ts'

// The primaries of a screening with their stored orbits, and the objects that they are compared with.

/** The source of an orbit: an ephemeris of the operator, or an element set. */
export type Orbit =
  | {
      readonly source: 'OPS'
      /** Null for the path of a plan, which has no file. */
      readonly ephemerisId: string | null
      readonly fileName: string
      readonly isSimulated: boolean
      readonly usable: { readonly from: Date; readonly to: Date }
      /** The creation time of a file without a covariance. */
      readonly bareSince?: Date
      /** The orbital period. */
      readonly periodS: number
      /** The stored form of the orbit (packed-orbit.ts). */
      readonly packed: Buffer
    }
  | { readonly source: 'TLE'; readonly elements: MeanElements; readonly isSimulated: boolean }

/** A satellite of the organisation, and the orbit for its screening. */
export type Flyer = {
  readonly objectId: string
  readonly name: string
  readonly noradId: number
  readonly satelliteId: string
  readonly thresholds: Thresholds
  /** The hard-body radius, m; null if it is unknown. */
  readonly radiusM: number | null
  readonly ownBox: Satellite['configuration']['screeningBox']
  readonly orbit: Orbit
  /** The derived covariance of a file that states none; absent if none could be derived. */
  readonly learnt?: LearntOf
}

/** Satellites to screen, and satellites without a known orbit. */
export type Fleet = { readonly flyers: readonly Flyer[]; readonly grounded: readonly SatelliteWithoutOrbit[] }
type SatelliteWithoutOrbit = { readonly id: string; readonly name: string; readonly satelliteId: string }

/** The path of a field in the request's body or query, for errors. */
export type Place = (name: string) => Pick<ProblemDetail, 'pointer' | 'parameter'>
export const inBody: Place = (name) => ({ pointer: `#/${name}` })
export const inQuery: Place = (name) => ({ parameter: name })

/** The requested satellite, the time of the request, and the field that names the satellite. */
export type FlyerQuestion = {
  readonly satelliteId?: string | undefined
  readonly ephemerisId?: string | undefined
  readonly now: Date
  /** The ephemeris must be usable at this time. */
  readonly from: Date
  readonly place: Place
  /** The error code for a file that is inactive or invalid. */
  readonly unfit: 'conflict' | 'unprocessable'
}

/** Returns the satellites that a request names; if it names none, all satellites of the organisation. */
export async function findFleet(tx: TenantDb, { satelliteId, ephemerisId, ...asked }: FlyerQuestion): Promise<Fleet> {
  if (ephemerisId !== undefined)
    return { flyers: [await flyerOfFile(tx, { id: ephemerisId, satelliteId, ...asked })], grounded: [] }
  if (satelliteId !== undefined) {
    const satellite = await findSatellite(tx, satelliteId)
    if (satellite === undefined) throw refusal('not-found', asked.place('satellite-id'), 'names no satellite of yours')
    const fleet = await flyersOf(tx, [satellite], asked)
    if (fleet.flyers.length === 0)
      throw refusal('unprocessable', asked.place('satellite-id'), 'has neither an ephemeris nor an element set')
    return fleet
  }
  const fleet = await flyersOf(tx, await listActiveSatellites(tx), asked)
  if (fleet.flyers.length === 0)
    throw refusal('unprocessable', asked.place('satellite-id'), 'is missing, and there is no satellite with an orbit')
  return fleet
}

type FlyerSpan = Pick<FlyerQuestion, 'now' | 'from' | 'place' | 'unfit'>

/** Returns satellites with their orbits at a time, and those without an orbit; unlike findFleet() it does not refuse a fleet without any orbit. */
export const orbitsOfFleet = (tx: TenantDb, satellites: readonly SatelliteRow[], at: Date): Promise<Fleet> =>
  flyersOf(tx, satellites, { now: at, from: at })

/** Returns a text that changes with the orbits by which satellites fly at a time: it costs less than to read the orbits. */
export async function markOfOrbits(tx: TenantDb, satellites: readonly SatelliteRow[], at: Date): Promise<string> {
  const { files, sets } = await sourcesOfOrbits(tx, satellites, at)
  return JSON.stringify(
    satellites.map(({ id, norad_id: noradId, name }) => {
      const known = sets.get(noradId)
      return [id, noradId, name, files.get(id)?.id, known && [known.set.epoch, known.source, known.receivedAt]]
    }),
  )
}

/** Returns the operational file of each satellite by its id, and the newest element sets by number. */
async function sourcesOfOrbits(tx: TenantDb, satellites: readonly SatelliteRow[], now: Date) {
  const files = new Map((await listOperational(tx, now)).map((row) => [row.satellite_id, row]))
  const sets = await newestSets(
    tx,
    satellites.map(({ norad_id: noradId }) => noradId),
  )
  return { files, sets }
}

async function flyerOfFile(
  tx: TenantDb,
  { id, satelliteId, now, place, unfit }: FlyerSpan & { readonly id: string; readonly satelliteId: string | undefined },
): Promise<Flyer> {
  const row = await findEphemeris(tx, now, id)
  if (row === undefined) throw refusal('not-found', place('oem-id'), 'names no ephemeris of yours')
  if (satelliteId !== undefined && satelliteId !== row.satellite_id)
    throw refusal('unprocessable', place('oem-id'), 'is an ephemeris of another satellite')
  if (!row.active) throw refusal(unfit, place('oem-id'), 'is inactive')
  const orbit = await readOrbit(tx, row)
  if (orbit === undefined) throw refusal(unfit, place('oem-id'), 'is invalid')
  const satellite = await findAnySatellite(tx, row.satellite_id)
  if (satellite === undefined) throw new TypeError(`ephemeris ${id} has no satellite`)
  return { ...about(satellite), orbit }
}

async function flyersOf(
  tx: TenantDb,
  satellites: readonly SatelliteRow[],
  { now, from }: Pick<FlyerSpan, 'now' | 'from'>,
): Promise<Fleet> {
  const { files, sets } = await sourcesOfOrbits(tx, satellites, now)
  const flyers: Flyer[] = []
  const grounded: SatelliteWithoutOrbit[] = []
  for (const satellite of satellites) {
    const file = files.get(satellite.id)
    const isUsable =
      file?.usable_start_at && file.usable_stop_at && file.usable_start_at <= from && file.usable_stop_at > from
    const known = sets.get(satellite.norad_id)
    const orbit =
      (file && isUsable ? await readOrbit(tx, file) : undefined) ??
      (known && { source: 'TLE' as const, elements: known.set, isSimulated: known.isSimulated })
    if (orbit === undefined)
      grounded.push({ id: String(satellite.norad_id), name: satellite.name, satelliteId: satellite.id })
    else flyers.push({ ...about(satellite), orbit })
  }
  return { flyers, grounded }
}

async function readOrbit(tx: TenantDb, row: EphemerisRow): Promise<Orbit | undefined> {
  const packed = await findOrbit(tx, row.id)
  const { usable_start_at: from, usable_stop_at: to, start_at: start, stop_at: stop } = row
  if (packed === undefined || from === null || to === null || start === null || stop === null) return undefined
  const stepS = (stop.getTime() - start.getTime()) / 1000 / Math.max(1, row.points - row.segments)
  const periodS = stepS * (row.states_per_revolution ?? 0)
  const { id: ephemerisId, name: fileName, is_simulated: isSimulated } = row
  const bare = row.covariance === 'given' ? {} : { bareSince: madeAt(row) }
  return { source: 'OPS', ephemerisId, fileName, isSimulated, usable: { from, to }, periodS, packed, ...bare }
}

function about({ id, name, norad_id: noradId, configuration }: SatelliteRow): Omit<Flyer, 'orbit'> {
  const { thresholds, screeningBox: ownBox } = configuration
  const radiusM = radiusOf(configuration).hardBodyRadius
  return { objectId: String(noradId), name, noradId, satelliteId: id, thresholds, radiusM, ownBox }
}

/** Makes an error that names the field of the request. */
export function refusal(code: ErrorCode, place: ReturnType<Place>, message: string): ApiError {
  const where = place.pointer ?? place.parameter
  return new ApiError(code, `${where}: ${message}`, { errors: [{ code: 'screening.refused', message, ...place }] })
}

/** The objects that primaries are compared with. */
export type Opponents =
  | { readonly against: 'CAT' | 'TLE'; readonly catalogue: Catalogue }
  | { readonly against: 'OPS' | 'TLE'; readonly others: readonly Flyer[] }
  | { readonly against: 'CDM'; readonly states: readonly EventState[]; readonly isSimulated: boolean }
  /** The newest published ephemerides of objects that come near. */
  | { readonly against: 'EPH'; readonly neighbours: readonly NeighbourOrbit[] }

type OpponentQuestion = Pick<FlyerQuestion, 'now' | 'from' | 'place' | 'unfit'> & {
  readonly against: Opponents['against']
  readonly flyers: readonly Flyer[]
  readonly catalogue: Catalogue
  /** Only messages of this event are used. */
  readonly conjunctionId?: string | undefined
}

type OpponentSearch = {
  readonly opponents: Opponents
  /** The objects that cannot be compared with, and their reasons. */
  readonly lost: readonly { readonly id: string; readonly reason: string }[]
}

/** Messages whose objects have not been read yet. */
type Unread = { readonly messages: readonly EventMessage[]; readonly isSimulated: boolean }

/** Finds the objects that primaries are compared with; `readOpponents` reads the messages afterwards. */
export async function findOpponents(
  tx: TenantDb,
  { against, flyers, catalogue, conjunctionId, ...asked }: OpponentQuestion,
): Promise<OpponentSearch | Unread> {
  if (against === 'EPH') return { opponents: { against, neighbours: await neighboursOf(tx, flyers, asked) }, lost: [] }
  if (against === 'CDM') return findEventMessages(tx, flyers, { now: asked.now, conjunctionId })
  if (against !== 'OPS')
    return { opponents: { against, catalogue }, lost: await goneFrom(tx, { flyers, catalogue, ...asked }) }
  const own = new Set(flyers.map(({ satelliteId }) => satelliteId))
  const all = (await findFleet(tx, asked)).flyers
  const others = all.filter(({ satelliteId, orbit }) => orbit.source === 'OPS' && !own.has(satelliteId))
  return { opponents: { against, others }, lost: [] }
}

/** Returns the published ephemerides near these satellites, without the satellites themselves. */
async function neighboursOf(tx: TenantDb, flyers: readonly Flyer[], { from }: Pick<FlyerQuestion, 'from'>) {
  const own = new Set(flyers.map(({ noradId }) => noradId))
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  return (await listNeighbourOrbits(tx, { satelliteIds, from })).filter(({ norad_id: number }) => !own.has(number))
}

/** Returns objects of current estimates that left the catalogue: no screening includes them, so none would end the estimates. */
async function goneFrom(
  tx: TenantDb,
  { flyers, catalogue, now }: Pick<OpponentQuestion, 'flyers' | 'catalogue' | 'now'>,
): Promise<OpponentSearch['lost']> {
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  const valid = await listValidObjects(tx, { satelliteIds, from: now })
  if (valid.length === 0) return []
  const listed = new Set(catalogue.objects.map(({ noradId }) => String(noradId)))
  return valid.filter((id) => !listed.has(id)).map((id) => ({ id, reason: 'not-in-catalogue' }))
}

async function findEventMessages(
  tx: TenantDb,
  flyers: readonly Flyer[],
  which: Pick<OpponentQuestion, 'now' | 'conjunctionId'>,
): Promise<Unread> {
  const satelliteIds = flyers.map(({ satelliteId }) => satelliteId)
  const rows = await listOpenMessages(tx, { satelliteIds, ...which })
  const noradIds = flyers.map(({ noradId }) => noradId)
  return {
    messages: rows.map(({ id: cdmId, original, radius_m: radiusM }) => ({ cdmId, original, noradIds, radiusM })),
    isSimulated: rows.some((row) => row.is_simulated),
  }
}

const REBUILD = task<typeof import('./event-states.ts').rebuildEventStates>({
  module: new URL('./event-states.ts', import.meta.url),
  name: 'rebuildEventStates',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 16 },
})

/** Reads the objects of messages, if primaries are compared with objects of messages. */
export async function readOpponents(tenantId: string, found: OpponentSearch | Unread): Promise<OpponentSearch> {
  if ('opponents' in found) return found
  const { messages, isSimulated } = found
  const { states, lost } = await pool.run(REBUILD, tenantId, messages)
  return {
    opponents: { against: 'CDM', states, isSimulated },
    lost: lost.map(({ objectId, reason }) => ({ id: objectId, reason })),
  }
}
