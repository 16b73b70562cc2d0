import { randomUUID } from 'node:crypto'
import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import type { PassPointing } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireOrder } from '../../payments/hold.service.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { untilItWaits } from '../../platform/testing/until-it-waits.ts'
import { PoolLossError } from '../../platform/thread/task.ts'
import { openOperator } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'
import { searchInPool } from './plan.service.ts'
import { REQUESTS_EVERY_S, REQUESTS_WORK } from './request.service.ts'
import { MOST_PLANNED_AT_ONCE } from './requests-work.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The error of the cubic between the states of a prediction is 1.8 m in low orbit, 0.0002° at 500 km; its times are whole milliseconds. */
const PATH_DEG = 0.002
/** The measurements are available this long after the end of a pass. */
const DELIVERED_MS = 6 * MINUTE_MS

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

type Operator = Awaited<ReturnType<typeof openOperator>>

/** Makes a planned request for radar passes, which no cloud prevents; `name` is its organisation. */
async function planned(name: string, passes = 1): Promise<{ operator: Operator; request: ObservationRequest }> {
  const operator = await openOperator(api, name)
  await operator.till.addCredit(50_000)
  const request = await operator.request({ ...radarOf(operator), numberOfPassesRequested: passes })
  await operator.work(Date.now())
  return { operator, request: await operator.find(request.observationRequestId) }
}

