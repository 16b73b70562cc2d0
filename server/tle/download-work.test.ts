import { addSeconds } from '@apsis/astro/time/epoch.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { lacksOf } from '@apsis/contract/tle/object-kind.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testWays } from '../connections/testing/test-connection.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openQueue, type Queue } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import {
  answers,
  breaksOff,
  type DownloadMood,
  type DownloadServer,
  hangs,
  notUpdated,
  sends,
  startDownloadServer,
} from '../platform/testing/download-server.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { findCatalogue } from './catalogue.repository.ts'
import { readCatalogue } from './catalogue.service.ts'
import { type CatalogueSource, downloadWork } from './download-work.ts'
import { countryOfObject } from './element-set.service.ts'
import { listSources } from './source.repository.ts'
import { gpText, setsOf } from './testing/gp-text.ts'

/** Half a unit of the fourth decimal of a degree. */
const INCLINATION_RAD = 8.8e-7
/** Half a unit of the eighth decimal, relative to one revolution a day, which is the smallest mean motion here. */
const MOTION_SHARE = 6e-9
const START = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
/** Two hours, and the longest random delay. */
const TURN = 2 * HOUR + 600_000
const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const sets = setsOf(80)

let database: TestDatabase
let db: Database
let queue: Queue
let server: DownloadServer
let now: number
beforeAll(async () => {
  server = await startDownloadServer()
})
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 4, name: 'test', log })
  queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
  now = START
})
afterEach(async () => {
  await queue.stop(1_000)
  await db.close()
  await database.drop()
})
afterAll(() => server.close())

/** Runs the work once in a new worker, which knows only the state in the database. */
async function turn(source: CatalogueSource, around = {}): Promise<void> {
  const platform = { db, queue, log, now: () => now, signal: new AbortController().signal }
  await downloadWork(source, around).turn(platform, 'catalogue')
}

const gp = (format: 'omm-json' | 'omm-csv' | 'tle' = 'omm-json', limits = {}): CatalogueSource => ({
  kind: 'gp',
  addresses: [{ url: server.url, format }],
  organisation: undefined,
  ways: testWays({ limits, ledgerClock: () => now }),
})

async function asks(mood: DownloadMood, source = gp()) {
  server.mood = mood
  const before = server.requests.length
  await turn(source)
  const [stored] = await db.shared(listSources)
  return {
    asked: server.requests.length - before,
    result: stored?.last_result,
    detail: stored?.last_detail ?? '',
    objects: stored?.objects,
    waitsS: ((stored?.next_at?.getTime() ?? 0) - now) / 1000,
  }
}

test.each(['omm-json', 'omm-csv', 'tle'] as const)(
  'a catalogue in the form %s becomes the current one',
  async (format) => {
    const type = format === 'omm-json' ? 'application/json' : 'text/plain'
    expect(await asks(sends(gpText[format](sets), { type }), gp(format))).toMatchObject({
      asked: 1,
      result: 'new',
      objects: sets.length,
    })
    const catalogue = await readCatalogue(db)
    // The server is on this machine and represents an external one, so its objects count as simulated.
    expect(catalogue).toMatchObject({ isSimulated: true, version: 'gp-1' })
    expect(catalogue.objects.map(({ noradId, name }) => [noradId, name])).toEqual(
      sets.map(({ noradId, objectName }) => [noradId, objectName]).sort((a, b) => Number(a[0]) - Number(b[0])),
    )
    // The tolerance is half a unit of the last digit in the form: 4 decimals of a degree, 8 of the revolutions a day.
    const byId = new Map(sets.map((set) => [set.noradId, set]))
    for (const { noradId, elements } of catalogue.objects) {
      const set = byId.get(noradId)!
      expect(Math.abs(elements.incRad - set.incRad)).toBeLessThan(INCLINATION_RAD)
      expect(Math.abs(elements.meanMotionRadPerS / set.meanMotionRadPerS - 1)).toBeLessThan(MOTION_SHARE)
    }
  },
)

