/** Tests notices that do not arrive: no CRITICAL notice is lost without somebody being notified. */
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { notify } from '../notifications/notification.service.ts'
import { createMetrics } from '../platform/operation/metrics.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { asSuperuser } from '../platform/testing/test-database.ts'
import { untilItWaits } from '../platform/testing/until-it-waits.ts'
import { deliveryWork } from '../recurring-works.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { startLastResort } from './outbox.service.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterEach(async () => {
  world.smtp.reply = () => undefined
})
afterAll(() => world.close())

const receiver = useReceivers()
const person = (organisation: string): Person => ({ subject: 'ada', organisation, roles: ['ca:user'] })
const mailsTo = (address: string) => world.smtp.mails.filter(({ to }) => to === `RCPT TO:<${address}>`)

/** Saves an address as confirmed by its owner. */
async function confirm(who: Person, address: string): Promise<void> {
  await world.save(who, { email: [address] })
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${who.organisation}'`,
  )
  world.smtp.mails.length = 0
}

/** Returns the check of critical notices in the overview. */
const check = async (asking: Person) =>
  (await bodyOf<Status>(await world.api.call(asking, 'GET /api/v1/status'))).services
    .flatMap(({ checks }) => checks)
    .find(({ name }) => name === 'critical notices')

test('a delivery whose content cannot be written is a failed try: its last resort begins, and later deliveries are sent', async () => {
  const who = person('unmade')
  const address = 'unmade@operator.example'
  await confirm(who, address)
  const hook = await receiver()
  // The person's rule names only the webhook.
  await world.save(who, { email: [address], webhook: [hook.url] })
  const rules = { rules: [{ channels: ['webhook'], way: 'now' }], timeZone: 'UTC' }
  const saved = await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  expect(saved.status).toBe(200)
  // This is the state after the key was lost: sealed values cannot be opened.
  await world.api.database.query(
    `update delivery.receiver set target = 'x' where channel = 'webhook' and tenant_id = 'organisation:unmade'`,
  )
  await world.tell('unmade', { level: 'critical', title: 'Collision' })
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toHaveLength(1), PATIENCE)
  await vi.waitFor(
    async () =>
      expect((await world.deliveries(who, '?state=waiting'))[0]).toMatchObject({ tries: 1, reason: 'failed' }),
    PATIENCE,
  )
  world.ahead.ms += 10_000
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  expect(mailsTo(address)[0]?.data).toContain('Collision')
  expect(world.api.logged.join('\n')).toContain('a notice could not be written')
})

test('a CRITICAL notice that waits for a channel that is suspended meanwhile is sent by e-mail; without e-mail the page shows it', async () => {
  const who = person('barred')
  const address = 'barred@operator.example'
  await confirm(who, address)
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(410).end()
  await world.save(who, { email: [address], webhook: [hook.url] })
  const rules = { rules: [{ channels: ['webhook'], way: 'now' }], timeZone: 'UTC' }
  await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify(rules) })
  // Both notices are in the outbox before the first is sent.
  const tenantId = 'organisation:barred'
  await world.api.api.platform.db.tenant(tenantId, async (tx) => {
    for (const title of ['First', 'Second'])
      await notify(tx, {
        tenantId,
        subject: undefined,
        audience: 'ca',
        code: 200,
        level: 'critical',
        title,
        message: 'm',
      })
  })
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(2), PATIENCE)
  expect(hook.received).toHaveLength(1)
  const dead = (await world.deliveries(who, '?state=dead')).filter(({ isCritical }) => isCritical)
  expect(dead.map(({ reason }) => reason).sort()).toEqual(['gone', 'suspended'])
  // No channel works now, because the address has failed, too: the page shows the next notice when it is raised.
  world.smtp.reply = (command) => (command.startsWith('RCPT') ? '550 5.1.1 no such user' : undefined)
  const channels = async () => (await world.channels(who)).filter(({ suspendedAt }) => suspendedAt === null)
  await world.api.call(who, 'PUT /api/v1/notifications/rules', { body: JSON.stringify({ rules: [], timeZone: 'UTC' }) })
  await world.tell('barred', { level: 'serious', title: 'Third' })
  await vi.waitFor(async () => expect(await channels()).toEqual([]), PATIENCE)
  await world.tell('barred', { level: 'critical', title: 'Fourth' })
  const notices = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  const unheard = notices.filter(({ finding }) => finding?.code === 'critical-unheard')
  expect(unheard.map(({ finding }) => finding?.values.notice)).toEqual(['Fourth'])
})

