import { type Sensor, shownType } from '@apsis/contract/odt/sensor/sensor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'

const SENSORS = '/api/v1/odt/sensors'
const MOST = 200
/** The correct decimals, in seconds, of the mean of three numbers that are stored in double precision. */
const CLOCK_DIGITS = 9

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

function operator(organisation: string) {
  const admin = { subject: 'ada', organisation, roles: ['odt:admin'] }
  const send = (method: string, query: string, value?: unknown, headers: Record<string, string> = {}) =>
    api.call(admin, `${method} ${SENSORS}${query}`, {
      ...(value === undefined ? {} : { body: JSON.stringify(value) }),
      headers: { ...(value === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
  return {
    send,
    add: async (sensor: object) => bodyOf<Sensor>(await send('POST', '', sensor)),
    list: async (query = '') =>
      bodyOf<Sensor[]>(await api.call({ ...admin, roles: ['odt:user'] }, `GET ${SENSORS}${query}`)),
  }
}

const OWN = {
  sensorCode: 'OWN1',
  groundSensorName: 'Roof',
  sensorType: 'OPTICAL_PASSIVE',
  latitude: 48,
  longitude: 11,
  altitude: 500,
}
const codesOf = (sensors: readonly Sensor[]) => sensors.map(({ sensorCode }) => sensorCode)

test('sensors are listed by type from Z to A, then by code; test, future and retired ones only in special mode', async () => {
  const { add, list } = operator('lists')
  await add({ ...OWN, sensorCode: 'AAA9' })
  await add({ ...OWN, sensorCode: 'AAA1' })
  await add({ ...OWN, sensorCode: 'OLD', sensorType: 'RETIRED' })
  const optical = ['AAA1', 'AAA9', ...Array.from({ length: 8 }, (_, index) => `ABC0${index + 1}`)]
  expect(codesOf(await list())).toEqual(['RAD01', 'RAD02', ...optical])
  const special = await list('?special-mode=true')
  expect(codesOf(special)).toEqual(['TST01', 'OLD', 'RET01', 'RAD01', 'RAD02', ...optical, 'FUT01'])
  expect(new Set(special.map(({ sensorType }) => shownType(sensorType, true)))).toEqual(new Set(['OPTICAL_PASSIVE']))
  expect(special.map(({ sensorType }) => shownType(sensorType, false))).toEqual(special.map((one) => one.sensorType))
  expect(codesOf(await list('?sensor-code=RET01'))).toEqual([])
  expect(codesOf(await list('?sensor-code=RET01&special-mode=true'))).toEqual(['RET01'])
})

test('a sensor is added, changed and removed, which other people of the organisation can see, and nobody else', async () => {
  const [{ add, send, list }, others] = [operator('one'), operator('two')]
  const added = await add(OWN)
  const standard = { minimumElevation: 20, maximumSunElevation: -12, minimumMoonSeparation: 20, sigmaArcsec: 1.5 }
  expect(added).toMatchObject({ ...OWN, ...standard, version: 1, isSimulated: false })
  expect(await list('?sensor-code=OWN1')).toEqual([{ ...added, clock: null }])
  expect(await others.list('?sensor-code=OWN1')).toEqual([])
  expect((await others.send('PUT', '?sensor-code=OWN1', OWN)).status).toBe(404)
  expect((await others.send('DELETE', '?sensor-code=OWN1')).status).toBe(404)
  const same = await send('PUT', '?sensor-code=OWN1', OWN)
  expect([same.status, same.headers.get('etag')]).toEqual([200, '"1"'])
  const changed = await send('PUT', '?sensor-code=OWN1', { ...OWN, altitude: 510 }, { 'if-match': '"1"' })
  expect([changed.headers.get('etag'), await bodyOf<Sensor>(changed)]).toEqual([
    '"2"',
    { ...added, altitude: 510, version: 2 },
  ])
  const stale = await send('PUT', '?sensor-code=OWN1', OWN, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
  expect((await send('PUT', '?sensor-code=OWN1', { ...OWN, sensorCode: 'OWN2' })).status).toBe(422)
  expect((await send('PUT', '', OWN)).status).toBe(400)
  expect((await send('DELETE', '')).status).toBe(400)
  expect((await send('DELETE', '?sensor-code=OWN1')).status).toBe(204)
  expect((await send('DELETE', '?sensor-code=OWN1')).status).toBe(404)
  const audit = await api.database.query<{ action: string; actor: string }>(
    "select action, actor from platform.audit where tenant_id = 'organisation:one' and object = 'OWN1' order by seq",
  )
  expect(audit.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
    'ada sensor.create',
    'ada sensor.update',
    'ada sensor.remove',
  ])
})

test('a code can be used once, the simulated network cannot be changed, and the number of sensors is limited', async () => {
  const { add, send } = operator('full')
  const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST', '', OWN)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await send('POST', '', { ...OWN, sensorCode: 'ABC01' })).status).toBe(409)
  expect((await send('PUT', '?sensor-code=ABC01', { ...OWN, sensorCode: 'ABC01' })).status).toBe(409)
  expect((await send('DELETE', '?sensor-code=RET01')).status).toBe(409)
  for (let index = 1; index < MOST; index += 1) await add({ ...OWN, sensorCode: `N${index}` })
  expect((await send('POST', '', { ...OWN, sensorCode: 'ONEMORE' })).status).toBe(409)
})

test.each([
  [{ ...OWN, latitude: 91 }],
  [{ ...OWN, sensorCode: 'a b' }],
  [{ ...OWN, groundSensorName: '' }],
  [{ ...OWN, sensorType: 'RADAR' }],
  [{ ...OWN, clearSky: { fraction: 0.5 } }],
  [
    {
      ...OWN,
      horizon: [
        { azimuth: 0, elevation: 5 },
        { azimuth: 360, elevation: 9 },
      ],
    },
  ],
  [{ ...OWN, isSimulated: true }],
])('an invalid sensor is refused: %j', async (sensor) => {
  expect((await operator('refused').send('POST', '', sensor)).status).toBe(400)
})

test('if simulated data are not allowed, there is no simulated network', async () => {
  const real = await startTestApi({ APSIS_DEMO_FLEET: 'false' })
  try {
    const who = { subject: 'ada', organisation: 'real', roles: ['odt:user'] }
    const answer = await real.call(who, `GET ${SENSORS}?special-mode=true`)
    expect([answer.headers.get('x-total-count'), await answer.json()]).toEqual(['0', []])
  } finally {
    await real.close()
  }
})

test('F23: a clock error is shown only if three objects agree on it', async () => {
  const { add, list } = operator('clocks')
  await add(OWN)
  const clock = async () => (await list('?sensor-code=OWN1'))[0]?.clock
  const measure = (noradId: number, offsetS: number, { daysAgo = 1 } = {}) =>
    api.database.query(
      `insert into odt.observation (tenant_id, id, sensor_code, best_norad_id, is_ambiguous, measurements, starts_at, ends_at,
         compression, tdm, reports, originator, is_simulated, is_demo_object, created_at, offset_s)
       select 'organisation:clocks', gen_random_uuid(), 'OWN1', ${noradId}, false, 9, at, at, 'NONE', '', '{}', 'OWN',
         false, false, at, ${offsetS} from (select now() - interval '${daysAgo} days' as at) as time`,
    )
  expect(await clock()).toBe(null)
  for (const offsetS of [0.31, 0.3, 0.29]) await measure(101, offsetS)
  await measure(102, 0.31)
  await measure(103, 0.29, { daysAgo: 31 })
  // There are two objects in this month, and each may be late for its own reasons.
  expect(await clock()).toBe(null)
  await measure(103, 0.29)
  // The standard deviation of 0.29, 0.30 and 0.31 is 0.01, and the standard deviation of their mean is 0.01 divided by √3.
  expect(await clock()).toEqual({
    offset: expect.closeTo(0.3, CLOCK_DIGITS),
    sigma: expect.closeTo(0.01 / Math.sqrt(3), CLOCK_DIGITS),
    objects: 3,
  })
  await measure(104, -0.3)
  expect(await clock()).toBe(null)
})

test('a sensor states whether its ranges contain the delay of the air', async () => {
  const { add, list, send } = operator('delay')
  expect((await add({ ...OWN, sensorType: 'RADAR_ACTIVE' })).isRangeCorrected).toBe(false)
  const corrected = { ...OWN, sensorType: 'RADAR_ACTIVE', isRangeCorrected: true }
  expect((await send('PUT', '?sensor-code=OWN1', corrected)).status).toBe(200)
  expect((await list('?sensor-code=OWN1'))[0]?.isRangeCorrected).toBe(true)
})

test('a sensor keeps its former places, even when its other fields change; a future place is refused', async () => {
  const { add, list, send } = operator('places')
  expect(await add(OWN)).toMatchObject({ standsSince: null, formerPlaces: [] })
  const movedAt = '2026-03-01T00:00:00.000Z'
  const moved = { ...OWN, latitude: 28.3, longitude: -16.5, movedAt }
  const former = [{ latitude: 48, longitude: 11, altitude: 500, since: null, until: movedAt }]
  expect(await bodyOf<Sensor>(await send('PUT', '?sensor-code=OWN1', moved))).toMatchObject({
    latitude: 28.3,
    standsSince: movedAt,
    formerPlaces: former,
    version: 2,
  })
  // The same data do not change the sensor, and another name does not change its former places.
  expect((await send('PUT', '?sensor-code=OWN1', moved)).headers.get('etag')).toBe('"2"')
  const { movedAt: _, ...later } = { ...moved, groundSensorName: 'Island' }
  await send('PUT', '?sensor-code=OWN1', later)
  const [known] = await list('?sensor-code=OWN1')
  expect(known).toMatchObject({ groundSensorName: 'Island', standsSince: movedAt, formerPlaces: former, version: 3 })
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  const refused = await send('PUT', '?sensor-code=OWN1', { ...later, movedAt: ahead })
  expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ pointer: '#/movedAt' }] }])
  // An answer that is sent back changes no former place.
  const back = await send('PUT', '?sensor-code=OWN1', { ...known, standsSince: null, formerPlaces: [] })
  expect([back.status, back.headers.get('etag')]).toEqual([200, '"3"'])
})

test('a sensor states the noise of its magnitudes', async () => {
  const { add, list } = operator('magnitudes')
  expect((await add({ ...OWN, sigmaMagnitude: 0.08 })).sigmaMagnitude).toBe(0.08)
  expect((await list('?sensor-code=OWN1'))[0]?.sigmaMagnitude).toBe(0.08)
})
