import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import { findByTracks, isBurnNotified } from '../../ca/announced/silent-burn.service.ts'
import {
  listCounting,
  readOriginal,
  readTrackedEvent,
  type TrackedEvent,
} from '../../ca/event/tracked-event.service.ts'
import { takeInCdms } from '../../ca/message/intake.service.ts'
import { screenAnew } from '../../ca/screening/screen-anew.service.ts'
import { emit } from '../../events/event.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import { originatorOf } from '../../platform/auth/originator.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import { deleteRecurringWorkUnless } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { pool } from '../../platform/thread/pool.ts'
import { PoolLossError, SMALL_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { isOrbitFault } from '../object/orbit-fault.ts'
import { EVENTS_EVERY_S, EVENTS_WORK } from '../observation/events-work-name.ts'
import { knownSensors, placed } from '../sensor/sensor.service.ts'
import * as repository from './conjunction.repository.ts'
import type { FuseAnswer } from './fuse-task.ts'
import { keptOf } from './kept-of.ts'
import { mayTouch } from './may-touch.ts'

const FUSE = task<typeof import('./fuse-task.ts').fuseIntoMessage>({
  module: new URL('./fuse-task.ts', import.meta.url),
  name: 'fuseIntoMessage',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 4 },
})

/** Older tracks do not matter for a future event. */
const OLDEST_TRACK_MS = 14 * DAY_MS
/**
 * A track that takes too long, or whose process is lost, is tried again in later runs. A worker tries it at most this often, and only for
 * this long after both the track and its message arrived. Then it counts as not fitted.
 */
const MOST_TRIES = 3
const TRIED_FOR_MS = 15 * MINUTE_MS
/** The most tracks of one pair of objects between two messages; nobody makes more. */
const MOST_AT_ONCE = 20

/**
 * Adds the organisation's tracks to the future events of their objects: each as a new message. If a provider sends a newer message, the tracks
 * that it cannot include yet are added to that message as well.
 */
export function eventsWork(isSimulationAllowed: boolean, run: Run = runInPool): RecurringWork {
  const tries = new Map<string, Tries>()
  return {
    name: EVENTS_WORK,
    everyS: EVENTS_EVERY_S,
    async turn(platform, tenantId) {
      const now = new Date(platform.now())
      for (const [key, { untilMs }] of tries) if (untilMs < now.getTime()) tries.delete(key)
      const numbers = await platform.db.tenant(tenantId, async (tx) => {
        const found = await tracked(tx, now)
        if (found.length === 0)
          await deleteRecurringWorkUnless(
            tx,
            { name: EVENTS_WORK, tenantId },
            async () => (await tracked(tx, now)).length > 0,
          )
        return found
      })
      if (numbers.length === 0) return
      const from = new Date(now.getTime() - OLDEST_TRACK_MS)
      const ids = await platform.db.tenant(tenantId, (tx) => listEventsBehind(tx, { numbers, from, now }))
      const each = { log: platform.log, signal: platform.signal, what: 'tracks were not added to an event' }
      await forEachItem(each, ids, (id) => catchUp({ platform, tenantId, isSimulationAllowed, run, tries }, id))
      // The screening is ordered at once; if this process ends before, the scheduled screening of the fleet orders it within a minute.
      if (ids.length > 0) await screenAnew(platform, tenantId)
    },
  }
}

const tracked = (tx: TenantDb, now: Date) =>
  repository.listTrackedNumbers(tx, new Date(now.getTime() - OLDEST_TRACK_MS))

type FuseInput = Parameters<typeof import('./fuse-task.ts').fuseIntoMessage>[0]
/** Adds a track to a message: in the worker pool, unless a test replaces it. */
export type Run = (tenantId: string, input: FuseInput) => Promise<FuseAnswer>
export const runInPool: Run = (tenantId, input) => pool.run(FUSE, tenantId, input)

/** The failed attempts of a track with a message, and the time until which they are remembered. */
type Tries = { readonly count: number; readonly untilMs: number }

type Turn = {
  readonly platform: WorkPlatform
  readonly tenantId: string
  readonly isSimulationAllowed: boolean
  readonly run: Run
  readonly tries: Map<string, Tries>
}

/** Adds one track after the other, each to the message that applies then, until only tracks for a later run are left. */
async function catchUp(turn: Turn, conjunctionId: string): Promise<void> {
  const putOff = new Set<string>()
  for (let count = 0; count < MOST_AT_ONCE && !turn.platform.signal.aborted; count += 1)
    if (!(await addNext(turn, conjunctionId, putOff))) return
}