test('a CRITICAL notice whose only channel has failed twice is shown on the page and counts as lost, once, until it arrives', async () => {
  const who = person('failing')
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(503).end()
  await world.save(who, { webhook: [hook.url] })
  const unheard = async () =>
    (await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))).filter(
      ({ finding }) => finding?.code === 'critical-unheard',
    )
  const tried = (tries: number) =>
    vi.waitFor(async () => expect((await world.deliveries(who))[0]).toMatchObject({ tries, status: 503 }), PATIENCE)
  await world.tell('failing', { level: 'critical', title: 'Collision' })
  await tried(1)
  expect(await unheard()).toHaveLength(0)
  expect(await check(who)).toMatchObject({ level: 'ok' })
  world.ahead.ms += 10_000
  await tried(2)
  expect(await unheard()).toHaveLength(1)
  expect(await check(who)).toMatchObject({ level: 'critical', value: 1, finding: { code: 'critical-lost' } })
  world.ahead.ms += 400_000
  await tried(3)
  expect(await unheard()).toHaveLength(1)
  // The notice was written long ago and is given up now: the loss has the present date.
  await world.api.database.query(
    `update delivery.delivery set created_at = now() - interval '75 hours', state = 'dead', next_at = null, ended_at = now()
     where tenant_id = 'organisation:failing'`,
  )
  expect(await check(who)).toMatchObject({ level: 'critical', value: 1 })
  hook.answer = (response) => void response.writeHead(200).end()
  const [dead] = await world.deliveries(who)
  await world.api.call(who, `POST /api/v1/notifications/deliveries/${dead?.deliveryId}/replays`)
  await vi.waitFor(async () => expect((await world.deliveries(who))[0]?.state).toBe('delivered'), PATIENCE)
  expect(await check(who)).toMatchObject({ level: 'ok', value: 0 })
})

