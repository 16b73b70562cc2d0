import { transformState } from '@apsis/astro/frames/frame.ts'
import { fitElements } from '@apsis/astro/sgp4/fit-elements.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, scale } from '@apsis/astro/vec3.ts'
import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import type { Neighbour } from '@apsis/contract/ca/neighbour/neighbour.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import {
  type OpenEphemerides,
  type OpenEphemeridesMood,
  startOpenEphemerides,
} from '@apsis/tools/services/open-ephemerides.ts'
import type { CommonMood } from '@apsis/tools/services/service.ts'
import { pathOfElements } from '@apsis/tools/services/simulated-paths.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectionWays } from '../../connections/reader.service.ts'
import { addConnection, connectionPlatform, testWays } from '../../connections/testing/test-connection.ts'
import { JOBS } from '../../jobs.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { dyingAt } from '../../platform/testing/dying-database.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { reminderWork } from '../reminder/reminder-work.ts'
import { GOOD, HOUR_MS, NUMBER, openEstimateOperator, TCA, THREAT } from '../testing/estimate-operator.ts'
import { storeSets } from '../testing/test-catalogue.ts'
import { neighbourWork } from './neighbour-work.ts'

/** The published states are interpolated, and both paths are fitted to a millimetre. */
const PATH_M = 2
/** A distance outside every standard screening volume, which reaches 2 km up, and small enough for the object to be a neighbour. */
const ABOVE_M = 12_700
/** The satellite crosses at 10 km/s: an error of a metre moves the TCA by a tenth of a millisecond. */
const TCA_MS = 2
/** The step of the semi-major axis is averaged over a revolution. */
const BURN_MPS = 0.005
const MINUTE_MS = 60_000

/** The ephemeris of the satellite ends before the three days of the search. */
const ONE_NEAR = { last_result: 'new', last_detail: '{"code":"near","values":{"count":1,"of":1,"unsearched":1}}' }

let api: TestApi
let queue: Queue
let db: Database
let organisations = 0
beforeAll(async () => {
  api = await startTestApi()
  await storeSets(api.database, [THREAT])
  const url = api.database.appUrl
  db = openDatabase({ url, pool: 4, name: 'test-worker', log: api.log })
  queue = await openQueue({ url, pool: 2, log: api.log }, 'worker')
  await queue.work(JOBS, db, 1)
})
afterAll(async () => {
  await queue.stop(5_000)
  await db.close()
  await api.close()
})

let service: OpenEphemerides
let ways: ConnectionWays
let laterMs: number
const now = () => Date.now() + laterMs
const OBJECTS = [{ noradId: THREAT.noradId, name: 'THREAT', path: pathOfElements(THREAT) }]
beforeEach(async () => {
  organisations += 1
  laterMs = 0
  // Every test has its own address, but all of them publish the same object.
  await api.database.query('delete from neighbours.file')
  await open()
})
/** Starts the service; if no objects are given, the object is published in the folder. */
async function open(objects = OBJECTS): Promise<void> {
  service = await startOpenEphemerides({
    clock: now,
    objects,
    planet: objects.length === 0 ? OBJECTS : [],
    everyMs: Number.POSITIVE_INFINITY,
    slowMs: 3_000,
  })
  ways = testWays({ ledgerClock: now, limits: { headMs: 2_000, wholeMs: 4_000 } })
}
afterEach(() => service.close())

