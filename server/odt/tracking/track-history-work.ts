import { DAY_MS } from '@apsis/astro/constants.ts'
import type { MeanElements } from '@apsis/astro/sgp4/element-set.ts'
import { TRACK_HISTORY_LIMITS } from '@apsis/contract/odt/tracking/track-history.ts'
import { findByTracks, keepShownByTracks } from '../../ca/announced/silent-burn.service.ts'
import { emit } from '../../events/event.service.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import { deleteRecurringWorkUnless } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { pool } from '../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, task } from '../../platform/thread/task.ts'
import { setsBetween } from '../../tle/element-set.service.ts'
import { epochOf } from '../object/known-orbit.ts'
import { HISTORY_EVERY_S, HISTORY_WORK } from '../observation/events-work-name.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { listTracks, listTracksAfter } from './conjunction.repository.ts'
import type { HistoryAnswer, HistoryTask } from './history-task.ts'
import { keptOf } from './kept-of.ts'
import * as repository from './track-history.repository.ts'

const COMPARE_TRACKS = task<typeof import('./history-task.ts').compareTracksWithOrbit>({
  module: new URL('./history-task.ts', import.meta.url),
  name: 'compareTracksWithOrbit',
  limits: { seconds: 60, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Older tracks do not show where an object is now. */
const OLDEST_MS = 14 * DAY_MS
const SPAN_MS = TRACK_HISTORY_LIMITS.days * DAY_MS
/** Element sets that are older than this before the first track predict too inaccurately. */
const OLDEST_SET_MS = 3 * DAY_MS
/** Element sets include a burn within this time (flight rule F17): only then can a set after the burn be compared with tracks. */
const TAKEN_IN_MS = 3 * DAY_MS

type Platform = Pick<WorkPlatform, 'db' | 'log' | 'now' | 'signal'>
type Looking = { readonly tenantId: string; readonly at: Date; readonly isSimulationAllowed: boolean }

/**
 * Compares the tracks of an object with one orbit whenever a track arrives or is withdrawn. A growing difference from a date on is a
 * possible manoeuvre (F23): it is shown and notified like burns that nobody has announced (docs/domain/announced.md).
 */
export const trackHistoryWork = (isSimulationAllowed: boolean): RecurringWork => ({
  name: HISTORY_WORK,
  everyS: HISTORY_EVERY_S,
  async turn(platform, tenantId) {
    const at = new Date(platform.now())
    const since = new Date(at.getTime() - OLDEST_MS)
    const due = await platform.db.tenant(tenantId, async (tx) => {
      await repository.forgetBefore(tx, since)
      const found = await repository.listDue(tx, since)
      const isAnyDue = async () => (await repository.listDue(tx, since)).length > 0
      if (found.length === 0) await deleteRecurringWorkUnless(tx, { name: HISTORY_WORK, tenantId }, isAnyDue)
      return found
    })
    const each = { log: platform.log, signal: platform.signal, what: 'tracks were not held beside an orbit' }
    await forEachItem(
      each,
      due.map((one) => ({ id: String(one.noradId), one })),
      ({ one }) => lookAt(platform, { tenantId, at, isSimulationAllowed }, one),
    )
  },
})

async function lookAt({ db }: Platform, looking: Looking, due: repository.DueObject): Promise<void> {
  const { tenantId } = looking
  const found = await db.tenant(tenantId, (tx) => findTask(tx, looking, due.noradId))
  const answer = found && (await pool.run(COMPARE_TRACKS, tenantId, found))
  await db.tenant(tenantId, (tx) => keep(tx, looking, { due, answer }))
}

/** Returns the tracks and the orbit for the comparison; undefined if either is missing. */
async function findTask(
  tx: TenantDb,
  { at, isSimulationAllowed }: Looking,
  noradId: number,
): Promise<HistoryTask | undefined> {
  const newest = await repository.findNewestStart(tx, noradId, new Date(at.getTime() - OLDEST_MS))
  if (newest === undefined) return undefined
  const span = new Date(newest.getTime() - SPAN_MS)
  const burn = await findByTracks(tx, noradId)
  // After a burn that was found, the next one is searched as soon as there are elements from after the burn.
  const restart = burn && new Date(Math.max(span.getTime(), burn.to.getTime() + TAKEN_IN_MS))
  const anew = restart && (await tracksSince(tx, { noradId, from: restart, to: at }))
  const setAnew = anew && (await setBefore(tx, { noradId, first: anew.first, after: restart }))
  const tracks = setAnew === undefined ? await tracksSince(tx, { noradId, from: span, to: at }) : anew
  const set = setAnew ?? (tracks && (await setBefore(tx, { noradId, first: tracks.first, after: undefined })))
  if (tracks === undefined || set === undefined) return undefined
  const rows = await listTracks(tx, tracks.ids)
  const sensors = await knownSensors(tx, { isSimulationAllowed })
  const kept = keptOf(rows, sensors)
  return { set, tracks: kept.map(({ row, ...one }) => ({ id: row.id, sensorCode: row.sensor_code, ...one })) }
}

type Span = { readonly noradId: number; readonly from: Date; readonly to: Date }

async function tracksSince(tx: TenantDb, span: Span): Promise<{ ids: string[]; first: Date } | undefined> {
  const ids = await listTracksAfter(tx, span.noradId, { ...span, limit: TRACK_HISTORY_LIMITS.tracks })
  const [first] = ids
  const start = first === undefined ? undefined : await repository.findStart(tx, first)
  return start === undefined ? undefined : { ids, first: start }
}

type Before = { readonly noradId: number; readonly first: Date; readonly after: Date | undefined }

/** Returns the last element set from before the first track: a later one may have been fitted to the object's new path. */
async function setBefore(tx: TenantDb, { noradId, first, after }: Before): Promise<MeanElements | undefined> {
  const from = new Date(Math.max(first.getTime() - OLDEST_SET_MS, after?.getTime() ?? 0))
  const sets = await setsBetween(tx, { noradId, from: epochOf(from), to: epochOf(first) })
  const set = sets.findLast(({ isSimulated }) => !isSimulated)?.set
  if (set === undefined) return undefined
  const { epoch, meanMotionRadPerS, eccentricity, bstar, incRad, raanRad, argPeriapsisRad, meanAnomalyRad } = set
  return { epoch, meanMotionRadPerS, eccentricity, bstar, incRad, raanRad, argPeriapsisRad, meanAnomalyRad }
}

type DueWithAnswer = { readonly due: repository.DueObject; readonly answer: HistoryAnswer | undefined }

async function keep(tx: TenantDb, { tenantId, at }: Looking, { due, answer }: DueWithAnswer): Promise<void> {
  const { noradId, seenAt } = due
  const history = answer?.history ?? null
  await repository.upsertHistory(tx, { tenantId, noradId, seenAt, at, history })
  const manoeuvre = history?.manoeuvre ?? null
  const behind = history?.tracks.find(({ epoch }) => epoch === manoeuvre?.to)
  const found =
    manoeuvre === null || answer === undefined || behind === undefined
      ? []
      : [
          {
            from: manoeuvre.from,
            to: manoeuvre.to,
            since: manoeuvre.from,
            deltaVMps: manoeuvre.deltaVMps,
            direction: manoeuvre.direction,
            confidence: answer.confidence,
            isSimulated: false,
            observationFileId: behind.observationFileId,
          },
        ]
  // A manoeuvre that was found before the time of the compared tracks is kept.
  const first = history?.tracks[0]
  const since = first === undefined ? {} : { since: new Date(first.epoch) }
  const isOther = await keepShownByTracks(tx, { tenantId, noradId, at, found, ...since })
  if (isOther) {
    const entry = { actor: HISTORY_WORK, object: String(noradId), outcome: 'done', requestId: '' } as const
    const action = manoeuvre === null ? 'possible-manoeuvre.gone' : 'possible-manoeuvre.found'
    await insertAudit(tx, tenantId, { ...entry, action, detail: manoeuvre ?? {} })
  }
  emit(tx, { tenantId, type: 'observation', data: { catalogueId: noradId } })
}
