/** Tests of reminders of a decision that waited for the end of quiet hours, or for a digest (docs/domain/notification.md). */
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Delivering, startDelivering } from '../../delivery/testing/delivering.ts'
import { startTestReceiver } from '../../delivery/testing/receiver.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { reminderWork } from './reminder-work.ts'
import { renewReminder } from './renew-reminder.ts'

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

/** Makes a person in quiet hours with a webhook and a HIGH event, and functions that run a number of hours before its decision is due. */
async function alarmed(organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const operator = asOperator(world.api, organisation)
  await operator.addSatellite(43_617)
  const hook = await startTestReceiver()
  onTestFinished(() => hook.close())
  await world.save(who, { webhook: [hook.url] })
  // The quiet hours are from an hour ago to an hour ahead, at any time of the day.
  const quietHours = { from: inHours(-1).slice(11, 16), to: inHours(1).slice(11, 16) }
  const rules = { rules: [], timeZone: 'UTC', quietHours }
  await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(TCA_H), missM: 250 }))
  const [event] = await operator.events()
  expect(event!.conjunctionData.riskLevel).toBe('HIGH')
  const commitMs = Date.parse(event!.decideBefore)
  /** Returns the notices that the work sends `hours` before the decision. */
  const remind = async (hours: number) => {
    const { db, queue } = world.api.api.platform
    const platform = { db, queue, log: world.api.log, signal: new AbortController().signal }
    await reminderWork.turn({ ...platform, now: () => commitMs - hours * HOUR_MS }, `organisation:${organisation}`)
  }
  /** Returns the deliveries after the quiet hours, `hours` before the decision. */
  const came = async (hours: number) => {
    world.ahead.ms = commitMs - hours * HOUR_MS - Date.now()
    await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
    return hook.received.map(({ body }) => (JSON.parse(body) as { data: Notification }).data)
  }
  const decisions = (notices: readonly Notification[]) =>
    notices.filter(({ finding }) => finding?.code === 'decision-due')
  const dropped = async () =>
    (await world.deliveries(who, '?state=cancelled')).map(({ title, reason }) => [title, reason])
  return { operator, event: event!, commitMs, remind, came, decisions, dropped, who }
}

test('a reminder that quiet hours delayed states the hours that are left when it is sent', async () => {
  const { remind, came, decisions, commitMs } = await alarmed('anew')
  await remind(23.9)
  const [said] = decisions(await came(15.2))
  expect(said).toMatchObject({ title: 'Decision due within 16 h', finding: { values: { hours: 16 } } })
  // The time when the reminder was written again, by the clock of the test, which is ahead.
  expect(commitMs - Date.parse(said!.timestamp)).toBeLessThan(15.3 * HOUR_MS)
})

