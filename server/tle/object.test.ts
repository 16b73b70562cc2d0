import { DAY_MS } from '@apsis/astro/constants.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { CatalogueObject } from '@apsis/contract/tle/object.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import type { TestPerson } from '../platform/testing/test-issuer.ts'
import { insertSets, storeCatalogue } from './catalogue.repository.ts'
import { upsertReentries, upsertSatcat } from './satcat.repository.ts'

/** The test takes some seconds from the epoch to the question: 1.5 km a day are 0.02 m a second. */
const SIGMA_M = 2

// The elements of NASA's element set of the ISS of 2008-09-20, as printed in Wikipedia.
const ISS = {
  inclinationDeg: 51.6416,
  raanDeg: 247.4627,
  eccentricity: 0.0006703,
  argPeriapsisDeg: 130.536,
  meanAnomalyDeg: 325.0288,
  meanMotionRevPerDay: 15.72125391,
  bstar: -1.1606e-5,
}
const dated = (noradId: number, daysAgo: number, objectName = `OBJECT ${noradId}`) => ({
  ...fromPublished({
    ...UNSAID,
    ...ISS,
    noradId,
    epoch: parseTime(new Date(Date.now() - daysAgo * DAY_MS).toISOString()),
  }),
  objectName,
  internationalDesignator: noradId === LISTED ? '1998-067A' : '',
})

const [LISTED, OLD, LEFT, FALLEN, LAUNCHED, FALLING, OWN, SIX_DIGITS] = [
  25_544, 25_545, 25_546, 25_547, 58_004, 58_003, 99_999, 100_214,
]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.api.platform.db.shared(async (tx) => {
    const receivedAt = new Date(Date.now() - DAY_MS)
    const of = { catalogue: 'gp', source: 'space-track.org', isSupplemental: false, receivedAt } as const
    const before = [dated(LEFT, 5), dated(FALLEN, 5)]
    const kept = [
      { ...dated(LISTED, 2, 'ISS (ZARYA)'), objectType: 'PAYLOAD', country: 'ISS' },
      dated(OLD, 11),
      dated(FALLING, 1, 'SL-4 R/B'),
      dated(SIX_DIGITS, 1, 'COSMOS 2251 DEB'),
    ]
    await insertSets(tx, of, [...before, ...kept])
    const catalogue = { name: 'gp', newestEpoch: receivedAt } as const
    await storeCatalogue(tx, { ...catalogue, changedAt: receivedAt, objects: [...before, ...kept] })
    await storeCatalogue(tx, { ...catalogue, changedAt: new Date('2026-11-29T06:00:00Z'), objects: kept })
    const known = { internationalDesignator: '', objectType: null, rcs: null, country: null }
    await upsertSatcat(tx, [
      { ...known, noradId: LISTED, name: 'ISS', launchedOn: '1998-11-20', decayedOn: null },
      { ...known, noradId: LAUNCHED, name: 'TBA', objectType: 'PAYLOAD', launchedOn: '2026-11-18', decayedOn: null },
      { ...known, noradId: FALLEN, name: 'GONE', launchedOn: '1971-01-01', decayedOn: '2026-11-28' },
    ])
    const stated = { statedAt: new Date(), expectedAt: new Date(Date.now() + DAY_MS), windowMinutes: 480, name: '' }
    await upsertReentries(tx, [{ ...stated, noradId: FALLING, source: 'TIP' }], receivedAt)
  })
})
afterAll(() => api.close())

const who = (organisation: string, roles = ['ca:user']): TestPerson => ({ subject: 'ada', organisation, roles })
const ask = (person: TestPerson, noradId: number | string) => api.call(person, `GET /api/v1/tle/objects/${noradId}`)
const read = async (noradId: number, organisation = 'object') =>
  bodyOf<CatalogueObject>(await ask(who(organisation), noradId))

