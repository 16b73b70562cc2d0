import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addConnection, connectionPlatform, setFeed, testWays } from '../../connections/testing/test-connection.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { listUrgent } from '../event/event.service.ts'
import { withdrawMessages } from '../event/withdraw-messages.service.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { oemText } from '../testing/oem-text.ts'
import { simulatedSets } from '../testing/test-catalogue.ts'
import { reminderWork } from './reminder-work.ts'

const HOUR_MS = 3_600_000
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Runs the work once, `hours` from now; returns its notices, the oldest first. */
async function turn(organisation: string, hours: number): Promise<string[]> {
  const { db, queue } = api.api.platform
  const who = { subject: 'ada', organisation, roles: ['ca:user'] }
  const read = async () =>
    bodyOf<Notification[]>(await api.call(who, 'GET /api/v1/notifications?sort=timestamp&limit=200'))
  const before = (await read()).length
  const now = () => Date.now() + hours * HOUR_MS
  await reminderWork.turn(
    { db, queue, log: api.log, now, signal: new AbortController().signal },
    `organisation:${organisation}`,
  )
  return (await read()).slice(before).map(({ title }) => title)
}

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

/** An event that has to be acted on from 24 h before its decision gets that notice at that time, and no second notice that the decision is due. */
const isOfDecision = (title: string) => title.startsWith('Decision') || title.startsWith('Act')
const ACT = expect.stringMatching(/^Act: SAT 43617 × OBJECT \d+, decide before 20\d\d-/)

test('a decision has reminders 24, 12 and 6 h before the commit time, once each, and none after it is made', async () => {
  const operator = asOperator(api, 'due')
  await operator.addSatellite(43_617)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(72), missM: 150, sigmaM: 50 }))
  const [event] = await operator.events()
  const commit = 72 - (Date.parse(event!.conjunctionData.tca) - Date.parse(event!.decideBefore)) / HOUR_MS
  const decisions = async (hours: number) => (await turn('due', hours)).filter(isOfDecision)
  expect(await decisions(commit - 24.5)).toEqual([])
  expect(await decisions(commit - 23.5)).toEqual([ACT])
  expect(await decisions(commit - 23)).toEqual([])
  // The work did not run for a while: only the last reminder is sent.
  expect(await decisions(commit - 5.5)).toEqual(['Decision due within 6 h'])
  expect(await decisions(commit + 0.5)).toEqual([])
})

test('each of 24, 12 and 6 h has its own reminder, if the work runs all the time', async () => {
  const operator = asOperator(api, 'due-each')
  await operator.addSatellite(43_617)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(72), missM: 150, sigmaM: 50 }))
  const [event] = await operator.events()
  const commit = 72 - (Date.parse(event!.conjunctionData.tca) - Date.parse(event!.decideBefore)) / HOUR_MS
  const told: string[] = []
  for (const left of [25, 23.9, 13, 11.9, 7, 5.9, 1])
    told.push(...(await turn('due-each', commit - left)).filter(isOfDecision))
  expect(told).toEqual([ACT, 'Decision due within 12 h', 'Decision due within 6 h'])
})

test('an open event without new messages is notified once for each silence; a past event is not notified', async () => {
  const operator = asOperator(api, 'silent')
  await operator.addSatellite(43_617)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(150), missM: 150, sigmaM: 50 }))
  const silences = async (hours: number) => (await turn('silent', hours)).filter((title) => title.startsWith('No news'))
  expect(await silences(15)).toEqual([])
  expect(await silences(17)).toEqual(['No news of an open event'])
  expect(await silences(18)).toEqual([])
  expect(await silences(151)).toEqual([])
})

/** Connects Space-Track for an organisation; it usually brings data at intervals of this many hours. */
async function connect(organisation: string, periodHours: number) {
  const platform = connectionPlatform(api.api.platform.db, { ways: testWays() })
  const account = { account: 'flight@operator.example', secret: 'right', periodHours }
  const made = await addConnection(platform, `organisation:${organisation}`, { kind: 'SPACE_TRACK', ...account })
  return { connectionId: made.connectionId, kind: 'MESSAGES' } as const
}

