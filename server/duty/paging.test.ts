import { createHmac } from 'node:crypto'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Paging } from '@apsis/contract/duty/paging.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering, TIMES_SOONER } from '../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../delivery/testing/receiver.ts'
import { type RunningWork, startRecurringWork } from '../platform/jobs/recurring-work.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { asSuperuser, auditOf } from '../platform/testing/test-database.ts'
import { pagingWork, stepsBetween } from './paging-work.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const SECRET = 'the secret of the subscription'
const KEY = 'R0123456789ABCDEF0123456789ABCDE'

let world: Delivering
let work: RunningWork
let hook: TestReceiver
beforeAll(async () => {
  world = await startDelivering()
  await world.start()
  const { db, queue } = world.api.api.platform
  const now = () => Date.now() + world.ahead.ms
  work = await startRecurringWork({
    works: [pagingWork],
    db,
    queue,
    log: world.api.log,
    now,
    pollMs: 50,
    atOnce: 50,
    timesSooner: TIMES_SOONER,
  })
  hook = await startTestReceiver()
})
afterAll(async () => {
  await work.stop()
  await hook.close()
  await world.close()
})

/** The fields of the body for an on-call system (PagerDuty Events API v2, "Send an event") that the platform sends. */
type PagerEvent = {
  readonly routing_key: string
  readonly event_action: string
  readonly dedup_key: string
  readonly payload?: Record<string, unknown> & { readonly custom_details: Record<string, unknown> }
}
const sent = () => hook.received.map(({ body }) => JSON.parse(body) as PagerEvent)

const listWaiting = (organisation: string) =>
  world.api.database.query(`select id from delivery.delivery where tenant_id = $1 and state = 'waiting'`, [
    `organisation:${organisation}`,
  ])

/** Creates a critical event in an organisation that pages an on-call system. */
async function alarm(organisation: string) {
  const platform = asOperator(world.api, organisation)
  const who = { subject: 'ada', organisation, roles: ['ca:admin'] }
  hook.received.length = 0
  hook.answer = (response) => void response.writeHead(202).end('{"status":"success"}')
  const put = (body: object) => world.api.call(who, 'PUT /api/v1/duty/paging', { body: JSON.stringify(body) })
  const set = await bodyOf<Paging>(await put({ url: hook.url, routingKey: KEY, callbackSecret: SECRET }))
  const [taken] = await platform.take(cdmText({ objects: ['1', '2'] }))
  const id = taken!.conjunctionId!
  await vi.waitFor(() => expect(sent()).toHaveLength(1), PATIENCE)
  const record = () => platform.read<Decision>(`/conjunctions/${id}/decision`)
  const read = async () => bodyOf<Paging>(await world.api.call(who, 'GET /api/v1/duty/paging'))
  const callback = (set.callbackUrl ?? '').replace(world.api.config.publicUrl, world.api.origin)
  return { platform, who, put, set, id, record, read, callback }
}

type PagerAnswer = {
  readonly type?: string
  readonly agent?: string
  readonly at?: string
  readonly key: string
  readonly eventId?: string
}

/** Returns the body of a PagerDuty webhook, version 3, with fields that the platform does not read. */
const toldOf = ({
  type = 'incident.acknowledged',
  agent = 'user_reference',
  at,
  key,
  eventId = '01BZCQ5D3GZ7M4J2',
}: PagerAnswer) =>
  JSON.stringify({
    event: {
      id: eventId,
      event_type: type,
      resource_type: 'incident',
      occurred_at: at ?? new Date(Date.now() + 1_000).toISOString(),
      agent: { id: 'PXPGF42', type: agent, summary: 'Earline Greenholt', self: 'https://api.example/users/PXPGF42' },
      client: { name: 'PagerDuty' },
      data: { id: 'PT4KHLK', type: 'incident', incident_key: key, status: 'acknowledged', priority: null },
    },
  })

const signatureOf = (body: string, secret = SECRET) => `v1=${createHmac('sha256', secret).update(body).digest('hex')}`

function tell(url: string, body: string, signature = signatureOf(body)): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-pagerduty-signature': signature }
  return fetch(url, { method: 'POST', headers, body })
}

