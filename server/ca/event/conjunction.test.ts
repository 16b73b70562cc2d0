import type { Conjunction, LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '../../jobs.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText, type TestCdm } from '../testing/cdm-text.ts'
import { markMitigated } from './event.service.ts'

/** The time that an answer may take to reach the test on a busy machine, s. */
const ON_ITS_WAY_S = 60
/** The correct decimals of a miss in metres: it is the difference of two positions of 7,000 km in double precision. */
const MISS_DIGITS = 6

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
/** Misses that give each level, for spheres of 10 m and a σ of 71 m: the probability is 1e-2 · exp(−d²/1e4). */
const CRITICAL: TestCdm = { missM: 200 }
const HIGH: TestCdm = { missM: 240 }
const MEDIUM: TestCdm = { missM: 320 }
const LOW: TestCdm = { missM: 500 }
const at = (n: number, kind: TestCdm, rest: TestCdm = {}) => cdmText({ ...kind, createdAt: hour(n), ...rest })

/** Waits until the events of an organisation are as expected; each attempt calls the API. */
async function eventually<T>(look: () => Promise<T>, isReached: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look()
    if (isReached(seen) || tries > 600) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('an event shows its newest message by creation, and its final state does not depend on the order of arrival', async () => {
  const texts = [at(1, CRITICAL), at(3, LOW), at(2, HIGH), at(4, HIGH)]
  const shown = async (name: string, order: readonly number[]) => {
    const operator = asOperator(api, name)
    for (const place of order) await operator.take(texts[place] ?? '')
    const [event, ...rest] = await operator.events()
    expect(rest).toEqual([])
    const { conjunctionId: _id, activeCdmId, version: _version, conjunctionData, levelBy, ...same } = event!
    const { timeToTca: _time, ...data } = conjunctionData
    const [cdm] = await operator.read<Cdm[]>(`/cdms?cdm-id=${activeCdmId}`)
    expect(cdm!.creationDate).toBe('2030-01-01T04:00:00.000Z')
    expect(levelBy).toMatchObject({ id: activeCdmId, at: cdm!.creationDate })
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

test('a level falls only at the second lower message, and its history says when and by which message', async () => {
  const operator = asOperator(api, 'levels')
  const levels: string[] = []
  for (const [n, kind] of [CRITICAL, LOW, MEDIUM, LOW, CRITICAL].entries()) {
    await operator.take(at(n, kind))
    levels.push((await operator.events())[0]!.conjunctionData.riskLevel)
  }
  expect(levels).toEqual(['CRITICAL', 'CRITICAL', 'MEDIUM', 'MEDIUM', 'CRITICAL'])
  const [event] = await operator.events()
  const history = await operator.read<LevelChange[]>(`/conjunctions/${event!.conjunctionId}/levels`)
  expect(history.map(({ riskLevel, reason }) => [riskLevel, reason])).toEqual([
    ['CRITICAL', 'message'],
    ['MEDIUM', 'message'],
    ['CRITICAL', 'message'],
  ])
  expect(history.at(-1)!.cdmId).toBe(event!.activeCdmId)
  const other = asOperator(api, 'levels-of-others')
  expect((await other.call(`GET /api/v1/ca/conjunctions/${event!.conjunctionId}/levels`)).status).toBe(404)
})

test('a level that fell only by time is in its history with the exact moment, both if it is only read and if it is written', async () => {
  const operator = asOperator(api, 'levels-by-time')
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString().replace('Z', '')
  const [first] = await operator.take(cdmText({ ...CRITICAL, createdAt: ago(20 * 3_600_000) }))
  // The 12 h after its creation end soon after it has arrived; nothing is written at that moment.
  const createdAt = ago(12 * 3_600_000 - 3_000)
  await operator.take(cdmText({ ...LOW, createdAt }))
  const levels = () => operator.read<LevelChange[]>(`/conjunctions/${first!.conjunctionId}/levels`)
  const known = [{ riskLevel: 'CRITICAL', reason: 'message', cdmId: first!.cdmId }]
  expect(await levels()).toMatchObject(known)
  const at = new Date(Date.parse(`${createdAt}Z`) + 12 * 3_600_000).toISOString()
  const fallen = [...known, { riskLevel: 'LOW', reason: 'time', cdmId: null, at }]
  expect(await eventually(levels, ({ length }) => length > 1)).toMatchObject(fallen)
  const [third] = await operator.take(cdmText({ ...HIGH, createdAt: ago(1_000) }))
  expect(await levels()).toMatchObject([...fallen, { riskLevel: 'HIGH', reason: 'message', cdmId: third!.cdmId }])
})

test('a message of a lower grade joins its event and does not count while a better one is fresh', async () => {
  const byElements = { comment: 'states from TLE' }
  const texts = [
    at(1, HIGH),
    at(2, CRITICAL, byElements),
    at(9, MEDIUM),
    at(10, LOW, byElements),
    at(40, LOW, byElements),
  ]
  const shown = async (name: string, order: readonly number[]) => {
    const operator = asOperator(api, name)
    const seen: string[] = []
    for (const place of order) {
      await operator.take(texts[place] ?? '')
      const [event] = await operator.events()
      const [active] = await operator.read<Cdm[]>(`/cdms?cdm-id=${event!.activeCdmId}`)
      const hours = (Date.parse(active!.creationDate) - Date.parse('2030-01-01')) / 3_600_000
      seen.push(`${hours} ${active!.grade} ${event!.conjunctionData.riskLevel} ${event!.trend} of ${event!.messages}`)
    }
    return seen
  }
  const sent = await shown('grades', [0, 1, 2, 3, 4])
  expect(sent).toEqual([
    '1 SPECIAL_PERTURBATIONS HIGH FIRST of 1',
    '1 SPECIAL_PERTURBATIONS HIGH FIRST of 2',
    '9 SPECIAL_PERTURBATIONS HIGH FALLING of 3',
    '9 SPECIAL_PERTURBATIONS HIGH FALLING of 4',
    '40 TLE MEDIUM FALLING of 5',
  ])
  expect((await shown('grades-turned', [4, 3, 2, 1, 0])).at(-1)).toBe(sent.at(-1))
  expect((await shown('grades-mixed', [3, 0, 4, 2, 1])).at(-1)).toBe(sent.at(-1))
})

test('people are notified of a rise, a fall or a need for data, and not of every message', async () => {
  const operator = asOperator(api, 'told')
  for (const [n, kind] of [LOW, HIGH, HIGH, CRITICAL, CRITICAL, LOW, LOW, LOW].entries())
    await operator.take(at(n, kind))
  await operator.take(at(1, { missM: 700, sigmaM: 900, hbrM: 20 }, { objects: ['43617', '5'] }))
  const notes = await (await operator.call('GET /api/v1/notifications')).json()
  const told = (notes as Notification[]).filter(({ title }) => !title.startsWith('Welcome'))
  expect(told.map(({ title, level }) => [title, level])).toEqual([
    ['Risk raised to HIGH', 'serious'],
    ['Risk lowered from CRITICAL to LOW', 'ok'],
    ['Risk raised to CRITICAL', 'critical'],
    ['Risk raised to HIGH', 'serious'],
  ])
  expect(told[2]!.message).toMatch(
    /^OBJECT 43617 × OBJECT 90001 \(90001\), CRITICAL, Pc 1\.\d\de-4, miss 200 m, TCA 2030-01-05 12:00 Z, decide before 2030-01-04 12:00 Z\.$/,
  )
  expect(told.map(({ finding }) => finding?.code)).toEqual([
    'risk-raised',
    'risk-lowered',
    'risk-raised',
    'risk-raised',
  ])
  expect(told[1]!.finding?.values).toMatchObject({ from: 'CRITICAL', level: 'LOW' })
  expect(told[2]!.finding?.values).toMatchObject({
    secondary: 'OBJECT 90001',
    designator: '90001',
    level: 'CRITICAL',
    missM: expect.closeTo(200, MISS_DIGITS),
    tcaAt: '2030-01-05T12:00:00.000Z',
    decideAt: '2030-01-04T12:00:00.000Z',
  })
})

test('a message with an unknown probability lowers no level, causes no notice of a fall, and requests data', async () => {
  const operator = asOperator(api, 'broken')
  const reported = (text: string) => text.replace(/^(RELATIVE_SPEED.*)$/m, '$1\nCOLLISION_PROBABILITY = 2.72e-4')
  await operator.take(reported(at(0, CRITICAL)))
  // In two messages the first variance of the first object is negative; in the third a covariance is invalid as a whole.
  const broken = (n: number) => reported(at(n, CRITICAL).replace(/CR_R = \S+/, 'CR_R = -400'))
  for (const text of [broken(1), broken(2), reported(at(3, { ...CRITICAL, sigmaM: 0 }))]) {
    await operator.take(text)
    const [event] = await operator.events()
    expect(event).toMatchObject({
      conjunctionData: { riskLevel: 'CRITICAL', probabilityOfCollision: null },
      reportedProbability: 2.72e-4,
      levelCauses: ['no-probability', 'held-unknown'],
      needsData: true,
      isReliable: false,
    })
  }
  const notes = (await (await operator.call('GET /api/v1/notifications')).json()) as Notification[]
  const told = notes.filter(({ title }) => !title.startsWith('Welcome'))
  expect(told.map(({ finding }) => finding?.code)).toEqual(['data-needed', 'risk-raised'])
  expect(told[0]!.message).toContain('CRITICAL, probability not known (the originator reports 2.72e-4)')
})

test('a past event is stored without a notification', async () => {
  const operator = asOperator(api, 'past')
  await operator.take(at(0, CRITICAL, { tca: '2021-01-05T12:00:00.000', createdAt: '2021-01-01T00:00:00.000' }))
  expect(await operator.events('?state=ARCHIVED')).toMatchObject([{ state: 'ARCHIVED', action: 'NONE', rule: 'past' }])
  expect((await operator.events('?limit=100')).length).toBe(1)
  expect(JSON.stringify(await (await operator.call('GET /api/v1/notifications')).json())).not.toContain('Risk')
})

test('without a limit the list has future events and events of the last day', async () => {
  const operator = asOperator(api, 'recent')
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().replace('Z', '')
  const passed = [60, 30, 20].map((hours, place) =>
    at(0, LOW, { objects: ['1', String(hours)], tca: hoursAgo(hours), createdAt: hoursAgo(90 - place) }),
  )
  await operator.take(...passed, at(0, LOW, { objects: ['1', '2'] }))
  const numbers = async (query: string) => (await operator.events(query)).map(({ object2 }) => object2.designator)
  expect(await numbers('')).toEqual(['20', '2'])
  expect(await numbers('?limit=10')).toEqual(['60', '30', '20', '2'])
  expect(await numbers(`?tca-before=${new Date().toISOString()}`)).toEqual(['60', '30', '20'])
})

test('an event that is only diluted is never critical: it needs data, and the card says so', async () => {
  const operator = asOperator(api, 'diluted')
  await operator.take(at(0, { missM: 700, sigmaM: 900, hbrM: 20 }))
  expect(await operator.events()).toMatchObject([
    { isDiluted: true, needsData: true, action: 'GET_DATA', rule: 'diluted', conjunctionData: { riskLevel: 'HIGH' } },
  ])
})

test('slow objects form their own series, without a planar probability', async () => {
  const operator = asOperator(api, 'slow')
  await operator.take(at(0, { slowMps: 2 }), at(1, CRITICAL))
  const events = await operator.events()
  expect(events.map(({ isCoOrbiting }) => isCoOrbiting).sort()).toEqual([false, true])
  const slow = events.find(({ isCoOrbiting }) => isCoOrbiting)
  expect(slow!.method).not.toBe('circle-2d')
})

test('messages of one pair join an event within 450 s in LEO, and within a quarter of an hour in GEO (F6)', async () => {
  const tca = '2030-01-05T12:00:00.000'
  const [later, far] = ['2030-01-05T12:10:00.000', '2030-01-05T12:16:00.000']
  // The object is on the geostationary circle, with its speed.
  const geostationary = (text: string) =>
    text.replaceAll(/= 7000(\S*)/g, '= 42164$1').replaceAll('= 7.546 ', '= 3.07466 ')
  const countsOf = async (name: string, write: (text: string) => string) => {
    const operator = asOperator(api, name)
    for (const [n, moved] of [tca, later, far].entries()) await operator.take(write(at(n, CRITICAL, { tca: moved })))
    return (await operator.events()).map(({ messages }) => messages).sort()
  }
  expect(await countsOf('grouped-leo', (text) => text)).toEqual([1, 2])
  expect(await countsOf('grouped-geo', geostationary)).toEqual([1, 2])
})

test('two satellites of the organisation share an event; both are notified, and messages from either side join the same event', async () => {
  const operator = asOperator(api, 'both')
  const [first, second] = [await operator.addSatellite(701), await operator.addSatellite(702)]
  await operator.take(
    at(0, LOW, { objects: ['701', '702'] }),
    at(1, LOW, { objects: ['702', '701'], originator: 'OTHER' }),
  )
  const events = await operator.events()
  expect(events).toMatchObject([
    {
      satelliteId: first.satelliteId,
      messages: 2,
      object1: { designator: '701', satelliteId: first.satelliteId },
      object2: { designator: '702', satelliteId: second.satelliteId },
    },
  ])
  for (const { satelliteId } of [first, second])
    expect((await operator.events(`?satellite-id=${satelliteId}`)).length).toBe(1)
  expect((await operator.events('?is-between-own=true')).length).toBe(1)
  expect(await operator.events('?is-between-own=false')).toEqual([])
})

test('messages that arrived before a satellite become its own when it is added, and follow its radius and thresholds', async () => {
  const operator = asOperator(api, 'adopted')
  await operator.take(at(0, HIGH, { objects: ['900', '801'], hbrM: null, volumesM: [5, 5] }))
  expect(await operator.events()).toMatchObject([{ satelliteId: null, conjunctionData: { riskLevel: 'HIGH' } }])
  const satellite = await operator.addSatellite(801, { shape: 'CANNONBALL', hardBodyRadius: 5 })
  const { satelliteId } = satellite
  const [adopted] = await eventually(
    () => operator.events(),
    ([event]) => event?.satelliteId === satelliteId,
  )
  expect(adopted).toMatchObject({ satelliteId, object1: { designator: '801' }, conjunctionData: { riskLevel: 'HIGH' } })
  const configuration = { ...satellite.configuration, hardBodyRadius: 50 }
  const input = { satelliteId, name: satellite.name, noradId: 801, configuration }
  expect((await operator.json('PUT /api/v1/ca/satellites', input)).status).toBe(200)
  const [larger] = await eventually(
    () => operator.events(),
    ([event]) => event?.conjunctionData.riskLevel === 'CRITICAL',
  )
  expect(larger!.conjunctionData.riskLevel).toBe('CRITICAL')
  const [cdm] = await operator.read<Cdm[]>('/cdms')
  expect(cdm!.assessment).toMatchObject({ hardBodyRadius: 55, hardBodyRadiusFrom: 'satellite and message' })
  // When the satellite is removed, its events and messages leave the list; when it is restored, they are back.
  await operator.call(`DELETE /api/v1/ca/satellites/${satelliteId}`)
  expect([await operator.events(), await operator.read<Cdm[]>('/cdms')]).toEqual([[], []])
  await operator.call(`POST /api/v1/ca/satellites/${satelliteId}/restore`)
  expect([await operator.events(), await operator.read<Cdm[]>('/cdms')].map(({ length }) => length)).toEqual([1, 1])
})

test('a satellite that is removed and added again as new has all its earlier messages, and its events keep their decisions', async () => {
  const operator = asOperator(api, 'added-again')
  const removed = await operator.addSatellite(802)
  const past: TestCdm = { objects: ['802', '902'], tca: '2026-01-05T12:00:00', createdAt: '2026-01-01T00:00:00' }
  const texts = [at(0, HIGH, { objects: ['802', '901'] }), at(1, HIGH, { objects: ['802', '901'] }), cdmText(past)]
  const taken = await operator.take(...texts)
  const conjunctionId = taken[0]!.conjunctionId!
  expect((await operator.decide(conjunctionId, { action: 'ACKNOWLEDGE' })).status).toBe(200)
  await operator.call(`DELETE /api/v1/ca/satellites/${removed.satelliteId}`)
  expect([await operator.events(), await operator.read<Cdm[]>('/cdms')]).toEqual([[], []])
  const { satelliteId } = await operator.addSatellite(802)
  expect(satelliteId).not.toBe(removed.satelliteId)
  const listed = () => operator.read<Cdm[]>(`/cdms?satellite-id=${satelliteId}`)
  const messages = await eventually(listed, ({ length }) => length === texts.length)
  expect(messages.map(({ cdmId }) => cdmId).toSorted()).toEqual(taken.map(({ cdmId }) => cdmId).toSorted())
  expect(await operator.events()).toMatchObject([
    { conjunctionId, satelliteId, conjunctionData: { riskLevel: 'HIGH' }, decision: { state: 'ACKNOWLEDGED' } },
  ])
  // The source sends the messages again: they are known, and nothing is lost or doubled by that.
  expect((await operator.take(...texts)).map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'duplicate'])
  expect((await listed()).length).toBe(texts.length)
})

test('GET /ca/conjunctions returns filtered pages in the order of TCA, and answers 304 while nothing changes', async () => {
  const operator = asOperator(api, 'list')
  const tca = (day: number) => `2030-01-${day}T00:00:00.000`
  await operator.take(
    at(0, LOW, { objects: ['1', '2'], tca: tca(20) }),
    at(0, CRITICAL, { objects: ['1', '3'], tca: tca(10) }),
    at(0, MEDIUM, { objects: ['1', '4'], tca: tca(15) }),
  )
  const numbers = async (query: string) => (await operator.events(query)).map(({ object2 }) => object2.designator)
  expect(await numbers('')).toEqual(['3', '4', '2'])
  expect(await numbers('?limit=2&page=2')).toEqual(['2'])
  expect(await numbers('?sort=-tca')).toEqual(['2', '4', '3'])
  expect(await numbers('?sort=-riskLevel')).toEqual(['3', '4', '2'])
  expect(await numbers('?sort=riskLevel&limit=2')).toEqual(['2', '4'])
  expect(await numbers('?sort=-totalMissDistance')).toEqual(['2', '4', '3'])
  expect(await numbers('?risk-level=CRITICAL,MEDIUM')).toEqual(['3', '4'])
  expect(await numbers('?tca-after=2030-01-12T00:00:00Z&tca-before=2030-01-17T00:00:00Z')).toEqual(['4'])
  expect(await numbers('?min-probability=1e-4')).toEqual(['3'])
  expect(await numbers('?max-miss=400')).toEqual(['3', '4'])
  expect(await numbers('?max-miss=400&max-radial=300')).toEqual(['3'])
  expect(await numbers('?state=PASSED')).toEqual([])
  // Nobody has added object 1: its number is its name.
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
  const [event] = await operator.events()
  expect(await numbers(`?conjunction-id=${event!.conjunctionId}`)).toEqual(['3'])
  expect(Math.abs(event!.conjunctionData.timeToTca - (Date.parse('2030-01-10') - Date.now()) / 1000)).toBeLessThan(
    ON_ITS_WAY_S,
  )
  const first = await operator.call('GET /api/v1/ca/conjunctions?limit=1')
  expect(first.headers.get('x-total-count')).toBe('3')
  expect(first.headers.get('link')).toContain('rel="next"')
  const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
  expect((await operator.call('GET /api/v1/ca/conjunctions?limit=1', known)).status).toBe(304)
  await operator.take(at(1, LOW, { objects: ['1', '9'] }))
  expect((await operator.call('GET /api/v1/ca/conjunctions?limit=1', known)).status).toBe(200)
  for (const query of ['?risk-level=HUGE', '?limit=10001', '?state=GONE', '?min-probability=2', '?satellite-id=a'])
    expect((await operator.call(`GET /api/v1/ca/conjunctions${query}`)).status).toBe(400)
})

test.each(['zstd', 'br', 'gzip', 'identity'])('GET /ca/conjunctions says the same packed as %s', async (encoding) => {
  const operator = asOperator(api, 'packed')
  await operator.take(...[1, 2, 3].map((n) => at(0, LOW, { objects: ['1', String(n + 1)], messageId: `packed-${n}` })))
  const ask = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const response = await operator.call('GET /api/v1/ca/conjunctions', { headers })
    const events = await bodyOf<Conjunction[]>(response)
    const timeless = events.map(({ conjunctionData: { timeToTca: _, ...data }, ...event }) => ({ ...event, data }))
    return { packed: response.headers.get('content-encoding'), timeless }
  }
  const { packed, timeless } = await ask(`${encoding}, deflate`)
  expect(packed).toBe(encoding === 'identity' ? null : encoding)
  expect(timeless.length).toBe(3)
  const unpacked = await ask('zstd;q=0, br;q=0.0, gzip; q=0')
  expect(unpacked).toEqual({ packed: null, timeless })
})

test('markMitigated() leaves an event without a message that counts, until a newer one arrives', async () => {
  const operator = asOperator(api, 'mitigated')
  await operator.take(at(1, CRITICAL))
  const [{ conjunctionId } = { conjunctionId: '' }] = await operator.events()
  const moment = { tenantId: 'organisation:mitigated', now: new Date() }
  await api.api.platform.db.tenant(moment.tenantId, (tx) =>
    markMitigated(tx, moment, { conjunctionId, plan: 'burn', accepted: 1e-4, isBelow: () => true }),
  )
  expect(await operator.events()).toMatchObject([{ activeCdmId: null, state: 'MITIGATED', action: 'NONE' }])
  // An older message does not change that.
  await operator.take(at(0, CRITICAL))
  expect(await operator.events()).toMatchObject([{ activeCdmId: null, state: 'MITIGATED', messages: 2 }])
  const [newer] = await operator.take(at(2, CRITICAL))
  expect(await operator.events()).toMatchObject([{ activeCdmId: newer!.cdmId, state: 'OPEN' }])
})
