/** The guard of outgoing calls on what is saved and sent: redirects, headers that drip, names that answer otherwise the next time. */
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { startListener } from './testing/listener.ts'

const PATIENCE = { timeout: 40_000, interval: 50 }
const PORT = 8443
/** An address of this machine that no other test listens at. */
const CLOSED = `127.${1 + ((process.pid >> 8) & 127)}.${process.pid & 255}.7`
/** Public by its bytes and given to nobody: no connection comes about. */
const PUBLIC = '2a10:ffff::1'
const CHANNELS = ['webhook', 'msteams', 'slack', 'phone'] as const
type Channel = (typeof CHANNELS)[number]
const HOSTS = {
  webhook: 'hooks.operator.example',
  msteams: 'default1.2.environment.api.powerplatform.com',
  slack: 'hooks.slack.com',
  phone: 'bridge.operator.example',
} as const

let open: Delivering
let shut: Delivering
let listener: Awaited<ReturnType<typeof startListener>>
/** How often each name was asked for, and what the name service answers to the first and to every other question. */
const asked = new Map<string, number>()
let answers: readonly [first: readonly string[], next: readonly string[]] = [[], []]
beforeAll(async () => {
  const resolve = async (host: string) => {
    const before = asked.get(host) ?? 0
    asked.set(host, before + 1)
    return before === 0 ? answers[0] : answers[1]
  }
  open = await startDelivering()
  shut = await startDelivering({ APSIS_DELIVERY_LOOPBACK: 'false' }, { resolve })
  for (const world of [open, shut]) await world.start()
  listener = await startListener({ hosts: [CLOSED], port: PORT })
})
afterAll(async () => {
  await listener.close()
  for (const world of [open, shut]) await world.close()
})

/** Saves a target as people do, has something sent there, and says how that ended. */
async function sentTo(world: Delivering, channel: Channel, url: string, organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:admin'] }
  const put = (path: string, body: object) => world.api.call(who, `PUT ${path}`, { body: JSON.stringify(body) })
  if (channel === 'phone') {
    // The question to a new number is a call by the bridge.
    expect((await put('/api/v1/duty/bridge', { url })).status).toBe(200)
    expect((await put('/api/v1/duty/telephone', { number: '+4930901820', ways: ['call'] })).status).toBe(200)
  } else {
    expect((await world.save(who, { [channel]: [url] })).status).toBe(200)
    await world.tell(organisation, { level: 'serious', title: 'Look' })
  }
  await vi.waitFor(
    async () => expect(await world.deliveries(who)).toMatchObject([{ channel, reason: expect.anything() }]),
    PATIENCE,
  )
  return (await world.deliveries(who))[0]!
}

/** Teams and Slack are reached on the port of https alone; a webhook may be on another one that is open. */
const addressOn = (channel: (typeof CHANNELS)[number]) =>
  `https://${HOSTS[channel]}${channel === 'webhook' ? `:${PORT}` : ''}/x`

const triesOf = async (world: Delivering, organisation: string) => {
  const [sent] = await world.deliveries({ subject: 'ada', organisation, roles: ['ca:admin'] })
  return sent?.tries ?? 0
}

/** Where a server of this machine is reached. */
const addressOf = async (server: ReturnType<typeof createTcpServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/x`
}

test.each(CHANNELS)('%s: a redirect is a failure, and nobody goes where it points', async (channel) => {
  let reached = 0
  const inner = createServer((_, response) => {
    reached += 1
    response.end()
  })
  const location = await addressOf(inner)
  for (const status of [301, 307]) {
    const outer = createServer((_, response) => void response.writeHead(status, { location }).end())
    const sent = await sentTo(open, channel, await addressOf(outer), `redirect-${channel}-${status}`)
    expect(sent).toMatchObject({ state: 'waiting', reason: 'http-status', status })
    outer.close()
  }
  inner.close()
  expect(reached).toBe(0)
})

test('headers that drip are no answer by any channel, and cost no more than their time', async () => {
  const dripping = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X-A: b\r\n'), 200)
    socket.on('close', () => clearInterval(timer))
  })
  const url = await addressOf(dripping)
  const sent = await Promise.all(CHANNELS.map((channel) => sentTo(open, channel, url, `drip-${channel}`)))
  for (const one of sent) expect(one).toMatchObject({ state: 'waiting', reason: 'answer-timeout', status: null })
  dripping.close()
})

test.each(CHANNELS)('%s: a name that leads inside is not connected to, whatever it answers next', async (channel) => {
  asked.clear()
  answers = [[CLOSED], [PUBLIC]]
  const sent = await sentTo(shut, channel, addressOn(channel), `inside-${channel}`)
  expect(sent).toMatchObject({ reason: 'address-not-public', status: null })
  expect([asked.get(HOSTS[channel]), listener.seen()]).toEqual([1, 0])
})

test('a name that leads outside when it is judged and inside after that is asked once for each try, by every channel', async () => {
  // What the test before this has sent is tried again on a slow machine, and asks for the same names.
  const triesBefore = await Promise.all(CHANNELS.map((channel) => triesOf(shut, `inside-${channel}`)))
  asked.clear()
  answers = [[PUBLIC], [CLOSED]]
  const sent = await Promise.all(
    CHANNELS.map((channel) => sentTo(shut, channel, addressOn(channel), `outside-${channel}`)),
  )
  for (const [place, channel] of CHANNELS.entries()) {
    expect(['connection-failed', 'connect-timeout', 'address-not-public']).toContain(sent[place]!.reason)
    // A try asks before it is written down: the last one may not stand there yet.
    const more = async () => {
      const [outside, inside] = await Promise.all(
        ['outside', 'inside'].map((name) => triesOf(shut, `${name}-${channel}`)),
      )
      return asked.get(HOSTS[channel])! - outside! - (inside! - triesBefore[place]!)
    }
    await expect.poll(more).toBeLessThanOrEqual(0)
  }
  expect(listener.seen()).toBe(0)
})
