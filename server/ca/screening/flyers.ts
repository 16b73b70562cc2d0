import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import type { Satellite, Thresholds } from '@apsis/contract/ca/satellite.ts'
import type { ErrorCode, ProblemDetail } from '@apsis/contract/errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import {
  type EphemerisRow,
  findEphemeris,
  findOrbit,
  listOperational,
  madeAt,
} from '../ephemeris-file/ephemeris.repository.ts'
import { radiusOf } from '../fleet/derive-satellite.ts'
import {
  findAnySatellite,
  findSatellite,
  listActiveSatellites,
  type SatelliteRow,
} from '../fleet/satellite.repository.ts'
import type { LearntOf } from './run/submitted-screening.ts'

/** The source of an orbit: an ephemeris of the operator, or an element set. */
export type Orbit =
  | {
      readonly source: 'OPS'
      /** Null for a path that a satellite may take, of which there is no file. */
      readonly ephemerisId: string | null
      readonly fileName: string
      readonly isSimulated: boolean
      readonly usable: { readonly from: Date; readonly to: Date }
      /** When it was made, of a file that states no covariance. */
      readonly bareSince?: Date
      /** Of a revolution. */
      readonly periodS: number
      /** As it is stored (packed-orbit.ts). */
      readonly packed: Buffer
    }
  | { readonly source: 'TLE'; readonly elements: MeanElements; readonly isSimulated: boolean }

/** A satellite of the organisation, with the orbit that it is screened by. */
export type Flyer = {
  readonly objectId: string
  readonly name: string
  readonly noradId: number
  readonly satelliteId: string
  readonly thresholds: Thresholds
  /** The hard-body radius, m; null where it is not known. */
  readonly radiusM: number | null
  readonly ownBox: Satellite['configuration']['screeningBox']
  readonly orbit: Orbit
  /** The covariance of a file that states none; absent where none was learnt. */
  readonly learnt?: LearntOf
}

/** Satellites to screen, and those without a known orbit. */
export type Fleet = { readonly flyers: readonly Flyer[]; readonly grounded: readonly { id: string; name: string }[] }

/** The path of a field in the request's body or query, for errors. */
export type Place = (name: string) => Pick<ProblemDetail, 'pointer' | 'parameter'>
export const inBody: Place = (name) => ({ pointer: `#/${name}` })
export const inQuery: Place = (name) => ({ parameter: name })

/** The satellite that is asked for, the time of the request, and the field that names the satellite. */
export type Asked = {
  readonly satelliteId?: string | undefined
  readonly ephemerisId?: string | undefined
  readonly now: Date
  /** An ephemeris counts that is usable then. */
  readonly from: Date
  readonly place: Place
  /** The error code for a file that is inactive or invalid. */
  readonly unfit: 'conflict' | 'unprocessable'
}

/** The satellites that a request names; all of the organisation where it names none. */
export async function findFleet(tx: TenantDb, { satelliteId, ephemerisId, ...asked }: Asked): Promise<Fleet> {
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

type Named = Pick<Asked, 'now' | 'from' | 'place' | 'unfit'>

async function flyerOfFile(
  tx: TenantDb,
  { id, satelliteId, now, place, unfit }: Named & { readonly id: string; readonly satelliteId: string | undefined },
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

async function flyersOf(tx: TenantDb, satellites: readonly SatelliteRow[], { now, from }: Named): Promise<Fleet> {
  const files = new Map((await listOperational(tx, now)).map((row) => [row.satellite_id, row]))
  const sets = await newestSets(
    tx,
    satellites.map(({ norad_id: noradId }) => noradId),
  )
  const flyers: Flyer[] = []
  const grounded: { id: string; name: string }[] = []
  for (const satellite of satellites) {
    const file = files.get(satellite.id)
    const isUsable =
      file?.usable_start_at && file.usable_stop_at && file.usable_start_at <= from && file.usable_stop_at > from
    const known = sets.get(satellite.norad_id)
    const orbit =
      (file && isUsable ? await readOrbit(tx, file) : undefined) ??
      (known && { source: 'TLE' as const, elements: known.set, isSimulated: known.isSimulated })
    if (orbit === undefined) grounded.push({ id: String(satellite.norad_id), name: satellite.name })
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

/** An error that names the part of the request. */
export function refusal(code: ErrorCode, place: ReturnType<Place>, message: string): ApiError {
  const where = place.pointer ?? place.parameter
  return new ApiError(code, `${where}: ${message}`, { errors: [{ code: 'screening.refused', message, ...place }] })
}