test('if quiet hours delayed several reminders, only the last one is sent', async () => {
  const { remind, came, decisions, dropped } = await alarmed('last')
  await remind(23.9)
  await remind(11.9)
  expect(decisions(await came(9.5)).map(({ title }) => title)).toEqual(['Decision due within 10 h'])
  expect(await dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
})

test('a reminder of an event that was decided meanwhile is not sent, and neither is a reminder whose deadline has passed', async () => {
  const { remind, came, decisions, dropped, operator, event } = await alarmed('decided')
  await remind(23.9)
  await operator.decide(event.conjunctionId, { action: 'ASSIGN', owner: 'ada' })
  await operator.decide(
    event.conjunctionId,
    { action: 'DECIDE', decision: 'NO_ACTION', why: 'far' },
    { 'if-match': '*' },
  )
  expect(decisions(await came(15.2))).toEqual([])
  expect(await dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
  const late = await alarmed('late')
  await late.remind(23.9)
  expect(late.decisions(await late.came(-0.5))).toEqual([])
  expect(await late.dropped()).toEqual([['Decision due within 24 h', 'overtaken']])
})

test('a reminder has the level that the event has when the reminder is sent', async () => {
  const { remind, came, decisions, operator, event } = await alarmed('risen')
  await remind(23.9)
  // A newer message has a smaller miss: the HIGH event is CRITICAL now, and the quiet hours still delay the reminder.
  const tca = event.conjunctionData.tca
  await operator.take(cdmText({ createdAt: inHours(-0.5), tca, missM: 200 }))
  const [risen] = await operator.events()
  expect(risen).toMatchObject({ conjunctionId: event.conjunctionId, conjunctionData: { riskLevel: 'CRITICAL' } })
  const [said] = decisions(await came(15.2))
  expect(said).toMatchObject({ level: 'critical', finding: { values: { level: 'CRITICAL', hours: 16 } } })
})

test('a reminder of an event that cannot be read is a failed attempt, and delays no other message to its receiver', async () => {
  const { remind, came, operator, event, who } = await alarmed('unread')
  await remind(23.9)
  const own = `tenant_id = 'organisation:unread'`
  const facts = `select facts -> 'conjunctionData' as data from ca.conjunction where ${own}`
  const [{ data }] = (await world.api.database.query(facts)) as [{ data: unknown }]
  await world.api.database.query(`update ca.conjunction set facts = facts - 'conjunctionData' where ${own}`)
  world.ahead.ms = Date.parse(event.decideBefore) - 15.2 * HOUR_MS - Date.now()
  const reminder = async () => (await world.deliveries(who)).find(({ finding }) => finding?.code === 'decision-due')
  await vi.waitFor(async () => expect(await reminder()).toMatchObject({ tries: 1, reason: 'failed' }), PATIENCE)
  expect((await reminder())?.state).toBe('waiting')
  await world.tell('unread', { title: 'Something else', level: 'serious' })
  const others = async () => (await world.deliveries(who, '?state=delivered')).map(({ title }) => title)
  await vi.waitFor(async () => expect(await others()).toContain('Something else'), PATIENCE)
  // Once the event can be read again, the reminder is sent at its next attempt.
  await world.api.database.query(
    `update ca.conjunction set facts = jsonb_set(facts, '{conjunctionData}', '${JSON.stringify(data)}') where ${own}`,
  )
  expect((await operator.events())[0]?.conjunctionId).toBe(event.conjunctionId)
  const went = (await came(13.5)).filter(({ finding }) => finding?.code === 'decision-due')
  expect(went.map(({ title }) => title)).toEqual(['Decision due within 14 h'])
})

test('in a digest a reminder that cannot be read is delayed alone, and the others are sent', async () => {
  const organisation = 'unread-digest'
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const operator = asOperator(world.api, organisation)
  await operator.addSatellite(43_617)
  await world.save(who, { email: ['ada@unread-digest.example'] })
  await world.api.database.query(
    "update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:unread-digest'",
  )
  const rules = { rules: [{ way: 'digest' }], timeZone: 'UTC', digestAt: '07:00' }
  const put = await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  expect(put.status).toBe(200)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(TCA_H), missM: 250 }))
  const [event] = await operator.events()
  const { conjunctionId, decideBefore, conjunctionData } = event!
  const values = { level: 'HIGH', hours: 72, decideAt: decideBefore, tcaAt: conjunctionData.tca }
  const level = 'caution'
  await world.tell(organisation, { finding: { code: 'decision-due', values }, level, matter: conjunctionId })
  await world.tell(organisation, { title: 'Something else', level })
  const own = `tenant_id = 'organisation:${organisation}'`
  await world.api.database.query(`update ca.conjunction set facts = facts - 'conjunctionData' where ${own}`)
  world.ahead.ms = 24 * HOUR_MS
  const states = async () =>
    Object.fromEntries((await world.deliveries(who)).map(({ title, state }) => [title, state] as const))
  await vi.waitFor(async () => expect(await states()).toMatchObject({ 'Something else': 'delivered' }), PATIENCE)
  const left = (await world.deliveries(who, '?state=waiting')).map(({ finding, tries }) => [finding?.code, tries])
  expect(left).toEqual([['decision-due', 0]])
})

test('a notice of an earlier deadline states the present deadline when it is sent, and is dropped if it is no longer earlier', async () => {
  const { event, commitMs } = await alarmed('earlier')
  const at = (hours: number) => new Date(commitMs + hours * HOUR_MS).toISOString()
  const said = (toldAt: string, decideAt: string) =>
    world.api.api.platform.db.tenant('organisation:earlier', (tx) =>
      renewReminder(tx, {
        finding: { code: 'decide-earlier', values: { toldAt, decideAt } },
        level: 'serious',
        matter: event.conjunctionId,
        now: new Date(),
      }),
    )
  // The deadline moved again while the notice was delayed.
  expect(await said(at(2), at(1))).toMatchObject({ finding: { values: { toldAt: at(2), decideAt: at(0) } } })
  // The deadline moved back to a time after the notified deadline.
  expect(await said(at(-1), at(-2))).toBeUndefined()
})
