import { createHmac } from 'node:crypto'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { bodyOf } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { useReceivers } from './testing/receiver.ts'

const DAY_MS = 86_400_000
/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterEach(async () => {
  world.smtp.mails.length = 0
  world.smtp.reply = () => undefined
})
afterAll(() => world.close())

const receiver = useReceivers()
const person = (organisation: string, subject = 'ada'): Person => ({ subject, organisation, roles: ['ca:user'] })
const eventOf = ({ body }: { body: string }) => JSON.parse(body) as WebhookEvent
const mailsTo = (address: string) => world.smtp.mails.filter(({ to }) => to === `RCPT TO:<${address}>`)

/** Returns the token of the link in a mail; the lines of the mail are folded. */
function tokenIn(data = ''): string {
  const text = data.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  return decodeURIComponent(/confirm=([\w%.-]+)/.exec(text)?.[1] ?? '')
}

test('a webhook gets the notification as in the API, signed, and the log contains its answer', async () => {
  const who = person('hook')
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  await world.tell('hook', { level: 'serious', title: 'Risk raised to HIGH', message: 'They pass.', link: '/ca/x' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  const [notification] = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications?limit=1'))
  const { state: _, ...shown } = notification ?? ({} as Notification)
  expect(eventOf(hook.received[0]!)).toEqual({
    type: 'notification',
    version: 1,
    timestamp: shown.timestamp,
    attempt: 1,
    simulated: false,
    data: { ...shown, url: `${world.api.config.publicUrl}/ca/x` },
  })
  await vi.waitFor(async () => expect((await world.deliveries(who))[0]?.state).toBe('delivered'), PATIENCE)
  const [delivery] = await world.deliveries(who)
  expect(delivery).toMatchObject({ status: 202, tries: 1, reason: null, target: `${new URL(hook.url).host}/hook` })
  const headers = hook.received[0]?.headers ?? {}
  expect(headers['webhook-id']).toBe(delivery?.deliveryId)
  expect((await world.channels(who))[0]).toMatchObject({ lastResult: 'delivered', lastStatus: 202, failures: 0 })
})

test('pages of deliveries that were created until a time stay the same while more are created', async () => {
  const who = person('pages')
  await world.save(who, { webhook: [(await receiver()).url] })
  const tell = (title: string) => world.tell('pages', { level: 'serious', title })
  for (const title of ['a', 'b', 'c', 'd']) await tell(title)
  const titlesOf = async (query: string) => (await world.deliveries(who, `?limit=2${query}`)).map(({ title }) => title)
  const [first] = await world.deliveries(who, '?limit=1')
  const until = `&until=${first?.createdAt}`
  expect(await titlesOf('')).toEqual(['d', 'c'])
  // A later delivery must be at least a millisecond of the clock later than the first one.
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(first!.createdAt)))
  await tell('e')
  expect([await titlesOf('&page=2'), await titlesOf(`&page=2${until}`)]).toEqual([
    ['c', 'b'],
    ['b', 'a'],
  ])
  const counted = await world.api.call(who, `GET /api/v1/notifications/deliveries?limit=2${until}`)
  expect(counted.headers.get('x-total-count')).toBe('4')
  expect(counted.headers.get('link')).toContain(`until=${encodeURIComponent(first!.createdAt)}`)
})

