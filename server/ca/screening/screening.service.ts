import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Encounter, Screening } from '@apsis/contract/ca/screening/screening.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { readCatalogue } from '../../tle/catalogue.service.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { findStored } from '../ephemeris/record/ephemeris.repository.ts'
import type { Owner, Request } from '../ephemeris/record/record.ts'
import * as toScreen from '../ephemeris/record/to-screen.repository.ts'
import { presentEncounter } from '../event/encounter.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { type Flyer, findFleet, findOpponents, inBody, readOpponents, refusal } from './flyers.ts'
import { withLearnt } from './own-covariance.ts'
import { presentScreening } from './present-screening.ts'
import { prepareScreening, type ScreeningRequest } from './request.ts'
import * as encounters from './run/encounter.repository.ts'
import { finishScreening, relinquishScreened } from './run/finish-screening.ts'
import * as repository from './run/screening.repository.ts'
import { cancelRun, createRun, removeRun, resumeRun } from './run/screening-run.ts'

type Reader = Pick<Caller, 'tenantId'>

export type WantedScreening = {
  readonly satelliteId?: string | undefined
  readonly ephemerisId?: string | undefined
  readonly against: ScreeningRequest['opponents']['against']
  readonly from?: string | undefined
  readonly hours: number
  readonly thresholdM?: number | undefined
  readonly box?: ScreeningRequest['box']
  /** Only objects from messages of this event are used. */
  readonly conjunctionId?: string
}

/** The hours of an automatic screening. */
const AUTOMATIC_HOURS = 168
/** A screening of one event ends this long after its TCA, since the closest approach may be later on another orbit. */
const AFTER_TCA_H = 2

/** Starts a screening that a user ordered. */
export async function startScreening(
  platform: CaPlatform,
  { owner, requestId }: Request,
  wanted: WantedScreening,
): Promise<Screening> {
  const { thresholdM, box } = wanted
  if (thresholdM !== undefined && box !== undefined)
    throw refusal('unprocessable', inBody('box'), 'stands beside thresholdM: give one of them')
  const id = await submit(platform, owner, wanted, { isAsked: true })
  await platform.db.tenant(owner.tenantId, (tx) =>
    insertAudit(tx, owner.tenantId, {
      actor: owner.subject,
      action: 'screening.create',
      object: id,
      outcome: 'done',
      requestId,
      detail: { against: wanted.against, satelliteId: wanted.satelliteId, ephemerisId: wanted.ephemerisId },
    }),
  )
  return getScreening(platform, owner, id)
}

/** Another process has ordered the same screening while this one prepared it: one is enough. */
export class OrderedMeanwhileError extends Error {}

/**
 * Orders the screenings that a file still needs: against the catalogue, and against the objects of its open events. If one cannot be
 * ordered, the file gets a warning, and the order is tried again later: until then a candidate does not become operational.
 */
export async function screenFile(platform: CaPlatform, owner: Owner, ephemerisId: string): Promise<void> {
  const { db, now } = platform
  const { tenantId } = owner
  const lines = await db.tenant(tenantId, (tx) => toScreen.takeLinesToScreen(tx, ephemerisId, new Date(now())))
  for (const against of lines) {
    try {
      const also = async (tx: TenantDb) => {
        if (!(await toScreen.endLineToScreen(tx, ephemerisId, against))) throw new OrderedMeanwhileError()
      }
      await submit(platform, owner, { ephemerisId, against, hours: AUTOMATIC_HOURS }, { also })
    } catch (error) {
      if (error instanceof OrderedMeanwhileError) continue
      if (!(error instanceof ApiError)) throw error
      // If the satellite has no events, or nobody near it publishes ephemerides, it needs no screening against them.
      const isNothing = against !== 'CAT' && error.code === 'unprocessable'
      await db.tenant(tenantId, async (tx) => {
        if (!isNothing) return toScreen.warnOfLine(tx, ephemerisId, against, error.message)
        // The files of its satellite are locked before the file itself, as in all other code: the reverse order can cause a deadlock.
        await findStored(tx, ephemerisId)
        await toScreen.endLineToScreen(tx, ephemerisId, against)
        // The other screening may have ended before this one was ordered.
        await relinquishScreened(tx, { tenantId, ephemerisId, requestId: 'none' }, new Date(now()))
      })
    }
  }
}

