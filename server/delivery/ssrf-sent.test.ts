/** Many notations of closed addresses are saved as a user saves them, and the real sender sends to them: no listener may see a connection. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isBlocked } from './target.ts'
import { FORMS } from './testing/closed-forms.data.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { startListener } from './testing/listener.ts'

const PATIENCE = { timeout: 30_000, interval: 50 }
/** The maximum number of targets of one channel. */
const TARGETS = 10
/** A name that may be saved; nothing is sent to it. */
const PUBLIC = 'https://orders.operator.example/apsis'

let world: Delivering
let listener: Awaited<ReturnType<typeof startListener>>
beforeAll(async () => {
  world = await startDelivering({ APSIS_DELIVERY_LOOPBACK: 'false' })
  await world.start()
  listener = await startListener()
})
afterAll(async () => {
  await listener.close()
  await world.close()
})

const urls = () => FORMS.map((form) => form.replace('PORT', String(listener.port)))
/** A text with several lines is refused when it is saved; spec §5 allows everything else to be saved. */
const isSaved = (url: string) => !/[\t\n]/.test(url)

test.each(['webhook', 'msteams', 'slack'] as const)(
  '%s: deliveries to what is saved are given up or postponed, and no connection is made',
  async (channel) => {
    const taken = urls().filter(isSaved)
    const people = Array.from({ length: Math.ceil(taken.length / TARGETS) }, (_, place) => ({
      who: { subject: `p${place}`, organisation: `ssrf-${channel}`, roles: ['ca:user'] },
      targets: taken.slice(place * TARGETS, (place + 1) * TARGETS),
    }))
    for (const { who, targets } of people) expect((await world.save(who, { [channel]: targets })).status).toBe(200)
    let refused = 0
    await world.tell(`ssrf-${channel}`, { level: 'serious', title: 'Sent nowhere' })
    for (const { who, targets } of people) {
      const sent = () => world.deliveries(who, '?limit=200')
      await vi.waitFor(async () => expect((await sent()).every(({ tries }) => tries > 0)).toBe(true), PATIENCE)
      const all = await sent()
      expect(all).toHaveLength(new Set(targets).size)
      refused += all.filter(({ reason, state }) => state === 'dead' && reason !== null && isBlocked(reason)).length
      expect(all.filter(({ state, status }) => state === 'delivered' || status !== null)).toEqual([])
    }
    expect(listener.seen()).toBe(0)
    const { values } = await world.metrics.blocked.get()
    const counted = values.filter(({ labels }) => labels.channel === channel).reduce((sum, { value }) => sum + value, 0)
    expect(refused).toBeGreaterThan(0)
    expect(counted).toBeGreaterThanOrEqual(refused)
  },
)

const NAMED = {
  paging: ['PUT /api/v1/duty/paging', { routingKey: '0123456789abcdef0123456789abcdef' }],
  bridge: ['PUT /api/v1/duty/bridge', {}],
  provider: ['POST /api/v1/odt/providers', { providerId: 'inside', name: 'Inside', isTest: true, isEnabled: true }],
} as const

test.each(['paging', 'bridge', 'provider'] as const)(
  '%s: a closed address cannot be saved, and nothing is sent to a refused one',
  async (what) => {
    const who = { subject: 'ada', organisation: `ssrf-${what}`, roles: ['ca:admin', 'odt:admin'] }
    const [call, rest] = NAMED[what]
    const save = (url: string) => world.api.call(who, call, { body: JSON.stringify({ ...rest, url }) })
    for (const url of urls()) {
      const { status } = await save(url)
      expect([url, [400, 422].includes(status)]).toEqual([url, true])
    }
    expect(listener.seen()).toBe(0)
    // The same input with a permitted address is saved, so the address was the reason for the refusals.
    const { status } = await save(PUBLIC)
    expect([what, status < 300]).toEqual([what, true])
  },
)