/** Returns the next track for an event, with its data; undefined if none is left in this run. */
async function findNext(tx: TenantDb, turn: Turn, conjunctionId: string, putOff: ReadonlySet<string>) {
  const now = new Date(turn.platform.now())
  const event = await readTrackedEvent(tx, conjunctionId, now)
  if (event === undefined) return undefined
  const updates = await repository.listUpdates(tx, conjunctionId)
  const { holding, rootId } = historyOf(event.counting.id, updates)
  const until = new Date(Math.min(now.getTime(), event.tca.getTime()))
  const span = { from: new Date(now.getTime() - OLDEST_TRACK_MS), to: until, forEvent: event.id }
  const tracks = await repository.listTracksOf(tx, numbersOf(event), span)
  const track = tracks.find((one) => !isHeld(holding, one) && !putOff.has(one.id))
  if (track === undefined) return undefined
  const sensors = await knownSensors(tx, { isSimulationAllowed: turn.isSimulationAllowed })
  const sensor = sensors.find(({ sensorCode }) => sensorCode === track.sensor_code)
  const original = await readOriginal(tx, event.counting.id)
  const root = rootId === event.counting.id ? original : await readOriginal(tx, rootId)
  // A newer message that also disagrees with the track is not reported again.
  const files = [track.id, ...track.twins]
  const isFused = (one: repository.TrackRow) =>
    isHeld(holding, one) && updates.some(({ observation_id: id, outcome }) => id === one.id && outcome === 'FUSED')
  const inMessage = tracks.filter((one) => one.id !== track.id && isSharing(one, track) && isFused(one))
  const rows = await repository.listTracks(
    tx,
    [track, ...inMessage].map(({ id }) => id),
  )
  const isOwn = (row: repository.KeptRow) => row.id === track.id
  const held = keptOf(
    rows.filter((row) => !isOwn(row)),
    sensors,
  ).map(({ row: _, ...kept }) => kept)
  const message = rows.find(isOwn)
  if (message === undefined) return undefined
  const isTold = updates.some((one) => files.includes(one.observation_id) && one.outcome === 'POSSIBLE_MANOEUVRE')
  const burn = (await findByTracks(tx, track.norad_id)) ?? null
  return { event, track, message, isTold, held, sensor, original, root, burn }
}

/** Returns true if two tracks of one sensor share an object and some time: their common measurements must not count twice. */
const isSharing = (one: repository.TrackRow, other: repository.TrackRow): boolean =>
  one.sensor_code === other.sensor_code &&
  one.norad_id === other.norad_id &&
  one.starts_at <= other.ends_at &&
  other.starts_at <= one.ends_at

type Next = NonNullable<Awaited<ReturnType<typeof findNext>>>

const messageIdOf = ({ track, event }: Pick<Next, 'track' | 'event'>): string =>
  `TRK-${track.id.slice(0, 8)}-${event.counting.id.slice(0, 8)}`.toUpperCase()

/** Returns the result of a track with the message that applies; 'later' if it is tried again. */
async function answerTo(turn: Turn, next: Next): Promise<FuseAnswer | 'later'> {
  const { event, track, message, held, sensor, original, root, burn } = next
  const isOwn = track.sensor_code === POSITION_SENSOR
  const isTouchable = mayTouch({
    track: { isSimulated: track.is_simulated, isDemoObject: track.is_demo_object },
    isDemoEvent: event.isSimulated,
  })
  if (!isTouchable) return { outcome: 'SIMULATED_ONLY' }
  if (sensor === undefined && !isOwn) return { outcome: 'NOT_FITTED' }
  const messageId = messageIdOf(next)
  return fuse(
    turn,
    { key: messageId, untilMs: untilMsOf(track, event) },
    {
      original,
      root,
      designator: String(track.norad_id),
      noradId: track.norad_id,
      tdm: message.tdm,
      sensor: sensor === undefined || isOwn ? null : placed(sensor, track.sensor_place),
      positionSigmaM: message.position_sigma_m,
      held,
      burntBy: burn === null ? null : burn.to.toISOString(),
      isSimulated: event.isSimulated,
      originator: originatorOf(turn.tenantId),
      messageId,
      createdAt: new Date(turn.platform.now()).toISOString(),
    },
  )
}