/** Screens all satellites of the organisation with their known orbits; returns the id of the screening. */
export function screenFleet(platform: CaPlatform, owner: Owner, against: 'CAT' | 'CDM' | 'EPH'): Promise<string> {
  return submit(platform, owner, { against, hours: AUTOMATIC_HOURS })
}

export type ScreenedEvent = { readonly conjunctionId: string; readonly satelliteId: string; readonly tca: Date }

/** Screens a satellite against the other object of an event, with its state in the message that applies, until after the closest approach. */
export function screenEvent(
  platform: CaPlatform,
  owner: Owner,
  { conjunctionId, satelliteId, tca }: ScreenedEvent,
  also: (tx: TenantDb, id: string) => Promise<void>,
): Promise<string> {
  const hours = (tca.getTime() - platform.now()) / HOUR_MS + AFTER_TCA_H
  return submit(platform, owner, { satelliteId, against: 'CDM', conjunctionId, hours }, { also })
}

/** Stores a screening; `also` stores the data that belong to it in the same transaction; the person who ordered it is notified of its state. */
async function submit(
  platform: CaPlatform,
  owner: Owner,
  wanted: WantedScreening,
  how: { readonly also?: (tx: TenantDb, id: string) => Promise<void>; readonly isAsked?: boolean } = {},
): Promise<string> {
  const { db, log, now } = platform
  const { satelliteId, ephemerisId, against, thresholdM, box, conjunctionId } = wanted
  const asked = {
    now: new Date(now()),
    from: new Date(wanted.from ?? now()),
    place: inBody,
    unfit: 'conflict' as const,
  }
  const catalogue = await readCatalogue(db)
  const { fleet, found } = await db.tenant(owner.tenantId, async (tx) => {
    const own = await findFleet(tx, { satelliteId, ephemerisId, ...asked })
    const others = await findOpponents(tx, { against, flyers: own.flyers, catalogue, conjunctionId, ...asked })
    return { fleet: own, found: others }
  })
  const { opponents, lost } = await readOpponents(owner.tenantId, found)
  const flyers = await withLearnt({ db, log, tenantId: owner.tenantId, now: asked.now }, fleet.flyers)
  const { grounded } = fleet
  const span = spanOf(flyers, wanted, asked.from)
  const { type, screening, ...known } = await prepareScreening({ flyers, opponents, ...span, thresholdM, box })
  const hasOthers = screening.objects.length > flyers.length
  if (!hasOthers && (flyers.length === 1 || against === 'CDM' || against === 'EPH'))
    throw refusal('unprocessable', inBody('against'), `there is nothing to compare with in ${against}`)
  const missing = [...grounded.map(({ id }) => ({ id, reason: repository.NO_ORBIT })), ...lost]
  const only = flyers.length === 1 && (satelliteId !== undefined || ephemerisId !== undefined) ? flyers[0] : undefined
  const subject = {
    ...known,
    missing,
    satelliteId: only?.satelliteId ?? null,
    ephemerisId: only?.orbit.source === 'OPS' ? only.orbit.ephemerisId : null,
  }
  return createRun(platform, owner, { type, screening, subject, ...how })
}

/** Returns the span of a screening: the span of a file, or the requested time for all other orbits. */
function spanOf(
  flyers: readonly Flyer[],
  { ephemerisId, hours }: Pick<WantedScreening, 'ephemerisId' | 'hours'>,
  from: Date,
): { from: Date; to: Date } {
  const orbit = ephemerisId === undefined ? undefined : flyers[0]?.orbit
  const usable = orbit?.source === 'OPS' ? orbit.usable : undefined
  const begin = Math.max(from.getTime(), usable?.from.getTime() ?? Number.NEGATIVE_INFINITY)
  const end = Math.min(begin + hours * HOUR_MS, usable?.to.getTime() ?? Number.POSITIVE_INFINITY)
  if (end > begin) return { from: new Date(begin), to: new Date(end) }
  const until = usable?.to.toISOString()
  throw refusal('unprocessable', inBody('from'), `is after the end of the usable span of the ephemeris, ${until}`)
}

export type Listing = Omit<repository.ScreeningFilter, 'offset' | 'id'> & { readonly page: number }

/** Returns a page of the organisation's screenings, newest first, and the number of all matches. */
export function listScreenings(
  { db, now }: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: Reader,
  { page, ...filter }: Listing,
): Promise<{ items: Screening[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const offset = (page - 1) * filter.limit
    const { rows, total } = await repository.listScreenings(tx, { ...filter, offset })
    const items: Screening[] = []
    for (const row of rows) items.push(await presentScreening(tx, row, now()))
    return { items, total }
  })
}

