import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { EventEstimates } from '@apsis/contract/ca/event/estimate.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { CommonMood } from '@apsis/tools/services/service.ts'
import { cdmPublicRow } from '@apsis/tools/services/space-track/records.ts'
import {
  emptySpaceTrack,
  type LocalSpaceTrack,
  type SpaceTrackMood,
  startSpaceTrack,
} from '@apsis/tools/services/space-track/space-track.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testConnection } from '../../connections/connection.service.ts'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { takeInCdms } from '../message/intake.service.ts'
import { situationOf } from '../report/situation.service.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { spaceTrackWork } from './space-track-work.ts'

const USER = 'somebody@university.example'
const START = Date.parse('2030-01-01T05:10:00Z')
const TCA = Date.parse('2030-01-05T12:00:00Z')
const [OWN, OTHER] = ['43617', '90001']
/** By the standard thresholds, a message with this miss distance is LOW, and a report with this probability is CRITICAL. */
const [LOW_MISS_M, GRAVE_PC] = [5_000, 2.13e-4]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

let server: LocalSpaceTrack
let now: number
let organisations = 0
let reports = 0
beforeEach(async () => {
  now = START
  const accounts = [{ identity: USER, password: 'right', reads: [] }]
  server = await startSpaceTrack({ clock: () => now, content: emptySpaceTrack(), accounts, slowMs: 600 })
})
afterEach(() => server.close())

/** A report of class cdm_public; `hours` is its creation time after the start. */
type TestReport = {
  readonly hours?: number
  readonly pc?: number | null
  readonly missM?: number
  readonly tcaMs?: number
  readonly objects?: readonly [string, string]
}
function publish({
  hours = -1,
  pc = GRAVE_PC,
  missM = 187,
  tcaMs = TCA,
  objects = [OTHER, OWN],
}: TestReport = {}): string {
  reports += 1
  const object = (number: string) => ({ NORAD_CAT_ID: number, OBJECT_NAME: `NAMED ${number}`, OBJECT_TYPE: 'DEBRIS' })
  const row = cdmPublicRow({
    id: 900_000_000 + reports,
    createdMs: START + hours * HOUR_MS,
    tcaMs,
    missM,
    probability: pc,
    objects: [object(objects[0]), object(objects[1])],
  })
  server.content().cdmPublic.push(row)
  return String(row.CDM_ID)
}

/** An organisation with a satellite, and a connection that brings only reports. */
async function connected({ isStaging = false } = {}) {
  organisations += 1
  const organisation = `reported-${organisations}`
  const tenantId = `organisation:${organisation}`
  const operator = asOperator(api, organisation)
  await operator.addSatellite(Number(OWN))
  const { db } = api.api.platform
  const ways = testWays({ ledgerClock: () => now, limits: { headMs: 300, wholeMs: 1_500, mostBytes: 1024 ** 2 } })
  const people = connectionPlatform(db, { ways, now: () => now })
  const given = { kind: 'SPACE_TRACK', address: server.url, account: USER, secret: 'right', isStaging } as const
  const { connectionId } = await addConnection(people, tenantId, { ...given, feeds: ['REPORTED'] })
  const platform = { ...api.api.platform, log: api.log, now: () => now, signal: new AbortController().signal }
  const caller = { tenantId, subject: 'ada', username: 'ada' }
  return {
    ...operator,
    tenantId,
    turn: () => spaceTrackWork(ways).turn(platform, tenantId),
    test: () => testConnection(people, { caller, requestId: 'test' }, connectionId),
    /** Stores a message at its creation time, in hours after the start. */
    message: (hours: number, change: Parameters<typeof cdmText>[0] = {}) => {
      const at = new Date(START + hours * HOUR_MS)
      const text = cdmText({
        createdAt: at.toISOString(),
        tca: new Date(TCA).toISOString(),
        missM: LOW_MISS_M,
        ...change,
      })
      const files = [{ name: 'a.cdm', bytes: Buffer.from(text) }]
      return takeInCdms({ db }, { tenantId, subject: 'ada' }, files, { source: 'upload', now: at })
    },
    event: async () => {
      const events = await operator.events('?limit=100')
      expect(events).toHaveLength(1)
      return events[0]!
    },
    estimates: async (id: string) =>
      bodyOf<EventEstimates>(await operator.call(`GET /api/v1/ca/conjunctions/${id}/estimates`)),
    told: async () =>
      (await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?sort=timestamp'))).filter(
        ({ title }) => !title.startsWith('Welcome'),
      ),
    lastReading: async () =>
      (
        await api.database.query<{ result: string; detail: string | null }>(
          'select result, detail, received, accepted, known, refused from connections.reading where tenant_id = $1 order by id desc limit 1',
          [tenantId],
        )
      )[0],
    stored: async () =>
      (
        await api.database.query<{ report_id: string }>(
          'select report_id from ca.reported_approach where tenant_id = $1 order by report_id',
          [tenantId],
        )
      ).map(({ report_id }) => report_id),
  }
}

