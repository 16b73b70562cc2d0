import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { standardMagnitude } from '@apsis/astro/visibility/magnitude.ts'
import type { ParsedRequest } from '@apsis/contract/endpoint.ts'
import {
  MOST_CODES,
  MOST_DAYS,
  MOST_TRACK_DAYS,
  type OrbitOrigin,
  type PassPrediction,
  type predictPasses as predictPassesCall,
  type predictPassesOfMessage as predictPassesOfMessageCall,
} from '@apsis/contract/odt/pass/passprediction.ts'
import { HIDDEN_TYPES, type Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { findOwnOrbit, findSet } from '../../ca/ephemeris/own-orbit.service.ts'
import { findSatellite } from '../../ca/satellite/satellite.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { listEventObjects } from '../object/object.service.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { GivenOrbit, PassOrder } from './predict-task.ts'

export type PassPlatform = {
  readonly db: Database
  readonly now: () => number
  readonly isSimulationAllowed: boolean
  readonly kept: KeptAnswers<PassPrediction[]>
}

type Query = ParsedRequest<typeof predictPassesCall>['query']
type Message = ParsedRequest<typeof predictPassesOfMessageCall>['body']
type Search = ParsedRequest<typeof predictPassesOfMessageCall>['query']
type Asking = { readonly caller: Pick<Caller, 'tenantId'>; readonly signal: AbortSignal }

const PREDICT = task<typeof import('./predict-task.ts').predictPasses>({
  module: new URL('./predict-task.ts', import.meta.url),
  name: 'predictPasses',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 64 },
})

const STANDARD_DAYS = 7

/** The source of an orbit, and the data of its object. */
type Source = {
  readonly orbit: GivenOrbit
  readonly source: string
  /** The origin in the answer; absent: the kind of the orbit decides. */
  readonly origin?: OrbitOrigin
  readonly name: string
  readonly isSimulated: boolean
  readonly radiusM?: number | undefined
}

const ORBITS = ['catalogue-id', 'satellite-id', 'tle', 'omm', 'oem'] as const

/** Returns the passes of an object that the query names. */
export async function predictPasses(platform: PassPlatform, asking: Asking, query: Query): Promise<PassPrediction[]> {
  const named = ORBITS.filter((name) => query[name] !== undefined)
  if (named.length !== 1) throw onlyOne(named)
  const { 'catalogue-id': noradId, 'satellite-id': satelliteId, tle, omm, oem, ...search } = query
  const text = tle ?? omm ?? oem
  if (text !== undefined) {
    const kind = tle !== undefined ? 'TLE' : omm !== undefined ? 'OMM' : 'OEM'
    return predict(platform, asking, {
      search,
      place: { parameter: kind.toLowerCase() },
      find: async () => sent(kind, text),
    })
  }
  const times = { now: new Date(platform.now()), at: new Date(spanOf(search, platform.now()).from) }
  const find = (tx: TenantDb) =>
    satelliteId === undefined ? stored(tx, noradId ?? 0, times.now) : ownOrbit(tx, { ...times, satelliteId })
  return predict(platform, asking, { search, place: { parameter: named[0] ?? '' }, find })
}

/** Returns the passes of an orbit in the request. */
export function predictPassesOfMessage(
  platform: PassPlatform,
  asking: Asking,
  { search, message }: { readonly search: Search; readonly message: Message },
): Promise<PassPrediction[]> {
  const { orbitDataMessageType: kind, orbitDataMessage: text } = message
  const place = { pointer: '#/orbitDataMessage' }
  return predict(platform, asking, { search, place, find: async () => sent(kind, text) })
}

const sent = (kind: Message['orbitDataMessageType'], text: string): Source => ({
  orbit: { kind, text },
  source: `${kind} that was sent`,
  origin: kind,
  name: '',
  isSimulated: false,
})

/** Returns the newest element set of an object; if no catalogue has the object, the orbit in the message of a future event. */
async function stored(tx: TenantDb, noradId: number, now: Date): Promise<Source> {
  const known = await findSet(tx, noradId)
  if (known !== undefined) return known
  const [ofEvent] = await listEventObjects(tx, [noradId], now)
  const elements = ofEvent?.orbit.set
  if (ofEvent === undefined || elements === undefined)
    throw new ApiError('not-found', `No orbit of ${noradId} is known.`)
  const set = { ...UNSAID, ...elements, noradId, objectName: ofEvent.name }
  const { isSimulated } = ofEvent
  return { orbit: { kind: 'set', set }, source: 'message of an event', origin: 'EVENT', name: '', isSimulated }
}

type OwnOrbit = { readonly satelliteId: string; readonly now: Date; readonly at: Date }

async function ownOrbit(tx: TenantDb, { satelliteId, ...times }: OwnOrbit): Promise<Source> {
  const satellite = await findSatellite(tx, satelliteId)
  if (satellite === undefined) throw new ApiError('not-found', 'There is no such satellite.')
  const known = await findOwnOrbit(tx, satellite, times)
  if (known === undefined) throw new ApiError('not-found', `No element set of ${satellite.norad_id} is known.`)
  return { ...known, radiusM: satellite.configuration.hardBodyRadius }
}

type Question = {
  readonly search: Search
  /** The field that the error names if the orbit cannot be used. */
  readonly place: { readonly parameter: string } | { readonly pointer: string }
  readonly find: (tx: TenantDb) => Promise<Source>
}

