import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Mail } from '@apsis/contract/notifications/mail.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { deliveryWork } from '../recurring-works.ts'
import { listMails } from './mailbox.service.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
})
afterAll(() => world.close())

/** Starts a sender without a mail server: mails are written to the mailbox. */
function startSimulator() {
  const { config, log, api } = world.api
  const simulated = { ...config, delivery: { ...config.delivery, smtp: undefined } }
  const works = [deliveryWork(simulated, createMetrics({ process: 'test', version: 'test' }))]
  const { db, queue } = api.platform
  return startRecurringWork({ works, db, queue, log, now: Date.now, pollMs: 50, atOnce: 50 })
}

const tokenIn = (text: string) => decodeURIComponent(/confirm=([\w%.-]+)/.exec(text)?.[1] ?? '')
const decoded = (data = '') => data.replace(/=\r\n/g, '').replaceAll('=3D', '=')

test('two organisations, and two persons of one of them, that save the same address each see only their own simulated mails', async () => {
  const address = 'shared@operator.example'
  const simulator = await startSimulator()
  const mailsOf = (organisation: string, subject = 'eve') => {
    const caller = { tenantId: `organisation:${organisation}`, subject } as Parameters<typeof listMails>[1]
    return listMails(world.api.api.platform.db, caller, world.api.config.delivery.mailboxDir)
  }
  await world.save({ subject: 'eve', organisation: 'mine', roles: ['ca:user'] }, { email: [address] })
  await vi.waitFor(async () => expect(await mailsOf('mine')).toHaveLength(1), PATIENCE)
  await world.save({ subject: 'eve', organisation: 'theirs', roles: ['ca:user'] }, { email: [address] })
  await vi.waitFor(async () => expect(await mailsOf('theirs')).toHaveLength(1), PATIENCE)
  const [mine, theirs] = [await mailsOf('mine'), await mailsOf('theirs')]
  expect([mine.length, theirs.length]).toEqual([1, 1])
  expect(mine[0]?.text).not.toBe(theirs[0]?.text)
  // A colleague who saves the same address reads none of the mails to the other person.
  await world.save({ subject: 'carl', organisation: 'mine', roles: ['ca:testuser'] }, { email: [address] })
  await vi.waitFor(async () => expect(await mailsOf('mine', 'carl')).toHaveLength(1), PATIENCE)
  expect(await mailsOf('mine')).toEqual(mine)
  expect((await mailsOf('mine', 'carl'))[0]?.text).not.toBe(mine[0]?.text)
  await simulator.stop()
  await world.save({ subject: 'carl', organisation: 'mine', roles: ['ca:testuser'] }, {})
  // A receiver that is not in use gets no confirmation question when mails are really sent.
  for (const organisation of ['mine', 'theirs'])
    await world.save({ subject: 'eve', organisation, roles: ['ca:user'] }, {})
})

test('when a mail server is set, an address that was confirmed in the simulator is asked again, and its old links do nothing', async () => {
  const who = { subject: 'ada', organisation: 'simulator', roles: ['ca:user'] }
  const { config, api } = world.api
  const confirm = (token: string) =>
    world.api.call(who, 'POST /api/v1/notifications/channels/confirmations', { body: JSON.stringify({ token }) })
  const channelOf = async (target: string): Promise<Channel | undefined> =>
    (await world.channels(who)).find((one) => one.target === target)
  const [known, asked] = ['known@operator.example', 'asked@operator.example']
  await world.save(who, { email: [known, asked] })

  const simulator = await startSimulator()
  const caller = { tenantId: 'organisation:simulator', subject: 'ada' } as Parameters<typeof listMails>[1]
  const mailbox = () => listMails(api.platform.db, caller, config.delivery.mailboxDir)
  await vi.waitFor(async () => expect(await mailbox()).toHaveLength(2), PATIENCE)
  const linkTo = async (address: string) =>
    tokenIn((await mailbox()).find(({ to }: Mail) => to === address)?.text ?? '')
  const [knownLink, askedLink] = [await linkTo(known), await linkTo(asked)]
  expect((await confirm(knownLink)).status).toBe(200)
  expect(await channelOf(known)).toMatchObject({ isConfirmed: true, simulatedAt: expect.any(String) })
  await simulator.stop()

  // The mail server is set now: both owners get the question, and nothing else is sent before they answer.
  await world.tell('simulator', { title: 'Real', level: 'critical' })
  await world.start()
  await vi.waitFor(() => expect(world.smtp.mails).toHaveLength(2), PATIENCE)
  expect(world.smtp.mails.every(({ data }) => tokenIn(decoded(data)) !== '')).toBe(true)
  expect(await channelOf(known)).toMatchObject({ isConfirmed: false, simulatedAt: expect.any(String) })
  expect(await channelOf(asked)).toMatchObject({ isConfirmed: false, simulatedAt: null })
  const told = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  expect(told.filter(({ title }) => title === 'Confirm this channel again')).toMatchObject([
    { level: 'caution', message: expect.stringContaining(`${known} was confirmed in the simulator only.`) },
  ])
  expect([(await confirm(askedLink)).status, (await confirm(knownLink)).status]).toEqual([404, 404])

  const question = world.smtp.mails.find(({ to }) => to === `RCPT TO:<${known}>`)
  expect((await confirm(tokenIn(decoded(question?.data)))).status).toBe(200)
  expect(await channelOf(known)).toMatchObject({ isConfirmed: true, simulatedAt: null })
})

test('a question that the mail server refused is not repeated each time deliveries are looked for', async () => {
  const who = { subject: 'ben', organisation: 'once', roles: ['ca:user'] }
  await world.save(who, { email: ['ben@operator.example'] })
  // The question counts as really sent only when its first try has ended; the test may change the answer only after
  // that.
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=delivered')).toHaveLength(1), PATIENCE)
  const rows = () =>
    world.api.database.query<{ count: number }>(
      `select count(*)::int as count from delivery.delivery d join delivery.receiver r on r.tenant_id = d.tenant_id
         and r.id = d.receiver_id where r.subject = 'ben' and d.kind = 'confirmation'`,
    )
  await world.api.database.query(
    `update delivery.receiver set asked_in_simulator = true, confirmed_at = now(), simulated_at = now() where subject = 'ben'`,
  )
  world.smtp.reply = (line) => (line.startsWith('RCPT') ? '450 4.2.0 later' : undefined)
  world.ahead.ms += 2 * 60_000
  await vi.waitFor(async () => expect(await rows()).toEqual([{ count: 2 }]), PATIENCE)
  world.ahead.ms += 2 * 60_000
  await world.twoTurns(who.organisation)
  expect(await rows()).toEqual([{ count: 2 }])
})