test('after a rotation both secrets sign, and the new one is shown once', async () => {
  const who = person('rotate')
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  const [channel] = await world.channels(who)
  const rotate = (query = '') =>
    world.api.call(who, `POST /api/v1/notifications/channels/${channel?.channelId}/secrets${query}`)
  const { secret } = await bodyOf<{ secret: string }>(await rotate())
  expect((await rotate()).status).toBe(409)
  await world.tell('rotate', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  const { headers, body } = hook.received[0]!
  const signatures = String(headers['webhook-signature']).split(' ')
  expect(signatures.map((one) => one.split(',')[0])).toEqual(['v1', 'v1a', 'v1', 'v1a'])
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  expect(signatures[0]).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)
  // If a secret has leaked, all older secrets can be ended at once.
  const last = await rotate('?old-secret-hours=0')
  expect(await bodyOf(last)).toMatchObject({ oldSecretEndsAt: null })
  await world.tell('rotate', { level: 'serious', title: 'Again' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  const alone = String(hook.received[1]!.headers['webhook-signature']).split(' ')
  expect(alone.map((one) => one.split(',')[0])).toEqual(['v1', 'v1a'])
})

test('a failed delivery is tried again under the same id with the next number, and obeys Retry-After', async () => {
  const who = person('again')
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end('rate_limited')
  await world.save(who, { webhook: [hook.url] })
  await world.tell('again', { level: 'serious' })
  await vi.waitFor(async () => expect((await world.deliveries(who))[0]?.status).toBe(429), PATIENCE)
  const [waiting] = await world.deliveries(who)
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'http-status', answer: 'rate_limited', tries: 1 })
  const waitMs = Date.parse(waiting!.nextAt!) - Date.parse(waiting!.triedAt!)
  expect(waitMs).toBeGreaterThanOrEqual(600_000)
  hook.answer = (response) => void response.writeHead(200).end()
  world.ahead.ms += 700_000
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(hook.received.map((one) => eventOf(one).attempt)).toEqual([1, 2])
})

test('410 suspends the channel and notifies its owner; after the channel works again, a replay is sent with the same id', async () => {
  const who = person('gone')
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(410).end()
  await world.save(who, { webhook: [hook.url] })
  await world.tell('gone', { level: 'serious' })
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.suspendedAt).not.toBeNull(), PATIENCE)
  const [notice] = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  expect(notice).toMatchObject({ title: 'Channel suspended', level: 'serious' })
  const dead = (await world.deliveries(who, '?state=dead')).find(({ reason }) => reason === 'gone')
  hook.answer = (response) => void response.writeHead(200).end()
  const [channel] = await world.channels(who)
  const act = (what: string) => world.api.call(who, `POST /api/v1/notifications/${what}`)
  expect((await act(`channels/${channel?.channelId}/resumptions`)).status).toBe(201)
  expect((await act(`deliveries/${dead?.deliveryId}/replays`)).status).toBe(201)
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(hook.received[1]?.headers['webhook-id']).toBe(dead?.deliveryId)
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=delivered')).toHaveLength(1), PATIENCE)
  expect((await act(`deliveries/${dead?.deliveryId}/replays`)).status).toBe(409)
  const replays = await auditOf(world.api.database, 'gone', 'delivery.')
  expect(replays.map(({ actor, action }) => [actor, action])).toEqual([[who.subject, 'delivery.replay']])
})

test('an address gets only the confirmation question, once, until its owner confirms it', async () => {
  const who = person('strangers')
  const address = 'stranger@operator.example'
  await world.save(who, { email: [address] })
  await world.tell('strangers', { level: 'critical', title: 'Secret' })
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=delivered')).toHaveLength(1), PATIENCE)
  expect(mailsTo(address)[0]?.data).toContain('Confirm this address')
  expect((await world.deliveries(who, '?state=dead'))[0]).toMatchObject({ reason: 'unconfirmed', title: 'Secret' })
  const [channel] = await world.channels(who)
  const send = (path: string, body?: object) =>
    world.api.call(who, `POST /api/v1/notifications/channels/${path}`, body ? { body: JSON.stringify(body) } : {})
  expect((await send(`${channel?.channelId}/tests`)).status).toBe(409)
  expect((await send(`${channel?.channelId}/confirmations`)).status).toBe(409)
  const token = tokenIn(mailsTo(address)[0]?.data)
  expect((await send('confirmations', { token: `${token}x` })).status).toBe(404)
  const stranger = person('elsewhere', 'eve')
  const foreign = { body: JSON.stringify({ token }) }
  expect((await world.api.call(stranger, 'POST /api/v1/notifications/channels/confirmations', foreign)).status).toBe(
    404,
  )
  expect((await send('confirmations', { token })).status).toBe(200)
  expect((await send('confirmations', { token })).status).toBe(404)
  expect((await send(`${channel?.channelId}/tests`)).status).toBe(201)
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(2), PATIENCE)
  const audit = await auditOf(world.api.database, 'strangers', 'channel.')
  expect(audit.map(({ action }) => action)).toEqual(['channel.confirm', 'channel.test'])
})

