import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { movePassBack, openOperator } from '../testing/operator.ts'
import { PASS_PRICE } from '../testing/till.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DEAR = 2

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

type Operator = Awaited<ReturnType<typeof openOperator>>

const RADAR = {
  groundSensorName: 'Radar',
  sensorType: 'RADAR_ACTIVE',
  latitude: 48,
  longitude: 16,
  altitude: 170,
  minimumElevation: 5,
  providerId: 'house',
}
const admin = (organisation: string) => ({ subject: 'observer', organisation, roles: ['odt:admin', 'payments:admin'] })
const write = (organisation: string, request: string, body: object) =>
  api.call(admin(organisation), request, { body: JSON.stringify(body) })

/** Makes an organisation with money and two radars, in the west and in the east. */
async function openRadars(organisation: string): Promise<Operator> {
  const operator = await openOperator(api, organisation)
  await operator.till.addCredit(50_000)
  for (const sensor of [
    { ...RADAR, sensorCode: 'WEST', longitude: -100 },
    { ...RADAR, sensorCode: 'EAST' },
  ])
    expect((await write(organisation, 'POST /api/v1/odt/sensors', sensor)).status).toBe(201)
  return operator
}

const ask = (operator: Operator, more: object): Promise<ObservationRequest> =>
  operator.request({
    satelliteId: operator.fleet[0]?.satelliteId,
    measurementType: 'RADAR',
    providerId: 'house',
    ...more,
  })

/** Returns the names of the first passes of the satellite at both radars. */
async function namesOf(operator: Operator): Promise<string[]> {
  const names: string[] = []
  for (const code of ['WEST', 'EAST']) {
    const probe = await ask(operator, { sensorCodes: [code] })
    await operator.work(Date.now())
    names.push((await operator.find(probe.observationRequestId)).passes[0]!.name)
    await operator.cancel(probe.observationRequestId)
  }
  return names
}

/** Writes half a minute of azimuth and elevation of a radar, of no particular object. */
function echoes(sensor: string, start: string): string {
  const rows = [0, 1, 2, 3, 4, 5].flatMap((k) => {
    const at = new Date(Date.parse(start) + 5000 * k).toISOString().slice(0, 23)
    return [`ANGLE_1 = ${at} ${100 + k}`, `ANGLE_2 = ${at} ${30 + k}`]
  })
  return [
    ...['CCSDS_TDM_VERS = 2.0', 'CREATION_DATE = 2026-11-22T00:00:00', 'ORIGINATOR = OWN', 'META_START'],
    ...['TIME_SYSTEM = UTC', `PARTICIPANT_1 = ${sensor}`, 'PARTICIPANT_2 = X', 'MODE = SEQUENTIAL', 'PATH = 1,2,1'],
    ...['ANGLE_TYPE = AZEL', 'META_STOP', 'DATA_START', ...rows, 'DATA_STOP', ''],
  ].join('\n')
}

test('a named pass is paid at the price of its own sensor, whichever pass is first and whichever remains', async () => {
  const operator = await openRadars('own-price')
  const names = (await namesOf(operator)).toSorted((a, b) => a.slice(5).localeCompare(b.slice(5)))
  const [first = '', second = ''] = names.map((name) => name.slice(0, 4))
  // The later pass is expensive, and named first: its line is the first of the order.
  const price = { amountCents: PASS_PRICE, currency: 'EUR', sensorFactors: { [second]: 1000 * DEAR, [first]: 1000 } }
  const product = { productId: 'tracking-pass', productType: 'PER_PASS', serviceType: 'odt', price }
  const made = await write('own-price', 'POST /api/v1/payments/products', product)
  expect(made.ok, await made.clone().text()).toBe(true)
  const asked = await ask(operator, { observationPassIds: names.toReversed() })
  expect(asked.price).toBe(PASS_PRICE * (1 + DEAR))
  await operator.work(Date.now())
  const planned = await operator.find(asked.observationRequestId)
  expect(planned.passes.map(({ sensorCode }) => sensorCode).toSorted()).toEqual(['EAST', 'WEST'])
  const cheap = planned.passes.find(({ sensorCode }) => sensorCode === first)
  const sent = await api.call(admin('own-price'), `POST /api/v1/odt/observations?pass-id=${cheap!.passId}`, {
    body: echoes(first, await movePassBack(api, cheap!.passId)),
    headers: { 'content-type': 'text/plain' },
  })
  expect(sent.status, await sent.clone().text()).toBe(201)
  const dear = { held: PASS_PRICE * DEAR, released: 0 }
  expect(await operator.find(asked.observationRequestId)).toMatchObject({ ...dear, captured: PASS_PRICE })
  await operator.cancel(asked.observationRequestId)
  expect(await operator.till.balance()).toMatchObject({ available: 50_000 - PASS_PRICE, held: 0 })
})

test('a sensor that a request waits for keeps its place, its type and its provider; the sensor may be down', async () => {
  const operator = await openRadars('moved')
  const asked = await ask(operator, { sensorCodes: ['EAST', 'WEST'] })
  await operator.work(Date.now())
  const [pass] = (await operator.find(asked.observationRequestId)).passes
  const code = pass!.sensorCode
  const sensor = { ...RADAR, sensorCode: code, longitude: code === 'WEST' ? -100 : 16 }
  const put = async (more: object) =>
    (await write('moved', `PUT /api/v1/odt/sensors?sensor-code=${code}`, { ...sensor, ...more })).status
  for (const more of [{ latitude: 47.9 }, { altitude: 900 }, { sensorType: 'RETIRED' }, { providerId: null }])
    expect(await put(more), JSON.stringify(more)).toBe(409)
  expect(await put({ latitude: 48.0005, minimumElevation: 6 })).toBe(200)
  expect(await put({ status: 'DOWN' })).toBe(200)
  const start = Date.parse(pass!.start)
  // The radar may work again before its pass.
  await operator.work(start - 2 * HOUR_MS)
  expect((await operator.find(asked.observationRequestId)).passes).toMatchObject([{ status: 'PENDING' }])
  await operator.work(start - 30 * MINUTE_MS)
  const { passes, held } = await operator.find(asked.observationRequestId)
  expect(passes).toMatchObject([{ status: 'UNSUCCESSFUL', reason: 'sensor-down' }, { status: 'PENDING' }])
  expect(passes[1]?.sensorCode).not.toBe(code)
  expect(held).toBe(PASS_PRICE)
})

test('no simulated pass measures a satellite that became a real one of the organisation after the request', async () => {
  const operator = await openOperator(api, 'real-by-then')
  await operator.till.addCredit(50_000)
  const [demo] = operator.fleet
  const asked = await operator.request({ satelliteId: demo?.satelliteId, measurementType: 'RADAR' })
  await operator.work(Date.now())
  const [pass] = (await operator.find(asked.observationRequestId)).passes
  // The demo is closed, and its satellite becomes a real one with the same number and elements, so that there is
  // something to measure.
  await api.database.query('update ca.satellite set is_simulated = false where id = $1', [demo?.satelliteId])
  await operator.work(Date.parse(pass!.end) + 6 * MINUTE_MS)
  const request = await operator.find(asked.observationRequestId)
  expect(request.passes[0]).toMatchObject({ status: 'UNSUCCESSFUL', reason: 'not-simulated', observationFileId: null })
  const files = await bodyOf<object[]>(await api.call(operator.person, 'GET /api/v1/odt/observations'))
  expect(files).toEqual([])
})
