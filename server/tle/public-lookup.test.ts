import type { Tle } from '@apsis/contract/tle/tle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { answers, type DownloadServer, sends, startDownloadServer } from '../platform/testing/download-server.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { publicLookup } from './public-lookup.ts'
import { gpText, setsOf } from './testing/gp-text.ts'

const ADA = { subject: 'ada', organisation: 'lookup', roles: ['ca:user'] }
const [one, other] = setsOf(80)
const number = one!.noradId
const HOUR = 3_600_000
const log = createLog({ level: 'silent', process: 'test', version: 'test' })

let server: DownloadServer
let api: TestApi
beforeAll(async () => {
  server = await startDownloadServer()
  const url = `${new URL(server.url).origin}/gp?CATNR={noradId}`
  api = await startTestApi({ APSIS_GP_LOOKUP_URL: url })
  db = openDatabase({ url: api.database.appUrl, pool: 2, name: 'test', log })
})
afterAll(async () => {
  await db.close()
  await api.close()
  await server.close()
})

const get = (noradId: number) => api.call(ADA, `GET /api/v1/tle/tle?noradId=${noradId}`)
let db: Database
/** Returns the beginning of a new year at each call, so that the requests of other tests do not count. */
let year = 2030
function begin(): number {
  year += 1
  return Date.UTC(year, 0, 1)
}
const lookup = (now: () => number) =>
  publicLookup(
    { url: `${server.url}&CATNR={noradId}`, format: 'omm-json' },
    { db, version: 'test', proxy: undefined, log, now, ledgerClock: now },
  )

test('an object without a stored set is looked up by its number, once, and the result is not stored', async () => {
  server.mood = sends(gpText['omm-json']([one!, other!]))
  const before = server.requests.length
  const answer = await get(number)
  expect(answer.status).toBe(200)
  expect(await bodyOf<Tle>(answer)).toMatchObject({ noradId: number, source: '127.0.0.1', isSimulated: false })
  expect((await get(number)).status).toBe(200)
  expect(server.requests.slice(before).map(({ url }) => url)).toEqual([`/gp?CATNR=${number}`])
  expect(await api.database.query('select 1 from tle.own_set')).toEqual([])
})

test('a number that the source does not know gives 404, and the source is not asked for it again', async () => {
  server.mood = answers(200, 'No GP data found')
  const before = server.requests.length
  expect([(await get(5)).status, (await get(5)).status]).toEqual([404, 404])
  expect(server.requests.length - before).toBe(1)
})

test('an answer about another object is ignored', async () => {
  server.mood = sends(gpText['omm-json']([other!]))
  const start = begin()
  expect(await lookup(() => start)('t', number)).toBeUndefined()
})

test('after two hours the source is asked again; a source that refuses is not asked for the time that it names', async () => {
  const start = begin()
  let now = start
  const ask = lookup(() => now)
  server.mood = sends(gpText['omm-json']([one!]))
  expect((await ask('t', number))?.set.noradId).toBe(number)
  const before = server.requests.length
  now = start + 2 * HOUR - 1
  await ask('t', number)
  expect(server.requests.length - before).toBe(0)
  // A request takes time to arrive, so the next one is sent two minutes later.
  now = start + 2 * HOUR + 120_000
  server.mood = answers(429, 'too often', { 'retry-after': '36000' })
  expect(await ask('t', number)).toBeUndefined()
  expect(await ask('t', 6)).toBeUndefined()
  // A refusal for more than six hours counts as a refusal for a day.
  now += 24 * HOUR - 1
  await ask('t', 7)
  expect(server.requests.length - before).toBe(1)
  now += 1
  await ask('t', 7)
  expect(server.requests.length - before).toBe(2)
})

test('the users of all processes together cause at most fifty look-ups an hour, and each object one in two hours', async () => {
  const start = begin()
  let now = start
  const processes = [lookup(() => now), lookup(() => now)]
  const ask = (tenantId: string, noradId: number) => processes[noradId % 2]!(tenantId, noradId)
  server.mood = answers(200, 'No GP data found')
  const before = server.requests.length
  for (let noradId = 1; noradId <= 51; noradId += 1) await ask('t', noradId)
  expect(server.requests.length - before).toBe(50)
  now = start + HOUR + 1
  await ask('t', 51)
  expect(server.requests.length - before).toBe(51)
  // The other process gets the answer from the database.
  await processes[0]!('t', 51)
  expect(server.requests.length - before).toBe(51)
})
