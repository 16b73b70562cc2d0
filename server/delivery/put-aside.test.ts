import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { deliveryWork } from '../recurring-works.ts'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, type Person, startDelivering, TIMES_SOONER } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
/** This is longer than the waits after the first two tries: 5 s and 5 min, plus 10 % (retry.ts). */
const PAST_WAIT_MS = 340_000

let world: Delivering
const receiver = useReceivers('file')
beforeAll(async () => {
  world = await startDelivering()
})
afterAll(() => world.close())

const owner = (organisation: string): Person => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const administrator = (organisation: string): Person => ({ subject: 'kim', organisation, roles: ['ca:admin'] })
const toldOf = async (who: Person) => {
  const all = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  return all.flatMap(({ finding }) => (finding?.code === 'delivery-put-aside' ? [finding.values] : []))
}

/** Creates tries without a result, like those of a process that is killed while it sends. */
async function leaveOpen(deliveryId: string, organisation: string, marks: readonly boolean[]): Promise<void> {
  for (const [place, isWriting] of marks.entries())
    await world.api.database.query(
      `insert into delivery.attempt (tenant_id, delivery_id, number, started_at, is_writing)
       values ('organisation:${organisation}', '${deliveryId}', ${place + 1}, now(), ${isWriting})`,
    )
  await world.api.database.query(
    `update delivery.delivery set tries = ${marks.length}, round_tries = ${marks.length} where id = '${deliveryId}'`,
  )
}

test('a delivery that is interrupted three times while it is written is set aside and reported; others that are being sent arrive, and a replay starts again', async () => {
  const who = owner('aside')
  await world.api.call(administrator('aside'), 'GET /api/v1/notifications')
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  for (const title of ['guilty', 'innocent', 'new']) await world.tell('aside', { level: 'serious', title })
  const idOf = async (title: string) =>
    (await world.deliveries(who)).find((one) => one.title === title)?.deliveryId ?? ''
  await leaveOpen(await idOf('guilty'), 'aside', [false, true, true, true])
  await leaveOpen(await idOf('innocent'), 'aside', [false, false, false, false])
  await world.api.database.query(`
      create table marks (delivery_id uuid, was_writing boolean);
      create function note() returns trigger as $$ begin insert into marks values (new.delivery_id, new.is_writing); return new; end $$ language plpgsql security definer;
      create trigger note after insert on delivery.attempt for each row execute function note()`)
  const work = await world.start()
  const statesOf = async () =>
    Object.fromEntries(
      (await world.deliveries(who))
        .filter(({ kind, finding }) => kind === 'notice' && finding === null)
        .map(({ title, state, reason, tries }) => [title, [state, reason, tries]]),
    )
  await vi.waitFor(
    async () =>
      expect(await statesOf()).toEqual({
        guilty: ['dead', 'not-written', 4],
        innocent: ['delivered', null, 5],
        new: ['delivered', null, 1],
      }),
    PATIENCE,
  )
  const values = { notice: 'guilty', target: expect.stringContaining('127.0.0.1'), tries: 3 }
  expect(await toldOf(who)).toEqual([values])
  expect(await toldOf(administrator('aside'))).toEqual([values])
  // Only tries after an interruption were marked, and only while their content was being written.
  const marks = await world.api.database.query(`
      select was_writing from marks join delivery.delivery d on d.id = delivery_id
      where d.notification ->> 'title' in ('innocent', 'new') order by d.notification ->> 'title'`)
  expect(marks).toEqual([{ was_writing: true }, { was_writing: false }])
  const left = await world.api.database.query(
    `select number, result from delivery.attempt where delivery_id = '${await idOf('guilty')}' and not is_writing or ended_at is null order by number`,
  )
  expect(left).toEqual([{ number: 1, result: 'interrupted' }])
  const replay = `POST /api/v1/notifications/deliveries/${await idOf('guilty')}/replays`
  expect((await world.api.call(who, replay)).status).toBe(201)
  await vi.waitFor(async () => expect((await statesOf()).guilty?.slice(0, 2)).toEqual(['delivered', null]), PATIENCE)
  await work.stop()
})

test('a mail that exceeds the limits of writing does not end the process that sends, and is set aside after three tries', async () => {
  const who = owner('heavy')
  await world.api.call(administrator('heavy'), 'GET /api/v1/notifications')
  const usual = await world.start()
  await confirmAddress(world, who)
  await usual.stop()
  await world.tell('heavy', { level: 'serious', title: 'heavy', subject: 'ada' })
  // All texts of a delivery are limited, so only the address of the platform can make it this long.
  const publicUrl = `https://apsis.example/${'a'.repeat(4_000_000)}`
  const work = await startRecurringWork({
    works: [deliveryWork({ ...world.api.config, publicUrl }, createMetrics({ process: 'test', version: 'test' }))],
    db: world.api.api.platform.db,
    queue: world.api.api.platform.queue,
    log: world.api.log,
    now: () => Date.now() + world.ahead.ms,
    pollMs: 50,
    atOnce: 50,
    timesSooner: TIMES_SOONER,
  })
  const heavy = async () => (await world.deliveries(who)).find(({ title }) => title === 'heavy')
  for (const tries of [1, 2]) {
    await vi.waitFor(async () => {
      const found = await heavy()
      expect(found).toMatchObject({ state: 'waiting', reason: 'not-written', tries })
      // A running try keeps the time of the previous one; the time of the next try is known when it ends.
      expect(Date.parse(found?.nextAt ?? '')).toBeGreaterThan(Date.now() + world.ahead.ms)
    }, PATIENCE)
    world.ahead.ms += PAST_WAIT_MS
  }
  await vi.waitFor(
    async () => expect(await heavy()).toMatchObject({ state: 'dead', reason: 'not-written', tries: 3 }),
    PATIENCE,
  )
  await work.stop()
  expect(await toldOf(who)).toMatchObject([{ notice: 'heavy', tries: 3 }])
  expect(await toldOf(administrator('heavy'))).toMatchObject([{ notice: 'heavy', tries: 3 }])
  // The failure is not counted against the receiver.
  const [channel] = await world.channels(who)
  expect(channel).toMatchObject({ failures: 0, suspendedAt: null })
})
