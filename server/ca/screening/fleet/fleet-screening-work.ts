import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { forEachItem } from '../../../platform/jobs/each-item.ts'
import type { StandingWork, WorkFloor } from '../../../platform/jobs/standing-work.ts'
import { readCatalogue } from '../../../tle/catalogue.service.ts'
import { listForgotten } from '../../ephemeris-file/to-screen.repository.ts'
import { removeRun } from '../run/screening-run.ts'
import { screenFile, screenFleet } from '../screening.service.ts'
import * as repository from './fleet-screening.repository.ts'
import { FLEET_SCREENING, FLEET_SUBJECT, isDue, LOOK_EVERY_S } from './fleet-screening.service.ts'

/** Screenings by the clock are kept for this time; what they found has become part of the events by then. */
const KEPT_DAYS = 7
/** Longer than the time from storing a file until its screenings are ordered. */
const STORING_MS = 60_000
/** A file that could not be screened is asked for again after this time. */
const REFUSED_REST_MS = 10 * MINUTE_MS

/**
 * Screens the fleet of an organisation by the clock: against the catalogue whenever it was refreshed, at least three times a
 * day, and against the objects of open events soon after a message has come. A file of which not all screenings were
 * ordered, as its process ended in between or too many waited, is screened now.
 */
export const fleetScreeningWork: StandingWork = {
  name: FLEET_SCREENING,
  everyS: LOOK_EVERY_S,
  async turn(floor, tenantId) {
    const { db } = floor
    const now = new Date(floor.now())
    const { newestEpoch } = await readCatalogue(db)
    const { runs, news } = await db.tenant(tenantId, async (tx) => ({
      runs: await repository.listFleetRuns(tx),
      news: await repository.findFleetNews(tx, now),
    }))
    for (const line of ['CAT', 'CDM'] as const) {
      if (floor.signal.aborted) return
      const before = runs.find((run) => run.line === line)
      if (isDue({ line, before, news, catalogueEpoch: newestEpoch, now })) await ask(floor, tenantId, line)
    }
    await forgetOld(floor, tenantId, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    await screenForgotten(floor, tenantId, now)
  },
}

async function ask(floor: WorkFloor, tenantId: string, line: repository.FleetLine): Promise<void> {
  const { db } = floor
  const at = new Date(floor.now())
  const { newestEpoch: catalogueEpoch } = await readCatalogue(db)
  const store = (screeningId: string | null, error: string | null) =>
    db.tenant(tenantId, (tx) =>
      repository.storeFleetRun(tx, tenantId, { line, at, screeningId, catalogueEpoch, error }),
    )
  try {
    await store(await screenFleet(floor, { tenantId, subject: FLEET_SUBJECT }, line), null)
  } catch (error) {
    // No orbit, no event, or too many screenings wait: the status says so, and it is asked again when it is due.
    if (!(error instanceof ApiError)) throw error
    await store(null, error.message)
  }
}

async function screenForgotten(floor: WorkFloor, tenantId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STORING_MS)
  const refusedBefore = new Date(now.getTime() - REFUSED_REST_MS)
  const forgotten = await floor.db.tenant(tenantId, (tx) => listForgotten(tx, { now, before, refusedBefore }))
  const each = { log: floor.log, signal: floor.signal, what: 'a file was not screened' }
  await forEachItem(each, forgotten, ({ id, uploaded_by }) => screenFile(floor, { tenantId, subject: uploaded_by }, id))
}

async function forgetOld({ db }: WorkFloor, tenantId: string, before: Date): Promise<void> {
  const old = await db.tenant(tenantId, (tx) => repository.listOldRuns(tx, FLEET_SUBJECT, before))
  for (const screeningId of old) await db.tenant(tenantId, (tx) => removeRun(tx, { tenantId, screeningId }))
}
