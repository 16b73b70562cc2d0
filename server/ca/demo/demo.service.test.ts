import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import type { Demo } from '@apsis/contract/ca/demo.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { auditOf } from '../../platform/testing/test-database.ts'
import { startWorker } from '../../worker.ts'
import { deleteSimulatedEvents } from './demo.repository.ts'
import { getDemo, openDemo } from './demo.service.ts'
import { DEMO_FLEET } from './fleet.data.ts'
import { demoWork } from './work.ts'

const ANN = { subject: 'ann', organisation: 'example', roles: ['ca:user'] }
const BEN = { subject: 'ben', organisation: 'other', roles: ['ca:user'] }
const TENANT = 'organisation:example'
/** The effect of J2 on Kozai's mean motion is J2 R²/2a times |3 cos² i − 1|, which is below 1 in low orbit. */
const KOZAI_M = 3_200
/** With one revolution a day the semi-major axis varies by up to 14.5 km, since the Earth's equator is not a circle (SGP4, 2026 to 2046). */
const RESONANCE_M = 15_000
/** The radii of the fleet are written to a millimetre. */
const RADIUS_M = 1e-3
/** The demo was opened some tests ago, each of which may take four minutes on a busy machine. */
const SINCE_OPENING_H = 0.3

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

/** Repeats a request that a busy machine refuses, because these tests are not about that refusal. */
async function call(who: typeof ANN, request: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const answer = await api.call(who, request, init)
    if (answer.status !== 503) return answer
    await answer.body?.cancel()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const ask = async <T>(request: string, who = ANN) => bodyOf<T>(await call(who, request))
const conjunctions = (who = ANN) => ask<Conjunction[]>('GET /api/v1/ca/conjunctions?limit=10000', who)
const turn = (at = Date.now(), signal = new AbortController().signal) => {
  const { db, queue } = api.api.platform
  return demoWork().turn({ db, queue, log: api.log, now: () => at, signal }, TENANT)
}

test('the API says that an organisation has no demo, and closing it changes nothing', async () => {
  expect(await ask<Demo>('GET /api/v1/ca/demo')).toEqual({
    open: false,
    isAllowed: true,
    since: null,
    seed: null,
    filling: null,
  })
  expect((await call(ANN, 'DELETE /api/v1/ca/demo')).status).toBe(204)
  await turn()
  expect(await conjunctions()).toEqual([])
})

test('opening the demo adds six satellites with all kinds of propulsion and orbit; a second opening changes nothing', async () => {
  const opened = await ask<Demo>('POST /api/v1/ca/demo')
  expect(opened).toMatchObject({ open: true, isAllowed: true, seed: 20_261_120, filling: { events: 0, of: 60 } })
  expect(await ask<Demo>('POST /api/v1/ca/demo?seed=7')).toEqual(opened)
  const satellites = await ask<Satellite[]>('GET /api/v1/ca/satellites')
  expect(satellites.map(({ name, noradId, isSimulated }) => [name, noradId, isSimulated])).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => [`SAT-${n}`, 90_000 + n, true]),
  )
  expect(satellites.map(({ configuration }) => configuration.propulsion.type)).toEqual([
    'IMPULSIVE',
    'CONTINUOUS',
    'DIFFERENTIAL_DRAG',
    'NONE',
    'IMPULSIVE',
    'IMPULSIVE',
  ])
  expect(await ask<Satellite[]>('GET /api/v1/ca/satellites', BEN)).toEqual([])
})