test.each([
  ['eight', 8, 12],
  ['two', 2, 3],
])(
  'a feed that brings something every %s hours is told when it was silent for half as much again, and that it is back',
  async (name, period, most) => {
    const organisation = `feed-${name}`
    const tenantId = `organisation:${organisation}`
    const { db } = api.api.platform
    await asOperator(api, organisation).addSatellite(43_617)
    const key = await connect(organisation, period)
    await setFeed(db, tenantId, key, { successAt: new Date() })
    expect(await turn(organisation, most - 0.1)).toEqual([])
    expect(await turn(organisation, most + 0.1)).toEqual(['A source of messages is silent'])
    expect(await turn(organisation, most + 8)).toEqual([])
    const successAt = new Date(Date.now() + (most + 8) * HOUR_MS)
    await setFeed(db, tenantId, key, { successAt })
    expect(await turn(organisation, most + 8)).toEqual(['A source of messages is back'])
    expect(await turn(organisation, most + 8)).toEqual([])
  },
)

test('an open event whose newest message no longer uses the ephemeris of the other operator is reported once', async () => {
  const operator = asOperator(api, 'neighbour')
  await operator.addSatellite(43_617)
  const take = (createdAt: number, ephemeris: string) => {
    const text = cdmText({ createdAt: inHours(createdAt), tca: inHours(150), missM: 150, sigmaM: 50 })
    const at = text.lastIndexOf('EPHEMERIS_NAME = NONE')
    return operator.take(
      `${text.slice(0, at)}EPHEMERIS_NAME = ${ephemeris}${text.slice(at + 'EPHEMERIS_NAME = NONE'.length)}`,
    )
  }
  const told = async () => (await turn('neighbour', 1)).filter((title) => title.startsWith('Ephemeris of the other'))
  await take(-9, 'OTHER_1.oem')
  expect(await told()).toEqual([])
  await take(-1, 'NONE')
  expect(await told()).toEqual(['Ephemeris of the other operator has ended'])
  expect(await told()).toEqual([])
})

/** Makes a decided event some hours ahead, whose messages arrived every eight hours. */
async function decided(organisation: string, step: object, missM = 150) {
  const operator = asOperator(api, organisation)
  await operator.addSatellite(43_617)
  const text = (createdAt: number) => cdmText({ createdAt: inHours(createdAt), tca: inHours(150), missM, sigmaM: 50 })
  await operator.take(...[-17, -9, -1].map(text))
  const [event] = await operator.events()
  const id = event!.conjunctionId
  const answer = await operator.decide(id, { action: 'DECIDE', why: 'wait', ...step }, { 'if-match': '*' })
  expect(answer.status).toBe(200)
  const history = async () => (await operator.read<Decision>(`/conjunctions/${id}/decision`)).history
  return { ...operator, id, history, told: (hours: number) => turn(organisation, hours), text }
}

test('a decision to wait reopens once, when its review is due, and users are notified', async () => {
  const lookAgainAt = inHours(4)
  const { told, history, events, call } = await decided('look', { decision: 'MONITOR', lookAgainAt })
  expect(await told(3.9)).toEqual([])
  expect(await told(4.1)).toEqual(['Decision reopened'])
  expect(await events()).toMatchObject([
    { decision: { state: 'ACKNOWLEDGED', by: 'Apsis', decision: null }, reopens: null },
  ])
  expect((await history()).at(-1)).toMatchObject({ action: 'REOPEN', by: 'Apsis', trigger: 'look', lookAgainAt })
  const [notice] = await bodyOf<Notification[]>(await call('GET /api/v1/notifications?limit=1'))
  expect(notice).toMatchObject({ level: 'critical' })
  expect(notice!.message).toMatch(/Decided \(monitor\) by ada, open again: the next look is due, /)
  expect(await told(4.2)).toEqual([])
})

test('a low event that was watched reopens when its review is due, too', async () => {
  const { told, events } = await decided('look-low', { decision: 'MONITOR', lookAgainAt: inHours(4) }, 5_000)
  expect((await events())[0]!.conjunctionData.riskLevel).toBe('LOW')
  expect(await told(4.1)).toEqual(['Decision reopened'])
})

test('a decision to wait reopens when the message that was expected is two hours late', async () => {
  const { told, history } = await decided('late', { decision: 'REQUEST_TRACKING', lookAgainAt: inHours(100) })
  // The event is known only since now, so the next message is expected in 8 h.
  expect(await told(9.9)).toEqual([])
  expect(await told(10.1)).toEqual(['Decision reopened'])
  expect((await history()).at(-1)).toMatchObject({ action: 'REOPEN', trigger: 'message-late' })
})

test('silence about an event with a final decision is notified, and the event stays decided', async () => {
  const { told, events } = await decided('silent-decided', { decision: 'MANOEUVRE' })
  expect(await told(15.9)).toEqual([])
  expect(await told(16.1)).toEqual(['No news of a decided event'])
  expect(await told(17)).toEqual([])
  expect(await events()).toMatchObject([{ decision: { state: 'DECIDED' } }])
})