/** Returns a screening of the organisation in its present state. */
export function getScreening(
  { db, now }: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: Reader,
  id: string,
): Promise<Screening> {
  return db.tenant(tenantId, async (tx) => presentScreening(tx, await requireScreening(tx, id), now()))
}

/** Ends a screening that waits or runs; deletes a screening that has ended. */
export function removeScreening(
  { db }: Pick<CaPlatform, 'db'>,
  { owner, requestId }: Request,
  id: string,
): Promise<void> {
  const { tenantId, subject: actor } = owner
  return db.tenant(tenantId, async (tx) => {
    const { state } = await requireScreening(tx, id)
    const isOpen = state === 'queued' || state === 'running'
    const action = isOpen ? 'screening.cancel' : 'screening.remove'
    await insertAudit(tx, tenantId, { actor, action, object: id, outcome: 'done', requestId })
    await (isOpen ? cancelRun : removeRun)(tx, { tenantId, screeningId: id })
  })
}

/** Resumes a screening that failed or was cancelled. */
export async function resumeScreening(
  platform: CaPlatform,
  { owner, requestId }: Request,
  id: string,
): Promise<Screening> {
  const { tenantId, subject: actor } = owner
  const key = { tenantId, screeningId: id }
  await platform.db.tenant(tenantId, async (tx) => {
    await requireScreening(tx, id)
    await insertAudit(tx, tenantId, { actor, action: 'screening.resume', object: id, outcome: 'done', requestId })
    await resumeRun(tx, key, platform.queue)
    // A screening that was cancelled just before its last part was stored is complete already.
    await finishScreening(tx, key, new Date(platform.now()))
  })
  return getScreening(platform, owner, id)
}

type Page = { readonly id: string; readonly page: number; readonly limit: number }

/** Returns a page of the encounters of a screening, sorted by TCA, and their total number. */
export async function listEncounters(
  platform: Pick<CaPlatform, 'db'>,
  owner: Reader,
  { page, ...filter }: Page & Omit<encounters.EncounterFilter, 'offset'>,
): Promise<{ items: Encounter[]; total: number }> {
  const { id, ...limits } = filter
  const offset = (page - 1) * filter.limit
  const { from, objects, rows, total } = await platform.db.tenant(owner.tenantId, async (tx) => {
    const { from_at } = await requireScreening(tx, id)
    const listed = await encounters.listEncounters(tx, id, { ...limits, offset })
    return { from: from_at, objects: await repository.listNamedObjects(tx, id), ...listed }
  })
  const known = new Map(objects.map((one) => [one.object_id, one]))
  const catalogue = new Map(
    (await readCatalogue(platform.db)).objects.map(({ noradId, name }) => [String(noradId), name]),
  )
  const named = (objectId: string) => ({ objectId, name: known.get(objectId)?.name ?? catalogue.get(objectId) ?? '' })
  const aboutOf = ({ primary, secondary }: encounters.StoredEncounter) => ({
    from,
    primary: named(primary.id),
    secondary: named(secondary.id),
    thresholds: known.get(primary.id)?.thresholds ?? STANDARD_THRESHOLDS,
  })
  return { items: rows.map((one) => presentEncounter(one, aboutOf(one))), total }
}

export type LostObject = { readonly objectId: string; readonly reason: string; readonly until: string | null }

/** Returns a page of the objects that could not be screened, and their total number. */
export async function listNotScreened(
  platform: Pick<CaPlatform, 'db'>,
  owner: Reader,
  { id, page, limit }: Page,
): Promise<{ items: LostObject[]; total: number }> {
  const { startMs, lost } = await platform.db.tenant(owner.tenantId, async (tx) => {
    const { from_at } = await requireScreening(tx, id)
    return { startMs: from_at.getTime(), lost: await encounters.listNotScreened(tx, id) }
  })
  const items = lost.slice((page - 1) * limit, page * limit).map(({ object_id: objectId, reason, until_s: untilS }) => {
    return { objectId, reason, until: untilS === null ? null : new Date(startMs + untilS * 1000).toISOString() }
  })
  return { items, total: lost.length }
}

async function requireScreening(tx: TenantDb, id: string): Promise<repository.ScreeningRow> {
  const { rows } = await repository.listScreenings(tx, { id, offset: 0, limit: 1 })
  const [only] = rows
  if (only === undefined) throw new ApiError('not-found', 'There is no such screening.')
  return only
}