// These are names as in the public catalogue.
const NAMES = ['COSMOS 2251 DEB', 'BREEZE-M DEB [TANK]', 'SL-16 R/B', 'DEBUT (ORIZURU)', 'ISS (ZARYA)', 'STARLINK-1008']
const named = sets.slice(0, NAMES.length).map((set, place) => ({ ...set, objectName: NAMES[place]! }))

test('the objects of a catalogue are counted by kind, from the endings of their names, or from OBJECT_TYPE if it is given', async () => {
  const counted: object[] = []
  const source = gp('tle')
  const platform = { db, queue, log, now: () => now, signal: new AbortController().signal }
  server.mood = sends(gpText.tle(named), { type: 'text/plain' })
  await downloadWork(source, { counted: (kinds) => counted.push(kinds) }).turn(platform, 'catalogue')
  const byName = { payloads: 0, rocketBodies: 1, debris: 2, unknown: 3 }
  expect((await readCatalogue(db)).kinds).toEqual(byName)
  expect(counted).toEqual([byName])
  now += TURN
  const types: Readonly<Record<string, string>> = { 'DEBUT (ORIZURU)': 'PAYLOAD', 'SL-16 R/B': 'DEBRIS' }
  const typed = (JSON.parse(gpText['omm-json'](named)) as { OBJECT_NAME: string }[]).map((omm) => ({
    ...omm,
    OBJECT_TYPE: types[omm.OBJECT_NAME] ?? 'TBA',
  }))
  expect(await asks(sends(JSON.stringify(typed), { etag: '"2"' }))).toMatchObject({ result: 'new' })
  expect((await readCatalogue(db)).kinds).toEqual({ payloads: 1, rocketBodies: 0, debris: 3, unknown: 2 })
})

test('COUNTRY_CODE of a download is stored with its object, and is kept if a later download lacks it', async () => {
  const countryOf = (noradId: number) => db.tenant('somebody', (tx) => countryOfObject(tx, noradId))
  const [first, second] = named
  const coded = (JSON.parse(gpText['omm-json'](named)) as { OBJECT_NAME: string }[]).map((omm) =>
    omm.OBJECT_NAME === first!.objectName ? { ...omm, COUNTRY_CODE: 'CIS' } : omm,
  )
  expect(await asks(sends(JSON.stringify(coded), { etag: '"1"' }))).toMatchObject({ result: 'new' })
  expect(await countryOf(first!.noradId)).toEqual({
    country: 'CIS',
    source: expect.any(String),
    isSimulated: false,
    receivedAt: new Date(now),
  })
  expect(await countryOf(second!.noradId)).toBeUndefined()
  now += TURN
  expect(await asks(sends(gpText.tle(named), { type: 'text/plain', etag: '"2"' }), gp('tle'))).toMatchObject({
    result: 'new',
  })
  expect(await countryOf(first!.noradId)).toMatchObject({ country: 'CIS' })
})

test('the simulated catalogue has payloads, rocket bodies and debris, so it lacks no kind', async () => {
  await turn({ kind: 'simulated', more: () => [] })
  const { kinds } = await readCatalogue(db)
  expect(kinds.unknown).toBe(0)
  // Five of a hundred objects are in transfer orbits, and half are debris (synthetic-shells.data.ts).
  expect(kinds.rocketBodies).toBe(250)
  expect(kinds.debris).toBeGreaterThan(2_000)
  expect(lacksOf(kinds)).toEqual([])
})

test.each(['gp', 'simulated'] as const)(
  'a new catalogue (%s) wakes the work that waits for it; one that is not new wakes nothing',
  async (kind) => {
    await database.query(
      `insert into platform.recurring_work (name, tenant_id, every_s, taken_at) values ('test.waiting', 'a', 3600, now())`,
    )
    const isDue = async () => {
      const [row] = await database.query<{ due: boolean }>(
        `select taken_at <= now() - make_interval(secs => every_s) as due from platform.recurring_work
         where name = 'test.waiting'`,
      )
      await database.query(`update platform.recurring_work set taken_at = now() where name = 'test.waiting'`)
      return row?.due
    }
    server.mood = sends(gpText['omm-json'](sets))
    const source: CatalogueSource = kind === 'gp' ? gp() : { kind, more: () => [] }
    await turn(source, { wakes: ['test.waiting'] })
    expect(await isDue()).toBe(true)
    await turn(source, { wakes: ['test.waiting'] })
    expect(await isDue()).toBe(false)
  },
)

