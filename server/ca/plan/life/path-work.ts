import { isDeepStrictEqual } from 'node:util'
import { periodOfState } from '@apsis/astro/manoeuvre/reference-orbit.ts'
import { makeEpoch } from '@apsis/astro/time/epoch.ts'
import { PATH_TYPES, type PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../../../platform/thread/task.ts'
import { reasonOf } from '../../../platform/thread/task-failure.ts'
import { readCatalogue } from '../../../tle/catalogue.service.ts'
import type { CaPlatform } from '../../ca-platform.ts'
import { toInstant } from '../../message/record/api-value.ts'
import { radiusOf } from '../../satellite/record/derive-satellite.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { Flyer } from '../../screening/flyers.ts'
import { withLearnt } from '../../screening/own-covariance.ts'
import { heldIn } from '../../screening/present-screening.ts'
import { readTrialMark, startTrial } from '../../screening/trial.ts'
import { flightsAfter, typesToAsk } from '../record/path-turn.ts'
import * as repository from '../record/plan.repository.ts'
import { MANOEUVRE_WORK } from '../record/record-step.ts'
import { refuse, refuseCostly } from '../record/refuse.ts'
import type { Cause } from '../record/supersede.ts'
import { verdictFields } from '../screen/message-verdict.ts'
import { alongOfPlan, readFlight } from '../screen/orbit-of-plan.ts'
import * as paths from '../screen/path.repository.ts'
import { encountersOf, gravityFor, resultOf, together } from '../screen/path-verdict.ts'
import { readMessageOf, requireSatellite } from '../screen/plan-context.ts'
import { markOfAlong } from '../screen/read-along.ts'
import { flightOf, ofSatellite } from '../write/file-input.ts'
import type { FlownPath } from '../write/path-task.ts'

type Row = repository.ListedRow
type Type = PathScreening['type']

/** The task propagates four paths of eight days, one state per minute. */
const FLY = task<typeof import('../write/path-task.ts').flyCases>({
  module: new URL('../write/path-task.ts', import.meta.url),
  name: 'flyCases',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 32 },
})

/** The task propagates the paths of own burns from an orbit of the satellite. */
const FLY_OWN = task<typeof import('../write/own-file-task.ts').flyOwnCases>({
  module: new URL('../write/own-file-task.ts', import.meta.url),
  name: 'flyOwnCases',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 32 },
})

const MS_PER_SECOND = 1_000

const AGAINST = { OPS_VS_CAT: 'CAT', OPS_VS_TLE: 'TLE', OPS_VS_OPS: 'OPS' } as const

/** The screenings of a plan that has just been screened against messages. */
export const WAITING_PATHS: readonly PathScreening[] = PATH_TYPES.map((type) => ({
  type,
  result: 'WAITING',
  reasons: [],
  causes: [],
  screeningId: null,
  runningId: null,
  at: null,
  from: null,
  to: null,
  objects: 0,
  notScreened: 0,
  catalogueEpoch: null,
  catalogue: null,
  encounterCount: 0,
  encounters: [],
}))

/** Another worker or person has changed the plan meanwhile, so the work is not stored. */
class PlanMoved extends Error {}
class NotNow extends Error {}

/**
 * Requests the screenings of the path that a plan still needs: all that have not been requested yet, and all again when their input has changed
 * since. Each is requested and recorded in one transaction, so that the next run repeats nothing after an interruption. If the path may not be
 * propagated now, screenings with something to compare with are left to the next run.
 */
