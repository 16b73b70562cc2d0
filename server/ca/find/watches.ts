import { randomUUID } from 'node:crypto'
import { groupToleranceS } from '@apsis/astro/conjunction/group-updates.ts'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { FindResult, Watch } from '@apsis/contract/ca/find.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { holdingOf } from '@apsis/contract/tle/catalogue-holding.ts'
import { emit } from '../../events/event.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { deleteRecurringWork, upsertRecurringWork } from '../../platform/jobs/recurring-work.repository.ts'
import { type FindPlatform, search } from './find.service.ts'
import { knownHits } from './known-hits.ts'
import * as repository from './watch.repository.ts'

/** The name of the work that runs the watches. */
export const WATCH_WORK = 'ca.find'
/** The period at which the work checks for due watches. */
export const LOOK_EVERY_S = 60
/** No watch is run more often than this. */
export const REST_MS = 2 * HOUR_MS
const MOST_WATCHES = 50
/** A close approach is kept a little after it has passed, so that an approach that moves is still recognised. */
const KEPT_MS = HOUR_MS

type Owner = Pick<Caller, 'tenantId' | 'subject'>
type Request = { readonly owner: Owner; readonly requestId: string }

export type WantedWatch = {
  readonly satelliteId: string | undefined
  readonly noradId: number | undefined
  readonly with: string
  readonly hours: number
  readonly maxKm: number
}

