import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import type { CommonMood } from '@apsis/tools/services/service.ts'
import {
  emptySpaceTrack,
  type LocalSpaceTrack,
  type SpaceTrackMood,
  startSpaceTrack,
} from '@apsis/tools/services/space-track/space-track.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitKeyOf } from '../../connections/budget.service.ts'
import { updateConnection } from '../../connections/connection.service.ts'
import type { ConnectionWays } from '../../connections/reader.service.ts'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { useFeedPlatform } from '../testing/feed-platform.ts'
import type { SpaceTrackMemory } from './space-track-plan.ts'
import { spaceTrackWork } from './space-track-work.ts'

const USER = 'flight@operator.example'
const START = Date.parse('2030-01-01T05:10:00Z')
/** One answer of this size is larger than all messages of these tests. */
const MOST_BYTES = 1024 ** 2

const { tenantId, query, turn, turnWith, feed, stored, platform } = useFeedPlatform()
let server: LocalSpaceTrack
let ways: ConnectionWays
let now: number
beforeEach(async () => {
  now = START
  const content = emptySpaceTrack()
  const accounts = [{ identity: USER, password: 'right', reads: [43_617] }]
  server = await startSpaceTrack({ clock: () => now, content, accounts, slowMs: 600, longLineBytes: 2 * MOST_BYTES })
  const limits = { headMs: 300, wholeMs: 1_500, mostBytes: MOST_BYTES }
  ways = testWays({ ledgerClock: () => now, limits })
})
afterEach(() => server.close())

const connected = () => connectionPlatform(platform().db, { ways, now: () => now })
const connect = (secret = 'right', isStaging = false) =>
  addConnection(connected(), tenantId(), { kind: 'SPACE_TRACK', address: server.url, account: USER, secret, isStaging })
const read = () => turn(spaceTrackWork(ways), () => now)
const publish = (...texts: readonly string[]) => server.content().cdms.push(...texts)
const queries = () => server.requests.map(({ path }) => path).filter((path) => path.includes('/class/cdm'))
const states = () =>
  query('select state, state_detail from connections.connection where tenant_id = $1', [tenantId()]) as Promise<
    { state: string }[]
  >
const notices = async () =>
  (
    (await query('select finding from notifications.notification where tenant_id = $1', [tenantId()])) as {
      finding: { code: string }
    }[]
  ).map(({ finding }) => finding.code)
const lastReading = async () =>
  (
    (await query(
      'select result, detail, received, accepted, known, refused from connections.reading where tenant_id = $1 order by id desc limit 1',
      [tenantId()],
    )) as { result: ReadingResult; detail: string | null }[]
  )[0]

test('the first run signs in and fetches the messages of a week, as class cdm in JSON, oldest first', async () => {
  publish(
    cdmText({ messageId: 'b', createdAt: '2029-12-31T01:00:00' }),
    cdmText({ messageId: 'a', createdAt: '2029-12-30T01:00:00' }),
    cdmText({ messageId: 'too old', createdAt: '2029-12-20T01:00:00' }),
  )
  await connect()
  await read()
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /ajaxauth/login',
    'GET /expandedspacedata/query/class/cdm/CREATION_DATE/>2029-12-25T05:10:00/orderby/CREATION_DATE asc/format/json/emptyresult/show',
  ])
  expect(await stored()).toEqual(['space-track a', 'space-track b'])
  expect(await feed(now)).toMatchObject({ lastSuccessAt: new Date(now), lastMessageAt: new Date(now), lastError: null })
  expect(await lastReading()).toEqual({ result: 'new', detail: null, received: 2, accepted: 2, known: 0, refused: 0 })
  expect(server.violations).toEqual([])
})

test('what a place for tests has is stored as such, and counts as simulated', async () => {
  publish(cdmText({ messageId: 'try', createdAt: '2029-12-31T01:00:00' }))
  await connect('right', true)
  await read()
  const rows = await query('select source, is_simulated from ca.cdm where tenant_id = $1', [tenantId()])
  expect(rows).toEqual([{ source: 'space-track-staging', is_simulated: true }])
})

