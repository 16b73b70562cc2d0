/**
 * Checks the guard of outgoing calls with saved targets to which something is sent: redirects, slow headers, and names that
 * resolve differently the next time.
 */
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { startListener } from './testing/listener.ts'

const PATIENCE = { timeout: 40_000, interval: 50 }
const PORT = 8443
/** An address of this machine that no other test uses. */
const CLOSED = `127.${1 + ((process.pid >> 8) & 127)}.${process.pid & 255}.7`
/** A public address that is assigned to nobody, so that no connection is possible. */
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
/** The number of look-ups of each name; and the answers of the name service to the first and to later look-ups. */
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

/** Saves a target as a user does, sends something to it, and returns the result. */
async function sentTo(world: Delivering, channel: Channel, url: string, organisation: string) {
  const who = { subject: 'ada', organisation, roles: ['ca:admin'] }
  const put = (path: string, body: object) => world.api.call(who, `PUT ${path}`, { body: JSON.stringify(body) })
  if (channel === 'phone') {
    // The confirmation question to a new number is a call by the bridge.
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

/** Teams and Slack are called only on the https port; a webhook may have another open port. */
const addressOn = (channel: (typeof CHANNELS)[number]) =>
  `https://${HOSTS[channel]}${channel === 'webhook' ? `:${PORT}` : ''}/x`

const triesOf = async (world: Delivering, organisation: string) => {
  const [sent] = await world.deliveries({ subject: 'ada', organisation, roles: ['ca:admin'] })
  return sent?.tries ?? 0
}

/** Returns the address of a server of this machine. */
const addressOf = async (server: ReturnType<typeof createTcpServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/x`
}

test.each(CHANNELS)('%s: a redirect is a failure, and its target is not requested', async (channel) => {
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

test('slow headers count as no answer on every channel, and take no longer than their time limit', async () => {
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

test.each(CHANNELS)(
  '%s: no connection is made to a name that resolves to an internal address, whatever it resolves to the next time',
  async (channel) => {
    asked.clear()
    answers = [[CLOSED], [PUBLIC]]
    const sent = await sentTo(shut, channel, addressOn(channel), `inside-${channel}`)
    expect(sent).toMatchObject({ reason: 'address-not-public', status: null })
    expect([asked.get(HOSTS[channel]), listener.seen()]).toEqual([1, 0])
  },
)

test('every channel resolves a name once for each try, even if it resolves first to a public address and later to a private one', async () => {
  // On a slow machine the deliveries of the previous test are retried, and the same names are resolved again.
  const triesBefore = await Promise.all(CHANNELS.map((channel) => triesOf(shut, `inside-${channel}`)))
  asked.clear()
  answers = [[PUBLIC], [CLOSED]]
  const sent = await Promise.all(
    CHANNELS.map((channel) => sentTo(shut, channel, addressOn(channel), `outside-${channel}`)),
  )
  for (const [place, channel] of CHANNELS.entries()) {
    expect(['connection-failed', 'connect-timeout', 'address-not-public']).toContain(sent[place]!.reason)
    // A try resolves the name before the try is stored, so the last one may not be stored yet.
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
