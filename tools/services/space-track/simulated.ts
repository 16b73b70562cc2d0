import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import { fromPublished } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import type { AnswerRow } from '../service.ts'
import {
  elementsAt,
  epochOfMs,
  msOfEpoch,
  SIMULATED_ISS,
  SIMULATED_PLANET,
  type SimulatedObject,
  simulatedCatalogue,
} from '../simulated-objects.ts'
import { cdmPublicRow, decayRow, gpRow, satcatRow, spacedTime, tipRow } from './records.ts'
import { emptySpaceTrack, type SpaceTrackContent } from './space-track.ts'

/** The satellites whose messages the account may read when a person tries the service. */
export const OWN_SATELLITES: readonly number[] = [SIMULATED_ISS, ...SIMULATED_PLANET].map(({ noradId }) => noradId)
/** The folder to which the account may upload ephemerides; the number is the example of the reference collection. */
export const OWN_FOLDER = '23214'

const NEW_AFTER_MS = 10 * MINUTE_MS
const SET_EVERY_MS = 8 * HOUR_MS
/** The number of sets in class gp_history: the newest set, and the sets of the two days before it. */
const SETS_OF_HISTORY = 7
/** The time from the epoch of a set to its publication, as in simulated-objects.ts. */
const PUBLISHED_AFTER_MS = 2 * HOUR_MS
const DAYS_OF_EVENTS = 5
const MESSAGES_OF_AN_EVENT = 3 * DAYS_OF_EVENTS
/** Messages are kept for this time after the closest approach. */
const KEPT_DAYS = 2

/**
 * SIMULATED: returns a function that gives the content of a local Space-Track at each time: the objects of simulated-objects.ts, and every
 * day a conjunction of one of the own satellites, with a message every eight hours for five days. Uploaded files are kept.
 */
export function simulatedSpaceTrack(): (nowMs: number) => SpaceTrackContent {
  const content = emptySpaceTrack()
  const objects = simulatedCatalogue()
  let slot = Number.NaN
  content.folders.push(
    { FOLDER_ID: '50', FOLDER_NAME: 'SIMULATED', PARENT_FOLDER_ID: null, CREATED: '2026-01-15' },
    { FOLDER_ID: OWN_FOLDER, FOLDER_NAME: 'SIMULATED ephemerides', PARENT_FOLDER_ID: '50', CREATED: '2026-01-15' },
  )
  content.publicDirs.push('public-data-files-23644-nasa-jsc-prod')
  content.launchSite.push(
    { SITE_CODE: 'AFETR', LAUNCH_SITE: 'AIR FORCE EASTERN TEST RANGE' },
    { SITE_CODE: 'TTMTR', LAUNCH_SITE: 'TYURATAM MISSILE AND SPACE COMPLEX' },
  )
  return (nowMs) => {
    const now = Math.floor(nowMs / NEW_AFTER_MS)
    if (now === slot) return content
    slot = now
    fill(content, objects, nowMs)
    return content
  }
}

