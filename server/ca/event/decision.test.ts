import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { Thresholds } from '@apsis/contract/ca/satellite/thresholds.ts'
import type { Problem } from '@apsis/contract/errors.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

/** Matches any version. */
const ANY = { 'if-match': '*' }

/** The default probability from which an event is CRITICAL. */
const { acceptedCollisionProbability: ACCEPTED } = Thresholds.parse({})

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Makes an organisation with one event. */
async function open(organisation: string) {
  const operator = asOperator(api, organisation)
  const [answer] = await operator.take(cdmText({ objects: ['1', '2'] }))
  const id = answer?.conjunctionId ?? ''
  const path = `GET /api/v1/ca/conjunctions/${id}/decision`
  return {
    ...operator,
    id,
    cdmId: answer?.cdmId ?? '',
    record: async () => bodyOf<Decision>(await operator.call(path)),
  }
}

test('the record keeps every step with its author, time, message and reason, oldest first', async () => {
  const { decide, record, events, id, cdmId } = await open('steps')
  const until = '2030-01-02T00:00:00.000Z'
  const steps = [
    { action: 'ACKNOWLEDGE' },
    { action: 'ASSIGN', owner: 'bob' },
    { action: 'SNOOZE', snoozedUntil: until },
    { action: 'NOTE', why: 'waiting for the next pass' },
    { action: 'DECIDE', decision: 'MANOEUVRE', why: 'beyond what we accept' },
    { action: 'CLOSE', why: 'done' },
    { action: 'REOPEN' },
  ]
  const states: string[] = []
  for (const step of steps) states.push((await bodyOf<Decision>(await decide(id, step, ANY))).summary.state)
  expect(states).toEqual(['ACKNOWLEDGED', 'ASSIGNED', 'ASSIGNED', 'ASSIGNED', 'DECIDED', 'CLOSED', 'ASSIGNED'])
  const { history, version, summary } = await record()
  // One message and seven steps.
  expect(version).toBe(8)
  expect(history.map(({ action }) => action)).toEqual(steps.map(({ action }) => action))
  expect(history[4]).toMatchObject({
    by: 'ada',
    cdmId,
    riskLevel: 'CRITICAL',
    decision: 'MANOEUVRE',
    owner: 'bob',
    why: 'beyond what we accept',
  })
  expect(history[4]!.probability).toBeGreaterThan(ACCEPTED)
  // Only a step that decides or closes an event states when it opens again.
  expect(history.flatMap(({ action, reopenAbove }) => (reopenAbove === null ? [] : [action]))).toEqual([
    ...['DECIDE', 'CLOSE'],
  ])
  expect(summary).toMatchObject({ owner: 'bob', decision: null })
  expect(await events()).toMatchObject([{ decision: { state: 'ASSIGNED', owner: 'bob' } }])
})

test('an event is snoozed until the given time, and deciding or closing it ends the snooze', async () => {
  const { decide, id } = await open('snoozed')
  const until = '2030-01-02T00:00:00.000Z'
  const after = async (step: object) => (await bodyOf<Decision>(await decide(id, step, ANY))).summary.snoozedUntil
  const snooze = { action: 'SNOOZE', snoozedUntil: until }
  expect(await after(snooze)).toBe(until)
  expect(await after({ action: 'NOTE', why: 'still waiting' })).toBe(until)
  expect(await after({ action: 'DECIDE', decision: 'MONITOR', why: 'seen' })).toBeNull()
  expect(await after(snooze)).toBe(until)
  expect(await after({ action: 'CLOSE', why: 'done' })).toBeNull()
})