test('a hard bounce suspends an address', async () => {
  const who = person('bounce')
  const address = 'bounce@operator.example'
  await confirmAddress(world, who, address)
  world.smtp.reply = (command) => (command.startsWith('RCPT') ? '550 5.1.1 no such user' : undefined)
  await world.tell('bounce', { level: 'serious' })
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.suspendedReason).toBe('bounced'), PATIENCE)
  expect((await world.channels(who))[0]).toMatchObject({ lastStatus: 550, lastAnswer: '550 5.1.1 no such user' })
  // The owner is notified, and the notice contains the mail server's answer.
  const notices = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  const told = notices.find(({ finding }) => finding?.code === 'channel-suspended')
  expect(told).toMatchObject({ level: 'serious', link: '/account/notifications' })
  expect(told?.message).toContain('550 5.1.1 no such user')
})

/** Returns the check of critical notices on a person's status page. */
const checkOf = async (asking: Person) =>
  (await bodyOf<Status>(await world.api.call(asking, 'GET /api/v1/status'))).services
    .flatMap(({ checks }) => checks)
    .find(({ name }) => name === 'critical notices')

test('a CRITICAL notice without any recipient counts as lost; notices that arrived do not', async () => {
  const who = person('nobody-left')
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  const tell = (message: string) => world.tell('nobody-left', { level: 'critical', title: 'Collision', message })
  await tell('SAT-1')
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=delivered')).toHaveLength(1), PATIENCE)
  // The only reader removes the address; the next notice is sent to nobody.
  await world.save(who, {})
  await tell('SAT-2')
  expect(await checkOf(who)).toMatchObject({ level: 'critical', value: 1, finding: { values: { lost: 1, count: 2 } } })
})

