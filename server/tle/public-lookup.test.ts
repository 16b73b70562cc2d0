import type { Tle } from '@apsis/contract/tle/tle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
})
afterAll(async () => {
  await api.close()
  await server.close()
})

const get = (noradId: number) => api.call(ADA, `GET /api/v1/tle/tle?noradId=${noradId}`)
const lookup = (now: () => number) =>
  publicLookup(
    { url: `${server.url}&CATNR={noradId}`, format: 'omm-json' },
    { version: 'test', proxy: undefined, log, now },
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
  expect(await lookup(() => 0)('t', number)).toBeUndefined()
})

test('after two hours the source is asked again; a source that refuses is not asked for the time that it names', async () => {
  let now = 0
  const ask = lookup(() => now)
  server.mood = sends(gpText['omm-json']([one!]))
  expect((await ask('t', number))?.set.noradId).toBe(number)
  const before = server.requests.length
  now = 2 * HOUR - 1
  await ask('t', number)
  expect(server.requests.length - before).toBe(0)
  now = 2 * HOUR
  server.mood = answers(429, 'too often', { 'retry-after': '36000' })
  expect(await ask('t', number)).toBeUndefined()
  expect(await ask('t', 6)).toBeUndefined()
  now += 36_000_000 - 1
  await ask('t', 7)
  expect(server.requests.length - before).toBe(1)
  now += 1
  await ask('t', 7)
  expect(server.requests.length - before).toBe(2)
})

test('all users together cause at most sixty look-ups an hour', async () => {
  let now = 0
  const ask = lookup(() => now)
  server.mood = answers(200, 'No GP data found')
  const before = server.requests.length
  for (let noradId = 1; noradId <= 61; noradId += 1) await ask('t', noradId)
  expect(server.requests.length - before).toBe(60)
  now = HOUR + 1
  await ask('t', 61)
  expect(server.requests.length - before).toBe(61)
})