test('each satellite has a fresh element set, which gives its orbit regime and is simulated like the satellite', async () => {
  const satellites = await ask<Satellite[]>('GET /api/v1/ca/satellites')
  expect(satellites.map(({ derived }) => derived.regime?.slice(0, 3))).toEqual([
    'LEO',
    'LEO',
    'LEO',
    'LEO',
    'MEO',
    'GEO',
  ])
  for (const [place, { orbit, regime }] of DEMO_FLEET.entries()) {
    // Kepler's third law. Sun and Moon move the perigee of a geostationary orbit by up to 17 km, so only its mean altitude is checked.
    const semiMajorAxisM = Math.cbrt(GM_EARTH / ((orbit.meanMotionRevPerDay * 2 * Math.PI) / 86_400) ** 2)
    const { perigeeAltitudeM, apogeeAltitudeM } = satellites[place]!.derived
    const middleM = (perigeeAltitudeM! + apogeeAltitudeM!) / 2
    expect(Math.abs(middleM - (semiMajorAxisM - WGS84_RADIUS_M))).toBeLessThan(regime === 'GEO' ? RESONANCE_M : KOZAI_M)
    const perigeeM = semiMajorAxisM * (1 - orbit.eccentricity) - WGS84_RADIUS_M
    if (regime !== 'GEO') expect(Math.abs(perigeeAltitudeM! - perigeeM)).toBeLessThan(KOZAI_M)
  }
  const sets = await api.database.query<{ source: string; n: number }>(
    'select source, count(*)::int as n from tle.own_set group by 1',
  )
  expect(sets).toEqual([{ source: 'simulator', n: 6 }])
})

test('the radius of each satellite follows from its shape', async () => {
  for (const {
    satelliteId: _i,
    derived,
    isSimulated: _s,
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    ...input
  } of await ask<Satellite[]>('GET /api/v1/ca/satellites')) {
    const { hardBodyRadius, ...rest } = input.configuration
    const body = JSON.stringify({
      ...input,
      name: `${input.name} blank`,
      noradId: input.noradId + 500,
      configuration: rest,
    })
    const blank = await bodyOf<Satellite>(await call(BEN, 'POST /api/v1/ca/satellites', { body }))
    expect(blank.derived.hardBodyRadiusFrom).toBe('shape')
    expect(Math.abs(blank.derived.hardBodyRadius! - hardBodyRadius!)).toBeLessThan(RADIUS_M)
    expect(derived.hardBodyRadius).toBe(hardBodyRadius)
  }
})

test('a worker that is stopped in the middle of the history, or repeats it, sends each message once', async () => {
  const ending = new AbortController()
  const first = turn(Date.now(), ending.signal)
  await expect.poll(async () => (await conjunctions()).length, { timeout: 120_000, interval: 50 }).toBeGreaterThan(2)
  ending.abort()
  await first
  const sofar = await conjunctions()
  expect(sofar.length).toBeLessThan(60)
  // A user who looks now sees that more events are coming.
  const { filling } = await ask<Demo>('GET /api/v1/ca/demo')
  expect(filling).toEqual({ events: sofar.length, of: 60 })
  await turn()
  expect((await ask<Demo>('GET /api/v1/ca/demo')).filling).toBeNull()
  const all = await conjunctions()
  expect(all).toHaveLength(60)
  expect(all.every(({ isSimulated, originators }) => isSimulated && originators.join() === 'APSIS-SIM')).toBe(true)
  const rows = await api.database.query<{ n: number; ids: number }>(
    'select count(*)::int as n, count(distinct message_id)::int as ids from ca.cdm',
  )
  const counted = all.reduce((sum, { messages }) => sum + messages, 0)
  expect(rows).toEqual([{ n: counted, ids: counted }])
})