function fill(content: SpaceTrackContent, objects: readonly SimulatedObject[], nowMs: number): void {
  const replace = <T>(list: T[], items: readonly T[]) => list.splice(0, list.length, ...items)
  const sets = Array.from({ length: SETS_OF_HISTORY }, (_, k) => nowMs - (SETS_OF_HISTORY - 1 - k) * SET_EVERY_MS)
  const history = objects.flatMap((object) => sets.map((atMs) => gpOf(object, atMs)))
  const newest = new Map(history.map((row) => [row.NORAD_CAT_ID, row]))
  const decayed = decayedObjects(nowMs)
  const falling = pieceRow(58_003, 'SIMULATED R/B', (Math.floor(nowMs / HOUR_MS) - 2) * HOUR_MS)
  const pieces = [...decayed.map(({ row }) => row), falling]
  replace(content.gp, [...history, ...pieces])
  // The satellite catalogue lists this object as in orbit, and nobody has published a set of it.
  const unobserved = pieceRow(58_004, 'SIMULATED DEB, NO SET', nowMs)
  const satcat = [...newest.values(), ...pieces, unobserved].map(satcatRow)
  replace(content.satcat, satcat)
  replace(
    content.decay,
    decayed.flatMap(({ row, decayMs }) => [
      decayRow({ source: '60day_msg', messageMs: decayMs - 20 * DAY_MS, decayMs: decayMs + DAY_MS, object: row }),
      decayRow({ source: 'decay_msg', messageMs: decayMs + HOUR_MS, decayMs, object: row }),
    ]),
  )
  replace(content.tip, [nextReentry(nowMs, falling)])
  const events = eventsAround(nowMs, objects)
  const published = events.flatMap((event) => messagesUntil(event, nowMs))
  replace(
    content.cdms,
    published.map(({ text }) => text),
  )
  replace(
    content.cdmPublic,
    published.map(({ event, createdMs, number, missM }) => {
      const [first, second] = event.objects.map(({ noradId }) => newest.get(String(noradId)))
      const objects: [AnswerRow, AnswerRow] = [first ?? {}, second ?? {}]
      const probability = event.missM < 500 ? 3e-4 : null
      return cdmPublicRow({ id: event.id * 100 + number, createdMs, tcaMs: event.tcaMs, missM, probability, objects })
    }),
  )
  replace(content.boxscore, boxscoreOf(satcat))
  replace(content.announcement, [
    {
      announcement_type: 'INFO',
      announcement_text: 'SIMULATED: this is a local service, and none of its objects exist.',
      announcement_start: spacedTime(nowMs - DAY_MS),
      announcement_end: spacedTime(nowMs + DAY_MS),
    },
  ])
}

function gpOf(object: SimulatedObject, atMs: number): AnswerRow {
  const elements = elementsAt(object, atMs)
  const epochMs = msOfEpoch(elements.epoch)
  return gpRow(elements, {
    objectType: object.kind,
    rcsSize: object.kind === 'DEBRIS' ? 'SMALL' : 'LARGE',
    country: object.owner,
    launchDate: `${object.designator.slice(0, 4)}-06-01`,
    site: object.owner === 'CIS' ? 'TTMTR' : 'AFETR',
    createdMs: Math.floor(epochMs) + PUBLISHED_AFTER_MS,
    gpId: ((object.noradId * 7919 + Math.floor(epochMs / SET_EVERY_MS)) % 900_000_000) + 100_000_000,
  })
}

/** Returns two objects that re-entered in the last days; no other simulated object has their numbers. */
function decayedObjects(nowMs: number) {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  return [3, 9].map((days, k) => {
    const decayMs = today - days * DAY_MS
    const decayDate = new Date(decayMs).toISOString().slice(0, 10)
    return {
      decayMs,
      row: { ...pieceRow(58_001 + k, `SIMULATED DEB ${k + 1}`, decayMs - DAY_MS), DECAY_DATE: decayDate },
    }
  })
}

function pieceRow(noradId: number, name: string, epochMs: number): AnswerRow {
  const { elements } = SIMULATED_ISS
  const designator = `1999-025${String.fromCharCode(65 + (noradId % 20))}`
  const low = { ...elements, noradId, objectName: name, internationalDesignator: designator, meanMotionRevPerDay: 16.3 }
  const details = { objectType: 'DEBRIS', rcsSize: 'SMALL', country: 'CIS', launchDate: '1999-06-01', site: 'TTMTR' }
  return gpRow({ ...low, epoch: epochOfMs(epochMs) }, { ...details, gpId: 100_000_000 + noradId })
}

/** Returns the prediction for an object that re-enters tomorrow at six o'clock. */
function nextReentry(nowMs: number, object: AnswerRow): AnswerRow {
  const decayMs = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS + 6 * HOUR_MS
  const messageMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const id = Math.floor(messageMs / HOUR_MS)
  return tipRow({ id, messageMs, decayMs, windowMinutes: 480, latDeg: -12.3, lonDeg: 145.6, object })
}

type SimulatedEvent = {
  readonly id: number
  readonly tcaMs: number
  readonly objects: readonly [SimulatedObject, SimulatedObject]
  readonly missM: number
}