const radarOf = (operator: Operator) => ({ satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR' })

/** Makes the orbit in a request unreadable, as after a fault of a reader. */
const spoil = (id: string) =>
  api.database.query(`update odt.request set message_type = 'OEM', message = 'CCSDS_OEM_VERS = 2.0' where id = $1`, [
    id,
  ])

/** Lets the hold of a request expire, which returns the price. */
async function expire({ tenantId }: Operator, { orderId }: ObservationRequest): Promise<void> {
  await api.database.query(`update payments."order" set expires_at = now() - interval '1 minute' where id = $1`, [
    orderId,
  ])
  const writer = { tenantId, actor: 'test', requestId: randomUUID(), now: new Date() }
  await api.api.platform.db.tenant(tenantId, (tx) => expireOrder(tx, writer, orderId ?? ''))
}

const endOf = ({ passes }: ObservationRequest) => Math.max(...passes.map(({ end }) => Date.parse(end)))

test('a request whose orbit cannot be propagated is INFEASIBLE, and the other one is planned', async () => {
  const operator = await openOperator(api, 'spoiled-plan')
  await operator.till.addCredit(50_000)
  const spoiled = await operator.request(radarOf(operator))
  const good = await operator.request(radarOf(operator))
  await spoil(spoiled.observationRequestId)
  await operator.work(Date.now())
  const noOrbit = { status: 'INFEASIBLE', reasons: ['no-orbit'], released: PASS_PRICE, held: 0 }
  expect(await operator.find(spoiled.observationRequestId)).toMatchObject(noOrbit)
  expect(await operator.find(good.observationRequestId)).toMatchObject({ status: 'APPROVED', held: PASS_PRICE })
})

test('a message that was accepted before limits were introduced is still used', async () => {
  const operator = await openOperator(api, 'older-message')
  await operator.till.addCredit(50_000)
  const tle = await api.call(operator.person, `GET /api/v1/tle/tle?noradId=${operator.fleet[0]?.noradId}`, {
    headers: { accept: 'text/plain' },
  })
  const text = await tle.text()
  const twice = `${text.trimEnd()}\n${text}`
  const message = { orbitDataMessageType: 'TLE', orbitDataMessage: twice }
  expect((await operator.ask({ ...radarOf(operator), ...message })).status).toBe(422)
  const older = await operator.request(radarOf(operator))
  const id = older.observationRequestId
  await api.database.query(`update odt.request set message_type = 'TLE', message = $2 where id = $1`, [id, twice])
  await operator.work(Date.now())
  expect(await operator.find(id)).toMatchObject({ status: 'APPROVED' })
})

test('a pass whose orbit can no longer be propagated has failed, and the other request continues', async () => {
  const { operator, request: spoiled } = await planned('spoiled-pass')
  const good = await operator.request(radarOf(operator))
  await operator.work(Date.now())
  await spoil(spoiled.observationRequestId)
  const end = Math.max(endOf(spoiled), endOf(await operator.find(good.observationRequestId)))
  await operator.work(end + DELIVERED_MS)
  const failed = await operator.find(spoiled.observationRequestId)
  expect(failed).toMatchObject({ status: 'UNSUCCESSFUL', isEnded: true, held: 0, released: PASS_PRICE })
  expect(failed.passes).toMatchObject([{ status: 'UNSUCCESSFUL', reason: 'no-orbit' }])
  expect(await operator.find(good.observationRequestId)).toMatchObject({ status: 'COMPLETE', captured: PASS_PRICE })
})

test('a pass that is delivered after the hold of its price has expired ends its request, and nobody pays for it', async () => {
  const { operator, request } = await planned('expired-pass')
  await expire(operator, request)
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
  await operator.work(endOf(request) + DELIVERED_MS)
  const done = await operator.find(request.observationRequestId)
  expect(done).toMatchObject({ status: 'COMPLETE', isEnded: true, held: 0, captured: 0, released: PASS_PRICE })
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
})

test('a request can be cancelled after its hold has expired, as before', async () => {
  const { operator, request } = await planned('expired-cancelled', 2)
  await expire(operator, request)
  expect((await operator.cancel(request.observationRequestId)).status).toBe(200)
  const done = await operator.find(request.observationRequestId)
  expect(done).toMatchObject({ status: 'CANCELLED', isEnded: true, held: 0, released: 2 * PASS_PRICE })
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
})

test('an object that cannot be observed makes the request INFEASIBLE with its reason, and costs nothing', async () => {
  const operator = await openOperator(api, 'infeasible')
  await operator.till.addCredit(50_000)
  const from = new Date(Date.now() + MINUTE_MS)
  const to = new Date(from.getTime() + 2 * MINUTE_MS)
  // An object in geostationary orbit is beyond the range of every radar at any time.
  const geostationary = operator.fleet.find(({ name }) => name === 'SAT-6')?.satelliteId
  const asked = await operator.request({
    satelliteId: geostationary,
    measurementType: 'RADAR',
    from: from.toISOString(),
    to: to.toISOString(),
  })
  const noSensor = await operator.request({
    satelliteId: operator.fleet[0]?.satelliteId,
    measurementType: 'RADAR',
    sensorCodes: ['ABC02'],
  })
  await operator.work(Date.now())
  const found = await operator.find(asked.observationRequestId)
  expect(found).toMatchObject({ status: 'INFEASIBLE', isEnded: true, held: 0, released: PASS_PRICE })
  expect(found.reasons.length).toBeGreaterThan(0)
  expect(await operator.find(noSensor.observationRequestId)).toMatchObject({
    status: 'INFEASIBLE',
    reasons: ['no-sensor'],
  })
  expect(await operator.till.balance()).toMatchObject({ available: 50_000, held: 0 })
})

test('if two requests want the same time of a sensor, the second is INFEASIBLE because the sensor is busy', async () => {
  const operator = await openOperator(api, 'one-time')
  await operator.till.addCredit(50_000)
  const asked = [await operator.request(radarOf(operator)), await operator.request(radarOf(operator))]
  const startMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
  const turn = operator.worker((_, { sensors: [sensor] }) => {
    const pass = { name: 'the only one', startMs, endMs: startMs + 5 * MINUTE_MS, peakElevationRad: 1 }
    const { sensorCode, groundSensorName: sensorName } = sensor!
    return Promise.resolve({ windows: [{ ...pass, sensorCode, sensorName, pointing: undefined }], reasons: [] })
  })
  await turn(Date.now())
  const found = await Promise.all(asked.map(({ observationRequestId: id }) => operator.find(id)))
  expect(found.map(({ status, reasons, held }) => [status, reasons, held]).sort()).toEqual([
    ['APPROVED', [], PASS_PRICE],
    ['INFEASIBLE', ['sensor-busy'], 0],
  ])
})

test('two requests follow each other at a sensor after the time to turn, and a planned pass keeps its pointing', async () => {
  const operator = await openOperator(api, 'turns')
  await operator.till.addCredit(50_000)
  const optical = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'OPTICAL' }
  const startMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
  const [south, north] = [
    { azimuth: 180, elevation: 30 },
    { azimuth: 0, elevation: 30 },
  ]
  // Plans a pass in each run of the worker: from south over the zenith to north, from which a telescope of 8°/s turns back in 15 s.
  const planAt = async (afterMs: number) => {
    const { observationRequestId: id } = await operator.request(optical)
    const turn = operator.worker((_, { sensors: [sensor] }) => {
      const pass = {
        name: 'one',
        startMs: startMs + afterMs,
        endMs: startMs + afterMs + MINUTE_MS,
        peakElevationRad: 1,
      }
      const { sensorCode, groundSensorName: sensorName, slewRate } = sensor!
      expect(slewRate).toBe(8)
      const place = { sensorCode, sensorName, sensorPointing: { start: south, end: north }, pointing: undefined }
      return Promise.resolve({ windows: [{ ...pass, ...place }], reasons: [] })
    })
    await turn(Date.now())
    return (await operator.find(id)).status
  }
  expect(await planAt(0)).toBe('APPROVED')
  expect(await planAt(MINUTE_MS + 24_000)).toBe('INFEASIBLE')
  expect(await planAt(MINUTE_MS + 26_000)).toBe('APPROVED')
})

test('a sensor may still be turning after a pass that ended shortly before', async () => {
  const operator = await openOperator(api, 'just-ended')
  await operator.till.addCredit(50_000)
  const optical = { satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'OPTICAL' }
  const startMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
  const endMs = startMs + MINUTE_MS
  const [south, north] = [
    { azimuth: 180, elevation: 30 },
    { azimuth: 0, elevation: 30 },
  ]
  const planAt = async (beginMs: number, nowMs: number) => {
    const { observationRequestId: id } = await operator.request(optical)
    const turn = operator.worker((_, { sensors: [sensor] }) => {
      const { sensorCode, groundSensorName: sensorName } = sensor!
      const place = { sensorCode, sensorName, sensorPointing: { start: south, end: north }, pointing: undefined }
      const pass = { name: 'one', startMs: beginMs, endMs: beginMs + MINUTE_MS, peakElevationRad: 1 }
      return Promise.resolve({ windows: [{ ...pass, ...place }], reasons: [] })
    })
    await turn(nowMs)
    return (await operator.find(id)).status
  }
  expect(await planAt(startMs, Date.now())).toBe('APPROVED')
  // At 8°/s the sensor turns back over the zenith in 15 s, and needs 10 s to settle.
  expect(await planAt(endMs + 24_000, endMs + 5_000)).toBe('INFEASIBLE')
  expect(await planAt(endMs + 26_000, endMs + 6_000)).toBe('APPROVED')
})

test('a pass that the worker plans has the directions of its sensor at both ends, as in its prediction', async () => {
  const { operator, request } = await planned('pointing')
  const [pass] = request.passes
  const [row] = await api.database.query<{ pointing: PassPointing }>(
    'select pointing from odt.pass where request_id = $1',
    [request.observationRequestId],
  )
  const query = new URLSearchParams({
    'satellite-id': request.satelliteId ?? '',
    'sensor-code': pass?.sensorCode ?? '',
    from: pass?.start ?? '',
    to: pass?.end ?? '',
    track: 'true',
  })
  const answer = await api.call(operator.person, `GET /api/v1/odt/passprediction?${query}`)
  const [predicted] = await bodyOf<PassPrediction[]>(answer)
  const track = predicted?.passes[0]?.track ?? []
  const far = [track.at(0), track.at(-1)].map((place, at) => {
    const found = at === 0 ? row?.pointing.start : row?.pointing.end
    return Math.hypot(turned(place?.azimuth, found?.azimuth), (place?.elevation ?? 0) - (found?.elevation ?? 0))
  })
  expect(Math.max(...far)).toBeLessThan(PATH_DEG)
})

/** Returns the angle between two azimuths, degrees: 359° and 1° are 2° apart. */
const turned = (a = 0, b = 0) => ((a - b + 540) % 360) - 180

test('a request that arrives while the worker finds nothing to do is processed', async () => {
  const operator = await openOperator(api, 'arrives')
  await operator.till.addCredit(50_000)
  const { db } = api.api.platform
  const work = { name: REQUESTS_WORK, tenantId: operator.tenantId }
  await db.shared((tx) => wakeRecurringWorkOf(tx, work, REQUESTS_EVERY_S))
  // This is the state while a request is being stored: its work is woken, and the transaction is still open.
  const stored = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const storing = db.tenant(operator.tenantId, async (tx) => {
    await wakeRecurringWorkOf(tx, work, REQUESTS_EVERY_S)
    woken.resolve()
    await stored.promise
  })
  await woken.promise
  const turn = operator.work(Date.now())
  await untilItWaits(api.database, turn)
  stored.resolve()
  await Promise.all([storing, turn])
  const listed = await api.database.query('select from platform.recurring_work where name = $1 and tenant_id = $2', [
    work.name,
    work.tenantId,
  ])
  expect(listed).toHaveLength(1)
})

test('the order of a request changes only with the request, so that its user cannot make its passes cheaper', async () => {
  const { operator, request } = await planned('repriced', 2)
  const change = (passes: number) =>
    api.call(operator.person, 'POST /api/v1/payments/orders', {
      body: JSON.stringify({
        'service-type': 'odt',
        'request-id': request.observationRequestId,
        lines: [{ passes, priority: 'standard' }],
      }),
    })
  const refused = await change(1)
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('cancel that one')])
  expect(await operator.till.balance()).toMatchObject({ available: 50_000 - 2 * PASS_PRICE, held: 2 * PASS_PRICE })
})

