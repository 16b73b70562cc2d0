import { makeInterpolator } from '@apsis/astro/ephemeris/interpolator.ts'
import type { CartesianState } from '@apsis/astro/orbit/elements.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { resolveStates, toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import type { OrbitMessageType } from '@apsis/contract/odt/request.ts'
import {
  findObjectOfEvent,
  listEventsOf,
  newestOfProvider,
  readOriginal,
} from '../../ca/conjunction/tracked-event.service.ts'
import { listOwnEphemerides } from '../../ca/ephemeris/own-orbit.service.ts'
import { findSatellite, findSatelliteByNorad } from '../../ca/satellite/satellite.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { nearestSets } from '../../tle/element-set.service.ts'
import { drawnTruth, elementsThrough, type ObjectOfMessage, objectsOfMessage } from './event-orbit.ts'
import { epochOf, fillLegs, type KnownOrbit, legOver, legsOfOwn, type OrbitLeg, orbitOfSet } from './known-orbit.ts'

/** What a request observes. */
export type ObservedObject = {
  readonly noradId: number
  readonly name: string
  readonly satelliteId: string | null
  /** A satellite of the demo, or an object of the simulated catalogue: nothing real can be mistaken for it. */
  readonly isDemo: boolean
}

type Message = { readonly type: OrbitMessageType; readonly text: string }
type Wanted = {
  /** The event that it is for: it names objects that no catalogue has. */
  readonly conjunctionId?: string | undefined
  readonly satelliteId?: string | undefined
  readonly catalogueId?: number | undefined
  readonly message: Message | null
}

const unprocessable = (pointer: string, message: string): ApiError =>
  new ApiError('unprocessable', `${pointer}: ${message}`, { errors: [{ code: 'request.object', pointer, message }] })

/** The object that a request names. Unknown satellites answer 404, a message that cannot be read 422. */
export async function findObserved(
  tx: TenantDb,
  { satelliteId, catalogueId, message, conjunctionId }: Wanted,
): Promise<ObservedObject> {
  const own = satelliteId === undefined ? undefined : await findSatellite(tx, satelliteId)
  if (satelliteId !== undefined && own === undefined) throw new ApiError('not-found', 'There is no such satellite.')
  const orbit = message === null ? undefined : readOrbitMessage(message)
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
    // What the organisation flies decides before what a catalogue says; in an event of real messages nothing is simulated.
    isDemo: satellite?.is_simulated ?? (ofEvent?.isSimulated !== false && (known ?? ofEvent)?.isSimulated === true),
  }
}

/** Whether the organisation flies a real satellite of this number by now, whatever had it when its observation was asked for. */
export async function isFlownForReal(tx: TenantDb, noradId: number): Promise<boolean> {
  return (await findSatelliteByNorad(tx, noradId))?.is_simulated === false
}

type Wish = {
  readonly noradId: number
  readonly message: Message | null
  readonly conjunctionId?: string | null
}
/** What is asked for begins and ends then. */
export type Span = { readonly from: Date; readonly to: Date }

/**
 * The orbit to observe an object by during a pass: that of its message, else the ephemeris that it flies by, where that has all of
 * the pass, else that of its event, else the elements nearest to the begin.
 */
export async function findOrbit(tx: TenantDb, wish: Wish & Span): Promise<KnownOrbit | undefined> {
  const { message, noradId, from, to } = wish
  const given = message === null ? undefined : readOrbitMessage(message).orbit
  if (given !== undefined) return given
  const flown = legOver(await flownLegs(tx, noradId, { from, to }), from.getTime(), to.getTime())
  return flown?.orbit ?? (await orbitWithout(tx, wish, from))
}

/** The orbits to observe an object by over a longer time, one after the other; elements are those nearest to `at`. */
export async function findOrbitLegs(tx: TenantDb, wish: Wish & Span & { readonly at: Date }): Promise<OrbitLeg[]> {
  const { message, noradId, from, to, at } = wish
  const given = message === null ? undefined : readOrbitMessage(message).orbit
  if (given !== undefined) return fillLegs([], given)
  return fillLegs(await flownLegs(tx, noradId, { from, to }), await orbitWithout(tx, wish, at))
}

/** When the satellite of a number flies by an ephemeris of the organisation: none where it is no satellite of it. */
async function flownLegs(tx: TenantDb, noradId: number, { from, to }: Span): Promise<OrbitLeg[]> {
  const satellite = await findSatelliteByNorad(tx, noradId)
  if (satellite === undefined) return []
  const [flown] = await listOwnEphemerides(tx, { from, to, satelliteId: satellite.id })
  return flown === undefined ? [] : legsOfOwn(flown)
}