/** Returns the events for which a message has been published or will follow, one each day. */
function eventsAround(nowMs: number, objects: readonly SimulatedObject[]): SimulatedEvent[] {
  const today = Math.floor(nowMs / DAY_MS)
  const own = objects.filter(({ noradId }) => OWN_SATELLITES.includes(noradId))
  const debris = objects.filter(({ kind }) => kind === 'DEBRIS')
  return Array.from({ length: DAYS_OF_EVENTS + KEPT_DAYS + 1 }, (_, k) => {
    const id = today - KEPT_DAYS + k
    const [first, second] = [own[id % own.length], debris[(id * 7) % debris.length]]
    const tcaMs = id * DAY_MS + ((id * 5_077) % 1_440) * MINUTE_MS + 12_345
    // The miss distance stays small in every third event.
    const missM = id % 3 === 0 ? 180 : 2_500
    return { id, tcaMs, objects: [first ?? SIMULATED_ISS, second ?? SIMULATED_ISS], missM }
  })
}

function messagesUntil(event: SimulatedEvent, nowMs: number) {
  return Array.from({ length: MESSAGES_OF_AN_EVENT }, (_, number) => {
    const left = MESSAGES_OF_AN_EVENT - number
    const createdMs = event.tcaMs - left * SET_EVERY_MS
    const missM = event.missM + 60 * left
    return { event, createdMs, number, missM, left }
  })
    .filter(({ createdMs }) => createdMs <= nowMs)
    .map((message) => ({ ...message, text: cdmText(message) }))
}

type MessageToWrite = {
  readonly event: SimulatedEvent
  readonly createdMs: number
  readonly number: number
  readonly missM: number
  /** The number of messages that follow: the further away the encounter, the larger the covariance. */
  readonly left: number
}

/** The angle between the two paths at the closest approach. */
const CROSSING_RAD = 1.9

/** Returns a message in KVN as Space-Track writes it. The miss distance is radial, and both objects have the same speed. */
function cdmText({ event, createdMs, number, missM, left }: MessageToWrite): string {
  const { tcaMs, objects } = event
  const first = stateAt(objects[0], tcaMs)
  const up = scale(first.r, 1 / norm(first.r))
  const flat = subtract(first.v, scale(up, dot(first.v, up)))
  const side = cross(up, flat)
  const turned = add(scale(flat, Math.cos(CROSSING_RAD)), scale(side, Math.sin(CROSSING_RAD)))
  const second = { r: add(first.r, scale(up, missM)), v: add(turned, scale(up, dot(first.v, up))) }
  const lines: [string, string | number, string?][] = [
    ['CCSDS_CDM_VERS', '1.0'],
    ['CREATION_DATE', isoMs(createdMs)],
    ['ORIGINATOR', 'CSPOC'],
    ['MESSAGE_FOR', objects[0].name],
    [
      'MESSAGE_ID',
      `${objects.map(({ noradId }) => String(noradId).padStart(9, '0')).join('_conj_')}_${event.id}_${number}`,
    ],
    ['TCA', isoMs(tcaMs)],
    ['MISS_DISTANCE', missM, 'm'],
    ['RELATIVE_SPEED', norm(subtract(second.v, first.v)).toFixed(6), 'm/s'],
    ...objectLines({ place: 1, object: objects[0], state: first, sigmasM: [20 + 4 * left, 60 * (left + 1), 20] }),
    ...objectLines({ place: 2, object: objects[1], state: second, sigmasM: [40 + 6 * left, 150 * (left + 1), 40] }),
  ]
  return lines
    .map(([keyword, value, unit]) => `${keyword.padEnd(34)}=${value}${unit === undefined ? '' : ` [${unit}]`}\n`)
    .join('')
}

type ObjectToWrite = {
  readonly place: 1 | 2
  readonly object: SimulatedObject
  readonly state: { readonly r: Vec3; readonly v: Vec3 }
  readonly sigmasM: readonly number[]
}

