import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { cdmText } from '../testing/cdm-text.ts'
import { useFeedPlatform } from '../testing/feed-platform.ts'
import { type Mood, type SpaceTrackServer, startSpaceTrackServer } from '../testing/space-track-server.ts'
import { nextPoll, spend } from './space-track-plan.ts'
import { spaceTrackWork } from './space-track-work.ts'

const USER = 'flight@operator.example'
const START = Date.parse('2030-01-01T05:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const folder = mkdtempSync(join(tmpdir(), 'apsis-space-track-'))
const passwordFile = join(folder, 'password')

const { tenantId, query, turn, feed, stored } = useFeedPlatform()
let server: SpaceTrackServer
let now: number
beforeEach(async () => {
  server = await startSpaceTrackServer(USER)
  now = START
  writeFileSync(passwordFile, 'right\n')
})
afterEach(() => server.close())
afterAll(() => rmSync(folder, { recursive: true }))

/** Makes a connector that behaves like another worker process. */
function newWorker(random = () => 0.5, perPage = 1_000) {
  const limits = { timeoutMs: 5_000, mostBytes: 1024 ** 2, perPage }
  const work = spaceTrackWork({
    url: server.url,
    user: USER,
    passwordFile,
    proxy: undefined,
    tenantId: tenantId(),
    random,
    limits,
  })
  return () => turn(work, () => now)
}
const queries = () => server.requests.filter((request) => request.includes('/class/cdm'))

test('the first run signs in and fetches the messages of a week, as class cdm in JSON, oldest first', async () => {
  server.messages.push(cdmText({ messageId: 'b', createdAt: '2029-12-31T01:00:00' }))
  server.messages.push(cdmText({ messageId: 'a', createdAt: '2029-12-30T01:00:00' }))
  server.messages.push(cdmText({ messageId: 'too old', createdAt: '2029-12-20T01:00:00' }))
  await newWorker()()
  expect(server.requests).toEqual([
    'POST /ajaxauth/login',
    'GET /expandedspacedata/query/class/cdm/CREATION_DATE/>2029-12-25T05:00:00/orderby/CREATION_DATE asc/limit/1000/format/json/emptyresult/show',
  ])
  expect(await stored()).toEqual(['space-track a', 'space-track b'])
  expect(await feed()).toMatchObject({ lastSuccessAt: new Date(now), lastMessageAt: new Date(now), lastError: null })
})

test('messages are fetched three times a day at most, also after restarts and with several workers; known ones are not stored twice', async () => {
  const workers = [newWorker(), newWorker(() => 0.1)]
  server.messages.push(cdmText({ messageId: 'one', createdAt: '2029-12-31T01:00:00' }))
  for (; now < START + 72 * HOUR; now += 27 * MINUTE) {
    await Promise.all(workers.map((turn) => turn()))
    if (now % (5 * HOUR) < 27 * MINUTE) workers[0] = newWorker()
  }
  const all = queries().filter((query) => !query.includes('SAT1'))
  const polls = all.length
  expect(polls).toBeGreaterThanOrEqual(9)
  expect(polls).toBeLessThanOrEqual(10)
  expect(await stored()).toEqual(['space-track one'])
  const [first, second] = all
  expect(first).not.toEqual(second)
  // The query begins two hours before the newest known message, since a message may be published late.
  expect(second).toContain('>2029-12-30T23:00:00/')
})

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, k) => `${prefix} ${k}`)

test('messages of one time are all fetched even if a page ends among them', async () => {
  const early = named('early', 2)
  const same = named('same', 4)
  for (const messageId of early) server.messages.push(cdmText({ messageId, createdAt: '2029-12-31T01:00:00' }))
  for (const messageId of same) server.messages.push(cdmText({ messageId, createdAt: '2029-12-31T02:00:00.500' }))
  server.messages.push(cdmText({ messageId: 'last', createdAt: '2029-12-31T03:00:00' }))
  await newWorker(() => 0.5, 4)()
  expect(await stored()).toEqual([...early, ...same, 'last'].map((messageId) => `space-track ${messageId}`))
  expect((await feed())?.nextAt?.getTime()).toBeGreaterThan(now + HOUR)
})

