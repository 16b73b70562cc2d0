/** Checks, for each channel over HTTP, that it is handled correctly if it fails for days, gets nothing for a month, or refuses a critical notice. */
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bodyOf } from '../platform/testing/test-api.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './testing/receiver.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: Delivering
const open: TestReceiver[] = []
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()))
  await world.close()
})

const fails: TestReceiver['answer'] = (response) => void response.writeHead(500).end('No such hook.')

/** Creates a person with a confirmed address, and in addition a receiver of another channel. */
async function personWith(channel: 'webhook' | 'msteams' | 'slack', organisation: string) {
  const who: Person = { subject: 'ada', organisation, roles: ['ca:user'] }
  const address = `${organisation}@operator.example`
  const hook = await startTestReceiver()
  open.push(hook)
  await world.save(who, { email: [address], [channel]: [hook.url] })
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where tenant_id = 'organisation:${organisation}'`,
  )
  const mails = (words: string) =>
    world.smtp.mails.filter(({ to, data }) => to.includes(address) && data.replaceAll('_', ' ').includes(words))
  const own = async () => (await world.channels(who)).find((one) => one.channel === channel)!
  /** Sets a rule that sends notices only to this channel. */
  const only = () =>
    world.api.call(who, 'PUT /api/v1/notifications/rules', {
      body: JSON.stringify({ rules: [{ channels: [channel], way: 'now' }], timeZone: 'UTC' }),
    })
  return { who, hook, mails, own, only }
}

test.each(['webhook', 'msteams', 'slack'] as const)(
  '%s: a channel that fails for five days is suspended, its owner is told by e-mail, and nothing is sent there until they resume it',
  async (channel) => {
    const organisation = `five-days-${channel}`
    const { who, hook, mails, own } = await personWith(channel, organisation)
    hook.answer = fails
    const begunMs = world.ahead.ms
    const failAfter = async (ms: number) => {
      world.ahead.ms = begunMs + ms
      const before = hook.received.length
      await world.tell(organisation, { level: 'serious', title: `After ${ms / HOUR_MS} h` })
      await vi.waitFor(() => expect(hook.received.length).toBeGreaterThan(before), PATIENCE)
      await vi.waitFor(
        async () => expect((await own()).failures).toBeGreaterThanOrEqual(hook.received.length),
        PATIENCE,
      )
    }
    for (const days of [0, 1, 2, 3, 4]) await failAfter(days * DAY_MS)
    await failAfter(5 * DAY_MS - HOUR_MS)
    expect((await own()).suspendedAt).toBeNull()
    expect(mails('Channel suspended')).toEqual([])
    world.ahead.ms = begunMs + 5 * DAY_MS + HOUR_MS
    await world.tell(organisation, { level: 'serious', title: 'After five days' })
    await vi.waitFor(async () => expect((await own()).suspendedAt).not.toBeNull(), PATIENCE)
    expect((await own()).lastAnswer).toBe('No such hook.')
    await vi.waitFor(() => expect(mails('Channel suspended')).toHaveLength(1), PATIENCE)
    expect(mails('Channel suspended')[0]?.data.replace(/=\r\n/g, '')).toContain((await own()).target)
    const notices = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
    expect(notices.map(({ finding }) => finding?.code)).toContain('channel-suspended')
    // Now nothing is sent there, and the reason is stored.
    const before = hook.received.length
    await world.tell(organisation, { level: 'serious', title: 'While it is suspended' })
    await vi.waitFor(() => expect(mails('While it is suspended')).toHaveLength(1), PATIENCE)
    const dead = (await world.deliveries(who, '?state=dead&limit=100')).filter(({ title }) => title.startsWith('While'))
    expect(dead).toMatchObject([{ channel, reason: 'suspended', tries: 0 }])
    expect(hook.received).toHaveLength(before)
    hook.answer = (response) => void response.writeHead(200).end()
    const { channelId } = await own()
    const resumed = await world.api.call(who, `POST /api/v1/notifications/channels/${channelId}/resumptions`)
    expect(resumed.status).toBe(201)
    await world.tell(organisation, { level: 'serious', title: 'It works again' })
    await vi.waitFor(() => expect(hook.received.at(-1)?.body).toContain('It works again'), PATIENCE)
  },
)

test.each(['webhook', 'msteams', 'slack'] as const)(
  '%s: a CRITICAL notice that the channel refuses is sent by e-mail after the second failure, although a rule names only the channel',
  async (channel) => {
    const organisation = `last-${channel}`
    const { hook, mails, only } = await personWith(channel, organisation)
    expect((await only()).status).toBe(200)
    hook.answer = fails
    await world.tell(organisation, { level: 'critical', title: 'Collision' })
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
    expect(mails('Collision')).toEqual([])
    world.ahead.ms += 10_000
    await vi.waitFor(() => expect(mails('Collision')).toHaveLength(1), PATIENCE)
    expect(hook.received).toHaveLength(2)
  },
)

test.each(['webhook', 'msteams', 'slack'] as const)(
  '%s: a channel that got nothing for 30 days automatically gets a test that says that it is one',
  async (channel) => {
    const { who, hook, own } = await personWith(channel, `quiet-${channel}`)
    world.ahead.ms += 31 * DAY_MS
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
    expect(hook.received[0]?.body).toMatch(channel === 'webhook' ? /"type":"test"/ : /This is a test/)
    const sent = async () => (await world.deliveries(who)).filter((one) => one.channel === channel)
    await vi.waitFor(async () => expect(await sent()).toMatchObject([{ kind: 'test', state: 'delivered' }]), PATIENCE)
    expect((await own()).lastDeliveredAt).not.toBeNull()
  },
)