test('a critical event sends a trigger, its acknowledgement an acknowledge, and its end a resolve, all with the same key', async () => {
  const { platform, id, read } = await alarm('paging')
  const [trigger] = sent()
  expect(trigger).toMatchObject({ routing_key: KEY, event_action: 'trigger', dedup_key: id })
  // The Events API requires summary, source and severity, and limits the length of the summary.
  expect(trigger?.payload).toMatchObject({ source: 'localhost', severity: 'critical', class: 'CRITICAL' })
  expect(String(trigger?.payload?.summary)).toMatch(/OBJECT 1 × OBJECT 2/)
  expect(trigger?.payload?.custom_details).toMatchObject({ 'Catalogue number': '2' })
  expect(String(trigger?.payload?.summary).length).toBeLessThanOrEqual(1_024)
  await vi.waitFor(async () => expect(await read()).toMatchObject({ lastResult: 'delivered', openPages: 1 }), PATIENCE)
  await platform.decide(id, { action: 'ACKNOWLEDGE' })
  await vi.waitFor(() => expect(sent()).toHaveLength(2), PATIENCE)
  await platform.decide(id, { action: 'CLOSE', why: 'far' }, { 'if-match': '*' })
  await vi.waitFor(() => expect(sent()).toHaveLength(3), PATIENCE)
  expect(sent().slice(1)).toEqual([
    { routing_key: KEY, event_action: 'acknowledge', dedup_key: id },
    { routing_key: KEY, event_action: 'resolve', dedup_key: id },
  ])
  await platform.take(cdmText({ objects: ['1', '2'], createdAt: '2030-01-02T00:00:00.000', missM: 5 }))
  await vi.waitFor(() => expect(sent().slice(3)).toMatchObject([{ event_action: 'trigger', dedup_key: id }]), PATIENCE)
})

test('an acknowledgement in the on-call system is reported by a signed call, and counts once in the name of the person who made it', async () => {
  const { id, record, callback } = await alarm('back')
  // The clock of the on-call system is 20 s slow: by that clock, the person acknowledged before the alarm.
  const body = toldOf({ key: id, at: new Date(Date.now() - 20_000).toISOString() })
  expect((await tell(callback, body, signatureOf(body, 'another secret'))).status).toBe(403)
  expect((await tell(callback, body, 'v1=00')).status).toBe(403)
  // The body is not read before its signature is checked: a caller who cannot sign does not learn its faults.
  for (const wrong of ['no JSON', '{}', '{"__proto__":1}']) {
    expect((await tell(callback, wrong, 'v1=00')).status, wrong).toBe(403)
    expect((await tell(callback, wrong)).status, wrong).toBe(400)
  }
  expect((await tell(`${callback.slice(0, -2)}xx`, body)).status).toBe(404)
  expect((await record()).summary.state).toBe('NEW')
  const results = async (text: string, signature?: string) =>
    (await bodyOf<{ result: string }>(await tell(callback, text, signature))).result
  expect(await results(toldOf({ key: id, type: 'incident.triggered' }))).toBe('ignored')
  expect(await results(toldOf({ key: id, agent: 'service_reference' }))).toBe('ignored')
  expect(await results(toldOf({ key: id, at: '2020-01-01T00:00:00Z' }))).toBe('ignored')
  expect(await results(toldOf({ key: 'of nobody' }))).toBe('ignored')
  expect((await record()).summary.state).toBe('NEW')
  // During a rotation there are two signatures.
  expect(await results(body, `${signatureOf(body, 'the new one')},${signatureOf(body)}`)).toBe('acknowledged')
  expect(await results(body)).toBe('ignored')
  const { summary, history } = await record()
  expect(summary).toMatchObject({ state: 'ACKNOWLEDGED', by: 'Earline Greenholt (on-call system)' })
  expect(history).toHaveLength(1)
  await vi.waitFor(() => expect(sent().map((one) => one.event_action)).toEqual(['trigger', 'acknowledge']), PATIENCE)
})

