import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { type Celestrak, type CelestrakMood, startCelestrak } from '@apsis/tools/services/celestrak.ts'
import { type CelestrakContent, simulatedContent } from '@apsis/tools/services/celestrak-content.ts'
import type { CommonMood } from '@apsis/tools/services/service.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testWays } from '../connections/testing/test-connection.ts'
import type { GpSourceConfig } from '../platform/config.ts'
import { dyingAt } from '../platform/testing/dying-database.ts'
import { readCatalogue } from './catalogue.service.ts'
import { downloadWork } from './download-work.ts'
import { nearestSets, newestSets, setsBetween } from './element-set.service.ts'
import { listSources } from './source.repository.ts'
import { useCatalogueDatabase } from './testing/catalogue-database.ts'

const START = Date.parse('2026-11-20T12:10:00Z')
/** Two hours, and the longest random delay. */
const TURN = 2 * HOUR_MS + 10 * MINUTE_MS
const ISS = 25_544

const { db, platform, clear } = useCatalogueDatabase()
let server: Celestrak
let now = START
beforeEach(async () => {
  now = START
  await clear()
  server = await startCelestrak({ clock: () => now, slowMs: 20 })
})
afterEach(() => server.close())

const GENERAL = '/NORAD/elements/gp.php?GROUP=active&FORMAT=JSON'
const SUPPLEMENT = '/NORAD/elements/supplemental/sup-gp.php?SOURCE=SpaceX-E&FORMAT=JSON'
const STATION = '/NORAD/elements/supplemental/sup-gp.php?SOURCE=ISS-E&FORMAT=JSON'

const at = (path: string, format: GpSourceConfig['format'] = 'omm-json') => ({ url: `${server.url}${path}`, format })

/** Runs the work once in a new worker, which knows only the state in the database. */
async function turn(addresses: readonly GpSourceConfig[] = [at(GENERAL)], database = db()): Promise<void> {
  const limits = { headMs: 500, wholeMs: 2_000, mostBytes: 400_000 }
  const ways = testWays({ limits, ledgerClock: () => now })
  await downloadWork({ kind: 'gp', addresses, organisation: undefined, ways }).turn(
    platform(() => now, database),
    'catalogue',
  )
}

const sources = () => db().shared(listSources)

/** In these moods the same data arrives in another way, and can be read. */
const READ: (CommonMood | CelestrakMood)[] = [
  ...(['ok', 'gzip', 'crlf', 'lf-without-end', 'byte-order-mark', 'clock', 'unknown-field'] as const),
  ...(['redirect-same', 'redirect-permanent'] as const),
]
test.each(READ)('the catalogue is read from an address in the mood %s', async (mood) => {
  server.next(mood)
  await turn()
  expect((await sources())[0]).toMatchObject({ last_failed_at: null, last_result: 'new', objects: active().size })
  expect((await readCatalogue(db())).objects).toHaveLength(active().size)
  expect(server.violations).toEqual([])
})

const active = () => simulatedContent(now).groups.active ?? new Set()

const BAD: [CommonMood | CelestrakMood, ReadingResult][] = [
  ['cut-off', 'cut-off'],
  ['cut-off-length', 'cut-off'],
  ['cut-off-chunked', 'cut-off'],
  ['half-text', 'cut-off'],
  ['empty-list', 'too-small'],
  ['empty-body', 'too-small'],
  ['no-content', 'empty'],
  ['error-page', 'failed'],
  ['page', 'page'],
  ['down', 'failed'],
  ['too-many', 'throttled'],
  ['forbidden', 'blocked'],
  ['redirect-elsewhere', 'redirected'],
  ['redirect-http', 'redirected'],
  ['redirect-ring', 'redirected'],
  ['wrong-type', 'wrong-type'],
  // One name in six is longer than a name may be.
  ['hostile-text', 'wrong-type'],
  ['huge', 'too-large'],
  ['long-line', 'too-large'],
  ['endless', 'too-large'],
  ['blocked', 'blocked'],
  ['silent', 'unreachable'],
  ['no-data', 'empty'],
]
test.each(BAD)('an address in the mood %s changes nothing, and is read again when it works', async (mood, result) => {
  await turn()
  const good = await readCatalogue(db())
  now += TURN
  const asked = server.requests.length
  server.next(mood, mood === 'redirect-ring' ? 10 : 1)
  await turn()
  const [source] = await sources()
  expect(source).toMatchObject({ last_result: result, objects: good.objects.length, last_new_at: new Date(START) })
  expect(source?.last_failed_at).toEqual(result === 'empty' ? null : new Date(now))
  expect(await readCatalogue(db())).toBe(good)
  expect(server.elsewhere).toEqual([])
  // During the pause nothing is sent, however often a worker looks for due work.
  const sent = server.requests.length
  expect(sent).toBeGreaterThan(asked)
  now += 119 * MINUTE_MS
  await turn()
  expect(server.requests).toHaveLength(sent)
  server.mood = 'ok'
  now += DAY_MS
  await turn()
  expect((await sources())[0]).toMatchObject({ last_result: 'new', last_failed_at: null })
  expect((await readCatalogue(db())).version).not.toBe(good.version)
  expect(server.violations).toEqual([])
})