async function predict(
  platform: PassPlatform,
  { caller, signal }: Asking,
  question: Question,
): Promise<PassPrediction[]> {
  const { tenantId } = caller
  const { cacheId, ...search } = question.search
  const span = spanOf(search, platform.now())
  const { sensors, found } = await platform.db.tenant(tenantId, async (tx) => ({
    found: await question.find(tx),
    sensors: chosen(await knownSensors(tx, platform), search),
  }))
  const { orbit, source, name, isSimulated, radiusM } = found
  const origin = found.origin ?? (orbit.kind === 'ephemeris' ? 'EPHEMERIS' : 'SET')
  const magnitude = search['standard-magnitude'] ?? (radiusM === undefined ? undefined : standardMagnitude(radiusM))
  const minimumElevation = search['minimum-elevation']
  const order: PassOrder = {
    orbit,
    sensors,
    ...span,
    minimumElevation,
    minimumDurationS: search['minimum-duration'],
    showLow: search['show-low'],
    standardMagnitude: magnitude,
    track: search.track,
    light: search.light,
  }
  requireShort(search.track, span, sensors)
  if (search.light && sensors.length > 1) throw tooLong('light', 'is answered for one sensor at most')
  const key = createHash('sha256')
    .update(JSON.stringify([tenantId, { ...order, orbit: namedBy(orbit) }]))
    .digest('hex')
    .slice(0, 32)
  const known = cacheId === key ? platform.kept.find(key) : undefined
  if (known !== undefined) return known
  pool.requireRoom(tenantId)
  const answer = await pool.run(PREDICT, tenantId, order, signal).catch((error: unknown) => {
    if (error instanceof TaskLimitError) return { fault: `the search takes ${error.what}` }
    throw error
  })
  if (answer.fault !== undefined) throw unusable(question.place, answer.fault)
  const { noradId: catalogueId, epoch, endsAt, notSearched, passes, light } = answer
  const computedAt = new Date(platform.now()).toISOString()
  const predictions = sensors.map((sensor, index): PassPrediction => {
    const over = [...(passes[index] ?? [])]
    return {
      catalogueId,
      groundSensorName: sensor.groundSensorName,
      visibilityIntervals: over.flatMap(({ visibilityIntervals }) => visibilityIntervals),
      sensorCode: sensor.sensorCode,
      sensorType: sensor.sensorType,
      isSimulated: sensor.isSimulated || isSimulated,
      clearSky: sensor.clearSky,
      passes: over,
      orbit: { source, origin, name, epoch, endsAt, notSearched: [...notSearched], isSimulated },
      light,
      computedAt,
      cacheId: key,
    }
  })
  platform.kept.keep(key, predictions)
  return predictions
}

/** Returns a cache key of an orbit; for many states it is their hash. */
const namedBy = (orbit: GivenOrbit) =>
  orbit.kind === 'ephemeris' ? { ...orbit, segments: createHash('sha256').update(orbit.segments).digest('hex') } : orbit

function spanOf({ from, to }: Pick<Search, 'from' | 'to'>, now: number): { from: string; to: string } {
  const start = from === undefined ? Math.floor(now / MINUTE_MS) * MINUTE_MS : Date.parse(from)
  const end = to === undefined ? start + STANDARD_DAYS * DAY_MS : Date.parse(to)
  const message =
    end <= start
      ? 'must be after from'
      : end > start + MOST_DAYS * DAY_MS
        ? `must be ${MOST_DAYS} days after from at most`
        : undefined
  if (message === undefined) return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
  const errors = [{ code: 'passes.span', message, parameter: 'to' }]
  throw new ApiError('request-invalid', `to ${message}`, { errors })
}

/** A track is many times as long as its pass: to keep the answer small, tracks are given only for one sensor and a short search. */
function requireShort(isWanted: boolean, { from, to }: { from: string; to: string }, sensors: readonly Sensor[]): void {
  if (!isWanted || (sensors.length === 1 && Date.parse(to) - Date.parse(from) <= MOST_TRACK_DAYS * DAY_MS)) return
  throw tooLong('track', `is answered for one sensor and ${MOST_TRACK_DAYS} days at most`)
}

function tooLong(parameter: 'track' | 'light', message: string): ApiError {
  const errors = [{ code: `passes.${parameter}`, message, parameter }]
  return new ApiError('request-invalid', `${parameter} ${message}`, { errors })
}

function chosen(sensors: readonly Sensor[], search: Search): Sensor[] {
  const usable = sensors.filter(({ sensorType }) => search['special-mode'] || !HIDDEN_TYPES.includes(sensorType))
  const codes = search['sensor-code']?.split(',')
  const wanted = codes === undefined ? usable : usable.filter(({ sensorCode }) => codes.includes(sensorCode))
  const unknown = codes?.find((code) => !usable.some(({ sensorCode }) => sensorCode === code))
  const message =
    unknown !== undefined
      ? `names no sensor that is listed: ${unknown}`
      : wanted.length > MOST_CODES
        ? `must choose ${MOST_CODES} sensors at most`
        : undefined
  if (message === undefined) return wanted
  const errors = [{ code: 'passes.sensor', message, parameter: 'sensor-code' }]
  throw new ApiError('request-invalid', `sensor-code ${message}`, { errors })
}

function onlyOne(named: readonly string[]): ApiError {
  const message = `must name one orbit by exactly one of ${ORBITS.join(', ')}`
  const errors = [{ code: 'passes.orbit', message, parameter: named[1] ?? 'catalogue-id' }]
  return new ApiError('request-invalid', `The query ${message}.`, { errors })
}

function unusable(place: Question['place'], fault: string): ApiError {
  const errors = [{ code: 'passes.orbit', message: fault, ...place }]
  return new ApiError('unprocessable', `The orbit cannot be used: ${fault}.`, { errors })
}
