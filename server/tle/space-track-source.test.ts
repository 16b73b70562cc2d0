import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { type ReadingResult, SPACE_TRACK_STAGING } from '@apsis/contract/connections/connection.ts'
import type { CommonMood } from '@apsis/tools/services/service.ts'
import { decayRow, gpRow, satcatRow, tipRow } from '@apsis/tools/services/space-track/records.ts'
import {
  emptySpaceTrack,
  type LocalSpaceTrack,
  type SpaceTrackContent,
  type SpaceTrackMood,
  startSpaceTrack,
} from '@apsis/tools/services/space-track/space-track.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConnection, listConnections, updateConnection } from '../connections/connection.service.ts'
import { addConnection, connectionPlatform, testWays } from '../connections/testing/test-connection.ts'
import { dyingAt } from '../platform/testing/dying-database.ts'
import { readCatalogue } from './catalogue.service.ts'
import { readCatalogueContent } from './catalogue-content.service.ts'
import { downloadWork } from './download-work.ts'
import { newestSets } from './element-set.service.ts'
import { listSources } from './source.repository.ts'
import { useCatalogueDatabase } from './testing/catalogue-database.ts'
import { setsOf } from './testing/gp-text.ts'

const USER = 'flight@operator.example'
const START = Date.parse('2030-01-01T12:10:00Z')
const ORGANISATION = 'organisation:a'
/** The longest time from one turn to the next. */
const TURN = 76 * MINUTE_MS

const { db, query, platform, clear } = useCatalogueDatabase()
let server: LocalSpaceTrack
let content: SpaceTrackContent
let now = START
let ways = testWays()
let connectionId = ''
beforeEach(async () => {
  now = START
  await clear()
  content = emptySpaceTrack()
  server = await start()
  ways = testWays({
    ledgerClock: () => now,
    limits: { headMs: 500, wholeMs: 2_000, mostBytes: 400_000 },
    random: () => 0.5,
  })
  connectionId = await connect()
})
afterEach(() => server.close())

const start = () =>
  startSpaceTrack({ clock: () => now, content, slowMs: 20, accounts: [{ identity: USER, password: 'right' }] })

const GIVEN = { kind: 'SPACE_TRACK', account: USER, secret: 'right', feeds: ['CATALOGUE'] } as const
const people = () => connectionPlatform(db(), { ways, now: () => now, catalogueOrganisation: ORGANISATION })

async function connect(secret = 'right'): Promise<string> {
  await query('delete from connections.connection')
  const given = { ...GIVEN, feeds: [...GIVEN.feeds], secret, address: server.url }
  return (await addConnection(people(), ORGANISATION, given)).connectionId
}

/** Runs the work once in a new worker, which knows only the state in the database. */
function turn(database = db(), clock = () => now): Promise<void> {
  const source = { kind: 'gp', addresses: [], organisation: ORGANISATION, ways } as const
  return downloadWork(source).turn(platform(clock, database), 'catalogue')
}

const orbits = setsOf(40, '2029-12-31T20:00:00')
const at = (ms: number) => parseTime(new Date(ms).toISOString())
const setAt = (place: number, epochMs: number) => ({ ...orbits[place]!, epoch: at(epochMs) })

/** Publishes a set of an object, made an hour after its epoch. */
function publish(place: number, epochMs = now - 3 * HOUR_MS, details: Parameters<typeof gpRow>[1] = {}) {
  const row = gpRow(setAt(place, epochMs), { objectType: place % 2 === 0 ? 'PAYLOAD' : 'DEBRIS', ...details })
  content.gp.push(row)
  return row
}
const publishAll = () => orbits.map((_, place) => publish(place))

const source = async () => (await db().shared(listSources))[0]
const feed = async () => (await listConnections(people(), { tenantId: ORGANISATION }))[0]?.feeds[0]
const classesSince = (from: number) =>
  server.requests.slice(from).flatMap(({ segments }) => (segments[1] === 'query' ? [segments[3] ?? ''] : []))