test('an object of the catalogue has its names, kind, owner, launch and newest set', async () => {
  expect(await read(LISTED)).toMatchObject({
    noradId: LISTED,
    name: 'ISS (ZARYA)',
    otherNames: ['ISS'],
    internationalDesignator: '1998-067A',
    kind: 'payloads',
    owner: 'ISS',
    launchedOn: '1998-11-20',
    cameDownOn: null,
    standing: 'LISTED',
    leftAt: null,
    reentry: null,
    set: { source: 'space-track.org', eccentricity: 0.0006703 },
    isSimulated: false,
  })
  expect(await read(SIX_DIGITS)).toMatchObject({ name: 'COSMOS 2251 DEB', kind: 'debris', owner: null })
})

test('the accuracy is that of the class and age of the set: two days after the epoch 3 km along the track', async () => {
  const { accuracy, unstated } = await read(LISTED)
  expect(unstated).toBeNull()
  // Flohrer and others (2008) for the orbit of the ISS: 107, 308, 169 m; Levit and Marshall (2011): 1.5 km a day.
  expect(accuracy).toMatchObject({ radialM: 107, crossTrackM: 169 })
  expect(Math.abs(accuracy!.alongTrackM - Math.hypot(308, 3_000))).toBeLessThan(SIGMA_M)
})

test('a set that is more than ten days old has no stated accuracy', async () => {
  expect(await read(OLD)).toMatchObject({ standing: 'LISTED', accuracy: null, unstated: 'TOO_OLD' })
})

test('an object that left the catalogue says since when, and keeps its last set; one that came down says that instead', async () => {
  expect(await read(LEFT)).toMatchObject({ standing: 'LEFT', leftAt: '2026-11-29T06:00:00.000Z', cameDownOn: null })
  expect((await read(LEFT)).set).not.toBeNull()
  expect(await read(FALLEN)).toMatchObject({ standing: 'CAME_DOWN', cameDownOn: '2026-11-28' })
})

test('an object in orbit without a set says so, and one that is expected to come down says when', async () => {
  expect(await read(LAUNCHED)).toMatchObject({
    standing: 'WITHOUT_SET',
    kind: 'payloads',
    launchedOn: '2026-11-18',
    set: null,
    unstated: 'NO_SET',
  })
  expect((await read(FALLING)).reentry).toMatchObject({ windowMinutes: 480, forecast: 'TIP' })
})

test('an unknown number is 404; an object of which an organisation alone has sets is known to it alone', async () => {
  expect((await ask(who('object'), OWN)).status).toBe(404)
  const lines = formatTle(dated(OWN, 1)).join('\n')
  const stored = await api.call(who('owner'), 'POST /api/v1/tle/tle-set', { body: JSON.stringify([lines]) })
  expect(stored.status).toBe(200)
  expect((await ask(who('object'), OWN)).status).toBe(404)
  expect(await read(OWN, 'owner')).toMatchObject({ standing: 'OWN_SETS', kind: 'unknown', owner: null })
})

test.each(['0', 'iss', '1000000000'])('the number %s is refused', async (number) => {
  expect((await ask(who('object'), number)).status).toBe(400)
})

test('the simulated catalogue knows nothing of the satellite catalogue, which is of real objects', async () => {
  const receivedAt = new Date()
  await api.api.platform.db.shared(async (tx) => {
    const set = { ...dated(LISTED, 1, 'SIMULATED 25544') }
    const of = { catalogue: 'simulated', source: 'simulated catalogue', isSupplemental: false, receivedAt } as const
    await insertSets(tx, of, [set])
    await storeCatalogue(tx, { name: 'simulated', changedAt: receivedAt, objects: [set], newestEpoch: receivedAt })
  })
  expect(await read(LISTED)).toMatchObject({
    name: 'SIMULATED 25544',
    otherNames: [],
    launchedOn: null,
    isSimulated: true,
  })
  expect((await ask(who('object'), LAUNCHED)).status).toBe(404)
})
