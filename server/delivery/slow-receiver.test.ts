/** No receiver may wait for another one that answers slowly. The tests check the order, and measure no time. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningWork, startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { deliveryWork } from '../recurring-works.ts'
import { type Delivering, type Person, startDelivering, TIMES_SOONER } from './testing/delivering.ts'
import { type TestReceiver, useReceivers } from './testing/receiver.ts'

/** This is longer than the limit of any mail: a notice that is sent only after the mail has failed is in the wrong order. */
const PATIENCE = { timeout: 90_000, interval: 50 }
/** The length of one round of a run. */
const ROUND_MS = 5_000
/** This is the number of receivers that a run sends to at once; the test has more of them, and a person may save at most ten. */
const MOST_AT_ONCE = 32
const PEOPLE = 4
const OF_A_PERSON = 10

let world: Delivering
let worker: RunningWork
beforeAll(async () => {
  world = await startDelivering()
  const { db, queue } = world.api.api.platform
  // The worker has only one place: a run that keeps it delays all others.
  worker = await startRecurringWork({
    works: [deliveryWork(world.api.config, createMetrics({ process: 'test', version: 'test' }))],
    db,
    queue,
    log: world.api.log,
    now: Date.now,
    pollMs: 50,
    atOnce: 1,
    timesSooner: TIMES_SOONER,
  })
})
afterEach(async () => {
  world.smtp.reply = () => undefined
  for (const release of world.smtp.held.splice(0)) release()
})
afterAll(async () => {
  await worker.stop()
  await world.close()
})

const receiver = useReceivers()
const person = (organisation: string): Person => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const titles = ({ received }: TestReceiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title)

/** Returns the started tries of an organisation's mails, and whether each is still running. */
const mailTries = (organisation: string) =>
  world.api.database.query<{ number: number; is_open: boolean; started_at: Date }>(
    `select a.number, a.ended_at is null as is_open, a.started_at from delivery.attempt a
     join delivery.delivery d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
     join delivery.receiver r on r.tenant_id = d.tenant_id and r.id = d.receiver_id
     where a.tenant_id = 'organisation:${organisation}' and r.channel = 'email'`,
  )
const UNDER_WAY = [{ number: 1, is_open: true }]

/** Waits until the round is over in which the first try of an organisation's mails began: the round began before that try. */
async function firstRoundIsOver(organisation: string): Promise<void> {
  const over = async () =>
    (await mailTries(organisation)).map(({ started_at }) => Date.now() - started_at.getTime() > ROUND_MS)
  await vi.waitFor(async () => expect(await over()).toEqual([true]), PATIENCE)
}

/** Creates a person with an address whose mail server accepts a mail without answering, and with a webhook that answers at once. */
async function withSlowMail(organisation: string) {
  const who = person(organisation)
  const hook = await receiver()
  const address = `${organisation}@operator.example`
  await world.save(who, { email: [address], webhook: [hook.url] })
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
  // The confirmation question is not counted.
  await vi.waitFor(async () => expect(await mailTries(organisation)).toMatchObject([{ is_open: false }]), PATIENCE)
  await world.api.database.query(`delete from delivery.attempt where tenant_id = 'organisation:${organisation}'`)
  world.smtp.reply = (command) => (command === '.' ? 'TAKE AND HOLD' : undefined)
  return { who, hook }
}

test('while a mail server does not answer, the webhook of the same person gets one notice after the other, critical or not', async () => {
  const { hook } = await withSlowMail('slow-mail')
  const tell = (title: string, level: 'serious' | 'critical') => world.tell('slow-mail', { title, level })
  await tell('First', 'serious')
  await vi.waitFor(async () => expect(await mailTries('slow-mail')).toMatchObject(UNDER_WAY), PATIENCE)
  await firstRoundIsOver('slow-mail')
  for (const title of ['Second', 'Third']) {
    await tell(title, 'serious')
    await vi.waitFor(() => expect(titles(hook)).toContain(title), PATIENCE)
  }
  await tell('Fourth', 'critical')
  await vi.waitFor(() => expect(titles(hook)).toEqual(['First', 'Second', 'Third', 'Fourth']), PATIENCE)
  expect(await mailTries('slow-mail')).toMatchObject(UNDER_WAY)
})

test('while the mail server of one organisation does not answer, the same worker sends to others', async () => {
  await withSlowMail('slow-neighbour')
  const hook = await receiver()
  await world.save(person('quick'), { webhook: [hook.url] })
  await world.tell('slow-neighbour', { title: 'First', level: 'serious' })
  await vi.waitFor(async () => expect(await mailTries('slow-neighbour')).toMatchObject(UNDER_WAY), PATIENCE)
  await world.tell('quick', { title: 'Second', level: 'critical' })
  await vi.waitFor(() => expect(titles(hook)).toEqual(['Second']), PATIENCE)
  expect(await mailTries('slow-neighbour')).toMatchObject(UNDER_WAY)
})

test('however many receivers do not answer, a critical notice is sent to a receiver that does', async () => {
  const who = person('many-slow')
  const [silent, hook] = [await receiver(), await receiver()]
  silent.answer = () => undefined
  for (let one = 0; one < PEOPLE; one++) {
    const webhook = Array.from({ length: OF_A_PERSON }, (_, n) => `${silent.url}/${one}/${n}`)
    await world.save({ ...who, subject: `slow-${one}` }, { webhook })
  }
  await world.tell('many-slow', { title: 'First', level: 'serious' })
  await vi.waitFor(() => expect(silent.received.length).toBeGreaterThanOrEqual(MOST_AT_ONCE), PATIENCE)
  await world.save(who, { webhook: [hook.url] })
  await world.tell('many-slow', { title: 'Second', level: 'critical', subject: 'ada' })
  await vi.waitFor(() => expect(titles(hook)).toEqual(['Second']), PATIENCE)
  // No try at any of the silent receivers has ended yet.
  const ended = `select 1 from delivery.attempt where tenant_id = 'organisation:many-slow' and ended_at is not null and result <> 'delivered'`
  expect(await world.api.database.query(ended)).toEqual([])
})