export async function listWatches(db: Database, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Watch[]> {
  return db.tenant(tenantId, async (tx) => (await repository.listWatches(tx)).map(present))
}

/** Runs the search once and stores it as a watch: the user who saves it has seen the result, and is notified of later ones. */
export async function createWatch(
  platform: FindPlatform,
  { owner, requestId, signal }: Request & { readonly signal: AbortSignal },
  wanted: WantedWatch,
): Promise<Watch> {
  const { tenantId, subject } = owner
  const { satelliteId, noradId, with: others, hours, maxKm } = wanted
  const at = new Date(platform.now())
  const found = await askWatch(platform, { tenantId, signal }, { ...wanted, from: at })
  const row: repository.WatchRow = {
    id: randomUUID(),
    satellite_id: satelliteId ?? null,
    norad_id: noradId ?? null,
    name: found.answer.primary.name,
    others,
    hours,
    most_km: maxKm,
    is_paused: false,
    created_by: subject,
    created_at: at,
    ...runOf(at, found.answer),
  }
  return platform.db.tenant(tenantId, async (tx) => {
    await lockWatchWork(tx, tenantId)
    if ((await repository.listWatches(tx)).length >= MOST_WATCHES)
      throw new ApiError('conflict', `There are ${MOST_WATCHES} watches already: remove one first.`)
    await repository.insertWatch(tx, tenantId, row)
    await repository.storeHits(
      tx,
      { tenantId, watchId: row.id, at },
      knownHits([], found.answer.encounters, toleranceOf(found)).seen,
    )
    await record(tx, { owner, requestId }, { action: 'watch.create', id: row.id, detail: wanted })
    return readWatch(tx, row.id)
  })
}

export async function updateWatch(
  db: Database,
  { owner, requestId }: Request,
  { id, isPaused }: { readonly id: string; readonly isPaused: boolean },
): Promise<Watch> {
  return db.tenant(owner.tenantId, async (tx) => {
    if (!(await repository.updatePause(tx, id, isPaused))) throw notFound()
    await record(tx, { owner, requestId }, { action: isPaused ? 'watch.pause' : 'watch.resume', id, detail: {} })
    return readWatch(tx, id)
  })
}

export async function removeWatch(db: Database, { owner, requestId }: Request, id: string): Promise<void> {
  const { tenantId } = owner
  await db.tenant(tenantId, async (tx) => {
    await lockWatchWork(tx, tenantId)
    if (!(await repository.deleteWatch(tx, id))) throw notFound()
    if ((await repository.listWatches(tx)).length === 0) await deleteRecurringWork(tx, { name: WATCH_WORK, tenantId })
    await record(tx, { owner, requestId }, { action: 'watch.remove', id, detail: {} })
  })
}

/** Adds the work to the list under its lock, so that adding the last watch and removing another one do not race. */
const lockWatchWork = (tx: TenantDb, tenantId: string) =>
  upsertRecurringWork(tx, { name: WATCH_WORK, tenantId }, LOOK_EVERY_S)

type Question = WantedWatch & { readonly from: Date }

/** Runs the search of a watch; the search begins at `from`. */
export function askWatch(
  platform: FindPlatform,
  { tenantId, signal }: { readonly tenantId: string; readonly signal: AbortSignal },
  { satelliteId, noradId, with: others, hours, maxKm, from }: Question,
): ReturnType<typeof search> {
  const numbers = others === 'all' ? undefined : others.split(',').map(Number)
  const wanted = { satelliteId, noradId, numbers, hours, maxKm, from: from.toISOString() }
  return search(platform, { caller: { tenantId }, signal }, wanted)
}

type WatchAnswer = Awaited<ReturnType<typeof askWatch>>

/** Returns the time by which a TCA may move from one run to the next, s (flight rule F6). */
const toleranceOf = ({ periodS }: WatchAnswer) => groupToleranceS([periodS])

function runOf(at: Date, { result, catalogueEpoch, catalogue }: FindResult): repository.Run {
  const { payloads, rocketBodies, debris, unknown, isSimulated, isWhole, sources } = catalogue
  return {
    run_at: at,
    catalogue_epoch: catalogueEpoch === null ? null : new Date(catalogueEpoch),
    catalogue: { payloads, rocketBodies, debris, unknown, isSimulated, isWhole, sources },
    result,
    error: null,
  }
}

type WatchRun = { readonly tenantId: string; readonly watch: repository.WatchRow; readonly at: Date }

/**
 * Stores the result of a run and notifies of new approaches, in one transaction: a run that was interrupted stores nothing, and the second of two
 * parallel runs finds the watch changed.
 */
export async function finishRun(tx: TenantDb, { tenantId, watch, at }: WatchRun, found: WatchAnswer): Promise<void> {
  if (!(await repository.lockWatch(tx, watch))) return
  const { id: watchId } = watch
  const { seen, fresh } = knownHits(await repository.listHits(tx, watchId), found.answer.encounters, toleranceOf(found))
  await repository.storeHits(tx, { tenantId, watchId, at }, seen)
  await repository.deletePastHits(tx, watchId, new Date(at.getTime() - KEPT_MS))
  await repository.updateRun(tx, watchId, runOf(at, found.answer))
  emit(tx, { tenantId, type: 'watch', data: { id: watchId } })
  if (fresh.length > 0) await tell(tx, { tenantId, watch, at }, fresh)
}

/** Stores that a run failed, and why. The result of the last good run stays. */
export async function failRun(tx: TenantDb, { tenantId, watch, at }: WatchRun, error: string): Promise<void> {
  if (!(await repository.lockWatch(tx, watch))) return
  await repository.updateRun(tx, watch.id, {
    run_at: at,
    catalogue_epoch: watch.catalogue_epoch,
    catalogue: watch.catalogue,
    result: 'NOT_SCREENED',
    error,
  })
  emit(tx, { tenantId, type: 'watch', data: { id: watch.id } })
}

async function tell(tx: TenantDb, { tenantId, watch }: WatchRun, fresh: readonly repository.HitRow[]): Promise<void> {
  const [nearest] = fresh.toSorted((a, b) => a.miss_m - b.miss_m)
  if (nearest === undefined) return
  const finding: Finding = {
    code: 'watch-found',
    values: {
      watch: watch.name,
      hits: fresh.length,
      limitM: watch.most_km * 1_000,
      name: nearest.name,
      designator: nearest.object_id,
      missM: nearest.miss_m,
      tcaAt: nearest.tca.toISOString(),
    },
  }
  const told = { level: 'caution', finding, link: `/ca/find/${watch.satellite_id ?? ''}` } as const
  await notify(tx, { tenantId, subject: undefined, audience: 'ca', ...told })
}

async function readWatch(tx: TenantDb, id: string): Promise<Watch> {
  const [row] = await repository.listWatches(tx, id)
  if (row === undefined) throw notFound()
  return present(row)
}

function present(row: repository.WatchRow & repository.SeenRow): Watch {
  const { nearest_id: objectId, nearest_name: name, nearest_tca: tca, nearest_miss_m: missM } = row
  const isSeen = objectId !== null && name !== null && tca !== null && missM !== null
  return {
    watchId: row.id,
    satelliteId: row.satellite_id,
    noradId: row.norad_id,
    name: row.name,
    with: row.others,
    hours: row.hours,
    maxKm: row.most_km,
    isPaused: row.is_paused,
    lastRunAt: row.run_at.toISOString(),
    nextRunAt: row.is_paused ? null : new Date(row.run_at.getTime() + REST_MS).toISOString(),
    catalogueEpoch: row.catalogue_epoch?.toISOString() ?? null,
    catalogue:
      row.catalogue === null ? null : holdingOf(row.catalogue, { ...row.catalogue, newestEpoch: row.catalogue_epoch }),
    result: row.result,
    hits: row.hits,
    nearest: isSeen ? { objectId, name, tca: tca.toISOString(), missM } : null,
    error: row.error,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }
}

const notFound = () => new ApiError('not-found', 'No watch of yours has this id.')

type Step = { readonly action: string; readonly id: string; readonly detail: Readonly<Record<string, unknown>> }

async function record(tx: TenantDb, { owner, requestId }: Request, { action, id, detail }: Step): Promise<void> {
  const { tenantId, subject } = owner
  await insertAudit(tx, tenantId, { actor: subject, action, object: id, outcome: 'done', requestId, detail })
  emit(tx, { tenantId, type: 'watch', data: { id } })
}