test('the whole catalogue is fetched once and then what is new; each set says where it came from', async () => {
  publishAll()
  await turn()
  const whole = await readCatalogue(db())
  expect(whole.objects).toHaveLength(orbits.length)
  expect(whole.kinds).toMatchObject({ payloads: 20, debris: 20 })
  expect(await source()).toMatchObject({ kind: 'SPACE_TRACK', last_result: 'new', objects: orbits.length })
  expect(await feed()).toMatchObject({ feed: 'CATALOGUE', lastResult: 'new', newInDay: orbits.length })
  const asked = server.requests.length
  publish(3, now + 10 * MINUTE_MS)
  now += TURN + 10 * MINUTE_MS
  await turn()
  const queries = server.requests.slice(asked).filter(({ path }) => path.includes('/class/gp/'))
  expect(queries).toHaveLength(1)
  expect(queries[0]?.path).toContain('CREATION_DATE/>2030-01-01 09:55:00')
  const number = orbits[3]!.noradId
  const known = await db().tenant('somebody', async (tx) => (await newestSets(tx, [number])).get(number))
  expect(known).toMatchObject({ source: '127.0.0.1', set: { epoch: at(START + 10 * MINUTE_MS) } })
  expect((await readCatalogue(db())).objects).toHaveLength(orbits.length)
  expect(server.violations).toEqual([])
})

test('the satellite catalogue is fetched after 17:00 UTC; it types objects and removes those that have come down, and nothing else does', async () => {
  const rows = publishAll().map((row) => ({ ...row, OBJECT_TYPE: null }))
  content.gp.splice(0, content.gp.length, ...rows)
  await turn()
  expect(classesSince(0)).toEqual(['gp', 'tip', 'decay'])
  expect((await readCatalogue(db())).kinds.unknown).toBeGreaterThan(0)
  content.satcat.push(
    ...rows.map((row, place) => ({
      ...satcatRow({ ...row, OBJECT_TYPE: 'ROCKET BODY' }),
      DECAY: place === 7 ? '2030-01-01' : null,
    })),
  )
  now = Date.parse('2030-01-01T17:10:00Z')
  const asked = server.requests.length
  await turn()
  expect(classesSince(asked)).toEqual(['gp', 'tip', 'satcat'])
  const typed = await readCatalogue(db())
  expect(typed.kinds).toMatchObject({ rocketBodies: orbits.length - 1, unknown: 0 })
  expect(typed.objects.some(({ noradId }) => noradId === orbits[7]!.noradId)).toBe(false)
  // The next whole answer lacks an object, and no source says that it has come down.
  content.gp.splice(11, 1)
  now = Date.parse('2030-01-02T13:20:00Z')
  await turn()
  const after = await readCatalogue(db())
  expect(await source()).toMatchObject({ objects: orbits.length - 1 })
  expect(after.objects.some(({ noradId }) => noradId === orbits[11]!.noradId)).toBe(true)
  expect(after.objects).toHaveLength(orbits.length - 1)
  // This message about the decay arrives before the satellite catalogue is changed.
  const decayMs = now - 2 * HOUR_MS
  content.decay.push(decayRow({ source: 'decay_msg', messageMs: now, decayMs, object: rows[12]! }))
  now += TURN
  await turn()
  expect((await readCatalogue(db())).objects.some(({ noradId }) => noradId === orbits[12]!.noradId)).toBe(true)
  now = Date.parse('2030-01-03T13:40:00Z')
  await turn()
  expect((await readCatalogue(db())).objects.some(({ noradId }) => noradId === orbits[12]!.noradId)).toBe(false)
  expect(server.violations).toEqual([])
})

test('predictions of re-entries are kept, the one with a window before the others, until the object has come down', async () => {
  const [first, second, third] = publishAll()
  const soon = {
    id: 1,
    messageMs: now - HOUR_MS,
    decayMs: now + 20 * HOUR_MS,
    windowMinutes: 480,
    latDeg: 0,
    lonDeg: 0,
  }
  content.tip.push(tipRow({ ...soon, object: first! }))
  content.decay.push(
    decayRow({ source: '60day_msg', messageMs: now - DAY_MS, decayMs: now + 30 * DAY_MS, object: first! }),
    decayRow({ source: '60day_msg', messageMs: now - DAY_MS, decayMs: now + 40 * DAY_MS, object: second! }),
    decayRow({ source: '60day_msg', messageMs: now - 3 * DAY_MS, decayMs: now + DAY_MS, object: third! }),
    decayRow({ source: 'decay_msg', messageMs: now - DAY_MS, decayMs: now - 2 * DAY_MS, object: third! }),
  )
  await turn()
  const expected = async () => (await readCatalogueContent(db(), now)).reentries
  expect(await expected()).toEqual([
    {
      noradId: orbits[0]!.noradId,
      name: orbits[0]!.objectName,
      forecast: 'TIP',
      statedAt: new Date(soon.messageMs).toISOString(),
      expectedAt: new Date(soon.decayMs).toISOString(),
      windowMinutes: 480,
    },
    expect.objectContaining({ noradId: orbits[1]!.noradId, forecast: 'SIXTY_DAYS', windowMinutes: null }),
  ])
  now += 20 * HOUR_MS + 481 * MINUTE_MS
  expect((await expected()).map(({ noradId }) => noradId)).toEqual([orbits[1]!.noradId])
})

