import type { FindingCode } from '@apsis/contract/finding.ts'
import type { NoticeRules } from '@apsis/contract/notifications/rule.ts'
import type { WebhookEvent } from '@apsis/contract/notifications/webhook-event.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RunningWork } from '../platform/jobs/recurring-work.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../platform/testing/test-database.ts'
import { type Delivering, type Person, startDelivering } from './testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from './testing/receiver.ts'

let world: Delivering
let sending: RunningWork
const open: TestReceiver[] = []
beforeAll(async () => {
  world = await startDelivering()
  sending = await world.start()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  world.ahead.ms = 0
})
afterAll(async () => {
  await sending.stop()
  await world.close()
})

const PATIENCE = { timeout: 20_000, interval: 50 }
const DAY_MS = 86_400_000
const RULES = '/api/v1/notifications/rules'

async function receiver(): Promise<TestReceiver> {
  const one = await startTestReceiver()
  open.push(one)
  return one
}

const person = (organisation: string): Person => ({ subject: 'ada', organisation, roles: ['ca:user'] })
/** Returns the name of a notice in these tests: for an event, the name of the satellite. */
const nameOf = ({ title, finding }: Pick<WebhookEvent['data'], 'title' | 'finding'>) =>
  finding?.values.satellite ?? title
const titlesAt = (hook: TestReceiver) =>
  hook.received.map(({ body }) => String(nameOf((JSON.parse(body) as WebhookEvent).data)))

const save = (who: Person, rules: object, headers: Record<string, string> = {}) =>
  world.api.call(who, `PUT ${RULES}`, { body: JSON.stringify(rules), headers })

/** Raises notices of an event as its messages do. */
const tellOf = (
  organisation: string,
  satellite: string,
  code: FindingCode,
  riskLevel: string,
  probability = 2e-4,
  tcaAt = '2030-01-01T00:00:00.000Z',
) =>
  world.tell(organisation, {
    matter: 'event',
    level: code === 'risk-lowered' ? 'ok' : riskLevel === 'CRITICAL' ? 'critical' : 'serious',
    finding: { code, values: { satellite, level: riskLevel, probability, tcaAt } },
  })

/** Returns the notices that have arrived when only deliveries that quiet hours delay are left. */
async function settled(who: Person, hook: TestReceiver): Promise<string[]> {
  await vi.waitFor(async () => {
    const waiting = await world.deliveries(who, '?state=waiting')
    expect(waiting.filter(({ nextAt }) => Date.parse(nextAt ?? '') <= Date.now() + world.ahead.ms)).toEqual([])
  }, PATIENCE)
  return titlesAt(hook)
}

test('rules are saved in versions, and an unknown time zone is refused', async () => {
  const who = person('saving')
  const first = await world.api.call(who, `GET ${RULES}`)
  expect(await bodyOf<NoticeRules>(first)).toEqual({
    rules: [],
    timeZone: 'UTC',
    quietHours: null,
    digestAt: '07:00',
    situationReportAt: [],
    language: 'en',
  })
  expect(first.headers.get('etag')).toBe('"0"')
  const rules = { rules: [{ types: ['watch'], way: 'never' }], timeZone: 'Asia/Kolkata' }
  const saved = await save(who, rules, { 'if-match': '"0"' })
  expect(saved.headers.get('etag')).toBe('"1"')
  expect(await bodyOf<NoticeRules>(saved)).toMatchObject({
    rules: [{ types: ['watch'], leastLevel: 'ok', way: 'never', channels: [] }],
    quietHours: null,
  })
  expect((await save(who, rules, { 'if-match': '"0"' })).status).toBe(412)
  expect((await save({ ...who, subject: 'bob' }, rules, { 'if-match': '"1"' })).status).toBe(412)
  expect((await save(who, { timeZone: 'Europe/Atlantis' })).status).toBe(400)
  expect((await save(who, { timeZone: '+02:00' })).status).toBe(400)
  expect((await save(who, { quietHours: { from: '24:00', to: '06:00' } })).status).toBe(400)
  const done = { actor: who.subject, action: 'rules.update', object: who.subject, outcome: 'done' }
  expect(await auditOf(world.api.database, 'saving', 'rules.')).toEqual([{ ...done, detail: { version: 1, rules: 1 } }])
  expect(await eventsOf(world.api.database, 'saving', 'userconfig')).toEqual([{ rules: 1 }])
})