/** Adds the next track; returns false if none is left in this run. A track that has to wait for another is postponed. */
async function addNext(turn: Turn, conjunctionId: string, putOff: Set<string>): Promise<boolean> {
  const { platform, tenantId } = turn
  const now = new Date(platform.now())
  const found = await platform.db.tenant(tenantId, (tx) => findNext(tx, turn, conjunctionId, putOff))
  if (found === undefined) return false
  const { event, track, isTold } = found
  const messageId = messageIdOf(found)
  const answer = await answerTo(turn, found)
  if (answer === 'later') {
    platform.log.warn({ tenantId, conjunctionId: event.id, track: track.id }, 'a track could not be added; tried again')
    putOff.add(track.id)
    return true
  }
  const keep = async (tx: TenantDb, cdmId: string | null) => {
    if (!(await repository.isValid(tx, { trackId: track.id, cdmId: event.counting.id }))) throw new WithdrawnError()
    await repository.insertUpdate(tx, tenantId, {
      id: randomUUID(),
      conjunction_id: event.id,
      observation_id: track.id,
      sensor_code: track.sensor_code,
      norad_id: track.norad_id,
      track_at: track.starts_at,
      prior_cdm_id: event.counting.id,
      cdm_id: cdmId,
      ...outcomeOf(answer, cdmId),
      is_simulated: track.is_simulated,
      is_demo_event: event.isSimulated,
      made_at: now,
    })
    const isOff = answer.outcome === 'POSSIBLE_MANOEUVRE' && !isTold
    if (isOff && !(await isExplained(tx, { event, track }))) await tellOfManoeuvre(tx, tenantId, { event, track })
    emit(tx, { tenantId, type: 'observation', data: { observationFileId: track.id, conjunctionId: event.id } })
  }
  try {
    const isTaken =
      answer.outcome === 'FUSED' &&
      (await takeIn({ platform, tenantId }, event, { messageId, text: answer.text, track, keep }))
    if (!isTaken) await platform.db.tenant(tenantId, (tx) => keep(tx, null))
  } catch (error) {
    // Nothing of it was stored: the search for the next track starts again.
    if (!(error instanceof WithdrawnError)) throw error
  }
  return true
}

/** The error if the track, or a track in the message to which it was added, was withdrawn meanwhile. */
class WithdrawnError extends Error {}

/** Returns the result of a track: a track whose message was refused counts as not fitted. */
function outcomeOf(answer: FuseAnswer, cdmId: string | null) {
  if (answer.outcome !== 'FUSED' || cdmId === null) {
    const outcome = answer.outcome === 'FUSED' ? 'NOT_FITTED' : answer.outcome
    return { outcome, scale_factor: null, weighted_rms: null, used: null, edited: null }
  }
  const { outcome, scaleFactor, weightedRms, used, edited } = answer
  return { outcome, scale_factor: scaleFactor, weighted_rms: weightedRms, used, edited }
}

type Off = { readonly event: TrackedEvent; readonly track: repository.TrackRow }

/** The data of a message end within this time before its creation: providers state the last observation to a day. */
const FITTED_WITHIN_MS = DAY_MS

/** Returns true if a burn between the observations of the message and the track was announced, or is an own plan; then it is no news. */
const isExplained = (tx: TenantDb, { event, track }: Off): Promise<boolean> =>
  isBurnNotified(tx, {
    noradId: track.norad_id,
    since: new Date(event.counting.creation_date.getTime() - FITTED_WITHIN_MS),
    to: track.starts_at,
  })

/** Notifies everybody that an object was not where its message predicts: whoever decides by that message has to know (F23). */
async function tellOfManoeuvre(tx: TenantDb, tenantId: string, { event, track }: Off): Promise<void> {
  const { object1, object2 } = event.counting.derived
  const object = [object1, object2].find(({ designator }) => designator === String(track.norad_id))
  const { satelliteId } = event
  const link = `/ca/conjunction/${satelliteId ?? track.norad_id}/${event.id}?tab=tracking`
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    level: 'caution',
    link,
    ...(satelliteId === null ? {} : { satelliteId }),
    finding: {
      code: 'track-off',
      values: {
        object: object?.name ?? '',
        norad: track.norad_id,
        sensor: track.sensor_code,
        trackAt: track.starts_at.toISOString(),
        simulated: event.isSimulated ? 1 : 0,
      },
    },
    matter: event.id,
  })
}

/** Returns the time until which a track is tried again: the time counts from when both the track and the message have arrived. */
const untilMsOf = (track: repository.TrackRow, { counting }: TrackedEvent): number =>
  Math.max(track.created_at.getTime(), counting.received_at.getTime()) + TRIED_FOR_MS

type Attempt = { readonly key: string; readonly untilMs: number }

