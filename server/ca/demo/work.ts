import { HOUR_MS } from '@apsis/astro/constants.ts'
import { recordSimulated } from '../../connections/reader.service.ts'
import { upsertRecurringWork, wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { lookForContacts } from '../contact/commit-work.ts'
import { storeEphemeris } from '../ephemeris/store-ephemeris.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { SILENT_BURNS } from '../recurring-work-names.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { findSatelliteByNorad } from '../satellite/satellite.service.ts'
import { type DemoRow, findDemo, listSimulatedEphemerides, setSent } from './demo.repository.ts'
import { BEGINNING, clearSimulated, DEMO_WORK, refreshElements, storeHistorySets } from './demo.service.ts'
import { eventsDue } from './demo.ts'
import { demoEphemerides } from './ephemerides.ts'
import type { DemoMessage } from './message.ts'
import { FIRST_EVENTS, PAST_EVENTS } from './plan.ts'
import { sendPlans } from './send-plans.ts'

/**
 * Sends the messages of the demo that are due since the last run; the first run sends its whole history. After that, the work in `after` is put on
 * the list: with it other parts of the product add their data to the demo.
 */
export const demoWork = (after: readonly Pick<RecurringWork, 'name' | 'everyS'>[] = []): RecurringWork => ({
  name: DEMO_WORK,
  everyS: 60,
  turn: (platform, tenantId) => sendDue(platform, tenantId, after),
})

/**
 * Sends the messages event by event, each event in one transaction: of a whole history only the final level is notified. If it is stopped,
 * it starts again at the same message, and known messages are duplicates.
 */
async function sendDue(
  platform: WorkPlatform,
  tenantId: string,
  after: readonly Pick<RecurringWork, 'name' | 'everyS'>[],
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
  let sent = 0
  for (const { messages } of due.sort((a, b) => placeOf(a.event) - placeOf(b.event))) {
    if (signal.aborted) return
    // One event is written at a time, because writing a whole history at once blocked this process for a second.
    const some = messages()
    await send(platform, { tenantId, subject: demo.opened_by }, some)
    sent += some.length
    if (!(await isStillOpen(platform, tenantId, openedAt))) return
  }
  if (demo.sent_until === null) {
    await sendEphemerides(platform, { tenantId, subject: demo.opened_by }, demo)
    // Plans come last, so that events can be seen without waiting for them.
    await sendPlans(platform, tenantId, demo)
    if (!(await isStillOpen(platform, tenantId, openedAt))) return
  }
  const isNewSlot = demo.sent_until !== null && slotOf(demo.sent_until.getTime()) !== slotOf(to)
  await db.tenant(tenantId, async (tx) => {
    if (demo.sent_until === null) {
      await storeHistorySets(tx, tenantId, openedAt)
      // The search ran when the satellites were added, before there was a burn to find.
      await wakeRecurringWorkOf(tx, { name: SILENT_BURNS.name, tenantId }, SILENT_BURNS.everyS)
    }
    if (isNewSlot) await refreshElements(tx, tenantId, new Date(to))
    if (demo.sent_until === null)
      for (const { name, everyS } of after) await upsertRecurringWork(tx, { name, tenantId }, everyS)
    await setSent(tx, demo.opened_at, new Date(to))
    await recordSimulated(tx, tenantId, new Date(to), sent)
  })
}

/** Future events come first, the nearest of them first; events that were past at the opening come last. */
const placeOf = (event: number) => (event < PAST_EVENTS ? event + FIRST_EVENTS : event)

/** New element sets are published four times a day. */
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

/** Stores the ephemerides of the fleet, each once. */
async function sendEphemerides(platform: WorkPlatform, owner: Owner, demo: DemoRow): Promise<void> {
  const { db, signal } = platform
  const openedAt = demo.opened_at.getTime()
  for (const { noradId, name, bytes: source } of demoEphemerides(demo.seed, openedAt)) {
    if (signal.aborted || !(await isStillOpen(platform, owner.tenantId, openedAt))) return
    // The list is read before each file: a run that lost its lease on a busy machine may still be sending the same files.
    const known = await db.tenant(owner.tenantId, listSimulatedEphemerides)
    if (known.includes(name)) continue
    const satellite = await db.tenant(owner.tenantId, (tx) => findSatelliteByNorad(tx, noradId))
    if (satellite === undefined) continue
    // No user is there to confirm a disagreement, and one file has a burn that its messages do not include, as a story of the demo.
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

/** Messages that were sent while a user closed the demo are deleted, too. */
async function isStillOpen({ db }: WorkPlatform, tenantId: string, openedAt: number): Promise<boolean> {
  return db.tenant(tenantId, async (tx) => {
    const demo = await findDemo(tx)
    if (demo?.opened_at.getTime() === openedAt) return true
    if (demo === undefined) await clearSimulated(tx, tenantId)
    return false
  })
}