test('data that were late at the time of the decision reopen nothing before the review is due', async () => {
  const { told, decide, id } = await decided('late-before', { decision: 'MONITOR', lookAgainAt: inHours(100) })
  expect(await told(10.1)).toEqual(['Decision reopened'])
  await api.database.query(`update ca.conjunction set created_at = created_at - interval '12 hours' where id = $1`, [
    id,
  ])
  await api.database.query(
    `update ca.cdm set creation_date = creation_date - interval '12 hours' where conjunction_id = $1`,
    [id],
  )
  await decide(
    id,
    { action: 'DECIDE', decision: 'MONITOR', lookAgainAt: inHours(30), why: 'wait' },
    { 'if-match': '*' },
  )
  expect((await told(1)).filter((title) => title === 'Decision reopened')).toEqual([])
  expect((await told(30.1)).filter((title) => title === 'Decision reopened')).toHaveLength(1)
})

/** Marks the messages of a track as withdrawn in the same way as the withdrawal of the track (docs/domain/observation.md). */
const withdraw = (organisation: string, { conjunctionId, cdmId }: CdmIntake) =>
  api.api.platform.db.tenant(`organisation:${organisation}`, (tx) =>
    withdrawMessages(tx, {
      tenantId: `organisation:${organisation}`,
      now: new Date(),
      messages: async () => new Map([[conjunctionId ?? '', [cdmId ?? '']]]),
    }),
  )

test('a message of a withdrawn track does not say that the ephemeris of the other operator has ended', async () => {
  const operator = asOperator(api, 'neighbour-withdrawn')
  await operator.addSatellite(43_617)
  const text = cdmText({ createdAt: inHours(-9), tca: inHours(150), missM: 150, sigmaM: 50 })
  const at = text.lastIndexOf('EPHEMERIS_NAME = NONE')
  await operator.take(
    `${text.slice(0, at)}EPHEMERIS_NAME = OTHER_1.oem${text.slice(at + 'EPHEMERIS_NAME = NONE'.length)}`,
  )
  const [later] = await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(150), missM: 150, sigmaM: 50 }))
  await withdraw('neighbour-withdrawn', later!)
  const told = await turn('neighbour-withdrawn', 1)
  expect(told.filter((title) => title.startsWith('Ephemeris of the other'))).toEqual([])
})

test('a message of a withdrawn track does not end a silence', async () => {
  const operator = asOperator(api, 'silent-withdrawn')
  await operator.addSatellite(43_617)
  const about = { tca: inHours(150), missM: 150, sigmaM: 50 }
  for (const ago of [29, 15]) await operator.take(cdmText({ ...about, createdAt: inHours(-ago) }))
  const [later] = await operator.take(cdmText({ ...about, createdAt: inHours(-1) }))
  // The messages are 14 h apart: the wait is twice that. Two messages alone give no usual interval: then the wait is 16 h, from when the event became
  // known.
  const silences = async () => (await turn('silent-withdrawn', 17)).filter((title) => title.startsWith('No news'))
  expect(await silences()).toEqual([])
  await withdraw('silent-withdrawn', later!)
  expect(await silences()).toEqual(['No news of an open event'])
})

test('an event that cannot be read is logged and delays no other reminder', async () => {
  const operator = asOperator(api, 'unreadable')
  await operator.addSatellite(43_617)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(40), missM: 150, sigmaM: 50 }))
  await operator.take(
    cdmText({ createdAt: inHours(-1), tca: inHours(44), missM: 150, sigmaM: 50, messageId: 'second' }),
  )
  const events = await operator.events()
  expect(events).toHaveLength(2)
  const [first] = events.toSorted((a, b) => a.conjunctionData.tca.localeCompare(b.conjunctionData.tca))
  await api.database.query(`update ca.conjunction set facts = facts - 'conjunctionData' where id = $1`, [
    first!.conjunctionId,
  ])
  const hours = (Date.parse(first!.decideBefore) - Date.now()) / HOUR_MS - 5
  await expect(turn('unreadable', hours)).rejects.toThrow('what is due was not told: 1 of')
  const told = await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?limit=200'))
  expect(told.filter(({ title }) => title.startsWith('Decision'))).toHaveLength(1)
})