test('the catalogue is told by kind, source and age of set, with the state of each source', async () => {
  publish(0, now - 23 * HOUR_MS)
  publish(1, now - 25 * HOUR_MS)
  publish(2, now - 6 * DAY_MS)
  publish(4, now - 20 * DAY_MS)
  await turn()
  const whole = await readCatalogueContent(db(), now)
  const none = { belowDay: 0, belowThreeDays: 0, belowWeek: 0, older: 0 }
  expect(whole.parts).toEqual([
    { ...none, kind: 'payloads', source: '127.0.0.1', objects: 3, belowDay: 1, belowWeek: 1, older: 1 },
    { ...none, kind: 'debris', source: '127.0.0.1', objects: 1, belowThreeDays: 1 },
  ])
  expect(whole.catalogue).toMatchObject({ payloads: 3, debris: 1, isSimulated: false, lacks: ['ROCKET_BODIES'] })
  expect(whole.sources).toEqual([
    expect.objectContaining({
      name: '127.0.0.1',
      kind: 'CONNECTION',
      objects: 4,
      lastReadAt: new Date(now).toISOString(),
      lastResult: 'new',
      nextAt: (await feed())?.nextAt,
    }),
  ])
})

test('objects in orbit without a set, objects that left the catalogue, and numbers of six digits are told', async () => {
  const rows = publishAll()
  const five = { ...setAt(5, now - 3 * HOUR_MS), noradId: 58_300, objectName: 'FIVE DIGITS' }
  content.gp.push(gpRow(five, { objectType: 'PAYLOAD' }))
  const inOrbit = [...rows, gpRow(five, { objectType: 'PAYLOAD' })].map(satcatRow)
  const launched = { ...satcatRow(rows[0]!), NORAD_CAT_ID: '100214', SATNAME: 'TBA', OBJECT_TYPE: 'PAYLOAD' }
  const burnt = { ...launched, NORAD_CAT_ID: '100215', DECAY: '2029-12-30' }
  content.satcat.push(...inOrbit, { ...launched, LAUNCH: '2029-12-28', DECAY: null }, burnt)
  await turn()
  expect(await readCatalogueContent(db(), now)).toMatchObject({ withoutSet: null, sixDigits: orbits.length })
  now = Date.parse('2030-01-01T17:10:00Z')
  await turn()
  const counts = { rocketBodies: 0, debris: 0, unknown: 0 }
  expect(await readCatalogueContent(db(), now)).toMatchObject({
    withoutSet: {
      ...counts,
      payloads: 1,
      objects: [{ noradId: 100_214, name: 'TBA', kind: 'payloads', launchedOn: '2029-12-28' }],
    },
    left: { count: 0, objects: [] },
  })
  // One object comes down; another one disappears from all sources.
  content.satcat.splice(7, 1, { ...inOrbit[7]!, DECAY: '2030-01-02' })
  content.satcat.splice(9, 1)
  content.gp.splice(9, 1)
  await query('delete from tle.satcat where norad_id = $1', [orbits[9]!.noradId])
  now = Date.parse('2030-01-03T17:10:00Z')
  await turn()
  const leftAt = new Date(now).toISOString()
  const { left } = await readCatalogueContent(db(), now)
  expect(left.count).toBe(2)
  expect(left.objects).toEqual(
    [7, 9].map((place) => ({
      noradId: orbits[place]!.noradId,
      name: orbits[place]!.objectName,
      kind: 'debris',
      leftAt,
      hasComeDown: place === 7,
    })),
  )
  expect((await readCatalogueContent(db(), now + 8 * DAY_MS)).left).toEqual({ count: 0, objects: [] })
  // An object that is listed again has not left.
  content.gp.push(rows[9]!)
  now += 25 * HOUR_MS
  await turn()
  expect((await readCatalogueContent(db(), now)).left.objects.map(({ noradId }) => noradId)).toEqual([
    orbits[7]!.noradId,
  ])
})