/** Connects the list for a new organisation whose satellite meets the published object. */
async function connected(
  known?: Awaited<ReturnType<typeof openEstimateOperator>>,
  path = '/public-files/ephemerides/MANIFEST.txt',
) {
  const organisation = `neighbours-${organisations}`
  const tenantId = `organisation:${organisation}`
  const operator = known ?? (await openEstimateOperator(api, organisation))
  const address = `${service.url}${path}`
  const people = connectionPlatform(db, { ways, now })
  await addConnection(people, tenantId, { kind: 'OPEN_EPHEMERIDES', name: path, address, isStaging: true })
  const work = neighbourWork(ways)
  const ending = new AbortController()
  const turnWith = (database: Database) =>
    work.turn({ db: database, queue, log: api.log, now, signal: ending.signal }, tenantId)
  const turn = () => turnWith(db)
  const feed = async () => {
    const [row] = await api.database.query<{ last_result: string; last_detail: string | null }>(
      'select last_result, last_detail from connections.feed where tenant_id = $1',
      [tenantId],
    )
    return row
  }
  const stored = async () =>
    (
      await api.database.query<{ name: string }>(
        'select name from neighbours.file where address = $1 order by received_at',
        [address],
      )
    ).map(({ name }) => name)
  const rows = () =>
    api.database.query<{ state: string }>(
      "select state from screening.screening where tenant_id = $1 and type like '%_VS_EPH' order by created_at desc",
      [tenantId],
    )
  const ordered = async () => (await rows()).length
  /** Waits until the fleet is screened against published ephemerides, and returns the estimates that count. */
  const estimates = async (): Promise<Estimate[]> => {
    await expect.poll(async () => (await rows())[0]?.state, { timeout: 60_000 }).toBe('done')
    const [event] = await operator.events()
    if (event === undefined) return []
    const { estimates: all } = await operator.estimates(event.conjunctionId)
    return all.filter(({ against, state }) => against === 'EPH' && state === 'COUNTS')
  }
  return { operator, turn, turnWith, feed, ordered, stored, estimates, end: () => ending.abort(), address, tenantId }
}

test('the ephemeris of an object that comes near is fetched, and the screening by it stands beside that by the catalogue', async () => {
  const { operator, turn, feed, stored, estimates, end } = await connected()
  await operator.fly(0, { sigmaKm: GOOD })
  await turn()
  const [name] = await stored()
  expect(name).toMatch(/^MEME_399998_THREAT_\d{7}_Operational_\d+_UNCLASSIFIED\.txt$/)
  expect(await feed()).toEqual(ONE_NEAR)
  const [one] = await estimates()
  // The object crosses 30 m above the satellite (estimate-operator.ts).
  expect(Math.abs(one!.missM - 30)).toBeLessThan(PATH_M)
  expect(one).toMatchObject({ weakness: null, isSimulated: true, neighbour: { file: name, isEnvelope: false } })
  expect(Math.abs(Date.parse(one!.tca) - Date.parse(TCA))).toBeLessThan(TCA_MS)
  expect(one!.probability).not.toBeNull()
  const near = await operator.read<Neighbour[]>('/neighbours')
  expect(near).toMatchObject([
    { noradId: THREAT.noradId, name: 'THREAT', endsBeforeTca: false, file: { name, change: null } },
  ])
  expect(near[0]?.missM).toBeLessThan(1_000)
  // Half an hour later nothing is requested again, and after more than an hour only the list is.
  const asked = service.requests.length
  laterMs = 30 * MINUTE_MS
  await turn()
  expect(service.requests.length).toBe(asked)
  laterMs = 1.5 * HOUR_MS
  await turn()
  expect(service.requests.slice(asked).map(({ path }) => path.split('/').at(-1))).toEqual(['MANIFEST.txt'])
  expect(service.violations).toEqual([])
  end()
})

test('a screening by a published ephemeris that does not find the approach of a message is named with the distance', async () => {
  const { operator, turn, stored, estimates, end } = await connected()
  await operator.message({ objects: [String(NUMBER), String(THREAT.noradId)] })
  // The satellite flies ABOVE_M above the orbit of the message, and the object crosses 30 m above the satellite.
  await operator.fly(ABOVE_M, { sigmaKm: GOOD })
  await turn()
  const [file] = await stored()
  expect(await estimates()).toEqual([])
  const [event] = await operator.events()
  const { unfound, levelFrom } = await operator.estimates(event!.conjunctionId)
  expect(levelFrom).toBe('MESSAGE')
  expect(unfound).toMatchObject([{ fileName: 'own.oem', neighbour: { file }, isSimulated: true }])
  expect(Math.abs(unfound[0]!.distanceM! - (ABOVE_M - 30))).toBeLessThan(PATH_M)
  end()
})