test('likely and close events are fetched every hour, in one query, between their objects only', async () => {
  const urgent = { createdAt: '2029-12-31T01:00:00', tca: '2030-01-03T12:00:00', missM: 60, sigmaM: 100 }
  publish(
    cdmText({ messageId: 'urgent', objects: ['43617', '222'], ...urgent }),
    cdmText({ messageId: 'harmless', objects: ['43617', '444'], ...urgent, missM: 9_000 }),
    cdmText({ messageId: 'late', objects: ['43617', '666'], ...urgent, tca: '2030-01-08T12:00:00' }),
  )
  await connect()
  await read()
  const polls = queries().length
  for (now = START + MINUTE_MS; now < START + 3 * HOUR_MS - 20 * MINUTE_MS; now += 2 * MINUTE_MS) await read()
  const hourly = queries().slice(polls)
  expect(hourly.length).toBeGreaterThanOrEqual(2)
  for (const path of hourly)
    expect(path).toContain('/SAT1_OBJECT_DESIGNATOR/222,43617/SAT2_OBJECT_DESIGNATOR/222,43617/')
  expect(server.violations).toEqual([])
})

type Mood = CommonMood | SpaceTrackMood
/** The behaviours of the test service with which all data must still arrive. */
const HARMLESS: readonly Mood[] = [
  'gzip',
  'crlf',
  'lf-without-end',
  'byte-order-mark',
  'clock',
  'unknown-field',
  'redirect-same',
  'signed-out',
  'signed-out-page',
]
test.each(HARMLESS)('%s: the messages are taken in as ever', async (mood) => {
  publish(cdmText({ messageId: 'one', createdAt: '2029-12-31T01:00:00' }))
  await connect()
  server.next(mood, 1, ({ path }) => path.includes('/class/cdm'))
  await read()
  expect(await stored()).toEqual(['space-track one'])
  expect(await feed(now)).toMatchObject({ lastError: null })
  expect(server.violations).toEqual([])
})

/**
 * The behaviours of the test service with which no data arrive, with the result that is shown and the least and most minutes until the next
 * attempt.
 */
const BAD: readonly (readonly [Mood, ReadingResult, number, number])[] = [
  ['slow', 'unreachable', 5, 15],
  ['cut-off', 'cut-off', 5, 15],
  ['cut-off-length', 'cut-off', 5, 15],
  ['cut-off-chunked', 'cut-off', 5, 15],
  ['error-page', 'failed', 5, 15],
  ['page', 'page', 5, 15],
  ['redirect-elsewhere', 'redirected', 5, 15],
  ['redirect-http', 'redirected', 5, 15],
  ['redirect-ring', 'redirected', 5, 15],
  ['wrong-type', 'wrong-type', 5, 15],
  ['long-line', 'too-large', 5, 15],
  ['minute-limit', 'throttled', 60, 95],
  ['minute-limit-list', 'throttled', 60, 95],
  ['minute-limit-object', 'throttled', 60, 95],
  ['plain-500', 'failed', 5, 15],
  ['bad-request', 'failed', 5, 15],
]
test.each(BAD)(
  '%s: nothing is stored, the result is %s, and all messages come when it is over',
  async (mood, result, least, most) => {
    publish(cdmText({ messageId: 'kept for later', createdAt: '2029-12-31T01:00:00' }))
    await connect()
    server.setMood(mood, ({ path }) => path.includes('/class/cdm'))
    await read()
    expect(await stored()).toEqual([])
    expect(await lastReading()).toMatchObject({ result, received: 0 })
    const { lastError, lastSuccessAt, nextAt } = (await feed(now))!
    expect(lastError).not.toBeNull()
    expect(lastSuccessAt).toBeNull()
    const sent = server.requests.length
    const waits = (nextAt!.getTime() - now) / MINUTE_MS
    expect(waits).toBeGreaterThanOrEqual(least)
    expect(waits).toBeLessThanOrEqual(most)
    now = nextAt!.getTime() - 1_000
    await read()
    expect(server.requests).toHaveLength(sent)
    server.mood = 'ok'
    // A broken answer counts towards the limit of its class, so the next fetch may be hours away.
    for (let hours = 0; hours < 10 && (await stored()).length === 0; hours += 0.25) {
      now = START + HOUR_MS * hours + 10 * MINUTE_MS
      await read()
    }
    expect(await stored()).toEqual(['space-track kept for later'])
    expect(await feed(now)).toMatchObject({ lastError: null, lastSuccessAt: new Date(now) })
    expect(server.violations).toEqual([])
  },
)