export async function startPaths(
  platform: CaPlatform,
  tenantId: string,
  seen: Row,
  { mayFly = true } = {},
): Promise<void> {
  // A plan that the demo made for an ended event has no path screenings.
  if (seen.screening === null || seen.screening.paths.length === 0) return
  const at = new Date(platform.now())
  const catalogue = await readCatalogue(platform.db)
  const mark = await platform.db.tenant(tenantId, async (tx) => {
    // The input of the path is the newest message of the event, or the other burns that move the satellite.
    const from = repository.isForEvent(seen) ? seen.newest_cdm_id : markOfAlong(await alongOfPlan(tx, seen))
    return `${await readTrialMark(tx, catalogue, at)} ${from ?? ''}`
  })
  const known = seen.screening.paths
  const ageMs = at.getTime() - (seen.path_at?.getTime() ?? 0)
  const types = typesToAsk({ known, isSame: seen.path_mark === mark, ageMs })
  if (types.length === 0) return
  let flown: Promise<readonly Flyer[]> | undefined
  // The path is propagated once for all screenings, and not at all if there is nothing to compare with.
  const flyers = () => {
    if (!mayFly) throw new NotNow()
    flown ??= flyersOf(platform, tenantId, seen)
    return flown
  }
  const [from, title, satelliteId] = [seen.ignition_at, `${seen.name}, new path`, seen.satellite_id]
  for (const type of types) {
    const write = async (tx: TenantDb, change: Partial<PathScreening>) =>
      writePath(tx, { seen, type, change, mark, at })
    try {
      const trial = { tenantId, subject: MANOEUVRE_WORK, satelliteId, flyers, against: AGAINST[type], from, title }
      const isStarted = await startTrial(platform, { ...trial, also: (tx, { id }) => write(tx, { runningId: id }) })
      if (isStarted) continue
      const nothing: Partial<PathScreening> = {
        ...EMPTY,
        ...NONE_MET,
        result: 'NOT_SCREENED',
        at: at.toISOString(),
        ...verdictFields([]),
      }
      await platform.db.tenant(tenantId, (tx) => write(tx, nothing))
    } catch (error) {
      if (error instanceof PlanMoved) return
      if (error instanceof NotNow) continue
      // The organisation has as many waiting screenings as it may have: the next run tries again.
      if (error instanceof ApiError && error.code === 'too-many-requests') return
      if (!(error instanceof ApiError)) throw error
      const flights = flightsAfter(
        known.find((path) => path.type === type),
        error,
      )
      const values = { why: error.message, ...(flights === undefined ? {} : { flights }) }
      const why = verdictFields([{ code: 'path-not-begun', values }])
      // The earlier result stays: the same encounters are not new when they are found again.
      const not: Partial<PathScreening> = { ...EMPTY, result: 'NOT_SCREENED', ...why }
      await platform.db.tenant(tenantId, (tx) => write(tx, { ...not, at: at.toISOString() }))
    }
  }
}

const EMPTY = { screeningId: null, runningId: null, objects: 0, notScreened: 0 }
/** A path without anything to compare with has no encounters. */
const NONE_MET = { encounterCount: 0, encounters: [] }

type PathChange = {
  readonly seen: Row
  readonly type: Type
  readonly change: Partial<PathScreening>
  readonly mark: string
  readonly at: Date
}

async function writePath(tx: TenantDb, { seen, type, change, mark, at }: PathChange): Promise<void> {
  const row = await repository.findPlan(tx, seen.id, true)
  if (row?.screening == null || row.screening.at !== seen.screening?.at) throw new PlanMoved()
  const changed = row.screening.paths.map((one) => (one.type === type ? { ...one, ...change } : one))
  const { nextBest, at: screenedAt } = row.screening
  const screening = { ...together(row.screening, changed), nextBest, at: screenedAt }
  await repository.updatePath(tx, row.id, { screening, path_mark: mark, path_at: at })
}

async function flyersOf(platform: CaPlatform, tenantId: string, row: Row): Promise<readonly Flyer[]> {
  if (!repository.isForEvent(row)) return flyersOfOwn(platform, tenantId, row)
  const { db, now } = platform
  const { satellite, message } = await db.tenant(tenantId, async (tx) => {
    const own = await requireSatellite(tx, row.satellite_id)
    // The newest message gives the best orbit of the satellite; the burn is as it was planned.
    return { satellite: own, message: await readMessageOf(tx, own, row.newest_cdm_id ?? row.cdm_id) }
  })
  const name = row.name
  const flown = await fly(tenantId, {
    kind: 'oem',
    version: '2.0',
    notation: 'kvn',
    manFrame: 'RSW_INERTIAL',
    case: 'nominal',
    name,
    comments: [],
    ...flightOf({ row, message, satellite }),
    createdAt: new Date(now()).toISOString(),
  })
  return flown.map((path) => flyerOf(satellite, row, path))
}