test('requests whose searches are lost do not block the planning of others', async () => {
  const operator = await openOperator(api, 'lost-searches')
  await operator.till.addCredit(200_000)
  const to = (hours: number) => new Date(Date.now() + 3 * DAY_MS + hours * HOUR_MS).toISOString()
  const urgent = []
  for (let index = 0; index < MOST_PLANNED_AT_ONCE; index += 1)
    urgent.push(await operator.request({ ...radarOf(operator), minimumDuration: 31, to: to(0) }))
  const last = await operator.request({ ...radarOf(operator), to: to(1) })
  const turn = operator.worker((tenantId, order) =>
    order.minimumDuration === 31
      ? Promise.reject(new PoolLossError('a process of the pool ended with SIGKILL'))
      : searchInPool(tenantId, order),
  )
  await turn(Date.now())
  expect((await operator.find(last.observationRequestId)).status).toBe('PENDING')
  await turn(Date.now())
  expect((await operator.find(last.observationRequestId)).status).toBe('APPROVED')
  // No request is lost: the next worker plans them.
  await operator.work(Date.now())
  expect((await operator.find(urgent[0]?.observationRequestId ?? '')).status).not.toBe('PENDING')
})

test('a pass whose search for another time was lost is not given up: the next run tries again', async () => {
  const { operator, request } = await planned('lost-replacement')
  await spoil(request.observationRequestId)
  const lost = operator.worker(() => Promise.reject(new PoolLossError('a process of the pool ended with SIGKILL')))
  await lost(endOf(request) + DELIVERED_MS)
  const waiting = await operator.find(request.observationRequestId)
  expect([waiting.isEnded, waiting.held]).toEqual([false, PASS_PRICE])
  await operator.work(endOf(request) + DELIVERED_MS)
  expect(await operator.find(request.observationRequestId)).toMatchObject({ status: 'UNSUCCESSFUL', held: 0 })
})