test('the list shows the stories and this mix of future events: 1 critical, 3 high, 9 medium, 33 low, 3 not assessed', async () => {
  const ahead = (await conjunctions()).filter(({ conjunctionData }) => conjunctionData.timeToTca > 0)
  const mix = Object.groupBy(ahead, ({ conjunctionData }) => conjunctionData.riskLevel)
  expect(Object.fromEntries(Object.entries(mix).map(([level, list]) => [level, list.length]))).toEqual({
    CRITICAL: 1,
    HIGH: 3,
    MEDIUM: 9,
    LOW: 33,
    UNKNOWN: 3,
  })
  const [critical] = mix.CRITICAL ?? []
  expect(critical).toMatchObject({ trend: 'RISING', object1: { name: 'SAT-2' } })
  const hoursToTca = (critical?.conjunctionData.timeToTca ?? 0) / 3600
  expect(Math.abs(hoursToTca - 31.18)).toBeLessThan(SINCE_OPENING_H)
  expect(ahead.filter(({ needsData }) => needsData).map(({ object1 }) => object1.name)).toEqual(['SAT-1'])
  expect(mix.HIGH?.map(({ trend }) => trend)).toContain('FLIPPING')
  expect(mix.LOW?.map(({ trend }) => trend)).toContain('FALLING')
})

test('notices are sent only at the end of the history: one for each event that is high or needs data', async () => {
  const told = await ask<Notification[]>('GET /api/v1/notifications')
  const ofEvents = told
    .map(({ title }) => title.split(',')[0])
    .filter((title) => /^(Act|Risk|Tracking)/.test(title ?? ''))
  // The critical event has to be acted on; one of the three others is diluted, and its notice has the level of its page.
  expect(ofEvents.sort()).toEqual([
    'Act: SAT-2 × SIM DEB 0223',
    'Risk raised to HIGH',
    'Risk raised to HIGH',
    'Risk raised to HIGH',
  ])
})

test('four operational ephemerides and one refused file exist, each once', async () => {
  const files = await api.database.query<{ state: string; is_simulated: boolean; n: number }>(
    'select state, is_simulated, count(*)::int as n from ca.ephemeris group by 1, 2 order by 1',
  )
  expect(files).toEqual([
    { state: 'INVALID', is_simulated: true, n: 1 },
    { state: 'VALID', is_simulated: true, n: 4 },
  ])
})

test('messages say who sent them, and that they are simulated', async () => {
  const cdms = await ask<Cdm[]>('GET /api/v1/ca/cdms?limit=1000')
  expect(new Set(cdms.map(({ source }) => source))).toEqual(new Set(['simulator']))
  expect(cdms.every(({ isSimulated }) => isSimulated)).toBe(true)
  expect(cdms.flatMap(({ warnings }) => warnings)).toEqual([])
})

test('two hours later there are new messages, and the feed is fresh', async () => {
  const before = (await conjunctions()).reduce((sum, { messages }) => sum + messages, 0)
  await turn(Date.now() + 2 * 3_600_000)
  const after = (await conjunctions()).reduce((sum, { messages }) => sum + messages, 0)
  expect(after - before).toBeGreaterThan(5)
})

test('closing the demo removes all simulated data and nothing else; the demo can be opened again', async () => {
  const body = JSON.stringify({ name: 'OWN', noradId: 90_100 })
  expect((await call(ANN, 'POST /api/v1/ca/satellites', { body })).status).toBe(201)
  expect((await call(ANN, 'DELETE /api/v1/ca/demo')).status).toBe(204)
  expect(await auditOf(api.database, ANN.organisation, 'demo.')).toMatchObject([
    { actor: 'ann', action: 'demo.open', detail: { seed: 20_261_120 } },
    { actor: 'ann', action: 'demo.close', detail: { events: expect.any(Number) } },
  ])
  expect(await ask<Demo>('GET /api/v1/ca/demo')).toMatchObject({ open: false })
  expect(await conjunctions()).toEqual([])
  expect(await ask<Cdm[]>('GET /api/v1/ca/cdms')).toEqual([])
  expect(await api.database.query('select id from ca.ephemeris')).toEqual([])
  expect(await api.database.query('select norad_id from tle.own_set')).toEqual([])
  expect((await ask<Satellite[]>('GET /api/v1/ca/satellites')).map(({ name }) => name)).toEqual(['OWN'])
  await turn()
  expect(await conjunctions()).toEqual([])
  expect(await ask<Demo>('POST /api/v1/ca/demo')).toMatchObject({ open: true })
  expect(await ask<Satellite[]>('GET /api/v1/ca/satellites')).toHaveLength(7)
})