test('a CRITICAL notice that fails twice is sent by e-mail, which was not selected; if it arrives nowhere, the page shows it', async () => {
  const who = person('resort')
  const address = 'resort@operator.example'
  await confirmAddress(world, who, address)
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(500).end()
  await world.save(who, { email: [address], webhook: [hook.url] })
  world.smtp.reply = (command) => (command === '.' ? '554 5.7.1 refused' : undefined)
  await world.tell('resort', { level: 'critical', title: 'Collision', message: 'SAT-3, TCA 2026-11-21 14:13 Z.' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=dead')).toHaveLength(1), PATIENCE)
  const notices = async () => bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  const titles = async () => (await notices()).map(({ title }) => title)
  expect(await titles()).not.toContain('A critical notice did not arrive')
  expect(await checkOf(who)).toMatchObject({ level: 'ok', finding: { code: 'critical-arrives', values: { count: 1 } } })
  hook.answer = (response) => void response.writeHead(410).end()
  world.ahead.ms += 10_000
  await vi.waitFor(async () => expect(await titles()).toContain('A critical notice did not arrive'), PATIENCE)
  const lost = (await notices()).find(({ finding }) => finding?.code === 'critical-unheard')
  expect(lost?.message).toContain('It said: SAT-3, TCA 2026-11-21 14:13 Z.')
  expect(await checkOf(who)).toMatchObject({ level: 'critical', value: 1, finding: { values: { lost: 1, count: 1 } } })
  expect(await checkOf(person('elsewhere'))).toMatchObject({ level: 'inactive', value: 0 })
})

test('with every status unticked, a CRITICAL notice arrives, and a notice about a request does not', async () => {
  const who = person('unticked')
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url], statuses: [] })
  await world.tell('unticked', { status: 'CANCELLED', title: 'Request cancelled' })
  await world.tell('unticked', { level: 'critical', title: 'Collision' })
  await world.tell('unticked', { title: 'Neither urgent nor of a request' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  expect(eventOf(hook.received[0]!).data.title).toBe('Collision')
  await world.save(who, { webhook: [hook.url], statuses: ['CANCELLED'] })
  await world.tell('unticked', { status: 'PENDING', title: 'Request pending' })
  await world.tell('unticked', { status: 'CANCELLED', title: 'Request cancelled' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(eventOf(hook.received[1]!).data.title).toBe('Request cancelled')
})

test('a person who loses the role gets no more notices, not even deliveries that already wait', async () => {
  const who = person('role')
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(503).end()
  await world.save(who, { webhook: [hook.url] })
  await world.tell('role', { level: 'critical', title: 'First' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  // Every call with a token updates the person's roles.
  const now = { ...who, roles: ['odt:user'] }
  await world.deliveries(now)
  await world.tell('role', { level: 'critical', title: 'Second' })
  world.ahead.ms += 10_000
  await vi.waitFor(async () => expect(await world.deliveries(now, '?state=cancelled')).toHaveLength(1), PATIENCE)
  expect(hook.received).toHaveLength(1)
})

test('notices about one matter keep their order, and do not delay those about another', async () => {
  const who = person('order')
  const hook = await receiver()
  const titleOf = (one: { body: string }) => eventOf(one).data.title
  hook.answer = (response, one) => {
    response.writeHead(titleOf(one) === 'A1' && eventOf(one).attempt === 1 ? 500 : 200).end()
  }
  await world.save(who, { webhook: [hook.url] })
  for (const [matter, title] of [
    ['a', 'A1'],
    ['a', 'A2'],
    ['b', 'B1'],
  ] as const)
    await world.tell('order', { level: 'serious', matter, title })
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(hook.received.map(titleOf)).toEqual(['A1', 'B1'])
  world.ahead.ms += 10_000
  await vi.waitFor(() => expect(hook.received).toHaveLength(4), PATIENCE)
  expect(hook.received.map(titleOf)).toEqual(['A1', 'B1', 'A1', 'A2'])
})

test('secrets in URLs are never in plain text in answers, the log, the record or the database', async () => {
  const who = person('secret')
  const secret = 'Sup3rS3cretToken0123456789abWXYZ'
  const slack = `https://hooks.slack.com/services/T012AB3CD/B012AB3CD/${secret}`
  const teams = `https://x.environment.api.powerplatform.com:443/workflows/1?sig=${secret}`
  const saved = await world.save(who, {
    slack: [slack],
    msteams: [teams],
    webhook: [`http://127.0.0.1:1/?token=${secret}`],
  })
  const shown = await saved.text()
  expect(shown).not.toContain(secret)
  expect(shown).toContain('…WXYZ')
  // The form sends the masked values back; that changes nothing.
  const { notifications } = JSON.parse(shown) as { notifications: { default: Record<string, { url: string[] }> } }
  const urls = (name: string) => notifications.default[name]?.url ?? []
  await world.save(who, { slack: urls('slack'), msteams: urls('msteams'), webhook: urls('webhook') })
  expect(await world.channels(who)).toHaveLength(3)
  await world.tell('secret', { level: 'serious' })
  await vi.waitFor(
    async () => expect((await world.channels(who)).filter((one) => one.lastResult !== null)).not.toEqual([]),
    PATIENCE,
  )
  expect(JSON.stringify([await world.channels(who), await world.deliveries(who)])).not.toContain(secret)
  expect(world.api.logged.join('\n')).not.toContain(secret)
  for (const table of [
    'userconfig.userconfig',
    'delivery.receiver',
    'delivery.delivery',
    'delivery.attempt',
    'platform.audit',
    'events.event',
  ]) {
    const rows = await world.api.database.query(`select * from ${table}`)
    expect(JSON.stringify(rows), table).not.toContain(secret)
  }
})

test('another person’s channels and deliveries are not found', async () => {
  const [ada, bob] = [person('apart', 'ada'), person('apart', 'bob')]
  const hook = await receiver()
  await world.save(ada, { webhook: [hook.url] })
  const [channel] = await world.channels(ada)
  expect(await world.channels(bob)).toEqual([])
  const test = await world.api.call(ada, `POST /api/v1/notifications/channels/${channel?.channelId}/tests`)
  const delivery = await bodyOf<Delivery>(test)
  expect(test.status).toBe(201)
  expect(await world.deliveries(bob)).toEqual([])
  for (const path of ['tests', 'resumptions', 'secrets', 'confirmations'])
    expect(
      (await world.api.call(bob, `POST /api/v1/notifications/channels/${channel?.channelId}/${path}`)).status,
    ).toBe(404)
  const replay = `POST /api/v1/notifications/deliveries/${delivery.deliveryId}/replays`
  expect((await world.api.call(bob, replay)).status).toBe(404)
  const still: Channel[] = await world.channels(ada)
  expect(still.map(({ suspendedAt }) => suspendedAt)).toEqual([null])
})

test('a channel that got nothing for a month gets one test, and another channel gets none', async () => {
  const who = person('quiet')
  // Without this, the channels of later tests would also seem to have got nothing for a month.
  const before = world.ahead.ms
  onTestFinished(() => {
    world.ahead.ms = before
  })
  const hook = await receiver()
  await world.save(who, { webhook: [hook.url] })
  await world.tell('quiet', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.lastResult).toBe('delivered'), PATIENCE)
  world.ahead.ms += 29 * DAY_MS
  // The run that sends this notice has already looked for channels to which nothing was sent.
  await world.tell('quiet', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(hook.received.map((one) => eventOf(one).type)).toEqual(['notification', 'notification'])
  // The time of a try that ends after the clock was advanced would be the advanced time, so the tries must end first.
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=delivered')).toHaveLength(2), PATIENCE)
  world.ahead.ms += 31 * DAY_MS
  await vi.waitFor(() => expect(hook.received).toHaveLength(3), PATIENCE)
  expect(eventOf(hook.received[2]!).type).toBe('test')
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.lastTriedAt).not.toBeNull(), PATIENCE)
  world.ahead.ms += DAY_MS
  await world.tell('quiet', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(4), PATIENCE)
  expect(eventOf(hook.received[3]!).type).toBe('notification')
})

test('a channel that failed three times and has no waiting delivery gets a test after an hour', async () => {
  const who = person('unproven')
  const hook = await receiver()
  hook.answer = (response) => void response.writeHead(500).end()
  await world.save(who, { webhook: [hook.url] })
  await world.tell('unproven', { level: 'serious' })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  // The delivery is given up as if the retry schedule were over; three tries in a row have failed.
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.failures).toBe(1), PATIENCE)
  await world.api.database.query(`update delivery.delivery set state = 'dead', next_at = null where state = 'waiting'`)
  await world.api.database.query('update delivery.receiver set failures = 3 where failures = 1')
  hook.answer = (response) => void response.writeHead(200).end()
  world.ahead.ms += 1_800_000
  await world.tell('unproven', {})
  expect(hook.received).toHaveLength(1)
  world.ahead.ms += 1_900_000
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  expect(eventOf(hook.received[1]!)).toMatchObject({ type: 'test' })
  await vi.waitFor(async () => expect((await world.channels(who))[0]?.failures).toBe(0), PATIENCE)
})