test('people are told that an answer held less than half of the usual objects', async () => {
  publishAll()
  await turn()
  content.gp.splice(0, 25)
  now += 25 * HOUR_MS
  await turn()
  expect(await query('select finding from notifications.notification where tenant_id = $1', [ORGANISATION])).toEqual([
    {
      finding: {
        code: 'catalogue-small',
        values: { feed: 'Space-Track', count: orbits.length - 25, usual: orbits.length },
      },
    },
  ])
})

const BAD: [CommonMood | SpaceTrackMood, ReadingResult][] = [
  ['cut-off', 'cut-off'],
  ['cut-off-length', 'cut-off'],
  ['cut-off-chunked', 'cut-off'],
  ['half-text', 'cut-off'],
  ['empty-list', 'too-small'],
  ['empty-body', 'too-small'],
  ['no-content', 'too-small'],
  ['error-page', 'failed'],
  ['page', 'page'],
  ['down', 'failed'],
  ['too-many', 'throttled'],
  ['forbidden', 'no-rights'],
  ['redirect-elsewhere', 'redirected'],
  ['redirect-http', 'redirected'],
  ['redirect-ring', 'redirected'],
  ['wrong-type', 'wrong-type'],
  ['huge', 'too-large'],
  ['long-line', 'too-large'],
  ['endless', 'too-large'],
  ['hostile-text', 'wrong-type'],
  ['minute-limit', 'throttled'],
  ['minute-limit-list', 'throttled'],
  ['minute-limit-object', 'throttled'],
  ['plain-500', 'failed'],
  ['bad-request', 'failed'],
]
test.each(BAD)(
  'a whole answer of Space-Track in the mood %s changes nothing, and the next turn recovers',
  async (mood, result) => {
    publishAll()
    await turn()
    const good = await readCatalogue(db())
    publish(5, now + HOUR_MS)
    now += 25 * HOUR_MS
    server.next(mood, mood === 'redirect-ring' ? 10 : 1, ({ path }) => path.includes('/class/gp/'))
    await turn()
    expect(server.requests.at(-1)?.account).toBe(USER)
    expect(await feed()).toMatchObject({ lastResult: result, lastFailedAt: new Date(now).toISOString() })
    expect(await source()).toMatchObject({ last_result: result, objects: orbits.length })
    expect(await readCatalogue(db())).toBe(good)
    expect(server.elsewhere).toEqual([])
    server.mood = 'ok'
    now += 3 * HOUR_MS
    await turn()
    expect(await feed()).toMatchObject({ lastResult: 'new', lastFailedAt: null })
    expect((await readCatalogue(db())).version).not.toBe(good.version)
    expect(server.violations).toEqual([])
  },
)

test.each([
  'gzip',
  'crlf',
  'byte-order-mark',
  'clock',
  'unknown-field',
  'signed-out',
  'signed-out-page',
  'redirect-same',
] as const)('the catalogue is read from Space-Track in the mood %s', async (mood) => {
  publishAll()
  server.next(mood, 1, ({ path }) => path.includes('/class/gp/'))
  await turn()
  expect((await readCatalogue(db())).objects).toHaveLength(orbits.length)
  expect(server.violations).toEqual([])
})

test.each([
  ['a wrong password', 'wrong', 'ok', 'REFUSED'],
  ['a suspended account', 'right', 'suspended', 'SUSPENDED'],
] as const)(
  '%s stops the connection until a person resumes it, and the last good catalogue stays',
  async (_, secret, mood, state) => {
    publishAll()
    await turn()
    const good = await readCatalogue(db())
    now += 2 * HOUR_MS
    connectionId = await connect(secret)
    server.mood = mood
    for (let hours = 0; hours < 30; hours += 1) {
      await turn()
      now += HOUR_MS
    }
    expect(server.logins()).toBe(2)
    expect((await listConnections(people(), { tenantId: ORGANISATION }))[0]).toMatchObject({ state })
    expect(await readCatalogue(db())).toBe(good)
    server.mood = 'ok'
    const caller = { tenantId: ORGANISATION, subject: 'ada', username: 'ada' }
    const given = {
      ...GIVEN,
      feeds: [...GIVEN.feeds],
      name: 'Space-Track',
      address: server.url,
      periodHours: 8,
      isStaging: false,
      isPaused: false,
    }
    await updateConnection(people(), { caller, requestId: 'test' }, { id: connectionId, given, ifMatch: undefined })
    await turn()
    expect(await feed()).toMatchObject({ lastResult: 'new' })
  },
)

