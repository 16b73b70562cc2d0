import type { Cdm } from '@apsis/contract/ca/cdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../jobs.ts'
import { openQueue, type Queue } from '../platform/jobs.ts'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { listLevels } from './conjunction.repository.ts'
import { markMitigated } from './conjunction.service.ts'
import { sitDown } from './testing/ca-desk.ts'
import { cdmText, type TestCdm } from './testing/cdm-text.ts'

let api: TestApi
let worker: Queue
beforeAll(async () => {
  api = await startTestApi()
  worker = await openQueue({ url: api.database.appUrl, pool: 4, log: api.log }, 'worker')
  await worker.work(
    JOBS.filter(({ name }) => name === 'ca.reassess'),
    api.api.platform.db,
  )
})
afterAll(async () => {
  await worker.stop(5_000)
  await api.close()
})

const hour = (n: number) => new Date(Date.UTC(2030, 0, 1, n)).toISOString().replace('Z', '')
/** Misses that give each level, for spheres of 10 m and 71 m of sigma: 1e-2 · exp(−d²/1e4). */
const CRITICAL: TestCdm = { missM: 200 }
const HIGH: TestCdm = { missM: 240 }
const MEDIUM: TestCdm = { missM: 320 }
const LOW: TestCdm = { missM: 500 }
const at = (n: number, kind: TestCdm, rest: TestCdm = {}) => cdmText({ ...kind, createdAt: hour(n), ...rest })

