import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { Bridge } from '@apsis/contract/duty/bridge.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import type { KeyResult, SimulatedCall, Telephone } from '@apsis/contract/duty/telephone.ts'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asOperator } from '../ca/testing/ca-operator.ts'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { type Delivering, startDelivering } from '../delivery/testing/delivering.ts'
import { startTestReceiver, type TestReceiver } from '../delivery/testing/receiver.ts'
import { bodyOf } from '../platform/testing/test-api.ts'
import { auditOf } from '../platform/testing/test-database.ts'
import { escalationWork } from './alarm/escalation-work.ts'

/** On a busy machine the work may start late. */
const PATIENCE = { timeout: 20_000, interval: 50 }
const NUMBER = '+4930901820'
const HOUR_MS = 3_600_000

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

/** Creates a person who is the only one in the on-call chain of an organisation. */
async function person(organisation: string) {
  const who = { subject: `ada-${organisation}`, organisation, roles: ['ca:admin'] }
  const platform = asOperator(world.api, organisation, who.subject)
  const call = async <T>(request: string, body?: object) =>
    bodyOf<T>(await world.api.call(who, request, body && { body: JSON.stringify(body) }))
  const plan = { timeZone: 'UTC', turnsFrom: '2026-01-05', handoverTime: '08:00', overrides: [], absences: [] }
  await call('GET /api/v1/status')
  await platform.json('PUT /api/v1/duty/plan', { ...plan, chain: [{ people: [who.subject] }] }, { 'if-match': '"0"' })
  const put = (body: object = {}) =>
    world.api.call(who, 'PUT /api/v1/duty/telephone', {
      body: JSON.stringify({ number: NUMBER, ways: ['call', 'text'], ...body }),
    })
  const telephone = () => call<Telephone>('GET /api/v1/duty/telephone')
  const calls = async () =>
    (await call<{ isSimulated: boolean; calls: SimulatedCall[] }>('GET /api/v1/duty/telephone/calls')).calls
  const press = (callId: string, key: string) =>
    call<KeyResult>(`POST /api/v1/duty/telephone/calls/${callId}/keys`, { key })
  /** Makes the chain call at once for a critical event whose decision is overdue. */
  const alarm = async (platform = asOperator(world.api, organisation, who.subject)) => {
    const [taken] = await platform.take(cdmText({ objects: ['1', '2'] }))
    const id = taken!.conjunctionId!
    const [event] = await platform.events(`?conjunction-id=${id}`)
    const { db, queue } = world.api.api.platform
    const now = () => Date.parse(event!.decideBefore) + HOUR_MS
    await escalationWork.turn(
      { db, queue, log: world.api.log, now, signal: new AbortController().signal },
      `organisation:${organisation}`,
    )
    return { id, record: () => platform.read<Decision>(`/conjunctions/${id}/decision`) }
  }
  /** Makes the installation one whose data is all simulated: a simulated call then counts as one that arrived. */
  const countSimulated = () =>
    world.api.database.query(
      `update delivery.receiver set last_result = 'delivered' where tenant_id = 'organisation:${organisation}'`,
    )
  return { who, platform, call, put, telephone, calls, press, alarm, countSimulated }
}

test('without a bridge calls are simulated: a number is confirmed by its key, and a key acknowledges an event', async () => {
  const { put, telephone, calls, press, alarm, call } = await person('simulated')
  expect((await put()).status).toBe(200)
  expect(await telephone()).toMatchObject({ number: NUMBER, ways: ['call', 'text'], isConfirmed: false })
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  expect(question?.text).toMatch(/^Apsis calls ada-simulated\. .*press \d \d \d \d\.$/)
  expect(question?.number).toBe('…1820')
  const answered = 'select ended_at from delivery.delivery where id = $1'
  const [ended] = await world.api.database.query<{ ended_at: Date }>(answered, [question!.callId])
  expect(question?.at).toBe(ended?.ended_at.toISOString())
  // Before the owner has confirmed the number, it gets no call.
  await alarm()
  expect(await calls()).toHaveLength(1)
  expect(await press(question!.callId, '00000')).toMatchObject({ result: 'wrong-key' })
  expect(await press(question!.callId, question!.key!)).toMatchObject({ result: 'confirmed' })
  expect(await press(question!.callId, question!.key!)).toMatchObject({ result: 'ignored' })
  const channels = await call<Channel[]>('GET /api/v1/notifications/channels')
  expect(channels).toMatchObject([{ channel: 'phone', target: '…1820', isConfirmed: true, lastAnswer: 'SIMULATED' }])
})