test('a record that lacks a field is refused alone, and counted', async () => {
  server.next('missing-field')
  await turn()
  expect((await sources())[0]).toMatchObject({ last_result: 'some-refused', last_detail: '1 entries' })
  expect((await readCatalogue(db())).objects).toHaveLength(active().size - 1)
})

test.each(['not-updated', 'not-updated-200'] as const)(
  '%s is success without news, and waits two hours',
  async (mood) => {
    await turn()
    now += TURN
    server.next(mood)
    await turn()
    const [source] = await sources()
    expect(source).toMatchObject({ last_result: 'nothing-new', last_failed_at: null, last_success_at: new Date(now) })
    expect((source?.next_at?.getTime() ?? 0) - now).toBeGreaterThanOrEqual(2 * HOUR_MS)
  },
)

test('unchanged data is answered 304: the address is asked with the validators of its last answer', async () => {
  server.publish(simulatedContent(now))
  await turn()
  now += TURN
  await turn()
  expect(server.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': expect.any(String),
    'if-modified-since': expect.any(String),
  })
  expect((await sources())[0]).toMatchObject({ last_result: 'nothing-new' })
})

test('a host that blocks is left alone for a day with all its addresses, and says so once', async () => {
  const both = [at(GENERAL), at(SUPPLEMENT)]
  server.next('blocked')
  await turn(both)
  for (let passed = 0; passed < DAY_MS - MINUTE_MS; passed += HOUR_MS) {
    await turn(both)
    now += HOUR_MS
  }
  expect(server.requests).toHaveLength(1)
  now += 2 * MINUTE_MS
  server.mood = 'ok'
  await turn(both)
  expect(server.requests).toHaveLength(3)
  expect(server.violations).toEqual([])
})

test('an address that has moved is followed once, and the host that answers is told', async () => {
  server.mood = 'moved'
  await turn()
  expect((await sources())[0]).toMatchObject({
    last_result: 'new',
    moved_to: new URL(server.url).host.replace('127.0.0.1', 'localhost'),
  })
  expect(server.requests).toHaveLength(2)
  expect(server.violations).toEqual([])
})

test('supplemental sets are merged with the others, each knows its source, and time alone changes which one holds', async () => {
  const all = [at(GENERAL), at(SUPPLEMENT), at(STATION)]
  await turn(all)
  const sourceOf = async (noradId: number) =>
    db().tenant('somebody', async (tx) => (await newestSets(tx, [noradId])).get(noradId))
  const host = new URL(server.url).hostname
  const [starlink] = simulatedContent(now).groups.starlink ?? []
  expect((await sourceOf(starlink!))?.source).toBe(`${host} SupGP SOURCE=SpaceX-E`)
  const first = await sourceOf(ISS)
  expect(first?.source).toBe(`${host} SupGP SOURCE=ISS-E`)
  const versionBefore = (await readCatalogue(db())).version
  const payload = [...active()].find((id) => !simulatedContent(now).supplemental.some((row) => row.NORAD_CAT_ID === id))
  expect((await sourceOf(payload!))?.source).toBe(`${host} GROUP=active`)
  // The next segment of the station begins at 18:00; before that, no source has anything new.
  const asked = server.requests.length
  now = Date.parse('2026-11-20T12:40:00Z')
  await turn(all)
  expect((await readCatalogue(db())).version).toBe(versionBefore)
  server.mood = 'not-updated'
  now = Date.parse('2026-11-20T18:01:00Z')
  await turn(all)
  expect(server.requests.length).toBe(asked + 3)
  const second = await sourceOf(ISS)
  expect(second?.set.epoch.taiS).toBeGreaterThan(first?.set.epoch.taiS ?? Infinity)
  expect((await readCatalogue(db())).version).not.toBe(versionBefore)
  // A set that begins later is not returned for the present, and supplemental sets are not history.
  const near = await db().tenant('somebody', (tx) => nearestSets(tx, [{ noradId: ISS, epoch: first!.set.epoch }]))
  expect(near[0]?.set.epoch).toEqual(first?.set.epoch)
  const span = { from: { taiS: 0, taiFs: 0 }, to: { taiS: 4e9, taiFs: 0 } }
  const history = await db().tenant('somebody', (tx) => setsBetween(tx, { noradId: ISS, ...span }))
  expect(new Set(history.map(({ source }) => source))).toEqual(new Set([`${host} GROUP=active`]))
})