test('a decided event needs no action, until its level rises', async () => {
  const { decide, events, take, id } = await open('settled')
  await decide(id, { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall' }, ANY)
  expect(await events()).toMatchObject([{ action: 'NONE', rule: 'decided' }])
  expect((await take(cdmText({ objects: ['1', '2'] })))[0]!.status).toBe('accepted')
  expect(await events()).toMatchObject([{ action: 'NONE', decision: { state: 'DECIDED' } }])
  const low = asOperator(api, 'settled-low')
  const [answer] = await low.take(cdmText({ objects: ['1', '2'], missM: 500 }))
  await low.decide(answer!.conjunctionId!, { action: 'CLOSE', why: 'low' }, ANY)
  await low.take(cdmText({ objects: ['1', '2'], missM: 200, createdAt: '2030-01-02T00:00:00.000' }))
  expect(await low.events()).toMatchObject([
    { action: 'PREPARE', rule: 'critical-with-time', reopens: null, decision: { state: 'ACKNOWLEDGED' } },
  ])
})

test('at or above the accepted probability an event reopens on any rise by a fifth, whatever condition was requested', async () => {
  const { decide, events, record, id } = await open('reopens')
  const [before] = await events()
  const pc = before!.conjunctionData.probabilityOfCollision!
  const step = { action: 'DECIDE', decision: 'MONITOR', why: 'message 7 tells more' }
  expect(before!.reopens).toBeNull()
  await decide(id, step, ANY)
  const most = (await events())[0]!.reopens!.aboveProbability!
  expect(most / pc).toBeGreaterThan(1.19)
  expect(most / pc).toBeLessThanOrEqual(1.2)
  expect((await record()).defaults).toMatchObject({ reopenAbove: most, mostReopenAbove: most })
  await decide(id, { ...step, reopenAbove: pc * 1.1 }, ANY)
  expect(await events()).toMatchObject([{ reopens: { aboveProbability: pc * 1.1 } }])
  // An assignment keeps the decision and its condition to reopen.
  const [{ reopens } = { reopens: null }] = await events()
  await decide(id, { action: 'ASSIGN', owner: 'bob' }, ANY)
  expect(await events()).toMatchObject([{ reopens }])
  for (const reopenAbove of [pc, pc * 1.21, null]) {
    const refused = await decide(id, { ...step, reopenAbove }, ANY)
    expect([refused.status, (await bodyOf<Problem>(refused)).errors?.[0]?.pointer]).toEqual([422, '#/reopenAbove'])
  }
  await decide(id, { action: 'REOPEN' }, ANY)
  expect(await events()).toMatchObject([{ reopens: null }])
})

test('a probability above the trigger reopens a decided event of the same level once, with a step in the record and a notification', async () => {
  const { decide, events, record, take, call, id } = await open('watched')
  const pc = (await events())[0]!.conjunctionData.probabilityOfCollision!
  await decide(id, { action: 'ASSIGN', owner: 'bob' }, ANY)
  await decide(id, { action: 'DECIDE', decision: 'MONITOR', why: 'wait', reopenAbove: pc * 1.01 }, ANY)
  const closer = (createdAt: string) => take(cdmText({ objects: ['1', '2'], missM: 150, createdAt }))
  await closer('2030-01-02T00:00:00.000')
  expect(await events()).toMatchObject([
    { action: 'PREPARE', decision: { state: 'ASSIGNED', owner: 'bob', decision: null, by: 'Apsis' }, reopens: null },
  ])
  await closer('2030-01-03T00:00:00.000')
  const { history } = await record()
  expect(history.map(({ action }) => action)).toEqual(['ASSIGN', 'DECIDE', 'REOPEN'])
  expect(history[2]).toMatchObject({
    by: 'Apsis',
    trigger: 'probability',
    reopenAbove: pc * 1.01,
    riskLevel: 'CRITICAL',
  })
  expect(history[2]!.probability).toBeGreaterThan(pc * 1.01)
  expect(await auditOf(api.database, 'watched', 'decision.reopen')).toMatchObject([
    { actor: 'Apsis', object: id, detail: { trigger: 'probability', decision: 'MONITOR' } },
  ])
  const told = await bodyOf<Notification[]>(await call('GET /api/v1/notifications'))
  const reopened = told.filter(({ title }) => title === 'Decision reopened')
  expect(reopened).toMatchObject([{ level: 'critical' }])
  expect(reopened[0]!.message).toMatch(/Decided \(monitor\) by ada, open again: Pc rose above .*Owner: bob\.$/)
})

test('a smaller probability keeps the decision, and a decided event that is LOW is reopened only by its level', async () => {
  const { decide, events, take, id } = await open('holds')
  await decide(id, { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall' }, ANY)
  await take(cdmText({ objects: ['1', '2'], missM: 230, createdAt: '2030-01-02T00:00:00.000' }))
  expect(await events()).toMatchObject([{ decision: { state: 'DECIDED' } }])
  const low = asOperator(api, 'holds-low')
  const [answer] = await low.take(cdmText({ objects: ['1', '2'], missM: 500 }))
  await low.decide(answer!.conjunctionId!, { action: 'DECIDE', decision: 'NO_ACTION', why: 'low' }, ANY)
  expect(await low.events()).toMatchObject([{ reopens: { aboveLevel: 'LOW', aboveProbability: null } }])
})

test('below the accepted probability an event reopens at five times its probability, at the requested one, or only by its level', async () => {
  const operator = asOperator(api, 'below-accepted')
  const acceptedCollisionProbability = 0.1
  await operator.addSatellite(43_617, { thresholds: { acceptedCollisionProbability, acceptedMinimumDistanceM: 0 } })
  const [answer] = await operator.take(cdmText())
  const id = answer!.conjunctionId!
  const pc = (await operator.events())[0]!.conjunctionData.probabilityOfCollision!
  const step = { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall' }
  await operator.decide(id, step, ANY)
  expect(await operator.events()).toMatchObject([{ reopens: { aboveLevel: 'HIGH', aboveProbability: pc * 5 } }])
  await operator.decide(id, { ...step, reopenAbove: pc * 50 }, ANY)
  expect(await operator.events()).toMatchObject([{ reopens: { aboveProbability: pc * 50, lookAgainAt: null } }])
  await operator.decide(id, { ...step, reopenAbove: null }, ANY)
  expect(await operator.events()).toMatchObject([{ reopens: { aboveLevel: 'HIGH', aboveProbability: null } }])
})

test.each([
  ['MONITOR', true],
  ['REQUEST_TRACKING', true],
  ['COORDINATE', true],
  ['MANOEUVRE', false],
  ['NO_ACTION', false],
])('a decision %s carries the time of the next look: %s', async (decision, isIt) => {
  const { decide, events, record, id } = await open(`look-${decision}`)
  const { defaults } = await record()
  await decide(id, { action: 'DECIDE', decision, why: 'wait' }, ANY)
  const [event] = await events()
  expect(event!.reopens!.lookAgainAt).toBe(isIt ? defaults.lookAgainAt : null)
  if (!isIt) return
  expect(Date.parse(event!.reopens!.lookAgainAt!)).toBeLessThan(Date.parse(event!.decideBefore))
  expect((await record()).history.map(({ lookAgainAt }) => lookAgainAt)).toEqual([defaults.lookAgainAt])
  const lookAgainAt = '2030-01-02T03:04:05.000Z'
  await decide(id, { action: 'DECIDE', decision, lookAgainAt, why: 'wait' }, ANY)
  expect(await events()).toMatchObject([{ reopens: { lookAgainAt } }])
})

test('a TCA more than a minute from the TCA at the decision reopens a HIGH event; a smaller change or a lower level does not', async () => {
  const { decide, events, record, take, call, id } = await open('moved-tca')
  await decide(id, { action: 'DECIDE', decision: 'MANOEUVRE', why: 'planned' }, ANY)
  const at = (tca: string, createdAt: string) => take(cdmText({ objects: ['1', '2'], tca, createdAt }))
  await at('2030-01-05T12:00:59.000', '2030-01-02T00:00:00.000')
  expect(await events()).toMatchObject([{ decision: { state: 'DECIDED' } }])
  // The TCA moves in small steps, until it differs from the TCA at the decision by more than a minute.
  await at('2030-01-05T12:01:02.000', '2030-01-03T00:00:00.000')
  expect(await events()).toMatchObject([{ decision: { state: 'ACKNOWLEDGED', by: 'Apsis' }, reopens: null }])
  expect((await record()).history.at(-1)).toMatchObject({ action: 'REOPEN', trigger: 'tca-moved' })
  const told = await bodyOf<Notification[]>(await call('GET /api/v1/notifications'))
  expect(told.find(({ title }) => title === 'Decision reopened')?.message).toMatch(
    /open again: TCA moved by 62 s since\.$/,
  )
  const low = asOperator(api, 'moved-low')
  const [answer] = await low.take(cdmText({ objects: ['1', '2'], missM: 500 }))
  await low.decide(answer!.conjunctionId!, { action: 'DECIDE', decision: 'NO_ACTION', why: 'low' }, ANY)
  await low.take(
    cdmText({ objects: ['1', '2'], missM: 500, tca: '2030-01-05T12:02:00.000', createdAt: '2030-01-02T00:00:00.000' }),
  )
  expect(await low.events()).toMatchObject([{ decision: { state: 'DECIDED' } }])
})

test('an acknowledgement can be withdrawn, both steps stay, and no other step can be withdrawn', async () => {
  const { decide, record, id } = await open('taken-back')
  expect((await decide(id, { action: 'UNACKNOWLEDGE' })).status).toBe(409)
  await decide(id, { action: 'ACKNOWLEDGE' })
  expect((await bodyOf<Decision>(await decide(id, { action: 'UNACKNOWLEDGE' }))).summary.state).toBe('NEW')
  expect((await decide(id, { action: 'ACKNOWLEDGE' })).status).toBe(200)
  expect((await record()).history.map(({ action }) => action)).toEqual(['ACKNOWLEDGE', 'UNACKNOWLEDGE', 'ACKNOWLEDGE'])
  await decide(id, { action: 'ASSIGN', owner: 'bob' })
  expect((await decide(id, { action: 'UNACKNOWLEDGE' })).status).toBe(409)
})

const TOLD = { step: 'ASKED', mover: 'THEM', with: 'Borealis', channel: 'telephone' } as const

test.each([
  ['decision', { action: 'DECIDE', why: 'because' }],
  ['why', { action: 'DECIDE', decision: 'MANOEUVRE' }],
  ['owner', { action: 'ASSIGN' }],
  ['why', { action: 'CLOSE', why: '   ' }],
  ['why', { action: 'NOTE' }],
  ['coordination', { action: 'ACKNOWLEDGE', coordination: { ...TOLD, at: '2020-01-01T00:00:00.000Z' } }],
  ['coordination/at', { action: 'NOTE', coordination: { ...TOLD, at: '2120-01-01T00:00:00.000Z' } }],
  ['lookAgainAt', { action: 'DECIDE', decision: 'MONITOR', lookAgainAt: '2020-01-01T00:00:00.000Z', why: 'wait' }],
  ['lookAgainAt', { action: 'DECIDE', decision: 'MONITOR', lookAgainAt: '2030-01-05T12:00:01.000Z', why: 'wait' }],
  ['snoozedUntil', { action: 'SNOOZE' }],
  ['snoozedUntil', { action: 'SNOOZE', snoozedUntil: '2020-01-01T00:00:00.000Z' }],
  ['cdmId', { action: 'ACKNOWLEDGE', cdmId: '00000000-0000-4000-8000-000000000000' }],
] as const)('PUT decision answers 422 naming %s for %j', async (field, step) => {
  const { decide, record, id } = await open(
    `incomplete-${JSON.stringify(step)}`.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 90),
  )
  const response = await decide(id, step, ANY)
  expect(response.status).toBe(422)
  expect((await bodyOf<Problem>(response)).errors).toMatchObject([{ pointer: `#/${field}` }])
  expect((await record()).history).toEqual([])
})

test('PUT decision answers 409 to a step that the state does not allow, 400 to an invalid one, 404 to an unknown event', async () => {
  const { decide, id } = await open('refused')
  expect((await decide(id, { action: 'REOPEN' })).status).toBe(409)
  await decide(id, { action: 'ACKNOWLEDGE' })
  expect((await decide(id, { action: 'ACKNOWLEDGE' })).status).toBe(409)
  await decide(id, { action: 'CLOSE', why: 'done' }, ANY)
  expect((await decide(id, { action: 'ASSIGN', owner: 'bob' })).status).toBe(409)
  expect((await decide(id, { action: 'SING' })).status).toBe(400)
  expect((await decide('00000000-0000-4000-8000-000000000000', { action: 'ACKNOWLEDGE' })).status).toBe(404)
})

test('with If-Match, the second of two writers is refused; of two parallel writers, only one can acknowledge', async () => {
  const { decide, call, record, id } = await open('race')
  const first = await call(`GET /api/v1/ca/conjunctions/${id}/decision`)
  expect(first.headers.get('etag')).toBe('"1"')
  expect((await decide(id, { action: 'NOTE', why: 'a' }, { 'if-match': '"1"' })).status).toBe(200)
  expect((await decide(id, { action: 'NOTE', why: 'b' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await decide(id, { action: 'NOTE', why: 'c' }, { 'if-match': 'W/nonsense' })).status).toBe(412)
  const both = await Promise.all([decide(id, { action: 'ACKNOWLEDGE' }), decide(id, { action: 'ACKNOWLEDGE' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await record()).history.length).toBe(2)
})

test('deciding and closing need If-Match, and are refused if a message has arrived since the event was read', async () => {
  const { decide, take, events, record, id, cdmId } = await open('moved')
  const step = { action: 'DECIDE', decision: 'NO_ACTION', why: 'it will fall', cdmId }
  expect((await decide(id, step)).status).toBe(428)
  expect((await decide(id, { action: 'CLOSE', why: 'it will fall' })).status).toBe(428)
  const [read] = await events()
  const on = (version: number) => ({ 'if-match': `"${version}"` })
  await take(cdmText({ objects: ['1', '2'], missM: 120, createdAt: '2030-01-02T00:00:00.000' }))
  expect((await decide(id, step, on(read!.version))).status).toBe(412)
  expect((await record()).history).toEqual([])
  // A person who has seen the new message may still decide on the older one; the record says so.
  const [again] = await events()
  expect(again!.version).toBe(read!.version + 1)
  const decided = await decide(id, step, on(again!.version))
  expect(decided.headers.get('etag')).toBe(`"${again!.version + 1}"`)
  expect((await bodyOf<Decision>(decided)).history).toMatchObject([{ action: 'DECIDE', cdmId }])
})

test('nobody can change or remove a step or a level, and each step is in the audit record', async () => {
  const { decide, id } = await open('kept')
  await decide(id, { action: 'ACKNOWLEDGE' })
  const run = (statement: ReturnType<typeof sql>) =>
    api.api.platform.db.tenant('organisation:kept', (tx) => statement.execute(tx))
  for (const table of ['decision_entry', 'level_history']) {
    await expect(run(sql`update ${sql.table(`ca.${table}`)} set place = 9`)).rejects.toThrow(/permission denied/)
    await expect(run(sql`delete from ${sql.table(`ca.${table}`)}`)).rejects.toThrow(/permission denied|only what is/)
  }
  const { rows } = await run(sql`select action, object from platform.audit where action like 'decision.%'`)
  expect(rows).toEqual([{ action: 'decision.acknowledge', object: id }])
})

test('a step of the record starts the calls and the on-call work of its organisation at once', async () => {
  const { decide, id } = await open('woken')
  const names = ['duty.paging', 'duty.escalation']
  const list = (name: string, organisation: string) =>
    api.database.query(
      `insert into platform.recurring_work (name, tenant_id, every_s, taken_at) values ($1, $2, 3600, now())
       on conflict (name, tenant_id) do update set every_s = 3600, taken_at = now()`,
      [name, `organisation:${organisation}`],
    )
  for (const name of names) for (const organisation of ['woken', 'asleep']) await list(name, organisation)
  await bodyOf(await decide(id, { action: 'ACKNOWLEDGE' }, ANY))
  const due = await api.database.query<{ name: string; tenant_id: string }>(
    `select name, tenant_id from platform.recurring_work
     where name = any($1) and taken_at <= now() - make_interval(secs => every_s) order by name`,
    [names],
  )
  expect(due).toEqual(['duty.escalation', 'duty.paging'].map((name) => ({ name, tenant_id: 'organisation:woken' })))
})