/** Returns the paths of burns without an event, from the satellite's orbit; a missing covariance is derived from other data if possible. */
async function flyersOfOwn({ db, log, now }: CaPlatform, tenantId: string, row: Row): Promise<readonly Flyer[]> {
  const at = new Date(now())
  const { satellite, flight, bareSince } = await db.tenant(tenantId, async (tx) => {
    const own = await requireSatellite(tx, row.satellite_id)
    return { satellite: own, ...(await readFlight(tx, own, { row, now: at })) }
  })
  const input = { ...flight, ...ofSatellite(row, satellite) }
  const flown = await flying(() => pool.run(FLY_OWN, tenantId, input))
  const flyers = flown.map((path) => flyerOf(satellite, row, path))
  if (bareSince === null) return flyers
  const bare = flyers.map((flyer) => bareOf(flyer, bareSince))
  return withLearnt({ db, log, tenantId, now: at }, bare)
}

const bareOf = (flyer: Flyer, bareSince: Date): Flyer =>
  flyer.orbit.source === 'OPS' ? { ...flyer, orbit: { ...flyer.orbit, bareSince } } : flyer

const fly = (tenantId: string, input: Parameters<typeof import('../write/path-task.ts').flyCases>[0]) =>
  flying(() => pool.run(FLY, tenantId, input))

async function flying(run: () => Promise<FlownPath[]>): Promise<FlownPath[]> {
  try {
    return await refuseCostly('path-too-costly', run)
  } catch (error) {
    throw refuse('path', { reason: reasonOf(error) })
  }
}

function flyerOf(satellite: SatelliteRow, row: Row, { case: which, packed, from, to, periodS }: FlownPath): Flyer {
  const { configuration, norad_id: noradId, id: satelliteId } = satellite
  const usable = { from: new Date(from), to: new Date(to) }
  const { is_simulated: isSimulated, name: fileName } = row
  return {
    objectId: `${noradId} ${which}`,
    name: `${row.name}, ${which}`,
    noradId,
    satelliteId,
    thresholds: configuration.thresholds,
    radiusM: radiusOf(configuration).hardBodyRadius,
    ownBox: configuration.screeningBox,
    orbit: { source: 'OPS', ephemerisId: null, fileName, isSimulated, usable, periodS, packed: Buffer.from(packed) },
  }
}

/** The findings of a newer screening of the path that the previous one did not have: a reason not to burn any more. */
export type FinishedPath = { readonly row: Row; readonly news: readonly Cause[] }

/** Stores the results of the screenings of a path; undefined if there are none. Call it in the transaction that locks the plan. */
export async function finishPaths(tx: TenantDb, row: Row, at: Date): Promise<FinishedPath | undefined> {
  if (row.screening === null) return undefined
  const news: Cause[] = []
  let isChanged = false
  const settled: PathScreening[] = []
  for (const path of row.screening.paths) {
    const ended = path.runningId === null ? undefined : await paths.findEnded(tx, path.runningId)
    if (ended === undefined) {
      const now = await withAnnounced(tx, { row, path, at })
      isChanged ||= now !== path
      settled.push(now)
    } else {
      isChanged = true
      const fresh = await finishPath(tx, { row, path, ended, at })
      news.push(...newFailures(path, fresh, row.accepted))
      settled.push(fresh)
    }
  }
  if (!isChanged) return undefined
  const { nextBest, at: screenedAt } = row.screening
  return { row: { ...row, screening: { ...together(row.screening, settled), nextBest, at: screenedAt } }, news }
}

type Ending = {
  readonly row: Row
  readonly path: PathScreening
  readonly ended: paths.EndedRow
  readonly at: Date
}

async function finishPath(tx: TenantDb, { row, path, ended, at }: Ending): Promise<PathScreening> {
  const { state, error, from_at: from, to_at: to, objects, not_screened: notScreened, catalogue_epoch: epoch } = ended
  const common = {
    type: path.type,
    screeningId: path.runningId,
    runningId: null,
    at: at.toISOString(),
    objects,
    notScreened,
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    catalogueEpoch: epoch?.toISOString() ?? null,
    catalogue: heldIn(ended),
  }
  // A person has removed the screening: it is requested again.
  if (state === 'removed') return { ...path, result: 'WAITING', ...verdictFields([]), runningId: null }
  if (state !== 'done' || path.runningId === null) {
    const cause: ScreeningReason =
      state === 'failed'
        ? { code: 'path-failed', values: { why: error ?? '' } }
        : { code: 'path-cancelled', values: {} }
    const { encounters, encounterCount } = path
    return { ...common, result: 'NOT_SCREENED', ...verdictFields([cause]), encounters, encounterCount }
  }
  const burns = (await paths.listAnnounced(tx, path.runningId)).filter(isNotHeld)
  return { ...common, ...(await judge(tx, path.runningId, { row, at, burns, isIncomplete: ended.is_incomplete })) }
}

