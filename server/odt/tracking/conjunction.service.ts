import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { EventTracking, EventUpdate, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import {
  listMessageTexts,
  readOriginal,
  readTrackedEvent,
  type TrackedEvent,
} from '../../ca/event/tracked-event.service.ts'
import { findSatelliteByNorad } from '../../ca/satellite/satellite.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { findObserved } from '../object/object.service.ts'
import { withdrawalOf } from '../observation/observation.service.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { maySimulate } from '../simulator/may-simulate.ts'
import * as repository from './conjunction.repository.ts'
import type { WorthAnswer, WorthTask } from './worth-task.ts'

export type TrackingPlatform = {
  readonly db: Database
  readonly now: () => number
  readonly isSimulationAllowed: boolean
}

const WORTH = task<typeof import('./worth-task.ts').rankPasses>({
  module: new URL('./worth-task.ts', import.meta.url),
  name: 'rankPasses',
  limits: { seconds: 20, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 4 },
})

const EXPECTED = task<typeof import('./tasked-task.ts').expectPasses>({
  module: new URL('./tasked-task.ts', import.meta.url),
  name: 'expectPasses',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

const STATED = task<typeof import('./worth-task.ts').statedTracking>({
  module: new URL('./worth-task.ts', import.meta.url),
  name: 'statedTracking',
  limits: { seconds: 15, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** The number of newest messages whose stated tracking is shown. */
const MOST_STATED = 60
const OLDEST_MS = 30 * DAY_MS

type Asking = { readonly caller: Pick<Caller, 'tenantId'>; readonly signal: AbortSignal }

/** Returns the tracking of an event: past and future tracks of its objects, the value of each pass, and the changes by tracks. */
export async function getEventTracking(
  platform: TrackingPlatform,
  { caller: { tenantId }, signal }: Asking,
  conjunctionId: string,
): Promise<EventTracking> {
  const now = new Date(platform.now())
  const read = await platform.db.tenant(tenantId, async (tx) => {
    const event = await readTrackedEvent(tx, conjunctionId, now)
    if (event === undefined) throw new ApiError('not-found', 'There is no such conjunction with a message.')
    const updates = await repository.listUpdates(tx, conjunctionId)
    const objects = await Promise.all(([0, 1] as const).map((place) => readObject(tx, platform, { event, place, now })))
    const messages = await listMessageTexts(tx, conjunctionId, MOST_STATED)
    return { event, updates, objects, messages, original: await readOriginal(tx, event.counting.id) }
  })
  const { event, updates, messages, original } = read
  pool.requireRoom(tenantId)
  const objects = await Promise.all(
    read.objects.map(async ({ shown, designator, input }) => {
      const answer = input === null ? NO_NUMBER : await rank(tenantId, { ...input, original }, signal)
      const stated = await pool.run(STATED, tenantId, { designator, messages }, signal)
      const tasked = await expect(tenantId, { tasked: shown.tasked, input, original }, signal)
      const passes = answer.passes.map((pass) => ({ ...pass, orderedBy: orderOf(pass, tasked) }))
      return { ...shown, tasked, stated, passes, unranked: answer.unranked }
    }),
  )
  return {
    conjunctionId,
    tca: event.tca.toISOString(),
    commitBefore: event.commitAt.toISOString(),
    line: event.line,
    probability: event.probability,
    objects,
    updates: updates.flatMap((row) => presentUpdate(event, row)),
    computedAt: now.toISOString(),
    isSimulated: event.isSimulated,
  }
}

/** Returns the request that has already ordered a pass: its sensor observes the object at that time anyway. */
function orderOf(pass: TrackedObject['passes'][number], tasked: TrackedObject['tasked']): string | null {
  const known = tasked.find(
    ({ sensorCode, start, end }) => sensorCode === pass.sensorCode && start < pass.end && pass.start < end,
  )
  return known?.observationRequestId ?? null
}

const NO_NUMBER: WorthAnswer = { passes: [], unranked: 'NO_ORBIT' }

async function rank(tenantId: string, input: WorthTask, signal: AbortSignal): Promise<WorthAnswer> {
  try {
    return await pool.run(WORTH, tenantId, input, signal)
  } catch (error) {
    if (error instanceof TaskLimitError) return { passes: [], unranked: 'TOO_COSTLY' }
    throw error
  }
}

type Expecting = {
  readonly tasked: TrackedObject['tasked']
  readonly input: ReadObject['input']
  readonly original: Uint8Array
}

/** Returns the ordered passes with the expected measurement of each. */
async function expect(
  tenantId: string,
  { tasked, input, original }: Expecting,
  signal: AbortSignal,
): Promise<TrackedObject['tasked']> {
  if (tasked.length === 0 || input === null) return tasked
  const { place, noradId, objectRadiusM, sensors } = input
  const passes = tasked.map(({ sensorCode, start, end }) => ({
    sensorCode,
    startMs: Date.parse(start),
    endMs: Date.parse(end),
  }))
  const order = { original, place, noradId, objectRadiusM, sensors, passes }
  try {
    const expected = await pool.run(EXPECTED, tenantId, order, signal)
    return tasked.map((pass, index) => ({ ...pass, ...expected[index] }))
  } catch (error) {
    // The passes are ordered in any case: only their expectations are left out.
    if (error instanceof TaskLimitError) return tasked
    throw error
  }
}

type ObjectQuestion = { readonly event: TrackedEvent; readonly place: 0 | 1; readonly now: Date }
type ReadObject = {
  readonly shown: Omit<TrackedObject, 'stated' | 'passes' | 'unranked'>
  readonly designator: string
  /** Null: its designator is no number, so its tracking cannot be ordered. */
  readonly input: Omit<WorthTask, 'original'> | null
}

async function readObject(
  tx: TenantDb,
  platform: TrackingPlatform,
  { event, place, now }: ObjectQuestion,
): Promise<ReadObject> {
  const { derived } = event.counting
  const { designator, name, hardBodyRadius } = place === 0 ? derived.object1 : derived.object2
  const noradId = /^\d{1,9}$/.test(designator) ? Number(designator) : null
  const satellite = noradId === null ? undefined : await findSatelliteByNorad(tx, noradId)
  const observed =
    noradId === null ? undefined : await findObserved(tx, { catalogueId: noradId, conjunctionId: event.id })
  const isDemo = observed !== undefined && maySimulate(observed)
  const records = await repository.listSensorRecords(tx)
  const shown = {
    place: (place + 1) as 1 | 2,
    catalogueId: noradId,
    name,
    satelliteId: satellite?.id ?? null,
    isSimulated: isDemo,
    ...(await readTracks(tx, { event, now, records, numbers: noradId === null ? [] : [noradId] })),
  }
  if (noradId === null) return { shown, designator, input: null }
  const input = {
    place,
    noradId,
    objectRadiusM: hardBodyRadius ?? 1,
    radiusM: derived.assessment.hardBodyRadius ?? 0,
    line: event.line,
    isSimulated: event.isSimulated,
    sensors: await readSensors(tx, platform, { isDemo, records }),
    // The time is rounded to the minute, so that a repeated query gives the same passes.
    fromMs: Math.ceil((now.getTime() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS,
    commitMs: Math.min(event.commitAt.getTime(), event.tca.getTime()),
  }
  return { shown, designator, input }
}

type TracksAsked = {
  readonly event: TrackedEvent
  readonly now: Date
  /** The catalogue numbers of the object: a single one, or none if its designator is not a number. */
  readonly numbers: readonly number[]
  readonly records: readonly repository.SensorRecord[]
}

/** Returns the existing tracks of an object, and the tracks that are expected before the TCA. */
async function readTracks(
  tx: TenantDb,
  { event, now, numbers, records }: TracksAsked,
): Promise<Pick<TrackedObject, 'made' | 'tasked'>> {
  // Tracks after the TCA do not matter for the event: a past event keeps the state at its TCA.
  const to = new Date(Math.min(now.getTime(), event.tca.getTime()))
  const made = await repository.listTracksOf(tx, numbers, { from: new Date(to.getTime() - OLDEST_MS), to })
  const tasked = (await repository.listTasked(tx, numbers)).filter(({ starts_at }) => starts_at < event.tca)
  return {
    made: made.map((row) => ({
      observationFileId: row.id,
      observationRequestId: row.request_id,
      sensorCode: row.sensor_code,
      start: row.starts_at.toISOString(),
      end: row.ends_at.toISOString(),
      measurements: row.measurements,
      isSimulated: row.is_simulated,
    })),
    tasked: tasked.map((row) => {
      const { tries, successes } = recordOf(records, row.sensor_code)
      const empirical = tries === 0 ? null : successes / tries
      return {
        observationRequestId: row.request_id,
        sensorCode: row.sensor_code,
        groundSensorName: row.sensor_name,
        start: row.starts_at.toISOString(),
        end: row.ends_at.toISOString(),
        status: row.status,
        ...NOT_EXPECTED,
        detection: { probability: null, theoretical: null, empirical, tries, successes },
      }
    }),
  }
}

/** Returns the number of a sensor's past passes, and the number of those with a track. */
function recordOf(records: readonly repository.SensorRecord[], sensorCode: string) {
  const { tries, successes } = records.find(({ sensor_code }) => sensor_code === sensorCode) ?? NO_RECORD
  return { tries, successes }
}
const NO_RECORD = { tries: 0, successes: 0 }

/** The values of a pass without an expectation. */
const NOT_EXPECTED = { maximumElevation: null, range: null, magnitude: null, phaseAngle: null, clearSky: null } as const

/** Returns the sensors that can be asked for a track, each with the number of its orders and of its deliveries. */
async function readSensors(
  tx: TenantDb,
  platform: TrackingPlatform,
  { isDemo, records }: { readonly isDemo: boolean; readonly records: readonly repository.SensorRecord[] },
): Promise<WorthTask['sensors']> {
  return (await knownSensors(tx, platform))
    .filter(
      ({ sensorType, providerId, isSimulated }) =>
        (sensorType === 'OPTICAL_PASSIVE' || sensorType === 'RADAR_ACTIVE') &&
        providerId !== null &&
        (!isSimulated || isDemo),
    )
    .map((sensor) => ({ ...sensor, record: recordOf(records, sensor.sensorCode) }))
}

function presentUpdate({ messages }: TrackedEvent, row: repository.UpdateRow): EventUpdate[] {
  const told = (id: string | null) => {
    const message = messages.find((one) => one.id === id)
    if (message === undefined) return null
    const { conjunctionData, assessment } = message.derived
    return {
      cdmId: message.id,
      messageId: message.message_id,
      originator: message.originator,
      riskLevel: conjunctionData.riskLevel,
      probability: assessment.probability,
      missM: conjunctionData.totalMissDistance,
    }
  }
  const before = told(row.prior_cdm_id)
  // Messages are deleted only with their event.
  if (before === null) return []
  return [
    {
      updateId: row.id,
      at: row.made_at.toISOString(),
      observationFileId: row.observation_id,
      observationRequestId: row.request_id,
      sensorCode: row.sensor_code,
      catalogueId: row.norad_id,
      trackStart: row.track_at.toISOString(),
      outcome: row.outcome,
      before,
      after: told(row.cdm_id),
      scaleFactor: row.scale_factor,
      weightedRms: row.weighted_rms,
      measurementsUsed: row.used,
      measurementsEdited: row.edited,
      isSimulated: row.is_simulated,
      withdrawn: withdrawalOf(row),
    },
  ]
}