test('the source is requested once in two hours, with any number of workers, also after a restart', async () => {
  const good = sends(gpText['omm-json'](sets))
  server.mood = good
  const before = server.requests.length
  await Promise.all([turn(gp()), turn(gp()), turn(gp())])
  expect(server.requests.length - before).toBe(1)
  for (const elapsed of [1_000, HOUR, 2 * HOUR - 1_000]) {
    now = START + elapsed
    expect((await asks(good)).asked).toBe(0)
  }
  now = START + TURN
  expect((await asks(good)).asked).toBe(1)
})

test('after a worker has died in the middle of a download, the next download is due only after the usual time', async () => {
  await asks(sends(whole))
  await database.query('update tle.source set next_at = $1', [new Date(START + HOUR)])
  expect((await asks(sends('[]'))).asked).toBe(0)
})

test('unchanged data are not sent again: the source answers the tag of the last answer with 304, CelesTrak with 403 and its own text', async () => {
  await asks(sends(gpText['omm-json'](sets)))
  now += TURN
  expect(await asks(sends(gpText['omm-json'](sets)))).toMatchObject({ asked: 1, result: 'nothing-new' })
  expect(server.requests.at(-1)!.headers['if-none-match']).toBe('"1"')
  now += TURN
  const told = await asks(notUpdated)
  expect(told).toMatchObject({ asked: 1, result: 'nothing-new', objects: sets.length })
  expect(told.waitsS).toBeLessThanOrEqual(TURN / 1000)
  expect((await readCatalogue(db)).version).toBe('gp-1')
})

const whole = gpText['omm-json'](sets)
const BAD: [what: string, mood: DownloadMood, result: ReadingResult, detail: RegExp, limits?: object][] = [
  ['refuses who asks too often', answers(403, 'Forbidden'), 'blocked', /Forbidden/],
  ['is busy', answers(429, 'Too Many Requests', { 'retry-after': '40000' }), 'throttled', /Too Many/],
  ['is broken', answers(500, 'Internal Server Error'), 'failed', /500/],
  ['sends elsewhere', answers(302, '', { location: 'http://127.0.0.1:1/' }), 'redirected', /127/],
  ['answers a page', answers(200, '<!doctype html><title>Maintenance</title>'), 'page', /Maintenance/],
  ['answers nothing', answers(200, ''), 'too-small', /^0 of \d+ objects$/],
  ['answers an empty list', answers(200, '[]'), 'too-small', /^0 of \d+ objects$/],
  ['has no such group', answers(404, 'No GP data found'), 'empty', /No GP data found/],
  ['is gone', answers(404, 'Not Found'), 'failed', /404/],
  ['answers no JSON', answers(200, 'Something else'), 'wrong-type', /no JSON/],
  ['answers half of its JSON', answers(200, whole.slice(0, whole.length / 2)), 'cut-off', /no JSON/],
  [
    'answers another schema',
    answers(200, JSON.stringify(sets.map(({ noradId }) => ({ id: noradId })))),
    'wrong-type',
    /no element sets/,
  ],
  [
    'answers bytes that are no text',
    (_, r) => void r.writeHead(200).end(Buffer.from([0x5b, 0xff, 0x5d])),
    'wrong-type',
    /UTF-8/,
  ],
  ['breaks off', breaksOff(whole.slice(0, 2_000)), 'cut-off', /aborted/],
  ['is slow', hangs, 'unreachable', /in time/, { wholeMs: 100 }],
  ['answers without end', answers(200, whole), 'too-large', /1000/, { mostBytes: 1_000 }],
  ['lists far fewer objects', answers(200, gpText['omm-json'](sets.slice(0, 20))), 'too-small', /^20 of \d+ objects$/],
]

