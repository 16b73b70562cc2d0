import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confirmAddress } from './testing/confirm-address.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const DAY_MS = 86_400_000

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

test('an address to which nothing was sent for 30 days automatically gets one test', async () => {
  const who = { subject: 'ada', organisation: 'mail-heartbeat', roles: ['ca:user'] }
  const address = await confirmAddress(world, who)
  world.ahead.ms += 29 * DAY_MS
  // A run of the sender checks the receivers of an organisation once a minute. After two runs nothing was sent.
  await world.twoTurns(who.organisation)
  expect(world.smtp.mails).toEqual([])
  world.ahead.ms += 2 * DAY_MS
  await vi.waitFor(() => expect(world.smtp.mails.map(({ to }) => to)).toEqual([`RCPT TO:<${address}>`]), PATIENCE)
  // The delivery is stored as delivered after the mail server has accepted the mail.
  const told = { kind: 'test', channel: 'email', state: 'delivered' }
  await vi.waitFor(async () => expect((await world.deliveries(who))[0]).toMatchObject(told), PATIENCE)
  world.ahead.ms += DAY_MS
  await world.twoTurns(who.organisation)
  expect(world.smtp.mails).toHaveLength(1)
})
