import type { Conjunction, Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { DutyPlan } from '@apsis/contract/duty/plan.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../../ca/testing/ca-operator.ts'
import { cdmText } from '../../ca/testing/cdm-text.ts'
import { insertMember, updateMember } from '../../platform/auth/member.repository.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf, eventsOf } from '../../platform/testing/test-database.ts'
import { escalationWork } from '../alarm/escalation-work.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/**
 * Creates an organisation with three members who have a channel each; returns functions that change their settings and run the chain at a chosen
 * time.
 */
async function organisationOf(organisation: string) {
  const who = (subject: string) => ({ subject, organisation, roles: ['ca:user'] })
  /** Saves the only channel of a person, or none. */
  const nameChannel = async (subject: string, url: readonly string[]) => {
    const none = { email: { addresses: [] }, msteams: { url: [] }, slack: { url: [] }, statuses: [] }
    const body = JSON.stringify({ notifications: { default: { ...none, webhook: { url } } } })
    expect((await api.call(who(subject), 'PUT /api/v1/ca/userconfig', { body })).status).toBe(200)
  }
  for (const subject of ['ada', 'ben', 'max']) await nameChannel(subject, [`https://${subject}.operator.example/hook`])
  /** Sets whether something has arrived on the channels of a person since they were saved. */
  const setProven = (subject: string, isProven: boolean) =>
    api.database.query(
      'update delivery.receiver set last_delivered_at = case when $1 then now() end where subject = $2 and tenant_id = $3',
      [isProven, subject, `organisation:${organisation}`],
    )
  for (const subject of ['ada', 'ben', 'max']) await setProven(subject, true)
  const platform = asOperator(api, organisation)
  const getPlan = async () => bodyOf<DutyPlan>(await api.call(who('ada'), 'GET /api/v1/duty/plan'))
  const put = (plan: object, version = 0) =>
    platform.json('PUT /api/v1/duty/plan', { ...PLAN, ...plan }, { 'if-match': `"${version}"` })
  const putUnread = (plan: object) => platform.json('PUT /api/v1/duty/plan', { ...PLAN, ...plan })
  const { db, queue } = api.api.platform
  const turn = (at: number) =>
    escalationWork.turn(
      { db, queue, log: api.log, now: () => at, signal: new AbortController().signal },
      `organisation:${organisation}`,
    )
  const notices = async (subject: string) =>
    (await bodyOf<Notification[]>(await api.call(who(subject), 'GET /api/v1/notifications'))).map(({ title }) => title)
  const critical = async () => {
    const [taken] = await platform.take(cdmText({ objects: ['1', '2'] }))
    const [event] = await platform.events(`?conjunction-id=${taken!.conjunctionId}`)
    const record = () => platform.read<Decision>(`/conjunctions/${event!.conjunctionId}/decision`)
    const notes = async () => (await record()).history.map(({ action, by, why }) => [action, by, why])
    return { event: event as Conjunction, notes }
  }
  return { platform, getPlan, put, putUnread, turn, notices, critical, nameChannel, setProven, who }
}

const PLAN = {
  timeZone: 'UTC',
  turnsFrom: '2015-01-05',
  handoverTime: '08:00',
  chain: [{ people: ['ben'] }, { people: ['max'] }],
  overrides: [],
  absences: [],
}

test('a critical event moves from step to step until somebody acknowledges it, and the record contains each call', async () => {
  const { platform, put, turn, notices, critical } = await organisationOf('chain')
  expect((await put({})).status).toBe(200)
  const { event, notes } = await critical()
  const raisedAt = Date.parse(event.decideBefore) - 2 * HOUR_MS
  await turn(raisedAt)
  await turn(raisedAt + 15 * MINUTE_MS - 1)
  expect(await notes()).toEqual([])
  // Simultaneous runs, and runs that are repeated after a loss, make only one call.
  await Promise.all([1, 2, 3].map(() => turn(raisedAt + 15 * MINUTE_MS)))
  expect(await notes()).toEqual([['NOTE', 'Apsis', 'Called ben, step 1 of 2.']])
  expect([await notices('ben'), await notices('max')]).toEqual([
    expect.arrayContaining(['You are called']),
    expect.not.arrayContaining(['You are called']),
  ])
  await turn(raisedAt + 28 * MINUTE_MS + 8_000)
  const second = ['NOTE', 'Apsis', 'Called max, step 2 of 2. The call before: webhook on its way.']
  expect((await notes())[1]).toEqual(second)
  const { history } = await platform.read<Decision>(`/conjunctions/${event.conjunctionId}/decision`)
  const call = { step: 2, steps: 2, person: 'max', before: [{ channel: 'webhook', state: 'waiting', answer: null }] }
  expect(history.map((entry) => entry.call)).toEqual([{ step: 1, steps: 2, person: 'ben', before: null }, call])
  await platform.decide(event.conjunctionId, { action: 'ACKNOWLEDGE' })
  await turn(Date.parse(event.decideBefore) + HOUR_MS)
  expect(await notes()).toEqual([expect.anything(), second, ['ACKNOWLEDGE', 'ada', '']])
  // After an acknowledgement is withdrawn, a new alarm starts; when the decision is overdue, a person is called at once.
  await platform.decide(event.conjunctionId, { action: 'UNACKNOWLEDGE' })
  await turn(Date.parse(event.decideBefore) + HOUR_MS)
  expect((await notes()).at(-1)).toEqual(['NOTE', 'Apsis', 'Called ben, step 1 of 2.'])
})

test('a person without a working channel is skipped at once, with an entry in the record; if nobody has one, everybody is notified', async () => {
  const { platform, put, turn, notices, critical, nameChannel, who } = await organisationOf('deaf')
  await put({ chain: [{ people: ['ben'] }, { people: ['max'] }, { people: ['ada'] }] })
  await nameChannel('ben', [])
  const { event, notes } = await critical()
  const dueAt = Date.parse(event.decideBefore)
  await turn(dueAt)
  const isCalled = async (subject: string) => (await notices(subject)).includes('You are called')
  expect((await notes()).map(([, , why]) => why)).toEqual([
    'ben, step 1 of 3, has no channel and was passed over.',
    'Called max, step 2 of 3.',
  ])
  expect([await isCalled('ben'), await isCalled('max'), await isCalled('ada')]).toEqual([false, true, false])
  const { history } = await platform.read<Decision>(`/conjunctions/${event.conjunctionId}/decision`)
  expect(history[0]!.call).toEqual({ step: 1, steps: 3, person: 'ben', before: null, isUnreachable: true })
  const lost = async () =>
    (await bodyOf<Status>(await api.call(who('ada'), 'GET /api/v1/status'))).services
      .flatMap(({ checks }) => checks)
      .find(({ name }) => name === 'critical notices')?.value
  expect(await lost()).toBe(0)
  // A channel that is only for requests is not used for calls, and neither is a suspended one.
  const mine = `subject = 'max' and tenant_id = 'organisation:deaf'`
  await api.database.query(`update delivery.receiver set services = '{"odt": []}' where ${mine}`)
  await api.database.query(
    `update delivery.receiver set suspended_at = now() where subject = 'ada' and tenant_id = 'organisation:deaf'`,
  )
  await turn(dueAt + HOUR_MS)
  expect((await notes()).slice(2).map(([, , why]) => why)).toEqual([
    'ada, step 3 of 3, has no channel and was passed over. The call before: webhook on its way.',
    'ben, step 1 of 3, has no channel and was passed over.',
    'max, step 2 of 3, has no channel and was passed over.',
  ])
  expect([await isCalled('ben'), await isCalled('ada')]).toEqual([true, true])
  expect(await lost()).toBe(1)
})

test('when the decision is overdue, people are called in time for the last contact at which the satellite can be commanded', async () => {
  const { platform, put, turn, critical } = await organisationOf('contact')
  const satellite = await platform.addSatellite(1)
  await put({})
  const { event, notes } = await critical()
  const dueAt = Date.parse(event.decideBefore)
  const [from, to] = [16, 26].map((minutes) => new Date(dueAt + minutes * MINUTE_MS).toISOString())
  const contact = { station: 'ABC01', from, to, canCommand: true }
  const path = `POST /api/v1/ca/contacts?satellite-id=${satellite.satelliteId}`
  expect((await platform.json(path, contact)).status).toBe(201)
  await turn(dueAt)
  // An eighth of 16 min is used; an eighth of the hours until TCA would be more, so the limit of 30 min would apply.
  await turn(dueAt + 2 * MINUTE_MS - 1)
  expect(await notes()).toEqual([['NOTE', 'Apsis', 'Called ben, step 1 of 2.']])
  await turn(dueAt + 2 * MINUTE_MS)
  expect((await notes()).map(([, , why]) => why)).toEqual([
    'Called ben, step 1 of 2.',
    'Called max, step 2 of 2. The call before: webhook on its way.',
  ])
})

test('people are called for an event between two own satellites of which the first was removed', async () => {
  const { platform, put, turn, critical } = await organisationOf('removed')
  for (const norad of [1, 2]) await platform.addSatellite(norad)
  await put({})
  const { event, notes } = await critical()
  expect((await platform.call(`DELETE /api/v1/ca/satellites/${event.satelliteId}`)).status).toBe(204)
  const dueAt = Date.parse(event.decideBefore)
  for (const minutes of [0, 1, 30]) await turn(dueAt + minutes * MINUTE_MS)
  expect((await notes()).map(([, , why]) => why)).toEqual([
    'Called ben, step 1 of 2.',
    'Called max, step 2 of 2. The call before: webhook on its way.',
  ])
})

test('a person who has lost the role is not called: the next step is called at once, and the record says so', async () => {
  const { put, turn, critical } = await organisationOf('lost')
  await put({})
  await api.call({ subject: 'ben', organisation: 'lost', roles: ['odt:user'] }, 'GET /api/v1/status')
  const { event, notes } = await critical()
  await turn(Date.parse(event.decideBefore))
  expect(await notes()).toEqual([
    ['NOTE', 'Apsis', 'Nobody has step 1 of 2.'],
    ['NOTE', 'Apsis', 'Called max, step 2 of 2.'],
  ])
})

test('a person who has lost the role is listed in the plan with the name in their newest token', async () => {
  const { put, getPlan } = await organisationOf('former')
  const eva = (username: string, roles: string[]) =>
    api.call({ subject: 'id-17', organisation: 'former', username, roles }, 'GET /api/v1/status')
  await eva('eva', ['ca:user'])
  const span = { from: '2026-02-01T00:00:00.000Z', until: '2026-02-02T00:00:00.000Z' }
  const exceptions = { overrides: [{ step: 2, person: 'id-17', ...span }], absences: [{ person: 'id-17', ...span }] }
  const chain = [{ people: ['ada', 'id-17'] }, { people: ['ben'] }]
  expect((await put({ chain, ...exceptions })).status).toBe(200)
  expect((await getPlan()).former).toEqual([])
  await eva('eva.miller', ['odt:user'])
  const former = [{ subject: 'id-17', name: 'eva.miller', fullName: null }]
  expect((await getPlan()).former).toEqual(former)
  // The token contains no name.
  await eva('id-17', ['odt:user'])
  expect((await getPlan()).former).toEqual(former)
  expect((await put({ chain }, 1)).status).toBe(422)
  const without = await put({ chain: [{ people: ['ada'] }] }, 1)
  expect((await bodyOf<DutyPlan>(without)).former).toEqual([])
})

test('people are called by the name in their newest token, and keep that name while their tokens have none', async () => {
  const { getPlan } = await organisationOf('names')
  const organisation = 'names'
  const ben = { subject: 'ben', organisation, roles: ['ca:user'] }
  const namesOf = async () => (await getPlan()).members.map(({ name, fullName }) => [name, fullName])
  await api.call({ ...ben, name: 'Ben Okafor' }, 'GET /api/v1/status')
  expect(await namesOf()).toEqual([
    ['ada', null],
    ['ben', 'Ben Okafor'],
    ['max', null],
  ])
  await api.call(ben, 'GET /api/v1/status')
  expect((await namesOf())[1]).toEqual(['ben', 'Ben Okafor'])
})

test('the callable people are those with the role, even if many others precede them, and no service accounts', async () => {
  const { put, getPlan } = await organisationOf('many')
  const tenant_id = 'organisation:many'
  await api.api.platform.db.tenant(tenant_id, async (tx) => {
    const robot = { subject: 'id-robot', username: 'service:robot' }
    await insertMember(tx, { tenant_id, ...robot })
    await updateMember(tx, { ...robot, roles: ['ca:user'] })
  })
  await api.database.query(
    `insert into platform.member (tenant_id, subject, username, roles)
     select '${tenant_id}', 'a' || n, 'a' || n, '{odt:user}' from generate_series(1, 1000) n`,
  )
  expect((await getPlan()).members.map(({ name }) => name)).toEqual(['ada', 'ben', 'max'])
  expect((await put({ chain: [{ people: ['max'] }] })).status).toBe(200)
  expect((await put({ chain: [{ people: ['id-robot'] }] }, 1)).status).toBe(422)
})

test('a chain in which nobody can be called is a reported gap, and everybody in collision avoidance is notified of the event', async () => {
  const { put, turn, critical, notices, getPlan } = await organisationOf('nobody')
  await put({ chain: [{ people: ['ben'] }] })
  await api.call({ subject: 'ben', organisation: 'nobody', roles: ['odt:user'] }, 'GET /api/v1/status')
  expect((await getPlan()).nextGap).not.toBeNull()
  const { event, notes } = await critical()
  await turn(Date.parse(event.decideBefore))
  expect(await notes()).toEqual([['NOTE', 'Apsis', 'Nobody has step 1 of 1.']])
  for (const subject of ['ada', 'max'])
    expect(await notices(subject)).toEqual(expect.arrayContaining(['You are called', 'Nobody is on call']))
})

test('the plan shows who is on call and until when, belongs to its organisation, and can be changed only in the version that was read', async () => {
  const { getPlan, put, putUnread } = await organisationOf('plan')
  expect(await getPlan()).toMatchObject({ version: 0, chain: [], now: [], nextGap: null })
  const until = new Date(Date.now() + HOUR_MS).toISOString()
  const overrides = [{ step: 1, person: 'ada', from: '2015-01-01T00:00:00.000Z', until }]
  const set = await bodyOf<DutyPlan>(await put({ overrides }))
  expect(set.now).toEqual([
    { step: 1, person: 'ada', until },
    { step: 2, person: 'max', until: null },
  ])
  expect(set.members.map(({ name }) => name)).toEqual(['ada', 'ben', 'max'])
  expect((await put({}, 0)).status).toBe(412)
  expect((await putUnread({})).status).toBe(428)
  const done = { actor: 'ada', action: 'duty.plan', object: 'organisation:plan', outcome: 'done' }
  expect(await auditOf(api.database, 'plan', 'duty.plan')).toEqual([{ ...done, detail: { version: 1 } }])
  expect(await eventsOf(api.database, 'plan', 'duty')).toEqual([{ version: 1 }])
  expect(await (await organisationOf('plan-of-others')).getPlan()).toMatchObject({ version: 0, chain: [] })
})

test.each([
  ['a zone that nobody knows', { timeZone: 'Mars/Olympus' }],
  ['a person of nowhere', { chain: [{ people: ['eva'] }] }],
  [
    'a span that ends before it begins',
    { absences: [{ person: 'ada', from: '2026-02-02T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' }] },
  ],
  [
    'a step that is not there',
    { overrides: [{ step: 3, person: 'ada', from: '2026-02-01T00:00:00.000Z', until: '2026-02-02T00:00:00.000Z' }] },
  ],
])('%s is refused', async (_, change) => {
  const { put, getPlan } = await organisationOf('refused')
  expect((await put(change)).status).toBe(422)
  expect((await getPlan()).version).toBe(0)
})

test('a gap in the rota is reported once, before it begins, and again if the changed plan still has it', async () => {
  const { put, turn, notices } = await organisationOf('gap')
  const begin = Date.now() + 12 * HOUR_MS
  const span = { from: new Date(begin).toISOString(), until: new Date(begin + HOUR_MS).toISOString() }
  await put({ absences: [{ person: 'ben', ...span }] })
  for (const at of [begin - 25 * HOUR_MS, begin - 12 * HOUR_MS, begin - HOUR_MS, begin, begin + MINUTE_MS])
    await turn(at)
  const told = async () => (await notices('ada')).filter((title) => title === 'Nobody is on call')
  expect(await told()).toHaveLength(1)
  await put({ absences: [{ person: 'ben', ...span }] }, 1)
  await turn(begin - HOUR_MS)
  expect(await told()).toHaveLength(2)
})

test('a gap in any step of the chain is reported once, with its step and its times', async () => {
  const { put, turn, who, getPlan } = await organisationOf('gap-of-step')
  const begin = Date.now() + 12 * HOUR_MS
  const span = { from: new Date(begin).toISOString(), until: new Date(begin + HOUR_MS).toISOString() }
  const later = { from: span.until, until: new Date(begin + 2 * HOUR_MS).toISOString() }
  await put({
    absences: [
      { person: 'max', ...span },
      { person: 'ben', ...later },
    ],
  })
  const gaps = [
    { step: 2, ...span },
    { step: 1, ...later },
  ]
  expect(await getPlan()).toMatchObject({ nextGap: gaps[0], gaps })
  for (const hours of [-6, 0, 0.5, 1, 1.5, 3]) await turn(begin + hours * HOUR_MS)
  const told = await bodyOf<Notification[]>(await api.call(who('ada'), 'GET /api/v1/notifications'))
  const findings = told.flatMap(({ finding }) => (finding?.code === 'duty-gap' ? [finding.values] : []))
  expect(findings.toSorted((a, b) => Number(b.step) - Number(a.step))).toEqual(
    gaps.map(({ step, from, until }) => ({ step, fromAt: from, untilAt: until })),
  )
  const minute = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
  const second = told.find(({ finding }) => finding?.values.step === 2)
  expect(second?.title).toBe('Nobody has step 2 of the on-call chain')
  expect(second?.message).toContain(minute(span.from))
  expect(second?.message).toContain('Nobody has step 2 from')
})

test('an unproven channel is a reported gap, and its person is still called', async () => {
  const { put, turn, notices, critical, getPlan, setProven } = await organisationOf('gap-unproven')
  await setProven('ben', false)
  await put({})
  expect((await getPlan()).gaps).toEqual([{ step: 1, from: expect.any(String), until: null, person: 'ben' }])
  expect((await getPlan()).members.find(({ subject }) => subject === 'ben')).toMatchObject({ channels: 1, proven: 0 })
  const { event, notes } = await critical()
  await turn(Date.parse(event.decideBefore))
  expect((await notes()).map(([, , why]) => why)).toEqual(['Called ben, step 1 of 2.'])
  expect(await notices('ada')).toContain('A call may not reach ben')
  await setProven('ben', true)
  expect((await getPlan()).gaps).toEqual([])
})

test('a person who has a step but no channel for a call is a reported gap; a telephone without a bridge is no channel', async () => {
  const { put, turn, who, getPlan } = await organisationOf('gap-deaf')
  await put({})
  const at = Date.now()
  const told = async () => {
    const notices = await bodyOf<Notification[]>(await api.call(who('ada'), 'GET /api/v1/notifications'))
    return notices.flatMap(({ finding, title, message }) => (finding?.code === 'duty-gap' ? [{ title, message }] : []))
  }
  await turn(at)
  expect([(await getPlan()).gaps, await told()]).toEqual([[], []])
  const own = `tenant_id = 'organisation:gap-deaf'`
  await api.database.query(`update delivery.receiver set channel = 'phone' where ${own} and subject = 'ben'`)
  const channelsOfBen = async () => (await getPlan()).members.find(({ subject }) => subject === 'ben')?.channels
  expect(await channelsOfBen()).toBe(0)
  expect((await getPlan()).gaps).toEqual([{ step: 1, from: expect.any(String), until: null, person: 'ben' }])
  for (const minutes of [1, 2]) await turn(at + minutes * MINUTE_MS)
  const [first, ...others] = await told()
  expect([first?.title, others]).toEqual(['A call may not reach ben', []])
  expect(first?.message).toContain('ben has step 1 from')
  const columns = 'tenant_id, id, channel, target_key, target, shown, services, created_at, confirmed_at'
  await api.database.query(
    `insert into delivery.receiver (subject, ${columns})
     select '', tenant_id, gen_random_uuid(), 'phone', 'organisation', target, shown, services, now(), now()
     from delivery.receiver where ${own} and subject = 'ben'`,
  )
  expect([await channelsOfBen(), (await getPlan()).gaps]).toEqual([1, []])
})

test('a gap that begins at once is reported, even if an earlier gap that is over was reported', async () => {
  const { put, turn, notices } = await organisationOf('gap-again')
  const begin = Date.now() + 12 * HOUR_MS
  const span = { from: new Date(begin).toISOString(), until: new Date(begin + HOUR_MS).toISOString() }
  await put({ absences: [{ person: 'ben', ...span }] })
  const told = async () => (await notices('ada')).filter((title) => title === 'Nobody is on call')
  for (const at of [begin, begin + MINUTE_MS, begin + 2 * HOUR_MS]) await turn(at)
  expect(await told()).toHaveLength(1)
  await api.call({ subject: 'ben', organisation: 'gap-again', roles: ['odt:user'] }, 'GET /api/v1/status')
  for (const minutes of [0, 1, 2]) await turn(begin + 3 * HOUR_MS + minutes * MINUTE_MS)
  expect(await told()).toHaveLength(2)
})

test('if the next person cannot be reached either, that is reported before their week, and not when it begins', async () => {
  const { put, turn, who, getPlan, nameChannel } = await organisationOf('gap-next')
  for (const subject of ['ben', 'max']) await nameChannel(subject, [])
  // The week of the present holder ends in twelve hours.
  const handover = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 12 * HOUR_MS
  const iso = new Date(handover).toISOString()
  const turnsFrom = new Date(handover - 7 * 24 * HOUR_MS).toISOString().slice(0, 10)
  await put({ turnsFrom, handoverTime: iso.slice(11, 16), chain: [{ people: ['ben', 'max'] }, { people: ['ada'] }] })
  expect((await getPlan()).gaps).toEqual([
    { step: 1, from: expect.any(String), until: iso, person: 'ben' },
    { step: 1, from: iso, until: new Date(handover + 7 * 24 * HOUR_MS).toISOString(), person: 'max' },
  ])
  const told = async () => {
    const notices = await bodyOf<Notification[]>(await api.call(who('ada'), 'GET /api/v1/notifications'))
    return notices.flatMap(({ finding }) => (finding?.code === 'duty-gap' ? [finding.values] : []))
  }
  await turn(handover - 13 * HOUR_MS)
  const both = [
    { step: 1, fromAt: new Date(handover - 13 * HOUR_MS).toISOString(), untilAt: iso, person: 'ben' },
    { step: 1, fromAt: iso, untilAt: new Date(handover + 7 * 24 * HOUR_MS).toISOString(), person: 'max' },
  ]
  expect((await told()).toSorted((a, b) => String(a.fromAt).localeCompare(String(b.fromAt)))).toEqual(both)
  for (const hours of [-12, -1, 0, 1, 24]) await turn(handover + hours * HOUR_MS)
  expect(await told()).toHaveLength(2)
  // The gap of the week after that is reported a day before it begins.
  for (const hours of [-25, -23, 0]) await turn(handover + 7 * 24 * HOUR_MS + hours * HOUR_MS)
  expect(await told()).toHaveLength(3)
})

test('the plan shows when each member last used the product, to the hour', async () => {
  const { getPlan } = await organisationOf('unseen')
  const ageH = async () => {
    const ben = (await getPlan()).members.find(({ subject }) => subject === 'ben')
    return Math.round((Date.now() - Date.parse(ben?.seenAt ?? '')) / HOUR_MS)
  }
  expect(await ageH()).toBe(0)
  const tenant = 'organisation:unseen'
  const setBack = (span: string) =>
    api.database.query(
      `update platform.member set seen_at = now() - interval '${span}' where tenant_id = '${tenant}' and subject = 'ben'`,
    )
  const use = () =>
    api.api.platform.db.tenant(tenant, (tx) =>
      updateMember(tx, { subject: 'ben', username: 'ben', roles: ['ca:user'] }),
    )
  await setBack('40 days')
  expect(await ageH()).toBe(960)
  await use()
  expect(await ageH()).toBe(0)
  // The time is not stored again with every request.
  await setBack('35 minutes')
  await use()
  expect(await ageH()).toBe(1)
})