test('a report about a satellite of the fleet opens an event that is grave, asks for data, and cannot be recomputed', async () => {
  const { turn, event, estimates, told, tenantId, lastReading, stored } = await connected()
  const id = publish()
  publish({ objects: ['90002', '90003'] })
  await turn()
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /ajaxauth/login',
    'GET /basicspacedata/query/class/cdm_public/CREATED/>2029-12-25T05:10:00/orderby/CREATED asc/format/json/emptyresult/show',
  ])
  expect(await lastReading()).toEqual({ result: 'new', detail: null, received: 2, accepted: 1, known: 0, refused: 0 })
  expect(await stored()).toEqual([id])
  const one = await event()
  expect(one).toMatchObject({
    levelFrom: 'REPORTED',
    messages: 0,
    activeCdmId: null,
    action: 'GET_DATA',
    rule: 'reported',
    reportedProbability: GRAVE_PC,
    levelCauses: ['probability-accepted', 'reported'],
    levelBy: { source: 'REPORTED', probability: GRAVE_PC, missM: 187, isShown: false },
    reported: { reportId: id, state: 'COUNTS', isEmergencyReportable: true },
    // The name of the first object is from the fleet; the second is in no catalogue.
    object1: { designator: OWN, name: `SAT ${OWN}` },
    object2: { designator: OTHER, name: `NAMED ${OTHER}`, objectType: 'DEBRIS' },
    conjunctionData: {
      riskLevel: 'CRITICAL',
      probabilityOfCollision: null,
      totalMissDistance: 187,
      relativeSpeed: null,
    },
    isSimulated: false,
  })
  expect((await estimates(one.conjunctionId)).estimates).toMatchObject([
    {
      source: 'REPORTED',
      state: 'COUNTS',
      weakness: 'NOT_RECOMPUTABLE',
      originator: 'Space-Track',
      messageId: id,
      probability: GRAVE_PC,
      missM: 187,
      miss: null,
      sigma: null,
      relativeSpeedMps: null,
      riskLevel: 'CRITICAL',
      isEmergencyReportable: true,
    },
  ])
  const [notice] = await told()
  expect(notice?.title).toBe('Risk raised to CRITICAL')
  expect(notice?.message).toContain('by the report of')
  expect(notice?.message).toContain('cannot be recomputed')
  expect(notice?.message).toContain('2.13')
  const { db } = api.api.platform
  const asked = { db, tenantId, now, publicUrl: 'https://apsis.example', isSimulated: false }
  const inEnglish = JSON.stringify(await situationOf({ ...asked, language: 'en' }))
  expect(inEnglish).toContain('reported by Space-Track')
  expect(inEnglish).toContain('cannot be recomputed')
  expect(JSON.stringify(await situationOf({ ...asked, language: 'de' }))).toContain('nicht nachrechenbar')
  expect(server.violations).toEqual([])
})

