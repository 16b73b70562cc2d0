import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { listOwnEphemerides, type OwnEphemeris } from '../../ca/ephemeris/own-orbit.service.ts'
import {
  findObjectOfEvent,
  listCounting,
  newestOfProvider,
  readOriginal,
} from '../../ca/event/tracked-event.service.ts'
import { findSatellite, findSatelliteByNorad } from '../../ca/satellite/satellite.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { nearestSets } from '../../tle/element-set.service.ts'
import { drawnTruth, elementsThrough, type ObjectOfMessage, objectsOfMessage } from './event-orbit.ts'
import type { GivenOrbit } from './given-orbit.service.ts'
import { epochOf, fillLegs, type KnownOrbit, legOver, legsOfOwn, type OrbitLeg, orbitOfSet } from './known-orbit.ts'

/** The object that a request observes. */
export type ObservedObject = {
  readonly noradId: number
  readonly name: string
  readonly satelliteId: string | null
  /** True for a satellite of the demo, or an object of the simulated catalogue, which no real object can be mistaken for. */
  readonly isDemo: boolean
}

type WantedObject = {
  /** The event of the request: its objects may be in no catalogue. */
  readonly conjunctionId?: string | undefined
  readonly satelliteId?: string | undefined
  readonly catalogueId?: number | undefined
  /** The content of the request's orbit message, if there is one. */
  readonly given?: GivenOrbit | undefined
}

const unprocessable = (pointer: string, message: string): ApiError =>
  new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code: 'request.object', pointer, message }] })

/** Returns the object that a request names. Throws 404 for an unknown satellite, 422 for a message of another object. */
export async function findObserved(
  tx: TenantDb,
  { satelliteId, catalogueId, given: orbit, conjunctionId }: WantedObject,
): Promise<ObservedObject> {
  const own = satelliteId === undefined ? undefined : await findSatellite(tx, satelliteId)
  if (satelliteId !== undefined && own === undefined) throw new ApiError('not-found', 'There is no such satellite.')
  const noradId = own?.norad_id ?? catalogueId ?? orbit?.noradId
  if (noradId === undefined)
    throw unprocessable(
      '#/catalogueId',
      'names no object: give satelliteId, catalogueId or an orbit message that has a number',
    )
  if (catalogueId !== undefined && catalogueId !== noradId)
    throw unprocessable('#/catalogueId', `is not the number of the satellite, which is ${noradId}`)
  if (orbit?.noradId !== undefined && orbit.noradId !== noradId)
    throw unprocessable('#/orbitDataMessage', `is of object ${orbit.noradId}, not ${noradId}`)
  const satellite = own ?? (await findSatelliteByNorad(tx, noradId))
  const [known] = await nearestSets(tx, [{ noradId }])
  const ofEvent = conjunctionId === undefined ? undefined : await findObjectOfEvent(tx, conjunctionId, String(noradId))
  if (conjunctionId !== undefined && ofEvent === undefined)
    throw unprocessable('#/conjunctionId', `is no event of object ${noradId}`)
  return {
    noradId,
    name: satellite?.name ?? known?.set.objectName ?? ofEvent?.name ?? orbit?.name ?? String(noradId),
    satelliteId: satellite?.id ?? null,
    // The organisation's own satellites take precedence over a catalogue; an event of real messages has no simulated objects.
    isDemo: satellite?.is_simulated ?? (ofEvent?.isSimulated !== false && (known ?? ofEvent)?.isSimulated === true),
  }
}

/** Returns true if the organisation has a real satellite of this number now, whatever object had the number at the time of the request. */
export async function isFlownForReal(tx: TenantDb, noradId: number): Promise<boolean> {
  return (await findSatelliteByNorad(tx, noradId))?.is_simulated === false
}

type Wish = {
  readonly noradId: number
  /** The orbit in the request. */
  readonly given?: KnownOrbit | undefined
  readonly conjunctionId?: string | null
}
/** The start and the end of the wanted span. */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * Returns the orbit with which an object is observed during a pass: the orbit in the request, else the operational ephemeris if it covers the
 * whole pass, else the orbit of the event, else the elements nearest to the start.
 */
export async function findOrbit(tx: TenantDb, wish: Wish & Span): Promise<KnownOrbit | undefined> {
  const { given, noradId, from, to } = wish
  if (given !== undefined) return given
  const flown = await findFlown(tx, noradId, { from, to })
  const leg = flown && legOver(await legsOfOwn(flown), from.getTime(), to.getTime())
  return leg?.orbit ?? (await orbitWithout(tx, wish, from))
}

/** Returns the known orbits of an object over a longer time, one after the other; the elements are those nearest to `at`. */
export async function findOrbitLegs(tx: TenantDb, wish: Wish & Span & { readonly at: Date }): Promise<OrbitLeg[]> {
  const { flown, rest } = await findOrbitSources(tx, wish)
  return fillLegs(flown === undefined ? [] : await legsOfOwn(flown), rest)
}