test('a page full of messages of one time is followed by a page with the other messages of that time', async () => {
  const same = named('same', 7)
  for (const messageId of same) server.messages.push(cdmText({ messageId, createdAt: '2029-12-31T02:00:00' }))
  server.messages.push(cdmText({ messageId: 'zlast', createdAt: '2029-12-31T03:00:00' }))
  await newWorker(() => 0.5, 3)()
  expect(await stored()).toEqual([...same, 'zlast'].map((messageId) => `space-track ${messageId}`))
})

test('the rest of a large fetch follows minutes later, from where the run ended, also by another worker', async () => {
  const all = Array.from({ length: 13 }, (_, k) => `message ${String(k).padStart(2, '0')}`)
  // All messages are within the two hours that each poll requests again.
  for (const [k, messageId] of all.entries())
    server.messages.push(cdmText({ messageId, createdAt: `2029-12-31T01:${String(10 + k)}:00` }))
  await newWorker(() => 0.5, 2)()
  expect((await stored()).length).toBeLessThan(all.length)
  for (let turns = 0; turns < 2; turns += 1) {
    const next = (await feed())?.nextAt?.getTime() ?? 0
    expect(next).toBeLessThanOrEqual(now + 5 * MINUTE)
    now = next
    await newWorker(() => 0.5, 2)()
  }
  expect(await stored()).toEqual(all.map((messageId) => `space-track ${messageId}`))
  expect((await feed())?.nextAt?.getTime()).toBeGreaterThan(now + 30 * MINUTE)
})

test('nextPoll() returns a time in the next third of the day, at a minute that is neither the top nor the bottom of the hour', () => {
  for (let at = START; at < START + 24 * HOUR; at += 37 * MINUTE) {
    for (const value of [0, 0.25, 0.48, 0.5, 0.55, 0.9, 0.9999]) {
      const next = nextPoll(at, () => value)
      expect(next).toBeGreaterThan(at)
      expect(Math.floor(next / (8 * HOUR))).toBe(Math.floor(at / (8 * HOUR)) + 1)
      const minute = new Date(next).getUTCMinutes()
      expect(minute >= 3 && minute <= 56 && (minute < 28 || minute > 32)).toBe(true)
    }
  }
})

test('spend() never lets 30 requests pass in any minute, nor 300 in any hour', () => {
  let requests: readonly number[] = []
  const sent: number[] = []
  for (let at = START; at < START + 3 * HOUR; at += 500) {
    const left = spend(requests, at)
    if ('again' in left) {
      expect(left.again).toBeGreaterThan(at)
      continue
    }
    requests = left.requests
    sent.push(at)
  }
  const mostWithin = (ms: number) =>
    Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + ms).length))
  expect(mostWithin(MINUTE)).toBe(25)
  expect(mostWithin(HOUR)).toBe(250)
})

test('the budget is in the database: runs of twelve workers at once send no more than it allows', async () => {
  await newWorker()()
  const spent = Array.from({ length: 24 }, (_, i) => now - i * 1000)
  await query(
    `update ca.feed set memory = memory || jsonb_build_object('requests', $2::jsonb, 'pollAt', 0) where tenant_id = $1`,
    [tenantId(), JSON.stringify(spent.reverse())],
  )
  const before = server.requests.length
  await Promise.all(Array.from({ length: 12 }, () => newWorker()()))
  // One request was left in this minute, and the sign-in uses it.
  expect(server.requests.slice(before)).toEqual(['POST /ajaxauth/login'])
  expect((await feed())?.lastError).toContain('budget')
})

test('likely and close events are fetched every hour, in one query, between their objects only', async () => {
  const urgent = { createdAt: '2029-12-31T01:00:00', tca: '2030-01-03T12:00:00', missM: 60, sigmaM: 100 }
  server.messages.push(cdmText({ messageId: 'urgent', objects: ['111', '222'], ...urgent }))
  server.messages.push(cdmText({ messageId: 'harmless', objects: ['333', '444'], ...urgent, missM: 9_000 }))
  server.messages.push(cdmText({ messageId: 'late', objects: ['555', '666'], ...urgent, tca: '2030-01-08T12:00:00' }))
  const turn = newWorker()
  await turn()
  const polls = queries().length
  for (now = START + MINUTE; now < START + 3 * HOUR; now += 2 * MINUTE) await turn()
  const hourly = queries().slice(polls)
  expect(hourly).toHaveLength(3)
  for (const query of hourly) expect(query).toContain('/SAT1_OBJECT_DESIGNATOR/111,222/SAT2_OBJECT_DESIGNATOR/111,222/')
})

