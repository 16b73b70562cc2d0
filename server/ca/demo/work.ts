import { HOUR_MS } from '@apsis/astro/constants.ts'
import { upsertStandingWork, wakeStandingWorkOf } from '../../platform/jobs/standing-work.repository.ts'
import type { StandingWork, WorkPlatform } from '../../platform/jobs/standing-work.ts'
import { lookForContacts } from '../contact/commit-work.ts'
import { storeEphemeris } from '../ephemeris/store-ephemeris.ts'
import { updateFeed } from '../feed/feed.repository.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'
import { SILENT_BURNS } from '../standing-names.ts'
import { type DemoRow, findDemo, listSimulatedEphemerides, setSent } from './demo.repository.ts'
import { BEGINNING, clearSimulated, DEMO_FEED, DEMO_WORK, refreshElements, storeHistorySets } from './demo.service.ts'
import { eventsDue } from './demo.ts'
import { demoEphemerides } from './ephemerides.ts'
import type { DemoMessage } from './message.ts'
import { FIRST_EVENTS, PAST_EVENTS } from './plan.ts'
import { sendPlans } from './send-plans.ts'

/**
 * Sends what the demo has to say since the last turn; at the first one, its whole history. `after` is put on the list when that
 * is sent: what others have to add to the demo.
 */
export const demoWork = (after: readonly Pick<StandingWork, 'name' | 'everyS'>[] = []): StandingWork => ({
  name: DEMO_WORK,
  everyS: 60,
  turn: (platform, tenantId) => sendDue(platform, tenantId, after),
})

/**
 * Event by event, so that each comes in one transaction: of a whole history only the level that it ends with is told.
 * Cut short, it begins anew at the same message, and those that are known are duplicates.
 */
async function sendDue(
  platform: WorkPlatform,
  tenantId: string,
  after: readonly Pick<StandingWork, 'name' | 'everyS'>[],
): Promise<void> {
  const { db, now, signal } = platform
  const demo = await db.tenant(tenantId, findDemo)
  if (demo === undefined) return
  const [openedAt, to] = [demo.opened_at.getTime(), now()]
  if (demo.sent_until === null) {
    const fleet = await db.tenant(tenantId, listActiveSatellites)
    const clock = { tenantId, at: new Date(to) }
    await lookForContacts(
      platform,
      clock,
      fleet.flatMap(({ id, is_simulated }) => (is_simulated ? [id] : [])),
    )
  }
  const due = eventsDue(demo.seed, openedAt, { from: demo.sent_until?.getTime() ?? BEGINNING, to })
  for (const { messages } of due.sort((a, b) => placeOf(a.event) - placeOf(b.event))) {
    if (signal.aborted) return
    // Written one event at a time: a whole history at once held up everything else of this process for a second.
    await send(platform, { tenantId, subject: demo.opened_by }, messages())
    if (!(await isStillOpen(platform, tenantId, openedAt))) return
  }
  if (demo.sent_until === null) {
    await sendEphemerides(platform, { tenantId, subject: demo.opened_by }, demo)
    // Last, so that nobody waits for plans to see events.
    await sendPlans(platform, tenantId, demo)
    if (!(await isStillOpen(platform, tenantId, openedAt))) return
  }
  const isNewSlot = demo.sent_until !== null && slotOf(demo.sent_until.getTime()) !== slotOf(to)
  await db.tenant(tenantId, async (tx) => {
    if (demo.sent_until === null) {
      await storeHistorySets(tx, tenantId, openedAt)
      // It looked when the satellites were added, before there was anything to find.
      await wakeStandingWorkOf(tx, { name: SILENT_BURNS.name, tenantId }, SILENT_BURNS.everyS)
    }
    if (isNewSlot) await refreshElements(tx, tenantId, new Date(to))
    if (demo.sent_until === null)
      for (const { name, everyS } of after) await upsertStandingWork(tx, { name, tenantId }, everyS)
    await setSent(tx, demo.opened_at, new Date(to))
    const news = due.length === 0 ? {} : { messageAt: new Date(to) }
    await updateFeed(tx, DEMO_FEED, { successAt: new Date(to), ...news })
  })
}

/** What lies ahead comes first, the nearest first of all; what was over at the opening comes last. */
const placeOf = (event: number) => (event < PAST_EVENTS ? event + FIRST_EVENTS : event)

/** New element sets come out four times a day. */
const slotOf = (ms: number) => Math.floor(ms / (6 * HOUR_MS))

type Owner = { readonly tenantId: string; readonly subject: string }

async function send(
  { db, queue, log, now }: WorkPlatform,
  owner: Owner,
  messages: readonly DemoMessage[],
): Promise<void> {
  const answers = await takeInCdms({ db, queue }, owner, messages, {
    source: 'simulator',
    now: new Date(now()),
  })
  const refused = answers.filter(({ status }) => status === 'refused')
  if (refused.length > 0) log.error({ refused }, 'messages of the demo were refused')
}

/** The ephemerides of the fleet, each once. */
async function sendEphemerides(platform: WorkPlatform, owner: Owner, demo: DemoRow): Promise<void> {
  const { db, signal } = platform
  const openedAt = demo.opened_at.getTime()
  for (const { noradId, name, bytes: source } of demoEphemerides(demo.seed, openedAt)) {
    if (signal.aborted || !(await isStillOpen(platform, owner.tenantId, openedAt))) return
    // Read before each: a turn that lost its lease on a busy machine may still be sending the same files.
    const known = await db.tenant(owner.tenantId, listSimulatedEphemerides)
    if (known.includes(name)) continue
    const satellite = await db.tenant(owner.tenantId, (tx) => findSatelliteByNorad(tx, noradId))
    if (satellite === undefined) continue
    // Nobody is there to be asked, and one file has a burn that its messages do not know: a story of the demo.
    const simulated = { isSimulated: true, isDisagreementSeen: true } as const
    await storeEphemeris(platform, owner, {
      satelliteId: satellite.id,
      kind: 'OPERATIONAL',
      name,
      source,
      ...simulated,
    })
  }
}

/** What was sent while somebody closed the demo is cleared away, too. */
async function isStillOpen({ db }: WorkPlatform, tenantId: string, openedAt: number): Promise<boolean> {
  return db.tenant(tenantId, async (tx) => {
    const demo = await findDemo(tx)
    if (demo?.opened_at.getTime() === openedAt) return true
    if (demo === undefined) await clearSimulated(tx, tenantId)
    return false
  })
}
