import { HOUR_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../platform/api-error.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { readCatalogue } from '../../tle/catalogue.service.ts'
import type { FindPlatform } from './find.service.ts'
import { openSearchQueue, type SearchQueue } from './search-queue.ts'
import { listRestedWatches, type WatchRow } from './watch.repository.ts'
import { askWatch, failRun, finishRun, LOOK_EVERY_S, REST_MS, WATCH_WORK } from './watches.ts'

/** No user waits for the answer of a watch, so it may take longer. */
const MOST_MS = 10 * 60_000

/** Runs the watches of an organisation that are due. */
export function watchWork(): RecurringWork {
  let searchQueue: SearchQueue | undefined
  return {
    name: WATCH_WORK,
    everyS: LOOK_EVERY_S,
    async turn(platform, tenantId) {
      const due = await listDue(platform, tenantId)
      if (due.length === 0) return
      if (searchQueue === undefined) {
        const opened = openSearchQueue(platform.now, { mostMs: MOST_MS })
        searchQueue = opened
        platform.signal.addEventListener('abort', () => void opened.close(), { once: true })
      }
      const asking = { ...platform, searchQueue }
      const each = { log: platform.log, signal: platform.signal, what: 'a watch was not asked again' }
      await forEachItem(each, due, (watch) => ask(asking, tenantId, watch))
    },
  }
}

/** Returns the watches with a refreshed catalogue, or with more than half of their span past. */
async function listDue({ db, now }: WorkPlatform, tenantId: string): Promise<WatchRow[]> {
  const rested = await db.tenant(tenantId, (tx) => listRestedWatches(tx, new Date(now() - REST_MS)))
  if (rested.length === 0) return []
  const { newestEpoch } = await readCatalogue(db)
  return rested.filter(
    ({ catalogue_epoch: asked, run_at: runAt, hours }) =>
      asked?.getTime() !== newestEpoch?.getTime() || now() >= runAt.getTime() + (hours * HOUR_MS) / 2,
  )
}

async function ask(platform: FindPlatform & WorkPlatform, tenantId: string, watch: WatchRow): Promise<void> {
  const { db, now, signal } = platform
  const at = new Date(now())
  const { satellite_id, norad_id, others, hours, most_km: maxKm } = watch
  const question = { satelliteId: satellite_id ?? undefined, noradId: norad_id ?? undefined, hours, maxKm }
  try {
    const found = await askWatch(platform, { tenantId, signal }, { ...question, with: others, from: at })
    await db.tenant(tenantId, (tx) => finishRun(tx, { tenantId, watch, at }, found))
  } catch (error) {
    // A stopped run is not a failure: the next worker repeats it.
    if (signal.aborted) return
    if (!(error instanceof ApiError)) throw error
    await db.tenant(tenantId, (tx) => failRun(tx, { tenantId, watch, at }, error.message))
  }
}
