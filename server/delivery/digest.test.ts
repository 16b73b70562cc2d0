import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bodyOf } from '../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../platform/testing/test-database.ts'
import { nextTimeOf } from './choice/quiet-hours.ts'
import { type Delivering, startDelivering } from './testing/delivering.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const DAY_MS = 86_400_000

let world: Delivering
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
})
afterAll(() => world.close())

/** Creates a person with a confirmed address, whose notices of level caution are collected for the digest. */
async function reader(organisation: string) {
  const who = { subject: `ada-${organisation}`, organisation, roles: ['ca:user'] }
  const address = `${organisation}@operator.example`
  // Notices are written with the time of the real clock, and wait until a test advances the time.
  world.ahead.ms = 0
  await world.save(who, { email: [address] })
  const mails = () => world.smtp.mails.filter(({ to }) => to.includes(address))
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
  await world.api.database.query(
    `update delivery.receiver set confirmed_at = now() where subject = '${who.subject}' and channel = 'email'`,
  )
  const rules = [{ leastLevel: 'serious', way: 'now' }, { way: 'digest' }]
  const put = (change: object = {}) =>
    world.api.call(who, 'PUT /api/v1/notifications/rules', {
      body: JSON.stringify({ rules, timeZone: 'Europe/Madrid', digestAt: '07:00', ...change }),
    })
  expect((await put()).status).toBe(200)
  const getRules = async () => bodyOf<NoticeRules>(await world.api.call(who, 'GET /api/v1/notifications/rules'))
  const tell = (title: string, more: object = {}) => world.tell(organisation, { title, level: 'caution', ...more })
  return { who, mails, put, getRules, tell }
}

test('notices that a rule collects wait for their time and are sent as one mail; urgent notices do not wait', async () => {
  const { who, mails, tell } = await reader('gathered')
  await tell('First', { message: 'one' })
  await tell('Second', { message: 'two' })
  await tell('Urgent', { level: 'critical', message: 'now' })
  await vi.waitFor(() => expect(mails()).toHaveLength(2), PATIENCE)
  expect(mails()[1]?.data).toContain('Critical: Urgent')
  expect(mails()[1]?.data).not.toMatch(/^List-Unsubscribe/im)
  // The mail arrives before its delivery is stored as delivered.
  const waiting = async () => (await world.deliveries(who, '?state=waiting')).map(({ kind, reason }) => [kind, reason])
  await vi.waitFor(async () => {
    expect(await waiting()).toEqual([
      ['digest', 'digest'],
      ['digest', 'digest'],
    ])
  }, PATIENCE)
  world.ahead.ms += DAY_MS
  await vi.waitFor(() => expect(mails()).toHaveLength(3), PATIENCE)
  const digest = mails()[2]?.data ?? ''
  expect(digest).toMatch(/Subject: .*Digest: 2 notices/)
  expect(digest.indexOf('First')).toBeLessThan(digest.indexOf('Second'))
  // RFC 8058 §3.1 requires both headers, an https URI in angle brackets, and exactly this text.
  expect(digest).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  expect((await world.deliveries(who)).filter(({ kind }) => kind === 'digest').map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
  ])
})

test('one click ends the digest without a sign-in, and the waiting notices are not sent', async () => {
  const { who, mails, tell, getRules } = await reader('ended')
  await tell('First')
  world.ahead.ms += DAY_MS
  await vi.waitFor(() => expect(mails()).toHaveLength(2), PATIENCE)
  // A long header is folded (RFC 5322 §2.2.3).
  const unfolded = (mails()[1]?.data ?? '').replace(/\r?\n[ \t]+/g, ' ')
  const url = /^List-Unsubscribe: <([^>]+)>/m.exec(unfolded)?.[1]?.replace(world.api.config.publicUrl, world.api.origin)
  if (url === undefined) throw new Error('there is no List-Unsubscribe')
  // The end of a try, and the query for the next delivery, are one transaction: no later notice is sent at the
  // advanced time.
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  world.ahead.ms = 0
  await tell('Second')
  // Opening the page does not end the digest.
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('Get no digest any more?')
  expect((await getRules()).digestAt).toBe('07:00')
  const click = (address: string) =>
    fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await click(`${url.slice(0, -2)}xx`)).status).toBe(404)
  expect((await click(url)).status).toBe(200)
  expect((await click(url)).status).toBe(200)
  expect(await getRules()).toMatchObject({ digestAt: null, timeZone: 'Europe/Madrid' })
  // The second click found no digest to end.
  const done = { actor: who.subject, action: 'digest.unsubscribe', object: who.subject, outcome: 'done', detail: {} }
  expect(await auditOf(world.api.database, 'ended', 'digest.')).toEqual([done])
  expect((await eventsOf(world.api.database, 'ended', 'userconfig')).at(-1)).toEqual({ rules: 2 })
  await tell('Third')
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  world.ahead.ms += DAY_MS
  await tell('Urgent', { level: 'critical' })
  await vi.waitFor(() => expect(mails()).toHaveLength(3), PATIENCE)
  expect(mails()[2]?.data).toContain('Urgent')
})

test('a person who loses the role between writing and sending does not get the digest', async () => {
  const { who, mails, tell } = await reader('role')
  await tell('Secret')
  await world.api.call({ ...who, roles: ['odt:user'] }, 'GET /api/v1/status')
  world.ahead.ms += DAY_MS
  const log = async () => (await world.deliveries({ ...who, roles: ['odt:user'] })).map(({ state }) => state)
  await vi.waitFor(async () => expect(await log()).toContain('cancelled'), PATIENCE)
  expect(mails()).toHaveLength(1)
})

// Europe/Madrid puts its clocks forward on 29 March 2026 and back on 25 October, both at 01:00 UTC (IANA time zone database, 2025b).
test.each([
  ['2026-03-28T05:59:59Z', '2026-03-28T06:00:00.000Z'],
  ['2026-03-28T06:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T05:00:00Z', '2026-10-25T06:00:00.000Z'],
])('after %s the clock in Madrid next shows 07:00 at %s', (now, next) => {
  expect(new Date(nextTimeOf('07:00', 'Europe/Madrid', Date.parse(now))).toISOString()).toBe(next)
})