test('a report joins the event of a message within 450 s, its level counts beside it, and two newer messages take it back', async () => {
  const { turn, message, event, estimates } = await connected()
  await message(-3)
  const before = await event()
  expect(before.conjunctionData.riskLevel).toBe('LOW')
  publish({ tcaMs: TCA + 440_000 })
  await turn()
  const joined = await event()
  expect(joined).toMatchObject({
    conjunctionId: before.conjunctionId,
    levelFrom: 'MESSAGE',
    activeCdmId: before.activeCdmId,
    action: 'GET_DATA',
    rule: 'reported',
    needsData: true,
    levelBy: { source: 'REPORTED', isShown: false },
    conjunctionData: { riskLevel: 'CRITICAL' },
  })
  // The figures of the message stay: a report never replaces them.
  const { tca, totalMissDistance, probabilityOfCollision } = before.conjunctionData
  expect(joined.conjunctionData).toMatchObject({ tca, totalMissDistance, probabilityOfCollision })
  expect(joined.levelCauses).toContain('reported')
  await message(1)
  expect((await event()).conjunctionData.riskLevel).toBe('CRITICAL')
  const { estimates: all } = await estimates(before.conjunctionId)
  expect(all.find(({ source }) => source === 'REPORTED')?.state).toBe('SUPERSEDED')
  await message(2)
  expect(await event()).toMatchObject({
    conjunctionData: { riskLevel: 'LOW' },
    levelBy: { source: 'MESSAGE' },
    needsData: false,
    rule: 'low',
  })
})

test('a message that joins the event of a report gives it its numbers, also where the objects hardly move past each other', async () => {
  const { turn, message, event } = await connected()
  publish()
  await turn()
  const before = await event()
  await message(1, { slowMps: 2 })
  expect(await event()).toMatchObject({
    conjunctionId: before.conjunctionId,
    levelFrom: 'MESSAGE',
    messages: 1,
    isCoOrbiting: true,
  })
  await message(2, { slowMps: 2 })
  expect((await event()).messages).toBe(2)
})

test('a newer report of the pair supersedes the older, one that is known is not stored twice, and another passage is another event', async () => {
  const { turn, event, events, estimates, stored, lastReading } = await connected()
  const first = publish()
  await turn()
  now = START + 9 * HOUR_MS
  const second = publish({ hours: 8, pc: 3e-3, tcaMs: TCA + 12 })
  await turn()
  expect(await lastReading()).toEqual({ result: 'new', detail: null, received: 2, accepted: 1, known: 1, refused: 0 })
  const one = await event()
  expect(one).toMatchObject({ reportedProbability: 3e-3, trend: 'RISING', reported: { reportId: second } })
  const { estimates: all } = await estimates(one.conjunctionId)
  expect(all.map(({ messageId, state }) => [messageId, state])).toEqual([
    [first, 'SUPERSEDED'],
    [second, 'COUNTS'],
  ])
  now = START + 18 * HOUR_MS
  const third = publish({ hours: 17, tcaMs: TCA + 2_700_000 })
  await turn()
  expect(await stored()).toEqual([first, second, third])
  expect(await events('?limit=100')).toHaveLength(2)
  expect(server.violations).toEqual([])
})

test('a satellite that is added later has the reports of the last days, and once only', async () => {
  const { turn, addSatellite, events, stored, lastReading } = await connected()
  const own = publish({ hours: -2 })
  const laterOwn = publish({ hours: -60, objects: [OTHER, '43618'] })
  await turn()
  expect(await stored()).toEqual([own])
  await addSatellite(43_618)
  now = START + 9 * HOUR_MS
  await turn()
  expect(await stored()).toEqual([own, laterOwn])
  expect(await events('?limit=100')).toHaveLength(2)
  now = START + 18 * HOUR_MS
  publish({ hours: 17, tcaMs: TCA + 2_700_000 })
  await turn()
  expect(await lastReading()).toMatchObject({ received: 2, accepted: 1, known: 1 })
  expect(server.violations).toEqual([])
})