type Judging = Pick<Ending, 'row' | 'at'> & {
  readonly burns: readonly paths.AnnouncedRow[]
  readonly isIncomplete: boolean
}

/** Judges the approaches of a path as far as it was screened: a screening that did not reach its end fails, or gives no result. */
async function judge(tx: TenantDb, screeningId: string, { row, at, burns, isIncomplete }: Judging) {
  const found = await paths.listApproaches(tx, screeningId)
  const events = await paths.listKnownEvents(tx, row.satellite_id, at)
  const announced = burns.map(({ objectId, by, ignition_at: at }) => ({ objectId, by, at }))
  const judged = resultOf(encountersOf(found, events, periodOf(row)), row.accepted, announced)
  if (!isIncomplete || judged.result === 'FAIL') return judged
  const causes: ScreeningReason[] = [{ code: 'path-incomplete', values: {} }, ...judged.causes]
  return { ...judged, result: 'NOT_SCREENED' as const, ...verdictFields(causes) }
}

/** Returns the osculating period of the satellite at ignition, s. */
function periodOf({ burn, ignition_at: ignitionAt }: Row): number {
  const { before, orbitsBeforeTca, positionBefore: r, velocityBefore: v } = burn
  if (before === null || orbitsBeforeTca === null) return periodOfState({ r, v })
  return (Date.parse(before.tca) - ignitionAt.getTime()) / MS_PER_SECOND / orbitsBeforeTca
}

/** True if an orbit that a path was compared with lacks a burn: an ephemeris from before the notice, or a set from before the end of the burn. */
function isNotHeld({ ends_at: endsAt, received_at: receivedAt, ...of }: paths.AnnouncedRow): boolean {
  if (of.uploaded_at !== null) return of.uploaded_at < receivedAt
  const ofCatalogue = of.epoch_s === null ? null : new Date(toInstant(makeEpoch(of.epoch_s)))
  const epoch = of.set_epoch ?? ofCatalogue
  return epoch === null || endsAt > epoch
}

/**
 * Returns a screened path with the burns that have been announced since for its objects, without the withdrawn ones. A set that arrives later may
 * contain the burn, but the path was not compared with it: the warning stays until the path is screened again.
 */
async function withAnnounced(tx: TenantDb, { row, path, at }: Omit<Ending, 'ended'>): Promise<PathScreening> {
  const { screeningId, causes = [] } = path
  if (screeningId === null) return path
  const told = causes.filter(({ code }) => code === 'path-announced-burn')
  const isTold = ({ by, ignition_at: ignitionAt }: paths.AnnouncedRow) =>
    told.some(({ values }) => values.why === by && values.fromAt === ignitionAt.toISOString())
  const burns = (await paths.listAnnounced(tx, screeningId)).filter((one) => isNotHeld(one) || isTold(one))
  if (told.length === 0 && burns.length === 0) return path
  const ended = await paths.findEnded(tx, screeningId)
  if (ended?.state !== 'done') return path
  const judged = await judge(tx, screeningId, { row, at, burns, isIncomplete: ended.is_incomplete })
  return isDeepStrictEqual(judged.causes, causes) ? path : { ...path, ...judged }
}

/** Returns encounters that fail the burn and did not fail it before: failures that were known at the approval are not new. */
function newFailures(before: PathScreening, { type, encounters }: PathScreening, accepted: number): Cause[] {
  const failed = (one: PathScreening['encounters'][number]) => gravityFor(one, accepted) === 'FAIL'
  const known = new Set(before.encounters.filter(failed).map(({ objectId }) => objectId))
  return encounters.flatMap((one) => {
    const { object, objectId, nominal } = one
    const [text] = resultOf([one], accepted).reasons
    if (!failed(one) || known.has(objectId) || text === undefined || nominal === null) return []
    const met = {
      object: object || objectId,
      metAt: nominal.tca,
      pcWith: nominal.probability ?? nominal.maximumProbability,
    }
    return [{ text: `${type}: ${text}`, values: { reason: 'path-meets', path: type, ...met } }]
  })
}