test('a save without the digest or the language leaves them unchanged', async () => {
  const who = person('absent')
  const read = async () => bodyOf<NoticeRules>(await world.api.call(who, `GET ${RULES}`))
  expect((await save(who, { digestAt: null, language: 'de' })).status).toBe(200)
  const saved = await save(who, { rules: [{ types: ['watch'], way: 'never' }], timeZone: 'Europe/Madrid' })
  expect(await bodyOf<NoticeRules>(saved)).toMatchObject({ digestAt: null, language: 'de', timeZone: 'Europe/Madrid' })
  expect(await read()).toMatchObject({ digestAt: null, language: 'de' })
  expect((await save(who, { digestAt: '06:30', language: 'en' })).status).toBe(200)
  expect(await read()).toMatchObject({ digestAt: '06:30', language: 'en' })
})

test('while the level stays the same an event is sent once, unless its change is significant; its all-clear is sent whatever is chosen', async () => {
  const [who, hook] = [person('dedupe'), await receiver()]
  await world.save(who, { webhook: [hook.url] })
  await tellOf('dedupe', 'first', 'risk-raised', 'HIGH')
  await tellOf('dedupe', 'again', 'risk-raised', 'HIGH')
  await tellOf('dedupe', 'grown', 'risk-grew', 'HIGH', 1e-3)
  await tellOf('dedupe', 'crossed', 'risk-raised', 'CRITICAL', 1e-3)
  expect(await settled(who, hook)).toEqual(['first', 'grown', 'crossed'])
  await save(who, { rules: [{ way: 'never' }] })
  await tellOf('dedupe', 'over', 'risk-lowered', 'LOW', 1e-9)
  await world.tell('dedupe', { title: 'of no interest', level: 'serious' })
  await tellOf('dedupe', 'crossed again', 'risk-raised', 'CRITICAL', 1e-3)
  expect(await settled(who, hook)).toEqual(['first', 'grown', 'crossed', 'over', 'crossed again'])
})

test('quiet hours delay notices that are not CRITICAL; a delayed risk that a CRITICAL notice repeats is not sent after it, others are', async () => {
  const [who, hook] = [person('quiet'), await receiver()]
  await world.save(who, { webhook: [hook.url] })
  // The quiet hours last from an hour ago until an hour from now, at any time of day.
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  expect((await save(who, { quietHours: { from: clock(-1), to: clock(1) } })).status).toBe(200)
  await tellOf('quiet', 'held', 'risk-raised', 'HIGH')
  await world.tell('quiet', { title: 'of another matter', level: 'caution' })
  const lost = { code: 'plan-contact-lost', values: { satellite: 'of its plan' } } as const
  await world.tell('quiet', { matter: 'event', level: 'caution', finding: lost })
  await tellOf('quiet', 'crossed', 'risk-raised', 'CRITICAL')
  expect(await settled(who, hook)).toEqual(['crossed'])
  const held = (await world.deliveries(who, '?state=waiting')).filter(({ reason }) => reason === 'quiet-hours')
  expect(held).toHaveLength(3)
  for (const { nextAt } of held) expect(Date.parse(nextAt ?? '') - Date.now()).toBeGreaterThan(50 * 60_000)
  world.ahead.ms = DAY_MS
  expect(await settled(who, hook)).toEqual(['crossed', 'of another matter', 'of its plan'])
  await vi.waitFor(async () => {
    const [overtaken] = await world.deliveries(who, '?state=cancelled')
    expect(overtaken).toMatchObject({ title: 'Risk raised to HIGH', reason: 'overtaken' })
  }, PATIENCE)
})