/** What is known of an object beside an ephemeris of its own. */
async function orbitWithout(tx: TenantDb, { noradId, conjunctionId }: Wish, at: Date): Promise<KnownOrbit | undefined> {
  const ofEvent = conjunctionId == null ? undefined : await orbitOfEvent(tx, conjunctionId, noradId)
  if (ofEvent !== undefined) return ofEvent
  const [known] = await nearestSets(tx, [{ noradId, epoch: epochOf(at) }])
  return known === undefined ? undefined : orbitOfSet(known.set, known.lines === undefined ? 'OMM' : 'TLE')
}

/** The orbit that the message which counts has of an object of an event. */
async function orbitOfEvent(tx: TenantDb, conjunctionId: string, noradId: number): Promise<KnownOrbit | undefined> {
  const found = await findObjectOfEvent(tx, conjunctionId, String(noradId))
  if (found === undefined) return undefined
  return eventOrbit(await readOriginal(tx, found.cdmId), noradId, ({ tracked }) => tracked)
}

/** Where a simulated object of an event really is: off the newest message of a provider by an error that its covariance allows. */
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
  // Its epoch is that of what it was determined from, not that of the closest approach.
  return orbit && { ...orbit, epoch: object.message.header.creationDate }
}

type EventObject = {
  readonly noradId: number
  readonly name: string
  readonly orbit: KnownOrbit
  readonly isSimulated: boolean
}

/** Objects of events ahead, with the orbits of their messages: better than any catalogue, and some are in none. */
export async function listEventObjects(tx: TenantDb, noradIds: readonly number[], now: Date): Promise<EventObject[]> {
  const found: EventObject[] = []
  for (const noradId of new Set(noradIds)) {
    const [conjunctionId] = await listEventsOf(tx, [String(noradId)], now)
    if (conjunctionId === undefined) continue
    const named = await findObjectOfEvent(tx, conjunctionId, String(noradId))
    const orbit = await orbitOfEvent(tx, conjunctionId, noradId)
    if (named !== undefined && orbit !== undefined)
      found.push({ noradId, orbit, name: named.name, isSimulated: named.isSimulated })
  }
  return found
}

type ReadMessage = { readonly noradId?: number; readonly name?: string; readonly orbit?: KnownOrbit | undefined }

/** What an orbit message says. Throws 422 with the line where it cannot be read. */
export function readOrbitMessage({ type, text }: Message): ReadMessage {
  if (type === 'TLE') return readTle(text)
  const { messages, faults } = readMessages([text], { strict: false })
  const wrong = faults.concat(messages.flatMap(({ reading }) => (reading.ok ? [] : reading.errors)))
  const [fault] = wrong
  const [found] = messages
  const pointer = '#/orbitDataMessage'
  if (fault !== undefined || found === undefined || !found.reading.ok) {
    const errors = wrong.map(({ code, message, line, column, keyword }) => ({
      code: `message.${code}`,
      message,
      pointer,
      line,
      column,
      ...(keyword === null ? {} : { keyword }),
    }))
    throw new ApiError('unprocessable', `${pointer}: ${fault?.message ?? 'holds no message'}`, { errors })
  }
  const { kind, message } = found.reading.message
  const expected = type.startsWith('TDM') ? 'TDM' : type
  if (kind !== expected) throw unprocessable(pointer, `is ${kind}, not ${expected}`)
  if (kind === 'OMM') {
    const set = toElementSet(message)
    return { noradId: set.noradId, name: set.objectName, orbit: orbitOfSet(set, 'OMM') }
  }
  if (kind !== 'OEM') return {}
  const ephemeris = toTemeEphemeris(message.segments)
  const first = resolveStates(message.segments[0]?.states ?? [])[0]?.epoch
  if (first === undefined) throw unprocessable(pointer, 'has no states')
  const at = makeInterpolator(ephemeris, first)
  return {
    name: message.segments[0]?.metadata.objectName ?? '',
    orbit: {
      type: 'SP_EPHEMERIS',
      epoch: null,
      at: (epoch) => {
        const state = at(secondsBetween(first, epoch))
        return state.ok ? { r: state.r, v: state.v } : null
      },
    },
  }
}

function readTle(text: string): ReadMessage {
  const [first] = [...readTles(text.split(/\r\n|[\r\n]/))]
  if (first === undefined) throw unprocessable('#/orbitDataMessage', 'holds no element set')
  if (!first.ok) {
    const { line, column, message } = first
    const errors = [{ code: 'tle.unreadable', pointer: '#/orbitDataMessage', message, line, column }]
    throw new ApiError('unprocessable', `#/orbitDataMessage: ${message}`, { errors })
  }
  const { elements } = first
  return { noradId: elements.noradId, name: elements.objectName, orbit: orbitOfSet(elements, 'TLE') }
}
