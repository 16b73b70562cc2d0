import type { SpaceWeather } from '@apsis/contract/ca/space-weather.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { answers, type DownloadServer, startDownloadServer } from '../../platform/testing/download-server.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { markWithdrawn } from '../message/record/message.repository.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { readWeather } from './weather-format.ts'
import { weatherWork } from './weather-work.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** Values are kept a little longer than a year (weather-work.ts). */
const KEPT_DAYS = 400
const log = createLog({ level: 'silent', process: 'test', version: 'test' })
/** Two runs are at most three hours plus the longest jitter apart. */
const TURN_MS = 3 * HOUR_MS + 600_000

/** A day of CelesTrak's table, with the columns of its documentation. */
const HEAD =
  'DATE,BSRN,ND,KP1,KP2,KP3,KP4,KP5,KP6,KP7,KP8,KP_SUM,AP1,AP2,AP3,AP4,AP5,AP6,AP7,AP8,AP_AVG,CP,C9,ISN,F10.7_OBS,F10.7_ADJ,F10.7_DATA_TYPE,F10.7_OBS_CENTER81,F10.7_OBS_LAST81,F10.7_ADJ_CENTER81,F10.7_ADJ_LAST81'
const line = (date: string, { ap, type, f107 = 213.7 }: { ap: number; type: string; f107?: number }) =>
  `${date},2601,4,90,90,87,87,83,80,83,90,690,400,400,300,300,236,207,236,400,${ap},2.1,9,127,${f107},218.1,${type},184.2,170.1,188.3,171.2`
const csv = (...lines: string[]) => [HEAD, ...lines].join('\n')
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

let server: DownloadServer
let api: TestApi
let operator: ReturnType<typeof asOperator>
let db: Database
let queue: Queue
let url: string
beforeAll(async () => {
  server = await startDownloadServer()
  url = `${new URL(server.url).origin}/SW-Last5Years.csv`
  api = await startTestApi({ APSIS_SPACE_WEATHER_URL: url, APSIS_SPACE_WEATHER_NAMES: 'ap=GFZ Potsdam; s10=SET' })
  operator = asOperator(api, 'weather')
  db = openDatabase({ url: api.database.appUrl, pool: 4, name: 'test', log })
  queue = await openQueue({ url: api.database.appUrl, pool: 2, log }, 'runtime')
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await api.close()
  await server.close()
})

async function ask(body: string, now = Date.now()): Promise<void> {
  server.mood = answers(200, body)
  const platform = { db, queue, log, now: () => now, signal: new AbortController().signal }
  await weatherWork({ indices: url, solar: undefined, dst: undefined }, undefined).turn(platform, 'weather')
}
/** Returns the weather in the status of the platform. */
async function checked() {
  const { services } = await operator.read<Status>('/../status')
  return services.find(({ service }) => service === 'ca')?.checks.find(({ name }) => name === 'space-weather')
}
const read = () => operator.read<SpaceWeather>('/space-weather?days=5')

test('readWeather() reads the published forms: a table, fixed columns, hourly rows', () => {
  expect(readWeather('indices', csv(line('2024-05-11', { ap: 271, type: 'OBS' }), '2030-01-01,2600,1'))).toEqual([
    { day: '2024-05-11', index: 'f107', value: 213.7, kind: 'issued' },
    { day: '2024-05-11', index: 'f107Average', value: 184.2, kind: 'issued' },
    { day: '2024-05-11', index: 'ap', value: 271, kind: 'issued' },
    // The value is the largest of eight, in tenths.
    { day: '2024-05-11', index: 'kp', value: 9, kind: 'issued' },
  ])
  // Day 132 of a leap year is 11 May; 0 marks a missing measurement.
  const solar =
    '# YYYY DDD JulianDay F10 F81c S10 S81c M10 M81c Y10 Y81c Ssrc\n2024 132 2460441.5 213.7 184.2 190.1 170.2 200.3 180.4 0.0 150.0 1A11'
  expect(readWeather('solar', solar)).toEqual([
    { day: '2024-05-11', index: 's10', value: 190.1, kind: 'issued' },
    { day: '2024-05-11', index: 'm10', value: 200.3, kind: 'issued' },
  ])
  const rows = [
    ['time_tag', 'dst'],
    ['2024-05-11 02:00:00', '-406'],
    ['2024-05-11 03:00:00', '-412'],
  ]
  const smallest = [{ day: '2024-05-11', index: 'dstNt', value: -412, kind: 'nowcast' }]
  expect(readWeather('dst', JSON.stringify(rows))).toEqual(smallest)
  const objects = rows.slice(1).map(([time, dst]) => ({ time_tag: time, dst: Number(dst) }))
  expect(readWeather('dst', JSON.stringify(objects))).toEqual(smallest)
  for (const wrong of ['', 'DATE,NOTHING\n2024-05-11,1', '[', '{}']) {
    for (const name of ['indices', 'solar', 'dst'] as const) expect(() => readWeather(name, wrong)).toThrow(/answer/)
  }
})

test('a source is queried within its budget, and its data stay if it fails', async () => {
  const before = server.requests.length
  const start = Date.now()
  await ask(csv(line(dayOf(start), { ap: 12, type: 'OBS' })), start)
  await ask(csv(line(dayOf(start), { ap: 99, type: 'OBS' })), start + HOUR_MS)
  expect(server.requests.length - before).toBe(1)
  expect(await read()).toMatchObject({
    isSample: false,
    days: [{ date: dayOf(start), ap: { value: 12, kind: 'issued' }, f107: { value: 213.7 }, s10: null }],
    sources: [{ name: 'indices', host: '127.0.0.1', version: 1, outcome: 'new' }, { host: null }, { host: null }],
    storms: [],
    overtaken: [],
  })
  await ask('<html>', start + TURN_MS)
  const failed = await read()
  expect(failed.sources[0]).toMatchObject({ version: 1, outcome: expect.stringContaining('page') })
  expect(failed.days).toHaveLength(1)
})