test('a new version replaces the earlier one, and says how far the operator has moved its prediction', async () => {
  const { operator, turn, stored, estimates, end, address } = await connected()
  await operator.fly(0, { sigmaKm: GOOD })
  await turn()
  await estimates()
  laterMs = 1.5 * HOUR_MS
  // The operator moves its satellite up by a kilometre.
  service.publish([THREAT.noradId], { shiftUvwM: [1_000, 0, 0] })
  await turn()
  expect(await stored()).toHaveLength(2)
  const [change] = await api.database.query<{
    change: { rmsM: number; largestM: number; samples: { rtnM: number[] }[] }
  }>('select change from neighbours.file where address = $1 and replaced_at is null', [address])
  expect(Math.abs(change!.change.rmsM - 1_000)).toBeLessThan(PATH_M)
  expect(change!.change.samples.every(({ rtnM: [r = 0] }) => Math.abs(r - 1_000) < PATH_M)).toBe(true)
  await expect
    .poll(async () => (await estimates()).every(({ missM }) => Math.abs(missM - 1_030) < PATH_M), { timeout: 60_000 })
    .toBe(true)
  expect(service.violations).toEqual([])
  end()
})

type Mood = CommonMood | OpenEphemeridesMood
test.each<[Mood, string, string]>([
  ['error-page', 'failed', 'MANIFEST'],
  ['page', 'page', 'MANIFEST'],
  ['empty-body', 'empty', 'MANIFEST'],
  ['cut-off-length', 'cut-off', 'MANIFEST'],
  ['redirect-elsewhere', 'redirected', 'MANIFEST'],
  ['too-many', 'throttled', 'MANIFEST'],
  ['slow', 'unreachable', 'MANIFEST'],
  ['gone', 'some-refused', 'MEME'],
  ['cut-off-length', 'cut-off', 'MEME'],
  ['half-text', 'some-refused', 'MEME'],
])(
  'in the mood %s the result is %s (%s), nothing is stored, and the object has no estimate by it',
  async (mood, result, where) => {
    const { operator, turn, feed, stored, end } = await connected()
    await operator.fly(0, { sigmaKm: GOOD })
    service.setMood(mood, ({ path }) => path.includes(where))
    await turn()
    expect((await feed())?.last_result).toBe(result)
    expect(await stored()).toEqual([])
    expect(service.violations).toEqual([])
    end()
  },
)

test('two organisations that connect one address ask it once, and both are screened against what one of them has fetched', async () => {
  const one = await connected()
  organisations += 1
  const other = await connected()
  await one.operator.fly(0, { sigmaKm: GOOD })
  await other.operator.fly(0, { sigmaKm: GOOD })
  await Promise.all([one.turn(), other.turn()])
  // The organisation that read second may have found a list that the first had not stored yet.
  laterMs = 20 * MINUTE_MS
  await Promise.all([one.turn(), other.turn()])
  expect(service.requests.filter(({ path }) => path.endsWith('MANIFEST.txt'))).toHaveLength(1)
  expect(service.filesRequested()).toHaveLength(1)
  for (const { estimates, address, tenantId } of [one, other]) {
    expect(await estimates()).toHaveLength(1)
    const told = await api.database.query(
      "select data from events.event where tenant_id = $1 and type = 'ephemeris' and data->>'neighbours' = $2",
      [tenantId, address],
    )
    expect(told).not.toEqual([])
  }
  one.end()
  other.end()
})

const FOLDER = '/planet/'
/** Connects the folder for a new organisation; the list has no objects. */
async function connectedToFolder() {
  await service.close()
  await open([])
  return connected(undefined, FOLDER)
}

