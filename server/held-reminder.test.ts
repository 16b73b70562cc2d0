/** A reminder of a decision that waited for the end of quiet hours, or for a digest (docs/decisions/105-reminders-that-waited.md). */
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { reminderWork } from './ca/reminder/reminder-work.ts'
import { sitDown } from './ca/testing/ca-desk.ts'
import { cdmText } from './ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from './delivery/testing/delivering.ts'
import { startTestReceiver } from './delivery/testing/receiver.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const HOUR_MS = 3_600_000
const TCA_H = 96

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterEach(() => {
  world.ahead.ms = 0
})
afterAll(() => world.close())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** A person in quiet hours with a webhook and a HIGH event, and what happens so many hours before its decision has to be made. */
async function alarmed(organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const desk = sitDown(world.api, organisation)
  await desk.addSatellite(43_617)
  const hook = await startTestReceiver()
  onTestFinished(() => hook.close())
  await world.save(who, { webhook: [hook.url] })
  // From an hour ago to an hour ahead, whatever time it is.
  const quietHours = { from: inHours(-1).slice(11, 16), to: inHours(1).slice(11, 16) }
  const rules = { rules: [], timeZone: 'UTC', quietHours }
  await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  await desk.take(cdmText({ createdAt: inHours(-1), tca: inHours(TCA_H), missM: 250 }))
  const [event] = await desk.events()
  expect(event!.conjunctionData.riskLevel).toBe('HIGH')
  const commitMs = Date.parse(event!.decideBefore)
  /** What the work tells, as it would so long before the decision. */
  const remind = async (hours: number) => {
    const { db, queue } = world.api.api.platform
    const floor = { db, queue, log: world.api.log, signal: new AbortController().signal }
    await reminderWork.turn({ ...floor, now: () => commitMs - hours * HOUR_MS }, `organisation:${organisation}`)
  }
  /** What goes out once the quiet hours are over, as they would be so long before the decision. */
  const came = async (hours: number) => {
    world.ahead.ms = commitMs - hours * HOUR_MS - Date.now()
    await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
    return hook.received.map(({ body }) => (JSON.parse(body) as { data: Notification }).data)
  }
  const decisions = (notices: readonly Notification[]) =>
    notices.filter(({ finding }) => finding?.code === 'decision-due')
  const dropped = async () =>
    (await world.deliveries(who, '?state=cancelled')).map(({ title, reason }) => [title, reason])
  return { desk, event: event!, commitMs, remind, came, decisions, dropped }
}

test('a reminder that quiet hours held has the hours that are left when it goes', async () => {
  const { remind, came, decisions, commitMs } = await alarmed('anew')
  await remind(23.9)
  const [said] = decisions(await came(15.2))
  expect(said).toMatchObject({ title: 'Decision due within 16 h', finding: { values: { hours: 16 } } })
  // When it was written anew, by the clock that runs ahead.
  expect(commitMs - Date.parse(said!.timestamp)).toBeLessThan(15.3 * HOUR_MS)
})

test('of several reminders that quiet hours held the last one goes', async () => {
  const { remind, came, decisions, dropped } = await alarmed('last')
  await remind(23.9)
  await remind(11.9)
  expect(decisions(await came(9.5)).map(({ title }) => title)).toEqual(['Decision due within 10 h'])
  expect(await dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
})

test('a reminder of what was decided meanwhile is not sent, and neither is one whose time is over', async () => {
  const { remind, came, decisions, dropped, desk, event } = await alarmed('decided')
  await remind(23.9)
  await desk.decide(event.conjunctionId, { action: 'ASSIGN', owner: 'ada' })
  await desk.decide(event.conjunctionId, { action: 'DECIDE', decision: 'NO_ACTION', why: 'far' }, { 'if-match': '*' })
  expect(decisions(await came(15.2))).toEqual([])
  expect(await dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
  const late = await alarmed('late')
  await late.remind(23.9)
  expect(late.decisions(await late.came(-0.5))).toEqual([])
  expect(await late.dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
})
