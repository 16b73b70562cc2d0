/** A person who loses the role immediately gets no more notices by any channel. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './testing/receiver.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }

let world: Delivering
let hook: TestReceiver
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  hook = await startTestReceiver()
})
afterAll(async () => {
  await hook.close()
  await world.close()
})

test.each(['email', 'msteams', 'slack', 'webhook'] as const)(
  '%s: neither waiting notices nor new ones are sent',
  async (channel) => {
    const who = { subject: 'ada', organisation: `lost-${channel}`, roles: ['ca:user'] }
    world.smtp.mails.length = 0
    world.smtp.reply = () => undefined
    const target = channel === 'email' ? await confirmAddress(world, who) : hook.url
    hook.received.length = 0
    let mailsTried = 0
    world.smtp.reply = (command) => {
      if (command !== '.') return undefined
      mailsTried++
      return '451 4.3.0 later'
    }
    hook.answer = (response) => void response.writeHead(503).end()
    const tries = () => (channel === 'email' ? mailsTried : hook.received.length)
    await world.save(who, { [channel]: [target] })
    await world.tell(who.organisation, { level: 'serious', title: 'First' })
    await vi.waitFor(() => expect(tries()).toBe(1), PATIENCE)
    // Every call with a token updates the person's roles.
    const now = { ...who, roles: ['odt:user'] }
    await world.deliveries(now)
    await world.tell(who.organisation, { level: 'critical', title: 'Second' })
    world.ahead.ms += 10_000
    await vi.waitFor(async () => expect(await world.deliveries(now, '?state=waiting')).toEqual([]), PATIENCE)
    const all = (await world.deliveries(now)).filter(({ kind }) => kind === 'notice')
    expect(all.map(({ title, state, reason }) => [title, state, reason])).toEqual([
      ['First', 'cancelled', 'not-allowed'],
    ])
    expect(tries()).toBe(1)
  },
)