test('a key that waits for a lock is tried again within its call, so that the person at the telephone gets an answer', async () => {
  const { put, calls, press } = await person('locked')
  expect((await put()).status).toBe(200)
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  const client = new pg.Client({ connectionString: world.api.database.superuserUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select from delivery.receiver where tenant_id = 'organisation:locked' for update`)
    const pressed = press(question!.callId, question!.key!)
    // The lock is held until a transaction has given up waiting for it.
    const given = `select from pg_stat_database where datname = current_database() and xact_rollback > $1`
    const [before] = await world.api.database.query<{ n: number }>(
      `select xact_rollback::int as n from pg_stat_database where datname = current_database()`,
    )
    await vi.waitFor(async () => {
      expect(await world.api.database.query(given, [before?.n])).not.toEqual([])
    }, PATIENCE)
    await client.query('commit')
    expect(await pressed).toMatchObject({ result: 'confirmed' })
  } finally {
    await client.end()
  }
})

test('a call of the chain is read out, its key acknowledges once, and no other notice rings', async () => {
  const { who, put, calls, press, alarm, countSimulated } = await person('chain')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  await countSimulated()
  const { record } = await alarm()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(2), PATIENCE)
  const [called] = await calls()
  expect(called?.text).toContain('Nobody has acknowledged a critical event: OBJECT 1 and OBJECT 2.')
  const log = await world.deliveries(who)
  expect(log.filter(({ channel }) => channel === 'phone').map(({ title }) => title)).toEqual([
    'You are called',
    'Confirm this telephone',
  ])
  expect(await press(called!.callId, called!.key!)).toEqual({
    result: 'acknowledged',
    say: 'Acknowledged. Nobody else is called.',
  })
  expect((await record()).summary).toMatchObject({ state: 'ACKNOWLEDGED', by: who.subject })
  expect(await press(called!.callId, called!.key!)).toMatchObject({ result: 'ignored' })
  expect((await calls())[0]?.pressedAt).not.toBeNull()
})

test('the key of an old call does nothing for an event that was acknowledged and reopened since', async () => {
  const { platform, put, calls, press, alarm, countSimulated } = await person('again')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  await countSimulated()
  const { id, record } = await alarm()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(2), PATIENCE)
  const [called] = await calls()
  await platform.decide(id, { action: 'ACKNOWLEDGE' })
  await platform.decide(id, { action: 'UNACKNOWLEDGE' })
  expect(await press(called!.callId, called!.key!)).toMatchObject({ result: 'ignored' })
  expect((await record()).summary.state).toBe('NEW')
})

test('in a real installation a simulated call does not count: the notice is sent by e-mail, or shown on the page if there is no e-mail', async () => {
  const { who, put, calls, press, alarm, countSimulated } = await person('nobody')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  await countSimulated()
  await alarm()
  const unheard = async () =>
    (await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))).filter(
      ({ finding }) => finding?.code === 'critical-unheard',
    )
  await vi.waitFor(async () => expect(await unheard()).toHaveLength(1), PATIENCE)
  const [call] = (await world.deliveries(who)).filter(({ kind }) => kind === 'notice')
  expect(call).toMatchObject({ channel: 'phone', reason: 'sent-to-nobody', answer: 'SIMULATED' })
  // Simulated calls have this reason.
  const of = async (reason: string) =>
    bodyOf<Delivery[]>(await world.api.call(who, `GET /api/v1/notifications/deliveries?reason=${reason}`))
  const simulated = await of('sent-to-nobody')
  expect(simulated.map(({ deliveryId }) => deliveryId)).toContain(call?.deliveryId)
  expect(new Set(simulated.map(({ reason }) => reason))).toEqual(new Set(['sent-to-nobody']))
  expect(await of('gone')).toEqual([])
  const { services } = await bodyOf<Status>(await world.api.call(who, 'GET /api/v1/status'))
  const check = services.flatMap(({ checks }) => checks).find(({ name }) => name === 'critical notices')
  expect(check).toMatchObject({ level: 'critical', finding: { code: 'critical-lost' } })
})

test('in a real installation a number without a bridge is no channel: the chain skips it, and the call counts as lost', async () => {
  const { who, put, calls, press, alarm, call } = await person('unbridged')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  const { record } = await alarm()
  expect((await record()).history.map(({ why }) => why)).toEqual([
    `${who.subject}, step 1 of 1, has no channel and was passed over.`,
  ])
  expect(await calls()).toHaveLength(1)
  expect((await call<DutyPlan>('GET /api/v1/duty/plan')).gaps).toMatchObject([{ step: 1, person: who.subject }])
  const { services } = await bodyOf<Status>(await world.api.call(who, 'GET /api/v1/status'))
  const check = services.flatMap(({ checks }) => checks).find(({ name }) => name === 'critical notices')
  expect(check).toMatchObject({ level: 'critical', finding: { code: 'critical-lost' } })
})

test('nobody else can read a number, and it is removed everywhere when it is deleted', async () => {
  const { who, put, telephone, calls, call } = await person('deleted')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  expect((await put({ number: '+4930901821' })).status).toBe(409)
  expect((await put({ number: '030 901820' })).status).toBe(400)
  const other = { ...who, subject: 'ben-deleted' }
  expect((await bodyOf<Telephone>(await world.api.call(other, 'GET /api/v1/duty/telephone'))).number).toBeNull()
  expect((await world.api.call(who, 'DELETE /api/v1/duty/telephone')).status).toBe(204)
  // Deleting a number does not allow another confirmation question to a stranger.
  expect((await put({ number: '+4930901822' })).status).toBe(409)
  expect(await telephone()).toMatchObject({ number: null, channelId: null })
  expect([await calls(), await call<Channel[]>('GET /api/v1/notifications/channels')]).toEqual([[], []])
  const [row] = await world.api.database.query<{ target: string; shown: string }>(
    `select target, shown from delivery.receiver where subject = '${who.subject}'`,
  )
  expect(row).toEqual({ target: '', shown: '' })
  const everything = await world.api.database.query(
    'select r::text as text from delivery.receiver r union all select d::text from delivery.delivery d union all select a::text from platform.audit a',
  )
  expect(JSON.stringify(everything)).not.toContain('901820')
  const audit = await auditOf(world.api.database, 'deleted', 'duty.telephone')
  expect(audit.map(({ object, action }) => [object, action])).toEqual([
    [who.subject, 'duty.telephone'],
    [who.subject, 'duty.telephone.remove'],
  ])
  expect(world.api.logged.join('\n')).not.toContain('901820')
})

/** Returns a body signed as a bridge signs it (Standard Webhooks 1.0.0, "Signature scheme"). */
function signed(secret: string, body: string, at = Date.now()) {
  const [id, timestamp] = ['msg_1', String(Math.floor(at / 1_000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a bridge gets a signed call with person, number, text and key; a callback without a valid signature or too late is refused', async () => {
  const { who, put, alarm, call } = await person('bridge')
  hook.received.length = 0
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  const { secret } = await call<{ secret: string }>('POST /api/v1/duty/bridge/secrets')
  const bridge = await call<Bridge>('GET /api/v1/duty/bridge')
  const callback = (bridge.callbackUrl ?? '').replace(world.api.config.publicUrl, world.api.origin)
  await put({ ways: ['text'] })
  await vi.waitFor(() => expect(hook.received).toHaveLength(1), PATIENCE)
  const [first] = hook.received
  const question = JSON.parse(first!.body)
  expect(question).toMatchObject({
    type: 'call',
    version: 1,
    attempt: 1,
    data: { about: 'confirmation', person: who.subject, number: NUMBER, ways: ['text'], language: 'en' },
  })
  const stamp = Number(first!.headers['webhook-timestamp']) * 1_000
  const expected = { ...signed(secret, first!.body, stamp), 'webhook-id': String(first!.headers['webhook-id']) }
  const text = `${expected['webhook-id']}.${expected['webhook-timestamp']}.${first!.body}`
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(text)
    .digest('base64')
  expect(String(first!.headers['webhook-signature']).split(' ')).toContain(`v1,${mac}`)

  const tell = (callId: string, key: string, headers?: Record<string, string>, url = callback) => {
    const body = JSON.stringify({ callId, key })
    const given = { 'content-type': 'application/json', ...(headers ?? signed(secret, body)) }
    return fetch(url, { method: 'POST', headers: given, body })
  }
  const { callId, key } = question.data
  const body = JSON.stringify({ callId, key })
  expect((await tell(callId, key, {})).status).toBe(403)
  expect((await tell(callId, 'no key', {})).status).toBe(403)
  expect((await tell(callId, 'no key')).status).toBe(400)
  expect((await tell(callId, key, signed(`whsec_${Buffer.alloc(32).toString('base64')}`, body))).status).toBe(403)
  expect((await tell(callId, key, signed(secret, body, Date.now() - 301_000))).status).toBe(403)
  expect((await tell(callId, key, signed(secret, body), `${callback.slice(0, -2)}xx`)).status).toBe(404)
  expect(await bodyOf<KeyResult>(await tell(callId, key))).toMatchObject({ result: 'confirmed' })
  const { record } = await alarm()
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), PATIENCE)
  const called = JSON.parse(hook.received[1]!.body).data
  // The text is one text message: 160 characters of the 7-bit alphabet (3GPP TS 23.038).
  expect(called.text).toMatch(/^[\x20-\x7e]{1,160}$/)
  expect(called.text).toContain(`Reply ${called.key} to acknowledge.`)
  expect(await bodyOf<KeyResult>(await tell(called.callId, called.key))).toMatchObject({ result: 'acknowledged' })
  expect((await record()).summary.state).toBe('ACKNOWLEDGED')
  expect((await world.api.call(who, 'POST /api/v1/duty/bridge/secrets')).status).toBe(409)
  // If a secret has leaked, all older secrets can be ended at once.
  const last = await call<{ oldSecretEndsAt: string | null }>('POST /api/v1/duty/bridge/secrets?old-secret-hours=0')
  expect(last.oldSecretEndsAt).toBeNull()
  expect((await tell(called.callId, called.key)).status).toBe(403)
  expect(await call<Bridge>('GET /api/v1/duty/bridge')).toMatchObject({ lastResult: 'delivered', telephones: 1 })
  // With a bridge nothing is simulated, and keys are pressed only on the telephone.
  expect(await call('GET /api/v1/duty/telephone/calls')).toEqual({ isSimulated: false, calls: [] })
  const pressed = await world.api.call(who, `POST /api/v1/duty/telephone/calls/${called.callId}/keys`, {
    body: JSON.stringify({ key: '1' }),
  })
  expect(pressed.status).toBe(409)
  expect((await world.api.call(who, 'DELETE /api/v1/duty/bridge')).status).toBe(204)
  // A bridge that replaces it has its own secrets at once, and signatures of the first bridge are no longer valid.
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  const next = await world.api.call(who, 'POST /api/v1/duty/bridge/secrets')
  expect(next.status).toBe(201)
  expect((await tell(called.callId, called.key)).status).toBe(403)
  expect((await world.api.call(who, 'DELETE /api/v1/duty/bridge')).status).toBe(204)
  // A callback refused with 409 has no effect.
  const actions = async (kind: string) =>
    (await auditOf(world.api.database, 'bridge', kind)).map(({ action }) => action.replace(/^duty\.\w+\.?/, ''))
  expect(await actions('duty.bridge')).toEqual(['', 'rotate', 'rotate', 'remove', '', 'rotate', 'remove'])
  expect(await actions('duty.telephone')).toEqual(['', 'confirm'])
})

test('a call that the bridge refuses is tried again; 410 suspends the number and notifies its person', async () => {
  const { who, put, call } = await person('refusing')
  hook.received.length = 0
  hook.answer = (response) => void response.writeHead(410).end()
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  await put()
  const channel = async () => (await world.channels(who))[0]
  await vi.waitFor(async () => expect(await channel()).toMatchObject({ suspendedReason: 'gone' }), PATIENCE)
  for (const url of ['http://bridge.example', 'https://10.1.2.3', 'bridge'])
    expect((await world.api.call(who, 'PUT /api/v1/duty/bridge', { body: JSON.stringify({ url }) })).status).toBe(422)
  hook.answer = (response) => void response.writeHead(202).end()
})

let sample: ChildProcess | undefined
const folder = mkdtempSync(join(tmpdir(), 'apsis-bridge-'))
afterAll(() => {
  sample?.kill()
  rmSync(folder, { recursive: true })
})

test('the bridge in the guide works as printed: it answers a call with its key', async () => {
  const guide = readFileSync(new URL('../../docs/guide/account/telephone.md', import.meta.url), 'utf8')
  const german = readFileSync(new URL('../../docs/guide/account/telephone.de.md', import.meta.url), 'utf8')
  const script = /```js\n([\s\S]+?)```/.exec(guide)?.[1] ?? ''
  expect(german).toContain(script)
  const file = join(folder, 'bridge.mjs')
  writeFileSync(file, script)
  const { put, call, telephone } = await person('sample')
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  await call('PUT /api/v1/duty/bridge', { url: `http://127.0.0.1:${port}/` })
  const { secret } = await call<{ secret: string }>('POST /api/v1/duty/bridge/secrets')
  const { callbackUrl } = await call<Bridge>('GET /api/v1/duty/bridge')
  const callback = (callbackUrl ?? '').replace(world.api.config.publicUrl, world.api.origin)
  sample = spawn(process.execPath, [file], {
    env: { ...process.env, BRIDGE_SECRET: secret, BRIDGE_CALLBACK: callback, BRIDGE_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  sample.stdout?.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  await vi.waitFor(() => expect(said).toContain('listens'), PATIENCE)
  await put()
  await vi.waitFor(() => expect(said).toContain('confirmed'), PATIENCE)
  expect(said).toContain(NUMBER)
  expect(await telephone()).toMatchObject({ isConfirmed: true })
  // A call that Apsis has not signed is refused.
  const stranger = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
  expect(stranger.status).toBe(403)
})

test('a person who has lost the role is not called any more', async () => {
  const { who, put, calls, press, alarm } = await person('lost')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  // The person's newest token lacks the role; another user imports the message.
  await world.api.call({ ...who, roles: ['odt:user'] }, 'GET /api/v1/status')
  const { record } = await alarm(asOperator(world.api, 'lost', 'ben-lost'))
  expect((await record()).history.map(({ why }) => why)).toEqual(['Nobody has step 1 of 1.'])
  const log = await world.deliveries({ ...who, roles: ['odt:user'] })
  expect(log.map(({ title }) => title)).toEqual(['Confirm this telephone'])
})

test('a number that was confirmed in the simulator is called by a bridge only after it is confirmed again', async () => {
  const { who, put, telephone, calls, press, call } = await person('revoked')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  await vi.waitFor(async () => expect(await telephone()).toMatchObject({ isConfirmed: true }), PATIENCE)
  expect((await telephone()).simulatedAt).not.toBeNull()
  const before = hook.received.length
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  expect(await telephone()).toMatchObject({ isConfirmed: false, simulatedAt: expect.any(String) })
  const notices = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  expect(notices.map(({ title }) => title)).toContain('Confirm this channel again')
  // The number is not called without its owner: the owner requests the call, and the key of that call confirms the number.
  const channel = (await telephone()).channelId
  const test = await world.api.call(who, `POST /api/v1/notifications/channels/${channel}/tests`)
  expect(test.status).toBe(409)
  const ask = await world.api.call(who, `POST /api/v1/notifications/channels/${channel}/confirmations`)
  expect(ask.status).toBe(201)
  await vi.waitFor(() => expect(hook.received).toHaveLength(before + 1), PATIENCE)
  // With another bridge the question is not repeated, because the owner of the number was really asked.
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  expect(await telephone()).toMatchObject({ isConfirmed: false, askedAt: expect.any(String) })
  expect((await world.api.call(who, 'DELETE /api/v1/duty/bridge')).status).toBe(204)
})

test('a number that was confirmed in the simulator before the organisation recorded that is not valid, whenever the bridge was set', async () => {
  const { who, put, telephone, calls, press, call } = await person('revoked-before')
  await put()
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), PATIENCE)
  const [question] = await calls()
  await press(question!.callId, question!.key!)
  await vi.waitFor(async () => expect(await telephone()).toMatchObject({ isConfirmed: true }), PATIENCE)
  const before = hook.received.length
  await call('PUT /api/v1/duty/bridge', { url: hook.url })
  // The bridge is set, and the number's confirmation is from the simulator.
  await world.api.database.query(
    `update delivery.receiver set asked_in_simulator = true, confirmed_at = now(), simulated_at = now()
      where channel = 'phone' and subject = '${who.subject}'`,
  )
  expect(await telephone()).toMatchObject({ isConfirmed: true })
  // At this time the sender looks for due deliveries again.
  world.ahead.ms += 2 * 60_000
  await vi.waitFor(async () => expect(await telephone()).toMatchObject({ isConfirmed: false }), PATIENCE)
  expect(await telephone()).toMatchObject({ simulatedAt: expect.any(String) })
  expect(hook.received).toHaveLength(before)
  const notices = await bodyOf<Notification[]>(await world.api.call(who, 'GET /api/v1/notifications'))
  expect(notices.filter(({ title }) => title === 'Confirm this channel again')).toHaveLength(2)
  expect((await world.api.call(who, 'DELETE /api/v1/duty/bridge')).status).toBe(204)
})
