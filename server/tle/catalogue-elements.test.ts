import { gunzipSync } from 'node:zlib'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { insertSets, type ListedObject, storeCatalogue } from './catalogue.repository.ts'
import { readCatalogue } from './catalogue.service.ts'
import { keepElements } from './catalogue-elements.service.ts'
import { setsOf } from './testing/gp-text.ts'

/** Fifteen digits of an angle above 100° end with 1e-12°, half of which is 9e-15 rad: a micrometre at geostationary height. */
const SAME_ANGLE_RAD = 1e-14
/** A nanosecond, in which a satellite moves by eight micrometres. */
const SAME_TIME_S = 1e-9

// NASA's element set of the ISS, as printed in Wikipedia and in CelesTrak's documentation of the format.
const ISS = parseTle(
  '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927',
  '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537',
)
const RECEIVED = new Date('2026-11-20T12:00:00Z')
const sets = setsOf(80)
const PERSON = { subject: 'ada', organisation: 'iss', roles: ['ca:user'] }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await store([...sets, { ...ISS, objectName: 'ISS (ZARYA)', country: 'ISS', objectType: 'PAYLOAD' }])
})
afterAll(() => api.close())

async function store(objects: readonly ListedObject[]) {
  await api.api.platform.db.shared(async (tx) => {
    const of = { catalogue: 'simulated', source: 'simulated catalogue', isSupplemental: false } as const
    await insertSets(tx, { ...of, receivedAt: RECEIVED }, objects)
    await storeCatalogue(tx, { name: 'simulated', changedAt: RECEIVED, objects, newestEpoch: RECEIVED })
  })
}

const read = (headers: Record<string, string> = {}) =>
  api.call(PERSON, 'GET /api/v1/tle/catalogue/elements', { headers })

test('elements are answered as they were published, with kind, owner, source and epoch', async () => {
  const columns = await bodyOf<CatalogueElements>(await read())
  expect(columns.isSimulated).toBe(true)
  const k = columns.noradId.indexOf(25_544)
  expect(k).toBe(0)
  expect([
    columns.name[k],
    columns.internationalDesignator[k],
    columns.meanMotionRevPerDay[k],
    columns.eccentricity[k],
    columns.inclinationDeg[k],
    columns.raanDeg[k],
    columns.argPeriapsisDeg[k],
    columns.meanAnomalyDeg[k],
    columns.bstar[k],
  ]).toEqual(['ISS (ZARYA)', '1998-067A', 15.72125391, 0.0006703, 51.6416, 247.4627, 130.536, 325.0288, -1.1606e-5])
  expect(columns.kinds[columns.kind[k]!]).toBe('payloads')
  expect(columns.owners[columns.owner[k]!]).toBe('ISS')
  expect(columns.sources[columns.source[k]!]).toBe('simulated catalogue')
  expect(columns.origin).toBe('2026-11-20T00:00:00.000Z')
  // Day 264.51782528 of 2008 (20 September), written out; leap seconds are in both.
  const epoch = parseTime('2008-09-20T12:25:40.104192')
  expect(Math.abs(columns.epochS[k]! - secondsBetween(parseTime(columns.origin), epoch))).toBeLessThan(SAME_TIME_S)
})

test('the columns give every set of the catalogue back', async () => {
  const columns = await bodyOf<CatalogueElements>(await read())
  const places = new Map(columns.noradId.map((number, k) => [number, k]))
  expect(places.size).toBe(sets.length + 1)
  for (const set of sets) {
    const k = places.get(set.noradId)!
    const again = fromPublished({
      ...UNSAID,
      noradId: set.noradId,
      epoch: addSeconds(parseTime(columns.origin), columns.epochS[k]!),
      meanMotionRevPerDay: columns.meanMotionRevPerDay[k]!,
      eccentricity: columns.eccentricity[k]!,
      inclinationDeg: columns.inclinationDeg[k]!,
      raanDeg: columns.raanDeg[k]!,
      argPeriapsisDeg: columns.argPeriapsisDeg[k]!,
      meanAnomalyDeg: columns.meanAnomalyDeg[k]!,
      bstar: columns.bstar[k]!,
    })
    expect(columns.name[k]).toBe(set.objectName)
    expect(columns.owner[k]).toBe(-1)
    expect(again.eccentricity).toBe(set.eccentricity)
    expect(again.bstar).toBe(set.bstar)
    expect(Math.abs(secondsBetween(again.epoch, set.epoch))).toBeLessThan(SAME_TIME_S)
    for (const angle of ['meanMotionRadPerS', 'incRad', 'raanRad', 'argPeriapsisRad', 'meanAnomalyRad'] as const)
      expect(Math.abs(again[angle] - set[angle])).toBeLessThan(SAME_ANGLE_RAD)
  }
})

test('the answer is compressed and kept: its ETag holds until the catalogue changes', async () => {
  const first = await read({ 'accept-encoding': 'gzip' })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const etag = first.headers.get('etag')!
  await first.arrayBuffer()
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  expect((await read({ 'accept-encoding': 'br' })).headers.get('content-encoding')).toBe('br')
  const { db } = api.api.platform
  const { gzipped, plain } = await keepElements(await readCatalogue(db))
  expect(gunzipSync(gzipped!)).toEqual(plain)
  await store(sets)
  const changed = await read({ 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect((await bodyOf<CatalogueElements>(changed)).noradId).not.toContain(25_544)
})