test('a worker that stalled ends its try too late to undo another worker’s delivery', async () => {
  const who = person('late')
  const hook = await receiver()
  // The first worker gets a failure after the second one got a success.
  let refuse: (() => void) | undefined
  hook.answer = (response) => {
    if (hook.received.length === 1) refuse = () => void response.writeHead(503).end()
    else response.writeHead(200).end()
  }
  await world.save(who, { webhook: [hook.url] })
  await world.tell('late', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  // This worker continues the work of another worker that is believed to be lost.
  const { db, queue } = world.api.api.platform
  const work = deliveryWork(world.api.config, createMetrics({ process: 'test', version: 'test' }))
  const now = () => Date.now() + world.ahead.ms
  const platform = { db, queue, log: world.api.log, now, signal: new AbortController().signal }
  await work.turn(platform, 'organisation:late')
  const isDelivered = async () =>
    expect((await world.deliveries(who))[0]).toMatchObject({ state: 'delivered', tries: 2 })
  await isDelivered()
  refuse?.()
  const failed = `select 1 from delivery.attempt where tenant_id = 'organisation:late' and number = 1 and status = 503`
  await vi.waitFor(async () => expect(await world.api.database.query(failed)).toHaveLength(1), PATIENCE)
  await isDelivered()
  expect((await world.channels(who))[0]).toMatchObject({ lastResult: 'delivered', failures: 0 })
})

test('a CRITICAL notice counts as lost if nobody in the organisation has a channel that works', async () => {
  const who = person('deaf')
  await world.tell('deaf', { level: 'serious' })
  expect(await check(who)).toMatchObject({ level: 'inactive', value: 0 })
  await world.tell('deaf', { level: 'critical', title: 'Collision' })
  expect(await check(who)).toMatchObject({ level: 'critical', value: 1, finding: { code: 'critical-lost' } })
  // A person who may not see the notice does not see that it was lost.
  expect(await check({ ...who, subject: 'bob', roles: ['odt:user'] })).toMatchObject({ level: 'inactive', value: 0 })
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  const raised = { code: 'risk-raised', values: { satellite: 'A', level: 'CRITICAL', probability: 2e-4 } } as const
  await world.tell('deaf', { matter: 'event', level: 'critical', finding: raised })
  // The equal notice is not sent again, and does not count as lost.
  await world.tell('deaf', { matter: 'event', level: 'critical', finding: raised })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  expect(await check(who)).toMatchObject({ level: 'ok', value: 0 })
})

test('if two channels of a person fail at the same moment, one of them starts the next step, so that it is not forgotten', async () => {
  const who = person('both')
  const [one, other] = [await receiver(), await receiver()]
  // The channels do not answer while the transactions below end both tries.
  for (const hook of [one, other]) hook.answer = () => undefined
  await world.save(who, { webhook: [one.url, other.url] })
  const tenantId = 'organisation:both'
  const { db } = world.api.api.platform
  await world.tell('both', { level: 'critical', title: 'Collision' })
  const rows = await world.api.database.query<DeliveryRow & { subject: string; shown: string }>(
    `select d.*, r.subject, r.shown from delivery.delivery d join delivery.receiver r on r.id = d.receiver_id and r.tenant_id = d.tenant_id
     where d.tenant_id = $1 and d.is_critical`,
    [tenantId],
  )
  expect(rows).toHaveLength(2)
  const first = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const fail = (row: (typeof rows)[number], before: () => Promise<void>) =>
    db.tenant(tenantId, async (tx) => {
      await sql`update delivery.delivery set state = 'dead', reason = 'gone', next_at = null, ended_at = now() where id = ${row.id}::uuid`.execute(
        tx,
      )
      const receiver = { id: row.receiver_id, subject: row.subject, shown: row.shown }
      const told = await startLastResort(tx, tenantId, { receiver, delivery: row, now: new Date() })
      await before()
      return told
    })
  const ends = [
    fail(rows[0]!, () => {
      held.resolve()
      return first.promise
    }),
    held.promise.then(() => fail(rows[1]!, () => Promise.resolve())),
  ]
  // The second transaction waits for the lock, or has ended without it.
  await held.promise
  await untilItWaits(world.api.database, ends[1]!)
  first.resolve()
  const told = (await Promise.all(ends)).filter((one) => one !== undefined)
  expect(told).toMatchObject([{ finding: { code: 'critical-unheard' } }])
})

test('two receivers of a person that give up two notices in different orders do not block each other', async () => {
  const who = person('crossed')
  const hooks = [await receiver(), await receiver()]
  const answers: (() => void)[] = []
  for (const hook of hooks) hook.answer = (response) => void answers.push(() => response.writeHead(410).end())
  await world.save(who, { webhook: hooks.map(({ url }) => url) })
  const tenantId = 'organisation:crossed'
  const raised = { tenantId, subject: undefined, audience: 'ca', code: 200, level: 'critical', message: 'm' } as const
  // The first receiver gets First and then Second, the other one Second and then First. `behind` contains the second
  // delivery of each.
  const dueMs = Date.now() + world.ahead.ms + 1_000
  const behind = await world.api.api.platform.db.tenant(tenantId, async (tx) => {
    for (const title of ['First', 'Second']) await notify(tx, { ...raised, title })
    const { rows } = await sql<{ id: string; title: string; receiver_id: string }>`
      select id, notification ->> 'title' as title, receiver_id from delivery.delivery order by receiver_id`.execute(tx)
    const [one, other] = [rows[0]?.receiver_id, rows.at(-1)?.receiver_id]
    const later = rows.find(({ title, receiver_id }) => title === 'First' && receiver_id === other)
    await sql`update delivery.delivery set next_at = ${new Date(dueMs)} where id = ${later?.id}::uuid`.execute(tx)
    return [rows.find(({ title, receiver_id }) => title === 'Second' && receiver_id === one)?.id, later?.id]
  })
  await vi.waitFor(() => expect(answers).toHaveLength(2), PATIENCE)
  expect(hooks.map(({ received }) => received[0]?.body.includes('First')).toSorted()).toEqual([false, true])
  await vi.waitFor(() => expect(Date.now() + world.ahead.ms).toBeGreaterThan(dueMs), PATIENCE)
  // Both transactions reach this point, and continue at the same moment.
  await asSuperuser(world.api.database.superuserUrl, async (client) => {
    await client.query('begin')
    await client.query('select from delivery.delivery where id = any($1::uuid[]) for update', [behind])
    for (const answer of answers) answer()
    const waiting = `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`
    await vi.waitFor(async () => expect((await client.query(waiting)).rows).toHaveLength(2), PATIENCE)
    await client.query('commit')
  })
  const gone = async () => (await world.deliveries(who, '?state=dead')).filter(({ isCritical }) => isCritical)
  await vi.waitFor(async () => expect(await gone()).toHaveLength(4), PATIENCE)
  expect((await gone()).map(({ reason }) => reason).toSorted()).toEqual(['gone', 'gone', 'suspended', 'suspended'])
  expect(hooks.map(({ received }) => received.length)).toEqual([1, 1])
  // In a deadlock the database would abort one of the two transactions after a second, and the end of its try would
  // then be stored in another transaction.
  const ended = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  expect(await world.api.database.query(ended)).toEqual([{ deadlocks: 0 }])
  const told = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  const unheard = told.filter(({ finding }) => finding?.code === 'critical-unheard')
  expect(unheard.map(({ finding }) => finding?.values.notice).toSorted()).toEqual(['First', 'Second'])
})