test('an address that is taken out of the settings takes its sets with it', async () => {
  await turn([at(GENERAL), at('/NORAD/elements/gp.php?GROUP=fengyun-1c-debris&FORMAT=CSV', 'omm-csv')])
  const both = await readCatalogue(db())
  const debris = simulatedContent(now).groups['fengyun-1c-debris'] ?? new Set()
  expect(debris.size).toBeGreaterThan(10)
  expect(both.objects).toHaveLength(active().size + debris.size)
  await turn()
  expect((await readCatalogue(db())).objects).toHaveLength(active().size)
})

test('over ten days with two workers and faults no address is asked more often than its service allows', async () => {
  let state = 48
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const faults = ['error-page', 'cut-off', 'page', 'not-updated', 'too-many', 'redirect-same', 'moved'] as const
  const all = [at(GENERAL), at(SUPPLEMENT), at(STATION)]
  const content = small(simulatedContent(now))
  server.publish(content)
  for (; now < START + 10 * DAY_MS; now += 47 * MINUTE_MS) {
    if (random() < 0.05) server.next(faults[Math.floor(random() * faults.length)] ?? 'page')
    if (random() < 0.3) server.publish({ ...content, gp: content.gp.slice(Math.floor(random() * 3)) })
    await Promise.all([turn(all), turn(all)])
  }
  expect(server.violations).toEqual([])
  // A request every two hours to each address would be 360 requests; pauses of six hours after a refusal reduce that.
  expect(server.requests.length).toBeGreaterThan(200)
})

test('a worker that is killed before any of its transactions stores nothing twice, and asks no sooner', async () => {
  for (let last = 0; ; last += 1) {
    now = START + last * DAY_MS
    await clear()
    await server.close()
    // The ledger is cleared, so the service must not remember earlier requests either.
    server = await startCelestrak({ clock: () => now })
    const both = [at(GENERAL), at(SUPPLEMENT)]
    const dying = dyingAt(db(), last)
    const wasKilled = await turn(both, dying.db).then(
      () => false,
      () => true,
    )
    for (let turns = 0; turns < 3; turns += 1) {
      now += TURN
      await turn(both)
    }
    const { objects } = await readCatalogue(db())
    expect(new Set(objects.map(({ noradId }) => noradId)).size).toBe(objects.length)
    expect(objects.length).toBeGreaterThan(active().size)
    expect((await sources()).map(({ last_failed_at }) => last_failed_at)).toEqual([null, null])
    expect(server.violations).toEqual([])
    if (!wasKilled) {
      // The last run completed all its transactions, so an end before each of them was tested.
      expect(last).toBeGreaterThanOrEqual(dying.count())
      expect(last).toBeGreaterThan(6)
      return
    }
  }
})

/** Returns the first twenty objects of each kind of set: the limits do not depend on the number of objects. */
const small = (content: CelestrakContent): CelestrakContent => ({
  ...content,
  gp: content.gp.filter(({ NORAD_CAT_ID }) => content.groups.active?.has(NORAD_CAT_ID)).slice(0, 20),
  supplemental: content.supplemental.slice(0, 20),
})