async function fuse(
  { platform, tenantId, run, tries }: Turn,
  { key, untilMs }: Attempt,
  input: FuseInput,
): Promise<FuseAnswer | 'later'> {
  try {
    return await run(tenantId, input)
  } catch (error) {
    const isLost = error instanceof PoolLossError
    // The worker ends, and its pool with it: the track itself has not failed.
    if (isLost && platform.signal.aborted) return 'later'
    const count = (tries.get(key)?.count ?? 0) + 1
    const mayHelp = isLost || (error instanceof TaskLimitError && error.isOfTime)
    if (mayHelp && count < MOST_TRIES && platform.now() < untilMs) {
      tries.set(key, { count, untilMs })
      return 'later'
    }
    // A message that cannot be propagated, or exceeds the limits each time, is reported as not fitted.
    if (isLost || error instanceof TaskLimitError || isOrbitFault(error)) return { outcome: 'NOT_FITTED' } as const
    throw error
  }
}

type Place = Pick<Turn, 'platform' | 'tenantId'>
type Text = {
  readonly messageId: string
  readonly track: repository.TrackRow
  readonly text: string
  /** Stores the result of the track, in the transaction that stores the message. */
  readonly keep: (tx: TenantDb, cdmId: string) => Promise<void>
}

/**
 * Passes a message to the common intake. The message and the result of its track are stored both or neither: a message alone would apply
 * without a record of its track and of the provider's message that it came from. Returns false if it was refused.
 */
async function takeIn(
  { platform, tenantId }: Place,
  event: TrackedEvent,
  { messageId, text, track, keep }: Text,
): Promise<boolean> {
  const [answer] = await takeInCdms(
    platform,
    { tenantId, subject: EVENTS_WORK },
    [{ name: `${messageId}.cdm`, bytes: Buffer.from(text) }],
    {
      source: 'tracking',
      now: new Date(platform.now()),
      isSimulated: event.isSimulated,
      track: { objectId: String(track.norad_id), at: track.starts_at },
      also: async (tx, [stored]) => {
        if (stored?.cdmId != null) await keep(tx, stored.cdmId)
      },
    },
  )
  if (answer?.cdmId != null) return true
  platform.log.warn({ tenantId, conjunctionId: event.id, errors: answer?.errors }, 'a message with a track was refused')
  return false
}

/** Returns the numbers of both objects; a designator that is no number has no tracks. */
const numbersOf = ({ counting }: TrackedEvent): number[] =>
  [counting.derived.object1, counting.derived.object2].flatMap(({ designator }) =>
    /^\d{1,9}$/.test(designator) ? [Number(designator)] : [],
  )

/** The result of a track in an event: the message to which it was added, and the message that resulted. */
type Update = Pick<repository.UpdateRow, 'observation_id' | 'prior_cdm_id' | 'cdm_id' | 'outcome'>

/** Returns the tracks that the current message includes or was compared with, and the provider's message that it is based on. */
function historyOf(countingId: string, updates: readonly Update[]) {
  const holding = new Set<string>()
  let rootId = countingId
  for (;;) {
    const current = rootId
    for (const one of updates)
      if (one.prior_cdm_id === current && one.outcome !== 'FUSED') holding.add(one.observation_id)
    const made = updates.find(({ cdm_id }) => cdm_id === current)
    if (made === undefined) return { holding, rootId }
    holding.add(made.observation_id)
    rootId = made.prior_cdm_id
  }
}

/** Returns true if a message includes the measurements of a track: from the same file, or from another file with the same measurements. */
const isHeld = (holding: ReadonlySet<string>, { id, twins }: Pick<repository.TrackRow, 'id' | 'twins'>): boolean =>
  [id, ...twins].some((one) => holding.has(one))

type BehindQuestion = { readonly numbers: readonly number[]; readonly from: Date; readonly now: Date }

/**
 * Returns the future events of these objects whose message still lacks a track, soonest first. One query finds them all: otherwise, with
 * tracks of many objects, a new track would wait until every event had been read.
 */
async function listEventsBehind(tx: TenantDb, { numbers, from, now }: BehindQuestion): Promise<string[]> {
  const events = await listCounting(tx, numbers.map(String), now)
  const updates = Map.groupBy(
    await repository.listOutcomes(
      tx,
      events.map(({ id }) => id),
    ),
    ({ conjunction_id }) => conjunction_id,
  )
  const tracks = Map.groupBy(
    await repository.listTrackTimes(tx, numbers, { from, to: now }),
    ({ norad_id }) => norad_id,
  )
  return events.flatMap(({ id, countingId, designators, tca }) => {
    const { holding } = historyOf(countingId, updates.get(id) ?? [])
    const own = designators.flatMap((designator) => tracks.get(Number(designator)) ?? [])
    const isBehind = own.some(
      (one) => !isHeld(holding, one) && one.ends_at <= tca && (!one.is_simulated || one.conjunction_id === id),
    )
    return isBehind ? [id] : []
  })
}