function objectLines({ place, object, state, sigmasM }: ObjectToWrite): [string, string | number, string?][] {
  const axes = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT']
  // The uncertainty of the velocity is a thousandth of that of the position, as for a nearly circular orbit at this height.
  const sigmas = [...sigmasM, ...sigmasM.map((sigma) => sigma / 1000)]
  const covariance = axes.flatMap((row, i) =>
    axes.slice(0, i + 1).map((column, j): [string, number, string] => {
      const unit = i < 3 ? 'm**2' : j < 3 ? 'm**2/s' : 'm**2/s**2'
      return [`C${row}_${column}`, i === j ? (sigmas[i] ?? 0) ** 2 : 0, unit]
    }),
  )
  const state6 = [...state.r, ...state.v].map((value) => (value / 1000).toFixed(9))
  return [
    ['OBJECT', `OBJECT${place}`],
    ['OBJECT_DESIGNATOR', object.noradId],
    ['CATALOG_NAME', 'SATCAT'],
    ['OBJECT_NAME', object.name],
    ['INTERNATIONAL_DESIGNATOR', object.designator],
    ['OBJECT_TYPE', object.kind],
    ['EPHEMERIS_NAME', 'NONE'],
    ['COVARIANCE_METHOD', 'CALCULATED'],
    ['MANEUVERABLE', place === 1 ? 'YES' : 'NO'],
    ['REF_FRAME', 'EME2000'],
    ['COMMENT Exclusion Volume Radius', place === 1 ? '5.0' : '1.0', 'm'],
    ...['X', 'Y', 'Z'].map((name, i): [string, string, string] => [name, state6[i] ?? '', 'km']),
    ...['X_DOT', 'Y_DOT', 'Z_DOT'].map((name, i): [string, string, string] => [name, state6[i + 3] ?? '', 'km/s']),
    ...covariance,
  ]
}

const isoMs = (ms: number) => new Date(ms).toISOString().slice(0, -1)

function stateAt(object: SimulatedObject, atMs: number): { readonly r: Vec3; readonly v: Vec3 } {
  const epoch = epochOfMs(atMs)
  const state = propagateSgp4(initSgp4(fromPublished(elementsAt(object, atMs))), epoch)
  if (!state.ok) throw new RangeError(`The simulated object ${object.noradId} has no state: ${state.reason}`)
  return transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'EME2000')
}

function boxscoreOf(satcat: readonly AnswerRow[]): AnswerRow[] {
  const owners = [...new Set(satcat.map(({ COUNTRY }) => String(COUNTRY)))].sort()
  return [...owners, 'ALL'].map((owner) => {
    const count = (type: string, isDecayed: boolean) =>
      satcat.filter(
        ({ COUNTRY, OBJECT_TYPE, DECAY }) =>
          (owner === 'ALL' || COUNTRY === owner) && OBJECT_TYPE === type && (DECAY !== null) === isDecayed,
      ).length
    const orbital = [count('PAYLOAD', false), count('ROCKET BODY', false), count('DEBRIS', false)] as const
    const decayed = [count('PAYLOAD', true), count('ROCKET BODY', true), count('DEBRIS', true)] as const
    const sum = (numbers: readonly number[]) => String(numbers.reduce((a, b) => a + b, 0))
    return {
      COUNTRY: owner,
      SPADOC_CD: owner,
      ORBITAL_TBA: '0',
      ORBITAL_PAYLOAD_COUNT: String(orbital[0]),
      ORBITAL_ROCKET_BODY_COUNT: String(orbital[1]),
      ORBITAL_DEBRIS_COUNT: String(orbital[2]),
      ORBITAL_TOTAL_COUNT: sum(orbital),
      DECAYED_PAYLOAD_COUNT: String(decayed[0]),
      DECAYED_ROCKET_BODY_COUNT: String(decayed[1]),
      DECAYED_DEBRIS_COUNT: String(decayed[2]),
      DECAYED_TOTAL_COUNT: sum(decayed),
      COUNTRY_TOTAL: sum([...orbital, ...decayed]),
    }
  })
}