test('quiet hours do not delay a notice that would be too late at their end; the delayed notices about its event are sent before it', async () => {
  const [who, hook] = [person('pressing'), await receiver()]
  await world.save(who, { webhook: [hook.url] })
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  expect((await save(who, { quietHours: { from: clock(-1), to: clock(1) } })).status).toBe(200)
  await tellOf('pressing', 'held', 'risk-raised', 'HIGH')
  await world.tell('pressing', { title: 'of another matter', level: 'caution' })
  expect(await settled(who, hook)).toEqual([])
  const soon = new Date(Date.now() + 2 * 3_600_000).toISOString()
  await tellOf('pressing', 'moved near', 'tca-moved', 'HIGH', 2e-4, soon)
  expect(await settled(who, hook)).toEqual(['held', 'moved near'])
  expect(await world.deliveries(who, '?state=waiting')).toHaveLength(1)
})

test('a CRITICAL notice does not wait for an earlier notice of its event that fails', async () => {
  const [who, hook] = [person('overtake'), await receiver()]
  hook.answer = (response) => void response.writeHead(503).end()
  await world.save(who, { webhook: [hook.url] })
  await tellOf('overtake', 'high', 'risk-raised', 'HIGH')
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  await tellOf('overtake', 'crossed', 'risk-raised', 'CRITICAL')
  await vi.waitFor(() => expect(titlesAt(hook)).toEqual(['high', 'crossed']), PATIENCE)
  hook.answer = (response) => void response.writeHead(200).end()
  world.ahead.ms = DAY_MS
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  expect(titlesAt(hook)).toEqual(['high', 'crossed', 'crossed'])
})

test('a CRITICAL notice does not wait for a notice that itself waits for another, or whose receiver asked for a pause', async () => {
  const [who, hook] = [person('held-up'), await receiver()]
  hook.answer = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end()
  await world.save(who, { webhook: [hook.url] })
  const failed = async (count: number) =>
    vi.waitFor(async () => {
      const waiting = await world.deliveries(who, '?state=waiting')
      expect(waiting.filter(({ reason }) => reason === 'http-status')).toHaveLength(count)
    }, PATIENCE)
  await tellOf('held-up', 'high', 'risk-raised', 'HIGH')
  await failed(1)
  await tellOf('held-up', 'grown', 'risk-grew', 'HIGH', 1e-3)
  await tellOf('held-up', 'crossed', 'risk-raised', 'CRITICAL', 1e-3)
  await failed(2)
  await tellOf('held-up', 'worse', 'risk-grew', 'CRITICAL', 9e-3)
  await failed(3)
  expect(titlesAt(hook)).toEqual(['high', 'crossed', 'worse'])
})

test('after a CRITICAL notice was sent to a paused receiver, the earlier HIGH notice is not sent', async () => {
  const [who, hook] = [person('left-alone'), await receiver()]
  hook.answer = (response) => void response.writeHead(503).end()
  await world.save(who, { webhook: [hook.url] })
  // After five failures in a row the receiver is paused for a minute, except for CRITICAL notices.
  for (let other = 1; other <= 5; other++)
    await world.tell('left-alone', { title: `other ${other}`, matter: `other ${other}`, level: 'caution' })
  await vi.waitFor(async () => {
    const failed = await world.deliveries(who, '?state=waiting')
    expect(failed.filter(({ reason }) => reason === 'http-status')).toHaveLength(5)
  }, PATIENCE)
  hook.answer = (response) => void response.writeHead(200).end()
  const came = hook.received.length
  await tellOf('left-alone', 'high', 'risk-raised', 'HIGH')
  await tellOf('left-alone', 'crossed', 'risk-raised', 'CRITICAL')
  await vi.waitFor(() => expect(titlesAt(hook)).toContain('crossed'), PATIENCE)
  world.ahead.ms = 3 * 60_000
  await vi.waitFor(async () => expect(await world.deliveries(who, '?state=waiting')).toEqual([]), PATIENCE)
  expect(titlesAt(hook).slice(came)).not.toContain('high')
  const [overtaken] = await world.deliveries(who, '?state=cancelled')
  expect(overtaken).toMatchObject({ title: 'Risk raised to HIGH', reason: 'overtaken' })
})