test('an event that could wait for data has to be acted on when its deadline is near: this is notified once, without a new message', async () => {
  const operator = asOperator(api, 'to-act')
  await operator.addSatellite(43_617)
  // The event is diluted, and its probability is above the accepted one: it is HIGH, however near its decision is.
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(72), missM: 700, sigmaM: 900, hbrM: 40 }))
  const [event] = await operator.events()
  expect(event).toMatchObject({ action: 'GET_DATA', conjunctionData: { riskLevel: 'HIGH' } })
  const toDecideH = (Date.parse(event!.decideBefore) - Date.now()) / HOUR_MS
  const told = async (leftH: number) => (await turn('to-act', toDecideH - leftH)).filter(isOfDecision)
  expect([await told(24.5), await told(23.9), await told(23.5)]).toEqual([[], [ACT], []])
  // Below CRITICAL, too, the on-call chain and the on-call system act on the event when its deadline is near.
  const urgentAt = (leftH: number) =>
    api.api.platform.db.tenant('organisation:to-act', (tx) =>
      listUrgent(tx, Date.now() + (toDecideH - leftH) * HOUR_MS),
    )
  expect([await urgentAt(24.5), await urgentAt(23.9)]).toEqual([[], [event!.conjunctionId]])
  const notices = await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?limit=200'))
  const [act] = notices.filter(({ finding }) => finding?.code === 'act-before')
  expect(act).toMatchObject({ level: 'critical', finding: { values: { level: 'HIGH', action: 'ACT', needsData: 1 } } })
})

test('a silent feed is reported with the error, and does not count as back if only its period was enlarged', async () => {
  const tenantId = 'organisation:feed-enlarged'
  const { db } = api.api.platform
  const operator = asOperator(api, 'feed-enlarged')
  await operator.addSatellite(43_617)
  const key = await connect('feed-enlarged', 2)
  const failed = { result: 'failed', detail: 'status 503', failedAt: new Date() } as const
  await setFeed(db, tenantId, key, { successAt: new Date(), ...failed })
  expect(await turn('feed-enlarged', 4)).toEqual(['A source of messages is silent'])
  const [told] = await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?limit=1'))
  expect(told?.finding?.values.trouble).toBe('The service answered with an error: status 503.')
  await setFeed(db, tenantId, key, { periodHours: 8 })
  expect(await turn('feed-enlarged', 5)).toEqual([])
  expect(await turn('feed-enlarged', 13)).toEqual(['A source of messages is silent'])
})

/** Stores operational files of a satellite that arrived `agoHours` ago, oldest first; the last is usable for `usableHours` from now. */
async function giveFiles(organisation: string, satelliteId: string, agoHours: readonly number[], usableHours: number) {
  const [set] = simulatedSets(40).filter(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
  for (const ago of agoHours) {
    const form = new FormData()
    form.set('satellite-id', satelliteId)
    form.set('kind', 'OPERATIONAL')
    const from = new Date(Date.now() - HOUR_MS)
    form.set('file', new Blob([oemText(set!, { from, hours: usableHours + 1, objectId: '43617' })]), `${ago}.oem`)
    const who = { subject: 'ada', organisation, roles: ['ca:user'] }
    const taken = await api.call(who, 'POST /api/v1/ca/ephemeris/file', { body: form })
    expect(taken.status).toBe(201)
    const { oemFileId } = await bodyOf<EphemerisFile>(taken)
    await api.database.query('update ca.ephemeris set uploaded_at = $2 where id = $1', [
      oemFileId,
      new Date(Date.now() - ago * HOUR_MS),
    ])
  }
}

test('an ephemeris that arrived every eight hours and is missing is notified once, and again after the next one (F30)', async () => {
  const operator = asOperator(api, 'no-file')
  const { satelliteId } = await operator.addSatellite(43_617)
  const told = async (hours: number) =>
    (await turn('no-file', hours)).filter((title) => title.startsWith('Ephemeris did not'))
  await giveFiles('no-file', satelliteId, [16, 8, 0], 6)
  expect(await told(15)).toEqual([])
  expect(await told(17)).toHaveLength(1)
  expect(await told(18)).toEqual([])
  await giveFiles('no-file', satelliteId, [0], 6)
  expect(await told(18)).toHaveLength(1)
})

test('the end of the own ephemeris of an open event is notified once, with the level of the event (F30)', async () => {
  const operator = asOperator(api, 'ended-file')
  const { satelliteId } = await operator.addSatellite(43_617)
  await giveFiles('ended-file', satelliteId, [1], 6)
  await operator.take(cdmText({ createdAt: inHours(-1), tca: inHours(60), missM: 150, sigmaM: 50 }))
  const told = async (hours: number) =>
    (await turn('ended-file', hours)).filter((title) => title.startsWith('Ephemeris ended'))
  expect(await told(4)).toEqual([])
  expect(await told(7)).toHaveLength(1)
  expect(await told(8)).toEqual([])
})