test.each<[string, Mood, string, string]>([
  ['a wrong password', 'wrong-password', 'REFUSED', 'connection-refused'],
  ['a suspension', 'suspended', 'SUSPENDED', 'connection-suspended'],
])(
  '%s stops the connection at once, tells people once, and waits for one who resumes it',
  async (_, mood, state, code) => {
    const { connectionId } = await connect()
    server.mood = mood
    await read()
    const tries = server.logins()
    for (now += MINUTE_MS; now < START + 30 * HOUR_MS; now += 3 * HOUR_MS) await read()
    expect(server.logins()).toBe(tries)
    expect(await states()).toMatchObject([{ state }])
    expect(await notices()).toEqual([code])
    expect((await feed(now))?.lastError).toMatch(/waits for a person|until a person resumes/)
    server.mood = 'ok'
    publish(cdmText({ messageId: 'after', createdAt: new Date(now - HOUR_MS).toISOString().slice(0, 19) }))
    const caller = { tenantId: tenantId(), subject: 'ada', username: 'ada' }
    const given = { kind: 'SPACE_TRACK', name: 'Space-Track', address: server.url, account: USER } as const
    await updateConnection(
      connected(),
      { caller, requestId: 'test' },
      {
        id: connectionId,
        given: { ...given, feeds: ['MESSAGES'], periodHours: 8, isStaging: false, isPaused: false },
        ifMatch: undefined,
      },
    )
    await read()
    expect(await states()).toMatchObject([{ state: 'ACTIVE' }])
    // After a change by a person, a service on this machine counts as a test service.
    expect(await stored()).toEqual(['space-track-staging after'])
    expect(server.violations).toEqual([])
  },
)

test('a refused password is tried once more only if a person has set another', async () => {
  await connect('wrong')
  for (const minutes of [0, 60, 600]) {
    now = START + minutes * MINUTE_MS
    await read()
  }
  expect(server.logins()).toBe(1)
  expect(await states()).toMatchObject([{ state: 'REFUSED' }])
})

test('an empty answer is a question: it is shown as empty with what the account may read, and as no rights if that is nothing', async () => {
  await connect()
  await read()
  expect(await lastReading()).toMatchObject({ result: 'empty', detail: '{"code":"readable","values":{"count":1}}' })
  server.accounts[0]!.reads = []
  now = START + 9 * HOUR_MS
  await read()
  expect(await lastReading()).toMatchObject({ result: 'no-rights' })
  expect((await feed(now))?.lastError).toContain('may not read')
})

test('hostile texts are stored as text, and one bad message refuses itself alone', async () => {
  publish(
    cdmText({ messageId: '<script>alert(1)</script>', createdAt: '2029-12-31T01:00:00' }),
    cdmText({ messageId: 'good', createdAt: '2029-12-31T02:00:00' }),
  )
  await connect()
  server.next('missing-field', 1, ({ path }) => path.includes('/class/cdm'))
  await read()
  const reading = await lastReading()
  expect(reading).toMatchObject({ result: 'some-refused', received: 2, refused: 1 })
  expect(await stored()).toHaveLength(1)
})

test('workers that read at once send one query, and sign in once', async () => {
  publish(cdmText({ messageId: 'one', createdAt: '2029-12-31T01:00:00' }))
  await connect()
  await Promise.all(Array.from({ length: 8 }, read))
  expect(queries()).toHaveLength(1)
  expect(server.logins()).toBe(1)
  expect(await stored()).toEqual(['space-track one'])
})

test('an hourly request that another organisation with the account has just sent postpones the hourly fetch alone, and is no failure', async () => {
  const urgent = { createdAt: '2029-12-31T01:00:00', tca: '2030-01-03T12:00:00', missM: 60, sigmaM: 100 }
  publish(cdmText({ messageId: 'urgent', objects: ['43617', '222'], ...urgent }))
  await connect()
  await read()
  const memory = async () =>
    ((await query('select memory from connections.feed where tenant_id = $1', [tenantId()])) as { memory: object }[])[0]
      ?.memory as SpaceTrackMemory
  const before = await memory()
  now += MINUTE_MS
  const limitKey = limitKeyOf(server.url, USER)
  // The other organisation's request is counted after the reader has found the limit free, and before the reader's own request.
  const { run } = await platform().db.shared(async (tx) => {
    await lockUntilEnd(tx, `connections.request:${limitKey}`)
    const reading = read()
    await expect.poll(async () => (await memory()).eventsAt).toBeGreaterThan(before.eventsAt)
    const values = [limitKey, 'cdm-event', new Date(now)]
    await query('insert into connections.request (limit_key, class, at) values ($1, $2, $3)', values)
    return { run: reading }
  })
  await run
  expect(await lastReading()).toMatchObject({ result: 'limit-reached' })
  const after = await memory()
  expect(after).toEqual({ ...before, eventsAt: after.eventsAt })
  expect(after.eventsAt).toBeGreaterThanOrEqual(now + HOUR_MS)
  expect(server.violations).toEqual([])
})

