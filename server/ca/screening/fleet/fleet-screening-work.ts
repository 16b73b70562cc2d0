import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { forEachItem } from '../../../platform/jobs/each-item.ts'
import type { RecurringWork, WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { readCatalogue } from '../../../tle/catalogue.service.ts'
import { listForgotten } from '../../ephemeris/record/to-screen.repository.ts'
import { removeRun } from '../run/screening-run.ts'
import { screenAnew } from '../screen-anew.service.ts'
import { screenFile, screenFleet } from '../screening.service.ts'
import * as repository from './fleet-screening.repository.ts'
import { AT_LEAST_EVERY_MS, FLEET_SCREENING, FLEET_SUBJECT, LOOK_EVERY_S } from './fleet-screening.service.ts'

/** Catalogues arrive in parts, so the fleet is screened against a catalogue no more often than this. */
const CATALOGUE_REST_MS = HOUR_MS
/** Messages arrive in bursts, so the fleet is screened against them no more often than this. */
const MESSAGE_REST_MS = 10 * MINUTE_MS
/** A message becomes visible when its transaction ends: the last screening may have missed messages that are up to this much older. */
const UNSEEN_MS = 10_000
/** Satellites are added one after the other, so the fleet is screened only when none was added for this time. */
const SETTLED_MS = 5 * MINUTE_MS
/** Scheduled screenings are kept for this time; by then the events include their encounters. */
const KEPT_DAYS = 7
/** This is longer than the time from storing a file until its screenings are ordered. */
const STORING_MS = 60_000
/** A file that could not be screened is tried again after this time. */
const REFUSED_REST_MS = 10 * MINUTE_MS

/**
 * Screens the fleet of an organisation on schedule: against the catalogue whenever it was refreshed, at least three times a day, and against the
 * objects of open events soon after a message has arrived. It also orders the screenings of orbits that tracks changed. A file that lacks some of
 * its screenings, because its process ended too early or too many screenings were waiting, is screened now.
 */
export const fleetScreeningWork: RecurringWork = {
  name: FLEET_SCREENING,
  everyS: LOOK_EVERY_S,
  async turn(platform, tenantId) {
    const { db } = platform
    const now = new Date(platform.now())
    const { newestEpoch } = await readCatalogue(db)
    const { runs, news } = await db.tenant(tenantId, async (tx) => ({
      runs: await repository.listFleetRuns(tx),
      news: await repository.findFleetNews(tx, now),
    }))
    for (const line of ['CAT', 'CDM'] as const) {
      if (platform.signal.aborted) return
      const before = runs.find((run) => run.line === line)
      if (isDue({ line, before, news, catalogueEpoch: newestEpoch, now })) await ask(platform, tenantId, line)
    }
    await screenAnew(platform, tenantId)
    await forgetOld(platform, tenantId, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    await screenForgotten(platform, tenantId, now)
  },
}

type Due = {
  readonly line: repository.FleetLine
  readonly before: Pick<repository.FleetRunRow, 'asked_at' | 'catalogue_epoch'> | undefined
  readonly news: repository.FleetNews
  readonly catalogueEpoch: Date | null
  readonly now: Date
}

/** Returns true if the fleet has to be screened now. */
export function isDue({ line, before, news, catalogueEpoch, now }: Due): boolean {
  if (news.satellites === 0) return false
  const settledMs = now.getTime() - (news.changed_at?.getTime() ?? 0)
  if (before === undefined) return settledMs >= SETTLED_MS
  const sinceMs = now.getTime() - before.asked_at.getTime()
  if (sinceMs >= AT_LEAST_EVERY_MS) return true
  if (line === 'CDM') {
    const isNew = news.message_at !== null && news.message_at.getTime() > before.asked_at.getTime() - UNSEEN_MS
    return isNew && sinceMs >= MESSAGE_REST_MS
  }
  const isFresh = catalogueEpoch !== null && before.catalogue_epoch?.getTime() !== catalogueEpoch.getTime()
  return isFresh && sinceMs >= CATALOGUE_REST_MS
}

async function ask(platform: WorkPlatform, tenantId: string, line: repository.FleetLine): Promise<void> {
  const { db } = platform
  const at = new Date(platform.now())
  const { newestEpoch: catalogueEpoch } = await readCatalogue(db)
  const store = (screeningId: string | null, error: string | null) =>
    db.tenant(tenantId, (tx) =>
      repository.storeFleetRun(tx, tenantId, { line, at, screeningId, catalogueEpoch, error }),
    )
  try {
    await store(await screenFleet(platform, { tenantId, subject: FLEET_SUBJECT }, line), null)
  } catch (error) {
    // If there is no orbit or event, or if too many screenings wait, the status shows this, and the screening is tried again when it is
    // due.
    if (!(error instanceof ApiError)) throw error
    await store(null, error.message)
  }
}

async function screenForgotten(platform: WorkPlatform, tenantId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STORING_MS)
  const refusedBefore = new Date(now.getTime() - REFUSED_REST_MS)
  const forgotten = await platform.db.tenant(tenantId, (tx) => listForgotten(tx, { now, before, refusedBefore }))
  const each = { log: platform.log, signal: platform.signal, what: 'a file was not screened' }
  await forEachItem(each, forgotten, ({ id, uploaded_by }) =>
    screenFile(platform, { tenantId, subject: uploaded_by }, id),
  )
}

async function forgetOld({ db }: WorkPlatform, tenantId: string, before: Date): Promise<void> {
  const old = await db.tenant(tenantId, (tx) => repository.listOldRuns(tx, FLEET_SUBJECT, before))
  for (const screeningId of old) await db.tenant(tenantId, (tx) => removeRun(tx, { tenantId, screeningId }))
}