test('an acknowledgement of an alarm that has ended, or a copy of an acknowledgement, does not silence the next alarm seconds later', async () => {
  const { platform, id, record, callback } = await alarm('again')
  const answer = async (body: string) => (await bodyOf<{ result: string }>(await tell(callback, body))).result
  const soon = (inMs: number) => new Date(Date.now() + inMs).toISOString()
  // Ada acknowledges with a clock that is 20 s fast; another person acknowledged a second before, and the call about that arrives late.
  const ada = toldOf({ key: id, eventId: 'of Ada', at: soon(20_000) })
  const late = toldOf({ key: id, eventId: 'of another', at: soon(-1_000) })
  expect(await answer(ada)).toBe('acknowledged')
  await vi.waitFor(() => expect(sent()).toHaveLength(2), PATIENCE)
  await platform.decide(id, { action: 'CLOSE', why: 'far' }, { 'if-match': '*' })
  await platform.take(cdmText({ objects: ['1', '2'], createdAt: '2030-01-02T00:00:00.000', missM: 5 }))
  await vi.waitFor(() => expect(sent().at(-1)).toMatchObject({ event_action: 'trigger', dedup_key: id }), PATIENCE)
  expect([await answer(ada), await answer(late)]).toEqual(['ignored', 'ignored'])
  expect((await record()).history.map(({ action }) => action).toSorted()).toEqual(['ACKNOWLEDGE', 'CLOSE', 'REOPEN'])
  expect(await answer(toldOf({ key: id, eventId: 'of the new alarm', at: soon(1_000) }))).toBe('acknowledged')
  // A delivery that is still waiting would arrive during the next test.
  await vi.waitFor(() => expect(sent().at(-1)).toMatchObject({ event_action: 'acknowledge', dedup_key: id }), PATIENCE)
})

test('an on-call system that replaces another one, or works again, is paged for events that are already open', async () => {
  const { put, who, id, read } = await alarm('exchanged')
  await vi.waitFor(async () => expect(await read()).toMatchObject({ lastResult: 'delivered' }), PATIENCE)
  hook.received.length = 0
  expect((await put({ url: `${hook.url}/other`, routingKey: KEY })).status).toBe(200)
  await vi.waitFor(() => expect(sent()).toMatchObject([{ event_action: 'trigger', dedup_key: id }]), PATIENCE)
  // The system refuses permanently, and later a test finds that it works again.
  hook.answer = (response) => void response.writeHead(410).end()
  await world.api.call(who, 'POST /api/v1/duty/paging/tests')
  await vi.waitFor(async () => expect((await read()).suspendedAt).not.toBeNull(), PATIENCE)
  hook.received.length = 0
  hook.answer = (response) => void response.writeHead(202).end()
  await world.api.call(who, 'POST /api/v1/duty/paging/tests')
  const triggers = () => sent().filter((one) => one.event_action === 'trigger' && one.dedup_key === id)
  await vi.waitFor(() => expect(triggers()).toHaveLength(1), PATIENCE)
  // The three messages include the alarm of the test, and its end.
  await vi.waitFor(() => expect(sent()).toHaveLength(3), PATIENCE)
})

test('keys are not shown, missing fields stay unchanged, and addresses that are not allowed are refused', async () => {
  const { put, set, who, read } = await alarm('keys')
  expect(JSON.stringify(set)).not.toContain(KEY)
  expect(JSON.stringify(set)).not.toContain(SECRET)
  expect(set).toMatchObject({ routingKey: '…BCDE', hasCallbackSecret: true })
  for (const url of ['http://pager.example', 'https://10.1.2.3', 'https://pager.internal', 'pager'])
    expect((await put({ url })).status, url).toBe(422)
  // The key was entered for the first address, and is sent to no other.
  const elsewhere = await put({ url: `${hook.url}/elsewhere` })
  expect([elsewhere.status, await elsewhere.text()]).toEqual([422, expect.stringContaining('#/routingKey')])
  expect((await put({ url: set.url, callbackSecret: null })).status).toBe(200)
  expect(await read()).toMatchObject({ routingKey: '…BCDE', hasCallbackSecret: false })
  expect((await world.api.call(who, 'DELETE /api/v1/duty/paging')).status).toBe(204)
  expect(await read()).toMatchObject({ url: null, openPages: 0 })
  expect((await world.api.call(who, 'POST /api/v1/duty/paging/tests')).status).toBe(409)
  const rows = await world.api.database.query('select * from delivery.receiver')
  expect(JSON.stringify(rows)).not.toContain(KEY)
  const done = { actor: 'ada', object: 'organisation:keys', outcome: 'done', detail: {} }
  expect(await auditOf(world.api.database, 'keys', 'duty.paging')).toEqual(
    ['duty.paging', 'duty.paging', 'duty.paging.remove'].map((action) => ({ ...done, action })),
  )
  expect(world.api.logged.join('\n')).not.toContain(KEY)
})