test('only one connection, of the organisation that is named, may fetch the catalogue', async () => {
  const make = (tenantId: string, isStaging = false) =>
    createConnection(
      people(),
      { caller: { tenantId, subject: 'ada', username: 'ada' }, requestId: 'test' },
      {
        ...GIVEN,
        feeds: ['CATALOGUE'],
        name: 'another',
        address: isStaging ? SPACE_TRACK_STAGING : server.url,
        periodHours: 8,
        isStaging,
        isPaused: false,
      },
    )
  await expect(make(ORGANISATION, true)).rejects.toMatchObject({ errors: [{ code: 'connection.catalogue-staging' }] })
  await expect(make('organisation:b')).rejects.toMatchObject({ code: 'unprocessable' })
  await expect(make(ORGANISATION)).rejects.toMatchObject({ code: 'conflict' })
})

test('a connection that is removed leaves the objects that the satellite catalogue has in orbit', async () => {
  content.satcat.push(...publishAll().slice(1).map(satcatRow))
  now = Date.parse('2030-01-01T17:10:00Z')
  await turn()
  await query('delete from connections.connection')
  now += HOUR_MS
  await turn()
  expect(await db().shared(listSources)).toEqual([])
  expect((await readCatalogue(db())).objects).toHaveLength(orbits.length - 1)
})

/** Returns numbers between 0 and 1 that look random and are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('over ten days with two workers, wrong clocks and faults, no limit of gp, satcat, decay and tip is exceeded', async () => {
  const random = randomFrom(48)
  ways = { ...ways, random }
  const offsets = [0, 0]
  const faults = ['error-page', 'cut-off', 'page', 'signed-out', 'minute-limit', 'redirect-same', 'down'] as const
  content.satcat.push(...publishAll().map(satcatRow))
  for (; now < START + 10 * DAY_MS; now += 43 * MINUTE_MS) {
    if (random() < 0.02) offsets[Math.floor(random() * 2)] = (random() - 0.5) * 3 * HOUR_MS
    if (random() < 0.05) server.next(faults[Math.floor(random() * faults.length)] ?? 'page', 1)
    if (random() < 0.3) publish(Math.floor(random() * orbits.length), now - HOUR_MS)
    await Promise.all(offsets.map((offset) => turn(db(), () => now + offset)))
  }
  expect(server.violations).toEqual([])
  const count = (name: string) => classesSince(0).filter((one) => one === name).length
  // A request at every second step would be 167 requests; faults and wrong clocks reduce that.
  expect(count('gp')).toBeGreaterThan(100)
  expect(count('tip')).toBeGreaterThan(100)
  expect(count('satcat')).toBeGreaterThanOrEqual(8)
  expect(count('decay')).toBeGreaterThanOrEqual(8)
  const whole = server.requests.filter(({ path }) => path.includes('/class/gp/decay_date/null-val/epoch'))
  expect(whole.length).toBeLessThanOrEqual(12)
})

test('a worker that is killed before any of its transactions loses nothing and exceeds no limit', async () => {
  publishAll()
  content.satcat.push(...content.gp.map(satcatRow))
  for (let last = 0; ; last += 1) {
    now = Date.parse('2030-01-01T17:10:00Z') + last * DAY_MS
    await clear()
    await server.close()
    // The ledger is cleared, so the service must not remember earlier requests either.
    server = await start()
    await connect()
    const dying = dyingAt(db(), last)
    const wasKilled = await turn(dying.db).then(
      () => false,
      () => true,
    )
    // A request whose answer was lost may be repeated a day later.
    for (const end = now + 28 * HOUR_MS; now < end; now += 61 * MINUTE_MS) await turn()
    expect((await readCatalogue(db())).objects).toHaveLength(orbits.length)
    const [row] = await query<{ satcat: number; sets: number; stale: boolean }>(
      `select (select count(*)::int from tle.satcat) as satcat, (select count(*)::int from tle.element_set) as sets,
         (select is_stale from tle.catalogue where name = 'gp') as stale`,
    )
    expect(row).toEqual({ satcat: orbits.length, sets: orbits.length, stale: false })
    expect(server.violations).toEqual([])
    if (!wasKilled) {
      // The last run completed all its transactions, so an end before each of them was tested.
      expect(last).toBeGreaterThanOrEqual(dying.count())
      expect(last).toBeGreaterThan(10)
      return
    }
  }
})