/** Waits until the events of an organisation are as they should be; each look is an answer of the API. */
async function eventually<T>(look: () => Promise<T>, isReached: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look()
    if (isReached(seen) || tries > 600) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('an event shows its newest message by creation, whatever order they come in, and the same at the end', async () => {
  const texts = [at(1, CRITICAL), at(3, LOW), at(2, HIGH), at(4, HIGH)]
  const shown = async (name: string, order: readonly number[]) => {
    const desk = sitDown(api, name)
    for (const place of order) await desk.take(texts[place] ?? '')
    const [event, ...rest] = await desk.events()
    expect(rest).toEqual([])
    const { conjunctionId: _id, activeCdmId, version: _version, conjunctionData, ...same } = event!
    const { timeToTca: _time, ...data } = conjunctionData
    const [cdm] = await desk.read<Cdm[]>(`/cdms?cdm-id=${activeCdmId}`)
    expect(cdm!.creationDate).toBe('2030-01-01T04:00:00.000Z')
    return { ...same, data }
  }
  const inOrder = await shown('in-order', [0, 2, 1, 3])
  expect(await shown('late', [3, 1, 0, 2])).toEqual(inOrder)
  expect(await shown('mixed', [1, 3, 2, 0])).toEqual(inOrder)
  expect(inOrder).toMatchObject({
    messages: 4,
    firstCreationDate: '2030-01-01T01:00:00.000Z',
    lastCreationDate: '2030-01-01T04:00:00.000Z',
    originators: ['TESTER'],
    trend: 'RISING',
    state: 'OPEN',
  })
})

test('a level falls at the second lower message only, and its history says when and by which message', async () => {
  const desk = sitDown(api, 'levels')
  const levels: string[] = []
  for (const [n, kind] of [CRITICAL, LOW, MEDIUM, LOW, CRITICAL].entries()) {
    await desk.take(at(n, kind))
    levels.push((await desk.events())[0]!.conjunctionData.riskLevel)
  }
  expect(levels).toEqual(['CRITICAL', 'CRITICAL', 'MEDIUM', 'MEDIUM', 'CRITICAL'])
  const [event] = await desk.events()
  const rows = await api.api.platform.db.tenant('organisation:levels', (tx) => listLevels(tx, event!.conjunctionId))
  expect(rows.map(({ level, reason }) => [level, reason])).toEqual([
    [4, 'message'],
    [2, 'message'],
    [4, 'message'],
  ])
  expect(rows.at(-1)!.cdm_id).toBe(event!.activeCdmId)
})

test('people are told of what rises, falls or needs data, and not of every message', async () => {
  const desk = sitDown(api, 'told')
  for (const [n, kind] of [LOW, HIGH, HIGH, CRITICAL, CRITICAL, LOW, LOW, LOW].entries()) await desk.take(at(n, kind))
  await desk.take(at(1, { missM: 700, sigmaM: 900, hbrM: 20 }, { objects: ['43617', '5'] }))
  const notes = await (await desk.call('GET /api/v1/notifications')).json()
  const told = (notes as Notification[]).filter(({ title }) => !title.startsWith('Welcome'))
  expect(told.map(({ title, level }) => [title, level])).toEqual([
    ['Tracking data needed', 'caution'],
    ['Risk lowered from CRITICAL to LOW', 'ok'],
    ['Risk raised to CRITICAL', 'critical'],
    ['Risk raised to HIGH', 'serious'],
  ])
  expect(told[2]!.message).toMatch(
    /^OBJECT 43617 × OBJECT 90001 \(90001\), CRITICAL, Pc 1\.\d\de-4, miss 200 m, TCA 2030-01-05 12:00 UTC, decide before 2030-01-04 12:00 UTC\.$/,
  )
})

test('what is past is stored without telling anybody', async () => {
  const desk = sitDown(api, 'past')
  await desk.take(at(0, CRITICAL, { tca: '2021-01-05T12:00:00.000', createdAt: '2021-01-01T00:00:00.000' }))
  expect(await desk.events()).toMatchObject([{ state: 'ARCHIVED', action: 'NONE', rule: 'past' }])
  expect(JSON.stringify(await (await desk.call('GET /api/v1/notifications')).json())).not.toContain('Risk')
})

test('a diluted event is never critical by itself: it needs data, and the card says so', async () => {
  const desk = sitDown(api, 'diluted')
  await desk.take(at(0, { missM: 700, sigmaM: 900, hbrM: 20 }))
  expect(await desk.events()).toMatchObject([
    { isDiluted: true, needsData: true, action: 'GET_DATA', rule: 'diluted', conjunctionData: { riskLevel: 'HIGH' } },
  ])
})

test('slow objects are a series of their own, without a planar probability', async () => {
  const desk = sitDown(api, 'slow')
  await desk.take(at(0, { slowMps: 2 }), at(1, CRITICAL))
  const events = await desk.events()
  expect(events.map(({ isCoOrbiting }) => isCoOrbiting).sort()).toEqual([false, true])
  const slow = events.find(({ isCoOrbiting }) => isCoOrbiting)
  expect(slow!.method).not.toBe('circle-2d')
})

test('two satellites of the organisation share an event; both are told, and one message of each side is the same event', async () => {
  const desk = sitDown(api, 'both')
  const [first, second] = [await desk.addSatellite(701), await desk.addSatellite(702)]
  await desk.take(at(0, LOW, { objects: ['701', '702'] }), at(1, LOW, { objects: ['702', '701'], originator: 'OTHER' }))
  const events = await desk.events()
  expect(events).toMatchObject([
    {
      satelliteId: first.satelliteId,
      messages: 2,
      object1: { designator: '701', satelliteId: first.satelliteId },
      object2: { designator: '702', satelliteId: second.satelliteId },
    },
  ])
  for (const { satelliteId } of [first, second])
    expect((await desk.events(`?satellite-id=${satelliteId}`)).length).toBe(1)
  expect((await desk.events('?is-between-own=true')).length).toBe(1)
  expect(await desk.events('?is-between-own=false')).toEqual([])
})

test('messages that came before a satellite become its own when it is added, and follow its radius and thresholds', async () => {
  const desk = sitDown(api, 'adopted')
  await desk.take(at(0, HIGH, { objects: ['900', '801'], hbrM: null, volumesM: [5, 5] }))
  expect(await desk.events()).toMatchObject([{ satelliteId: null, conjunctionData: { riskLevel: 'HIGH' } }])
  const satellite = await desk.addSatellite(801, { shape: 'CANNONBALL', hardBodyRadius: 5 })
  const { satelliteId } = satellite
  const [adopted] = await eventually(
    () => desk.events(),
    ([event]) => event?.satelliteId === satelliteId,
  )
  expect(adopted).toMatchObject({ satelliteId, object1: { designator: '801' }, conjunctionData: { riskLevel: 'HIGH' } })
  const configuration = { ...satellite.configuration, hardBodyRadius: 50 }
  const input = { satelliteId, name: satellite.name, noradId: 801, configuration }
  expect((await desk.json('PUT /api/v1/ca/satellites', input)).status).toBe(200)
  const [larger] = await eventually(
    () => desk.events(),
    ([event]) => event?.conjunctionData.riskLevel === 'CRITICAL',
  )
  expect(larger!.conjunctionData.riskLevel).toBe('CRITICAL')
  const [cdm] = await desk.read<Cdm[]>('/cdms')
  expect(cdm!.assessment).toMatchObject({ hardBodyRadius: 55, hardBodyRadiusFrom: 'satellite and message' })
  // Removed, its events leave the list; restored, they are back.
  await desk.call(`DELETE /api/v1/ca/satellites/${satelliteId}`)
  expect(await desk.events()).toEqual([])
  await desk.call(`POST /api/v1/ca/satellites/${satelliteId}/restore`)
  expect((await desk.events()).length).toBe(1)
})

test('GET /ca/conjunctions is by TCA, in pages, filtered, and answers 304 while nothing changes', async () => {
  const desk = sitDown(api, 'list')
  const tca = (day: number) => `2030-01-${day}T00:00:00.000`
  await desk.take(
    at(0, LOW, { objects: ['1', '2'], tca: tca(20) }),
    at(0, CRITICAL, { objects: ['1', '3'], tca: tca(10) }),
    at(0, MEDIUM, { objects: ['1', '4'], tca: tca(15) }),
  )
  const numbers = async (query: string) => (await desk.events(query)).map(({ object2 }) => object2.designator)
  expect(await numbers('')).toEqual(['3', '4', '2'])
  expect(await numbers('?limit=2&page=2')).toEqual(['2'])
  expect(await numbers('?risk-level=CRITICAL,MEDIUM')).toEqual(['3', '4'])
  expect(await numbers('?tca-after=2030-01-12T00:00:00Z&tca-before=2030-01-17T00:00:00Z')).toEqual(['4'])
  expect(await numbers('?min-probability=1e-4')).toEqual(['3'])
  expect(await numbers('?max-miss=400')).toEqual(['3', '4'])
  expect(await numbers('?max-miss=400&max-radial=300')).toEqual(['3'])
  expect(await numbers('?state=PASSED')).toEqual([])
  // Nobody has added object 1: it goes by its number.
  expect(await numbers('?satellite-id=2,1')).toEqual(['3', '4', '2'])
  expect(await numbers('?satellite-id=2')).toEqual([])
  expect(await numbers('?object-type=UNKNOWN,DEBRIS')).toEqual(['3', '4', '2'])
  expect(await numbers('?object-type=PAYLOAD')).toEqual([])
  expect(await numbers('?originator=TESTER,OTHER')).toEqual(['3', '4', '2'])
  expect(await numbers('?originator=OTHER')).toEqual([])
  expect(await numbers('?is-between-own=true')).toEqual([])
  expect(await numbers('?is-between-own=false&search=object%204')).toEqual(['4'])
  expect(await numbers('?has-probability=true')).toEqual(['3', '4', '2'])
  expect(await numbers('?has-probability=false')).toEqual([])
  const [event] = await desk.events()
  expect(await numbers(`?conjunction-id=${event!.conjunctionId}`)).toEqual(['3'])
  expect(Math.abs(event!.conjunctionData.timeToTca - (Date.parse('2030-01-10') - Date.now()) / 1000)).toBeLessThan(60)
  const first = await desk.call('GET /api/v1/ca/conjunctions?limit=1')
  expect(first.headers.get('x-total-count')).toBe('3')
  expect(first.headers.get('link')).toContain('rel="next"')
  const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
  expect((await desk.call('GET /api/v1/ca/conjunctions?limit=1', known)).status).toBe(304)
  await desk.take(at(1, LOW, { objects: ['1', '9'] }))
  expect((await desk.call('GET /api/v1/ca/conjunctions?limit=1', known)).status).toBe(200)
  for (const query of ['?risk-level=HUGE', '?limit=10001', '?state=GONE', '?min-probability=2', '?satellite-id=a'])
    expect((await desk.call(`GET /api/v1/ca/conjunctions${query}`)).status).toBe(400)
})

test('markMitigated() leaves an event without an active message, until a newer one comes', async () => {
  const desk = sitDown(api, 'mitigated')
  await desk.take(at(1, CRITICAL))
  const [{ conjunctionId } = { conjunctionId: '' }] = await desk.events()
  const moment = { tenantId: 'organisation:mitigated', now: new Date() }
  await api.api.platform.db.tenant(moment.tenantId, (tx) => markMitigated(tx, moment, conjunctionId))
  expect(await desk.events()).toMatchObject([{ activeCdmId: null, state: 'MITIGATED', action: 'NONE' }])
  // One that is older changes nothing about that.
  await desk.take(at(0, CRITICAL))
  expect(await desk.events()).toMatchObject([{ activeCdmId: null, state: 'MITIGATED', messages: 2 }])
  const [newer] = await desk.take(at(2, CRITICAL))
  expect(await desk.events()).toMatchObject([{ activeCdmId: newer!.cdmId, state: 'OPEN' }])
})