test.each<[string, Mood]>([
  ['a page with links', 'ok'],
  ['a page with times and sizes', 'unknown-field'],
  ['a page with hostile links beside the good ones', 'hostile-text'],
  ['a page that names each file ten times', 'huge'],
  ['a plain list', 'plain-list'],
  ['a page whose files are named without numbers', 'without-numbers'],
])('the files of %s are fetched, and a new version of them after an hour', async (_, mood) => {
  const { operator, turn, feed, stored, end } = await connectedToFolder()
  await operator.fly(0, { sigmaKm: GOOD })
  service.setMood(mood, ({ path }) => path === FOLDER)
  await turn()
  expect(await feed()).toEqual(ONE_NEAR)
  const [first = '', ...others] = await stored()
  expect(first).toMatch(/^(?:399998_)?THREAT\.oem 20\d\d-[-:.TZ\d]+$/)
  expect(others).toEqual([])
  // An address is read once an hour, with a delay of some minutes.
  laterMs = 1.2 * HOUR_MS
  service.publish([THREAT.noradId], { shiftUvwM: [0, 500, 0] })
  await turn()
  expect(await stored()).toHaveLength(2)
  expect(service.elsewhere).toEqual([])
  expect(service.requests.every(({ path }) => path === FOLDER || /^\/planet\/\w+(?:-1)?\.oem$/.test(path))).toBe(true)
  expect(service.violations).toEqual([])
  end()
})

test('a file of a folder that has not changed is asked for once an hour, and is no new version', async () => {
  const { operator, turn, feed, stored, end } = await connectedToFolder()
  await operator.fly(0, { sigmaKm: GOOD })
  await turn()
  const before = service.requests.length
  laterMs = 1.2 * HOUR_MS
  await turn()
  expect((await feed())?.last_result).toBe('nothing-new')
  const [page, file, ...others] = service.requests.slice(before)
  expect([page?.path, others]).toEqual([FOLDER, []])
  expect(file?.headers['if-none-match']).toMatch(/^"[0-9a-f]{32}"$/)
  expect(await stored()).toHaveLength(1)
  end()
})

test.each<[Mood, string]>([
  ['empty-list', 'page'],
  ['page', 'page'],
  ['wrong-type', 'wrong-type'],
  ['many-links', 'too-large'],
  ['empty-body', 'empty'],
])('a folder in the mood %s is refused as %s, and nothing is fetched from it', async (mood, result) => {
  const { operator, turn, feed, stored, end } = await connectedToFolder()
  await operator.fly(0, { sigmaKm: GOOD })
  service.mood = mood
  await turn()
  expect((await feed())?.last_result).toBe(result)
  expect(service.requests.map(({ path }) => path)).toEqual([FOLDER])
  expect(await stored()).toEqual([])
  end()
})

test('several lists of one host are read in the same hour, each once', async () => {
  const known = await connected()
  await known.operator.fly(0, { sigmaKm: GOOD })
  const { turn } = await connected(known.operator, FOLDER)
  await turn()
  laterMs = 20 * MINUTE_MS
  await turn()
  const lists = service.requests.map(({ path }) => path).filter((path) => path === FOLDER || path.endsWith('.txt'))
  expect(lists.filter((path) => !path.includes('MEME')).sort()).toEqual([
    FOLDER,
    '/public-files/ephemerides/MANIFEST.txt',
  ])
  known.end()
})