test('a storm concerns messages from before its first report, for low orbits and future events', async () => {
  const now = Date.now()
  const start = now + 2 * TURN_MS
  await operator.addSatellite(43_617)
  const message = (other: string, tca: number, createdAt: number) =>
    operator.take(
      cdmText({
        objects: ['43617', other],
        tca: new Date(tca).toISOString(),
        createdAt: new Date(createdAt).toISOString(),
      }),
    )
  await message('70001', start + 2 * DAY_MS, now - HOUR_MS)
  await message('70002', start + 2 * DAY_MS, start + HOUR_MS)
  await message('70003', now + HOUR_MS, now - HOUR_MS)
  const stormDay = dayOf(start + DAY_MS)
  await ask(csv(line(stormDay, { ap: 80, type: 'PRD' })), start)
  const found = await read()
  expect(found.storms).toEqual([
    { date: stormDay, knownAt: new Date(start).toISOString(), isForecast: true, ap: 80, dstNt: null },
  ])
  // Only the first event is listed: the second message is newer than the storm's first report, and the third event is before the storm.
  const first = (await operator.events('?limit=100')).find(({ object2 }) => object2.designator === '70001')!
  expect(found.overtaken).toEqual([first.conjunctionId])
  expect(await checked()).toMatchObject({
    level: 'serious',
    finding: { code: 'weather-storm', values: { count: 1, day: stormDay } },
  })
  // A newer message no longer counts once its track is withdrawn.
  const [tracked] = await message('70001', start + 2 * DAY_MS, start + 2 * HOUR_MS)
  expect((await read()).overtaken).toEqual([])
  await db.tenant('organisation:weather', (tx) => markWithdrawn(tx, [tracked!.cdmId!], new Date(start)))
  expect((await read()).overtaken).toEqual([first.conjunctionId])
  // The forecast is withdrawn.
  await ask(csv(line(stormDay, { ap: 20, type: 'PRD' })), start + TURN_MS)
  expect(await read()).toMatchObject({ storms: [], overtaken: [] })
  expect(await checked()).toMatchObject({ level: 'ok', finding: { code: 'weather-quiet' } })
})

test('a past storm counts as known at the end of its day, whenever its data are read', async () => {
  const now = Date.now() + 6 * TURN_MS
  await ask(csv(line(dayOf(Date.now() - 3 * DAY_MS), { ap: 274, type: 'OBS' })), now)
  const { storms, overtaken } = await read()
  expect(storms).toMatchObject([{ isForecast: false, knownAt: `${dayOf(Date.now() - 2 * DAY_MS)}T00:00:00.000Z` }])
  expect(overtaken).toEqual([])
})

test('values and storms older than the limit are deleted', async () => {
  const now = Date.now() + 12 * TURN_MS
  const left = () =>
    api.database.query<{ what: string; day: string }>(
      `select 'value' as what, to_char(day, 'YYYY-MM-DD') as day from weather.day_value
        union select 'storm', to_char(day, 'YYYY-MM-DD') from weather.storm order by day, what`,
    )
  const [oldest, next] = [dayOf(now - KEPT_DAYS * DAY_MS), dayOf(now - (KEPT_DAYS - 1) * DAY_MS)]
  await ask(csv(line(oldest, { ap: 80, type: 'OBS' }), line(next, { ap: 80, type: 'OBS' })), now)
  expect((await left()).slice(0, 4)).toEqual(
    [oldest, next].flatMap((day) => ['storm', 'value'].map((what) => ({ what, day }))),
  )
  await ask(csv(line(next, { ap: 80, type: 'OBS' })), now + DAY_MS)
  expect((await left()).slice(0, 2)).toEqual(['storm', 'value'].map((what) => ({ what, day: next })))
})

test('each index has its source, its last measured day, and the end of its forecast', async () => {
  const now = Date.now() + 30 * DAY_MS
  const [today, ahead] = [dayOf(Date.now()), dayOf(Date.now() + 2 * DAY_MS)]
  await ask(csv(line(today, { ap: 12, type: 'OBS' }), line(ahead, { ap: 9, type: 'PRD' })), now)
  const { indices } = await read()
  const of = (index: string) => indices.find((one) => one.index === index)
  const receivedAt = new Date(now).toISOString()
  expect(of('ap')).toEqual({
    index: 'ap',
    source: 'indices',
    named: 'GFZ Potsdam',
    receivedAt,
    lastDay: today,
    forecastUntil: ahead,
  })
  // A source without a name is shown by its host, and an index without a source has no name.
  expect(of('f107')).toMatchObject({ named: '127.0.0.1', forecastUntil: ahead })
  expect(of('kp')).toMatchObject({ lastDay: today })
  expect(of('s10')).toMatchObject({ named: null, receivedAt: null, lastDay: null, forecastUntil: null })
  await ask(csv(line(ahead, { ap: 12, type: 'OBS' })), now + TURN_MS)
  expect((await read()).indices.find(({ index }) => index === 'ap')).toMatchObject({
    lastDay: ahead,
    forecastUntil: null,
  })
})