const BAD: readonly (readonly [Mood, RegExp, number, number])[] = [
  ['throttled', /throttles/, 60, 95],
  ['throttled-as-data', /throttles/, 60, 95],
  ['too-many', /throttles/, 120, 125],
  ['down', /answered 503/, 5, 15],
  ['page', /a page, not data/, 5, 15],
  ['cut-off', /broke off/, 5, 15],
  ['half-json', /cut off after/, 5, 15],
  ['endless', /larger than 1048576 bytes/, 5, 15],
  ['elsewhere', /sends elsewhere/, 5, 15],
  ['forbidden', /forbids/, 24 * 60, 24 * 60],
  ['suspended', /suspended/, 24 * 60, 24 * 60],
]
test.each(BAD)(
  '%s: no message is stored, the feed gives the reason, and all messages are fetched when the fault is over',
  async (mood, why, from, to) => {
    server.messages.push(cdmText({ messageId: 'kept for later', createdAt: '2029-12-31T01:00:00' }))
    server.mood = mood
    const turn = newWorker()
    await turn()
    expect(await stored()).toEqual([])
    const { lastError = '', nextAt = null, lastSuccessAt } = (await feed()) ?? {}
    expect(lastError).toMatch(why)
    expect(lastSuccessAt).toBeNull()
    const waits = ((nextAt?.getTime() ?? 0) - now) / MINUTE
    expect(waits).toBeGreaterThanOrEqual(from)
    expect(waits).toBeLessThanOrEqual(to)
    const sent = server.requests.length
    now = (nextAt?.getTime() ?? 0) - 1000
    await turn()
    expect(server.requests).toHaveLength(sent)
    server.mood = 'good'
    now += 2000
    await turn()
    expect(await stored()).toEqual(['space-track kept for later'])
    expect(await feed()).toMatchObject({ lastError: null, lastSuccessAt: new Date(now) })
  },
)

test('a server that stays down is queried more and more rarely, finally about every two hours', async () => {
  server.mood = 'down'
  const turn = newWorker()
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await turn()
    const next = (await feed())?.nextAt?.getTime() ?? 0
    waits.push((next - now) / MINUTE)
    now = next
  }
  expect(waits).toEqual([10, 20, 40, 80, 120, 120, 120, 120])
})

test('a wrong password is not tried again for a day, so that the account is not locked; a new one is tried at once', async () => {
  writeFileSync(passwordFile, 'wrong')
  const turn = newWorker()
  await turn()
  expect((await feed())?.lastError).toMatch(/refuses the account or its password/)
  for (now += MINUTE; now < START + 23 * HOUR; now += 31 * MINUTE) await turn()
  expect(server.logins).toBe(1)
  writeFileSync(passwordFile, 'right')
  await turn()
  expect(server.logins).toBe(2)
  expect(await feed()).toMatchObject({ lastError: null })
})

test('one login is used for many queries; after the end of a session there is one new login', async () => {
  const turn = newWorker()
  await turn()
  now = ((await feed())?.nextAt?.getTime() ?? 0) + 1
  await turn()
  expect(server.logins).toBe(1)
  server.mood = 'logged-out'
  now = ((await feed())?.nextAt?.getTime() ?? 0) + 1
  await turn()
  expect(server.logins).toBe(2)
  expect(await feed()).toMatchObject({ lastError: null, lastSuccessAt: new Date(now) })
})

test('an unreachable server is a fault of the feed, not of the worker; neither password nor cookie are shown', async () => {
  await server.close()
  await newWorker()()
  const { lastError = '' } = (await feed()) ?? {}
  expect(lastError).toMatch(/was not reached/)
  expect(lastError).not.toContain('right')
  server = await startSpaceTrackServer(USER)
})