/** The sources of an object's orbit: its stored operational ephemeris, and the best other orbit. */
export type OrbitSources = { readonly flown: OwnEphemeris | undefined; readonly rest: KnownOrbit | undefined }

/** Returns the sources of these orbits for another process, which reads the states. */
export async function findOrbitSources(
  tx: TenantDb,
  { at, ...wish }: Wish & Span & { readonly at: Date },
): Promise<OrbitSources> {
  return { flown: await findFlown(tx, wish.noradId, wish), rest: await orbitWithout(tx, wish, at) }
}

/** Returns the operational ephemeris of the satellite with a number; undefined if the organisation has no such satellite. */
async function findFlown(tx: TenantDb, noradId: number, { from, to }: Span): Promise<OwnEphemeris | undefined> {
  const satellite = await findSatelliteByNorad(tx, noradId)
  if (satellite === undefined) return undefined
  return (await listOwnEphemerides(tx, { from, to, satelliteId: satellite.id }))[0]
}

/** Returns the best orbit of an object without an ephemeris of its own. */
async function orbitWithout(tx: TenantDb, { noradId, conjunctionId }: Wish, at: Date): Promise<KnownOrbit | undefined> {
  const ofEvent = conjunctionId == null ? undefined : await orbitOfEvent(tx, conjunctionId, noradId)
  if (ofEvent !== undefined) return ofEvent
  const [known] = await nearestSets(tx, [{ noradId, epoch: epochOf(at) }])
  return known === undefined ? undefined : orbitOfSet(known.set, known.lines === undefined ? 'OMM' : 'TLE')
}

/** Returns the orbit of an event's object from the message that applies. */
async function orbitOfEvent(tx: TenantDb, conjunctionId: string, noradId: number): Promise<KnownOrbit | undefined> {
  const found = await findObjectOfEvent(tx, conjunctionId, String(noradId))
  if (found === undefined) return undefined
  return eventOrbit(await readOriginal(tx, found.cdmId), noradId, ({ tracked }) => tracked)
}

/** Returns the true orbit of a simulated object: the provider's newest message with an error drawn from its covariance. */
export async function trueOrbitOfEvent(
  tx: TenantDb,
  conjunctionId: string,
  noradId: number,
): Promise<KnownOrbit | undefined> {
  const cdmId = await newestOfProvider(tx, conjunctionId)
  if (cdmId === undefined) return undefined
  return eventOrbit(await readOriginal(tx, cdmId), noradId, drawnTruth)
}

function eventOrbit(
  original: Buffer,
  noradId: number,
  stateOf: (object: ObjectOfMessage) => CartesianState | undefined,
): KnownOrbit | undefined {
  const object = objectsOfMessage(original).find(({ designator }) => designator === String(noradId))
  const state = object && stateOf(object)
  if (object === undefined || state === undefined) return undefined
  const set = elementsThrough(state, { epoch: object.tca, noradId, name: '' })
  const orbit = set && orbitOfSet(set, 'SP_EPHEMERIS')
  // The epoch of the orbit is the time of the determination, not the time of the closest approach.
  return orbit && { ...orbit, epoch: object.message.header.creationDate }
}

type EventObject = {
  readonly noradId: number
  readonly name: string
  readonly orbit: KnownOrbit
  readonly isSimulated: boolean
}

/**
 * The most objects of one tracking message that are looked up in future events; nobody tracks more at once. Each is
 * read from its event's message.
 */
const MOST_EVENT_OBJECTS = 200

/** Returns objects of future events with the orbits of their messages: these are better than any catalogue, and some objects are in no catalogue. */
export async function listEventObjects(tx: TenantDb, noradIds: readonly number[], now: Date): Promise<EventObject[]> {
  const found: EventObject[] = []
  const soonest = await soonestEvents(tx, noradIds, now)
  if (soonest.size > MOST_EVENT_OBJECTS)
    throw new ApiError(
      'unprocessable',
      `The message names ${soonest.size} objects that meet something, and at most ${MOST_EVENT_OBJECTS} are taken at a time: send it in parts.`,
    )
  for (const [noradId, conjunctionId] of soonest) {
    const named = await findObjectOfEvent(tx, conjunctionId, String(noradId))
    const orbit = await orbitOfEvent(tx, conjunctionId, noradId)
    if (named !== undefined && orbit !== undefined)
      found.push({ noradId, orbit, name: named.name, isSimulated: named.isSimulated })
  }
  return found
}

/** Returns the soonest future event of each of these objects that has one. */
async function soonestEvents(tx: TenantDb, noradIds: readonly number[], now: Date): Promise<Map<number, string>> {
  const events = await listCounting(tx, [...new Set(noradIds)].map(String), now)
  const soonest = new Map<string, string>()
  for (const { id, designators } of events)
    for (const designator of designators) if (!soonest.has(designator)) soonest.set(designator, id)
  return new Map(
    noradIds.flatMap((noradId) => {
      const id = soonest.get(String(noradId))
      return id === undefined ? [] : [[noradId, id] as const]
    }),
  )
}