test('a test is an alarm that ends at once, and people are notified if the on-call system does not answer', async () => {
  const { who, platform, read } = await alarm('silent')
  expect((await world.api.call(who, 'POST /api/v1/duty/paging/tests')).status).toBe(201)
  await vi.waitFor(() => expect(sent()).toHaveLength(3), PATIENCE)
  const [, opened, over] = sent()
  expect(opened).toMatchObject({ event_action: 'trigger', payload: { severity: 'info' } })
  expect(over).toEqual({ routing_key: KEY, event_action: 'resolve', dedup_key: opened?.dedup_key })
  expect(await auditOf(world.api.database, 'silent', 'duty.paging.test')).toMatchObject([{ actor: 'ada' }])
  hook.answer = (response) => void response.writeHead(503).end()
  await platform.take(cdmText({ objects: ['3', '4'] }))
  const titles = async () =>
    (await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))).map(({ title }) => title)
  await vi.waitFor(async () => expect(await read()).toMatchObject({ lastStatus: 503, openPages: 2 }), PATIENCE)
  expect(await titles()).not.toContain('The on-call system does not answer')
  world.ahead.ms += 10_000
  await vi.waitFor(async () => expect(await titles()).toContain('The on-call system does not answer'), PATIENCE)
})

test('stepsBetween() has exactly these steps for each pair of sent and wanted state', () => {
  const states = ['trigger', 'acknowledge', 'resolve'] as const
  const table = states.map((told) => states.map((wanted) => stepsBetween(told, wanted).join(' ')))
  expect(table).toEqual([
    ['', 'acknowledge', 'resolve'],
    ['resolve trigger', '', 'resolve'],
    ['trigger', '', ''],
  ])
})

test('people are notified of an alarm that cannot be sent to a suspended on-call system', async () => {
  const { who, platform, id } = await alarm('suspended')
  hook.answer = (response) => void response.writeHead(410).end()
  await platform.take(cdmText({ objects: ['3', '4'] }))
  const told = async () =>
    (await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))).filter(
      ({ finding }) => finding?.code === 'paging-failed',
    )
  await vi.waitFor(async () => expect(await told()).toHaveLength(1), PATIENCE)
  await platform.take(cdmText({ objects: ['5', '6'] }))
  await vi.waitFor(async () => expect(await told()).toHaveLength(2), PATIENCE)
  expect((await told())[0]?.finding?.values).toMatchObject({ reason: 'suspended' })
  expect(sent().filter(({ dedup_key }) => dedup_key !== id)).toHaveLength(1)
})

test('a save of the on-call system waits for another save that is not committed', async () => {
  const who = { subject: 'ada', organisation: 'at-once', roles: ['ca:admin'] }
  const put = () =>
    world.api.call(who, 'PUT /api/v1/duty/paging', { body: JSON.stringify({ url: hook.url, routingKey: KEY }) })
  await asSuperuser(world.api.database.superuserUrl, async (other) => {
    // This locks the receivers as another save of this organisation does (receiver.repository.ts).
    await other.query('begin')
    await other.query(`select set_config('app.tenant', 'organisation:at-once', true)`)
    await other.query(
      `select pg_advisory_xact_lock(hashtextextended('delivery.receivers ' || current_setting('app.tenant') || ' ' || '', 0))`,
    )
    const answer = put()
    const waiting = () => other.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)
    await vi.waitFor(async () => expect((await waiting()).rowCount).toBe(1), PATIENCE)
    await other.query('commit')
    expect((await answer).status).toBe(200)
  })
})

// This must be the last test: from here on, the systems of all organisations above get tests, too.
test('an on-call system that got nothing for a month gets a test that calls nobody', async () => {
  const { platform, id, put, read } = await alarm('quiet')
  await vi.waitFor(async () => expect(await read()).toMatchObject({ lastResult: 'delivered' }), PATIENCE)
  // This receiver is separate, because the systems of other organisations get tests at the same time.
  const own = await startTestReceiver()
  const asked = () => own.received.map(({ body }) => JSON.parse(body) as PagerEvent)
  await put({ url: own.url, routingKey: KEY })
  await vi.waitFor(() => expect(asked()).toHaveLength(1), PATIENCE)
  await platform.decide(id, { action: 'CLOSE', why: 'far' }, { 'if-match': '*' })
  await vi.waitFor(() => expect(asked()).toHaveLength(2), PATIENCE)
  // The deliveries are stored as arrived before the clock is moved, because they would otherwise be sent a month later.
  await vi.waitFor(async () => expect(await listWaiting('quiet')).toEqual([]), PATIENCE)
  world.ahead.ms += 31 * 86_400_000
  await vi.waitFor(() => expect(asked()).toHaveLength(3), PATIENCE)
  expect(asked()[2]).toEqual({ routing_key: KEY, event_action: 'resolve', dedup_key: 'sign-of-life' })
  await own.close()
})