test('a probability that is not said stays unknown, and never calms', async () => {
  const { turn, event, told } = await connected()
  publish({ pc: null, missM: 950 })
  await turn()
  expect(await event()).toMatchObject({
    reportedProbability: null,
    action: 'GET_DATA',
    rule: 'reported',
    levelCauses: ['no-probability', 'reported'],
    levelBy: null,
    reported: { probability: null, isEmergencyReportable: false },
    conjunctionData: { riskLevel: 'UNKNOWN', probabilityOfCollision: null },
  })
  expect(await told()).toEqual([])
})

test('a row without its TCA is refused alone, and the reading says why', async () => {
  const { turn, stored, lastReading } = await connected()
  const id = publish()
  publish()
  const [first, second] = server.content().cdmPublic
  server.content().cdmPublic.splice(0, 2, first!, { ...second!, TCA: null })
  await turn()
  expect(await stored()).toEqual([id])
  const reading = await lastReading()
  expect(reading).toMatchObject({ result: 'some-refused', received: 2, accepted: 1, refused: 1 })
  expect(reading?.detail).toMatch(/^TCA of \d+ is missing or is no time$/)
})

type Mood = CommonMood | SpaceTrackMood
const isQuery = ({ path }: { readonly path: string }) => path.includes('/class/')
test.each<Mood>(['gzip', 'crlf', 'byte-order-mark', 'clock', 'redirect-same', 'signed-out', 'signed-out-page'])(
  '%s: the reports are taken in as ever',
  async (mood) => {
    const { turn, stored } = await connected()
    const id = publish()
    server.next(mood, 1, isQuery)
    await turn()
    expect(await stored()).toEqual([id])
  },
)

test('a field that is not known is counted, and the report is taken in', async () => {
  const { turn, stored, lastReading } = await connected()
  const id = publish()
  server.next('unknown-field', 1, isQuery)
  await turn()
  expect(await stored()).toEqual([id])
  expect(await lastReading()).toMatchObject({ result: 'new', detail: 'fields that are not known: 1', accepted: 1 })
})

test.each<readonly [Mood, string]>([
  ['error-page', 'failed'],
  ['cut-off', 'cut-off'],
  ['page', 'page'],
  ['minute-limit', 'throttled'],
  ['wrong-type', 'wrong-type'],
])('%s: nothing is taken in, the reading says %s, and the reports come later', async (mood, result) => {
  const { turn, stored, lastReading } = await connected()
  const id = publish()
  server.next(mood, 1, isQuery)
  await turn()
  expect(await stored()).toEqual([])
  expect(await lastReading()).toMatchObject({ result })
  for (now = START + MINUTE_MS; now < START + 10 * HOUR_MS; now += 23 * MINUTE_MS) await turn()
  expect(await stored()).toEqual([id])
  expect(server.violations).toEqual([])
})

test('an empty answer is a question: the class has reports of everybody, and the feed stays as silent as it was', async () => {
  const { turn, lastReading, call } = await connected()
  await turn()
  expect(await lastReading()).toMatchObject({
    result: 'empty',
    detail: '{"code":"nobody","values":{}}',
  })
  const [connection] = await bodyOf<{ feeds: { lastReadAt: string | null }[] }[]>(await call('GET /api/v1/connections'))
  expect(connection?.feeds[0]?.lastReadAt).toBeNull()
})

test('what a place for tests reports counts as simulated', async () => {
  const { turn, event } = await connected({ isStaging: true })
  publish()
  await turn()
  expect((await event()).isSimulated).toBe(true)
})

test('a connection that brings only reports is tested without a question that only operators may ask', async () => {
  const { test: tryIt } = await connected()
  expect(await tryIt()).toMatchObject({ result: 'new', account: USER, satellites: null })
  expect(server.requests.map(({ path }) => path)).toEqual(['/ajaxauth/login'])
})