/** Connects this number of organisations with the same account. */
async function connectSeveral(count: number): Promise<string[]> {
  const organisations = Array.from({ length: count }, (_, n) => `${tenantId()} number ${n}`)
  const given = { kind: 'SPACE_TRACK', address: server.url, account: USER, secret: 'right' } as const
  for (const organisation of organisations) await addConnection(connected(), organisation, given)
  return organisations
}

const readFor = (organisation: string) => turnWith(spaceTrackWork(ways), () => now, organisation)
/** Returns when an organisation has got all messages, in order. */
const fetchesOf = async (organisation: string) =>
  (
    (await query(`select at from connections.reading where tenant_id = $1 and result = 'empty' order by id`, [
      organisation,
    ])) as { at: Date }[]
  ).map(({ at }) => at.getTime())

test('organisations that share an account fetch in turns, even if one of them always comes first', async () => {
  const organisations = await connectSeveral(3)
  for (; now < START + 4 * DAY_MS; now += 20 * MINUTE_MS) for (const one of organisations) await readFor(one)
  const counts = await Promise.all(organisations.map(async (one) => (await fetchesOf(one)).length))
  const total = counts.reduce((sum, count) => sum + count)
  // The account allows three fetches a day, and each may be a step late.
  expect(total).toBeGreaterThanOrEqual(3 * 3)
  // At the end some have had one turn more than others.
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  expect(server.violations).toEqual([])
})

test('an organisation that waits and does not come keeps the others waiting for half an hour at most', async () => {
  const [mine = '', absent = ''] = await connectSeveral(2)
  await readFor(mine)
  await readFor(absent)
  expect(await fetchesOf(absent)).toEqual([])
  for (; now < START + 10 * HOUR_MS; now += MINUTE_MS) await readFor(mine)
  const [first = 0, second = 0] = await fetchesOf(mine)
  // The window of the service is 8 h with a margin of 2 min; close to an hour and half an hour nothing is sent.
  expect(second - first).toBeGreaterThan(8 * HOUR_MS + 30 * MINUTE_MS)
  expect(second - first).toBeLessThan(8 * HOUR_MS + 60 * MINUTE_MS)
})

test('an answer that is too large is asked again for half the time, so that the newest messages come first', async () => {
  // The limit allows an answer of two messages, but not of eleven.
  ways = testWays({ ledgerClock: () => now, limits: { mostBytes: 20_000 } })
  const old = Array.from({ length: 10 }, (_, n) => cdmText({ messageId: `old ${n}`, createdAt: '2029-12-26T01:00:00' }))
  publish(cdmText({ messageId: 'new', createdAt: '2029-12-31T23:00:00' }), ...old)
  await connect()
  await read()
  expect(await lastReading()).toMatchObject({ result: 'too-large' })
  for (now = START + HOUR_MS; now < START + 10 * HOUR_MS; now += HOUR_MS) await read()
  expect(await stored()).toEqual(['space-track new'])
  expect(server.violations).toEqual([])
})

test('a server that stays down is asked more and more rarely, finally about every two hours', async () => {
  await connect()
  server.mood = 'down'
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await read()
    const next = (await feed(now))?.nextAt?.getTime() ?? 0
    waits.push((next - now) / MINUTE_MS)
    now = next
  }
  expect(waits).toEqual([10, 20, 40, 80, 120, 120, 120, 120])
})

test('no secret is in a reading, a notice, a feed or the list of requests', async () => {
  await connect('right-secret-7')
  await read()
  const tables = [
    'connections.connection',
    'connections.feed',
    'connections.reading',
    'notifications.notification',
    'platform.audit',
  ]
  for (const table of tables) {
    const rows = await query(`select to_jsonb(t)::text as row from ${table} t where tenant_id = $1`, [tenantId()])
    expect(JSON.stringify(rows)).not.toContain('right-secret-7')
  }
  const requests = await query('select to_jsonb(t)::text as row from connections.request t', [])
  expect(JSON.stringify(requests)).not.toContain(USER)
})