test('an own satellite with a number of the demo fleet is kept when the demo is closed, and the connection of the demo is deleted', async () => {
  const who = { ...BEN, organisation: 'fifth' }
  const body = JSON.stringify({ name: 'MINE', noradId: 90_003 })
  expect((await call(who, 'POST /api/v1/ca/satellites', { body })).status).toBe(201)
  await ask<Demo>('POST /api/v1/ca/demo', who)
  expect(await ask<Satellite[]>('GET /api/v1/ca/satellites', who)).toHaveLength(6)
  const feeds = "select name from connections.connection where tenant_id = 'organisation:fifth'"
  expect(await api.database.query(feeds)).toEqual([{ name: 'SIMULATED service' }])
  expect((await call(who, 'DELETE /api/v1/ca/demo')).status).toBe(204)
  expect((await ask<Satellite[]>('GET /api/v1/ca/satellites', who)).map(({ name }) => name)).toEqual(['MINE'])
  expect(await api.database.query(feeds)).toEqual([])
})

test('the database prevents the program from deleting real data', async () => {
  const ending = new AbortController()
  const sending = turn(Date.now(), ending.signal)
  await expect.poll(async () => (await conjunctions()).length, { timeout: 120_000, interval: 50 }).toBeGreaterThan(0)
  ending.abort()
  await sending
  await api.database.query(
    'update ca.cdm set is_simulated = false; update ca.conjunction set facts = facts || \'{"isSimulated": false}\'',
  )
  const { db } = api.api.platform
  expect(await db.tenant(TENANT, deleteSimulatedEvents)).toBe(0)
  await api.database.query('update ca.conjunction set facts = facts || \'{"isSimulated": true}\'')
  await expect(db.tenant(TENANT, deleteSimulatedEvents)).rejects.toThrow('only what is simulated may be removed')
})

test('opening is refused with a reason if the installation does not allow the demo', async () => {
  const platform = { ...api.api.platform, isAllowed: false }
  const owner = { tenantId: 'organisation:strict', subject: 'ann' }
  await expect(openDemo(platform, { owner, requestId: 'none' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('APSIS_DEMO_FLEET'),
  })
  expect(await getDemo(platform, owner)).toEqual({
    open: false,
    isAllowed: false,
    since: null,
    seed: null,
    filling: null,
  })
})

test('a satellite of the organisation with a name of the fleet prevents the opening, and is not changed', async () => {
  const body = JSON.stringify({ name: 'SAT-2', noradId: 4 })
  await call({ ...BEN, organisation: 'third' }, 'POST /api/v1/ca/satellites', { body })
  const answer = await call({ ...BEN, organisation: 'third' }, 'POST /api/v1/ca/demo')
  expect(answer.status).toBe(409)
  expect(await ask<Satellite[]>('GET /api/v1/ca/satellites', { ...BEN, organisation: 'third' })).toHaveLength(1)
  expect(await ask<Demo>('GET /api/v1/ca/demo', { ...BEN, organisation: 'third' })).toMatchObject({ open: false })
})

test('a worker process starts the demo by itself within the first seconds', async () => {
  const who = { subject: 'dora', organisation: 'fourth', roles: ['ca:user'] }
  const worker = await startWorker({
    config: { ...api.config, opsPort: 0 },
    databaseUrl: api.database.appUrl,
    log: api.log,
  })
  try {
    await call(who, 'POST /api/v1/ca/demo')
    await expect.poll(async () => (await conjunctions(who)).length, { timeout: 120_000 }).toBeGreaterThan(0)
    await call(who, 'DELETE /api/v1/ca/demo')
  } finally {
    await worker.close()
  }
  // Messages that were being sent when the demo was closed are deleted, too.
  expect(await api.database.query("select id from ca.cdm where tenant_id = 'organisation:fourth'")).toEqual([])
})