test.each(BAD)(
  'a source that %s changes nothing: the last good catalogue stays, with its age',
  async (_, mood, result, detail, limits) => {
    await asks(sends(whole))
    const good = await readCatalogue(db)
    now += TURN
    const told = await asks(mood, gp('omm-json', limits))
    expect(told).toMatchObject({ asked: 1, objects: sets.length, result })
    expect(told.detail).toMatch(detail)
    expect(told.waitsS).toBeGreaterThanOrEqual(7_200)
    expect((await readCatalogue(db)).version).toBe(good.version)
    expect((await db.shared((tx) => findCatalogue(tx, 'gp'))).changed_at).toEqual(new Date(START))
    // When the source works again, the catalogue is downloaded.
    now += 24 * HOUR
    expect(await asks(sends(whole, { etag: '"2"' }))).toMatchObject({ asked: 1, result: 'new' })
  },
)

test('a refusal is respected: the source is not requested for the time that it named, and for a day after a block', async () => {
  expect((await asks(answers(429, '', { 'retry-after': '40000' }))).waitsS).toBe(40_000)
  now += 50_000_000
  expect((await asks(answers(403, 'Forbidden'))).waitsS).toBe(86_400)
})

test('an entry that cannot be read is omitted and counted; an object that is listed twice has its newest set', async () => {
  const older = { ...sets[0]!, epoch: { ...sets[0]!.epoch, taiS: sets[0]!.epoch.taiS - 5_000 } }
  const entries = [...sets, older].map((set) => gpText['omm-json']([set]).slice(1, -1))
  const body = `[${[...entries, '{"OBJECT_NAME":"BAD","NORAD_CAT_ID":1}'].join(',')}]`
  expect(await asks(sends(body))).toMatchObject({
    result: 'some-refused',
    detail: '1 entries',
    objects: sets.length,
  })
  const first = (await readCatalogue(db)).objects.find(({ noradId }) => noradId === sets[0]!.noradId)
  expect(first?.epoch.taiS).toBe(sets[0]!.epoch.taiS)
})

test('an object that is no longer listed is removed from the catalogue; an object with a nine-digit number is in it', async () => {
  await asks(sends(whole))
  now += TURN
  const changed = [...sets.slice(1), { ...sets[1]!, noradId: 799_501_234, objectName: 'NINE' }]
  await asks(sends(gpText['omm-json'](changed), { etag: '"2"' }))
  const { objects, version } = await readCatalogue(db)
  expect(version).toBe('gp-2')
  expect(objects.some(({ noradId }) => noradId === sets[0]!.noradId)).toBe(false)
  expect(objects.at(-1)).toMatchObject({ noradId: 799_501_234, name: 'NINE' })
})

test('without a source the simulated catalogue is used: it is written once per slot, and its version changes then', async () => {
  const simulated: CatalogueSource = { kind: 'simulated', more: () => [{ ...sets[0]!, noradId: 90_001 }] }
  await turn(simulated)
  const first = await readCatalogue(db)
  expect(first).toMatchObject({ isSimulated: true, version: 'simulated-1' })
  expect(first.objects).toHaveLength(5_001)
  expect(first.objects[0]).toMatchObject({ noradId: 90_001 })
  await turn(simulated)
  expect(await readCatalogue(db)).toBe(first)
  now += 6 * HOUR
  await turn(simulated)
  expect((await readCatalogue(db)).version).toBe('simulated-2')
  // A complete download replaces the product's own catalogue, and none of its objects remains.
  await asks(sends(whole))
  expect(await readCatalogue(db)).toMatchObject({ version: 'gp-1', objects: { length: sets.length } })
})

test('sets are kept for the 120 days in which burns are searched for', async () => {
  const count = async () => Number((await database.query('select count(*)::int as n from tle.element_set'))[0]!.n)
  const after = async (days: number) => {
    now = START + days * 24 * HOUR
    const newer = sets.map((set) => ({ ...set, epoch: addSeconds(set.epoch, days * 86_400) }))
    expect((await asks(sends(gpText['omm-json'](newer), { etag: `"${days}"` }))).result).toBe('new')
    return count()
  }
  expect(await after(0)).toBe(sets.length)
  expect(await after(119)).toBe(2 * sets.length)
  // The sets of the first day are now too old.
  expect(await after(121)).toBe(2 * sets.length)
})