test('a worker that is killed before any of its transactions fetches no file twice, and loses neither version nor screening', async () => {
  const known = await connected()
  await known.operator.fly(0, { sigmaKm: GOOD })
  for (let last = 1; ; last += 1) {
    // Each time the organisation has a new connection to a new address, for which nothing is stored.
    for (const table of ['connections.connection', 'neighbours.near', 'neighbours.file'])
      await api.database.query(`delete from ${table}`)
    await service.close()
    await open()
    laterMs = 0
    const { turnWith, turn, stored, ordered, end } = await connected(known.operator)
    const before = await ordered()
    const dying = dyingAt(db, last)
    const isKilled = await turnWith(dying.db).then(
      () => dying.count() > last,
      () => true,
    )
    for (; laterMs < 2 * HOUR_MS; laterMs += 40 * MINUTE_MS) await turn()
    expect(await stored()).toHaveLength(1)
    // If the worker was killed before it recorded the order of the screening, the screening is ordered again.
    expect([1, 2]).toContain((await ordered()) - before)
    // A file is fetched again only if the worker was killed before it was stored.
    expect(service.requests.filter(({ path }) => path.includes('MEME')).length).toBeLessThanOrEqual(2)
    expect(service.violations).toEqual([])
    end()
    if (isKilled) continue
    expect(last).toBeGreaterThan(10)
    return
  }
}, 300_000) // Each transaction is interrupted once, each time with a new connection.

test('a neighbour whose newest ephemeris ends before the TCA of an urgent event is told of once', async () => {
  const { operator, turn, end, tenantId } = await connected()
  await operator.fly(0, { sigmaKm: GOOD })
  await operator.message({ missM: 40, objects: [String(NUMBER), String(THREAT.noradId)], sigmaM: 30 })
  service.publish([THREAT.noradId], { stopMs: Date.parse(TCA) - 30 * MINUTE_MS })
  await turn()
  const near = await operator.read<Neighbour[]>('/neighbours')
  expect(near).toMatchObject([{ noradId: THREAT.noradId, endsBeforeTca: true }])
  const remind = () =>
    reminderWork.turn({ db, queue, log: api.log, now, signal: new AbortController().signal }, tenantId)
  await remind()
  await remind()
  const notices = await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?limit=200'))
  const told = notices.filter(({ finding }) => finding?.code === 'neighbour-path-short')
  expect(told).toHaveLength(1)
  expect(told[0]?.message).toMatch(/ends .* Z: its plans at the TCA are not known/)
  end()
})

/** Returns the path of the object with a burn along its track: after the burn it follows elements that are fitted to the changed state. */
function withBurnAt(burnMs: number, alongMps: number): ReturnType<typeof pathOfElements> {
  const before = pathOfElements(THREAT)
  const { r, v } = before(burnMs)
  const epoch = parseTime(new Date(burnMs).toISOString())
  const changed = { frame: 'EME2000' as const, epoch, r, v: scale(v, 1 + alongMps / norm(v)) }
  const fitted = fitElements({ ...transformState(changed, 'TEME'), bstar: THREAT.bstar })
  if (!fitted.ok) throw new Error(fitted.reason)
  const after = pathOfElements(fitted.elements)
  return (ms) => (ms < burnMs ? before(ms) : after(ms))
}

test('a burn that appears between two versions is measured and told of once', async () => {
  const { operator, turn, end, tenantId } = await connected()
  await operator.fly(0, { sigmaKm: GOOD })
  await turn()
  laterMs = 1.5 * HOUR_MS
  const burnMs = Math.round((now() + 30 * HOUR_MS) / 1_000) * 1_000
  service.publish([THREAT.noradId], { path: withBurnAt(burnMs, 0.1) })
  await turn()
  const [near] = await operator.read<Neighbour[]>('/neighbours')
  const { burn } = near!.file!.change!
  expect(Math.abs(burn!.alongTrackMps - 0.1)).toBeLessThan(BURN_MPS)
  expect([Date.parse(burn!.from) <= burnMs, Date.parse(burn!.to) >= burnMs]).toEqual([true, true])
  const remind = () =>
    reminderWork.turn({ db, queue, log: api.log, now, signal: new AbortController().signal }, tenantId)
  await remind()
  await remind()
  const notices = await bodyOf<Notification[]>(await operator.call('GET /api/v1/notifications?limit=200'))
  const told = notices.filter(({ finding }) => finding?.code === 'neighbour-burn')
  expect(told).toHaveLength(1)
  expect(told[0]?.message).toMatch(/SIMULATED.*about 0\.10 m\/s along the track/)
  end()
})
