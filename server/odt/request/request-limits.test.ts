import type { PassPrediction } from '@apsis/contract/odt/pass/passprediction.ts'
import { passName } from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const MINUTE_MS = 60_000
const ELEVATION_DEG = 30
/** An object in a low orbit rises by a few degrees between two points of a track. */
const GRAIN_DEG = 3
const EARLIER_MS = 125_000

/** Returns the elevations of an object over a sensor at the points of a track of its pass, by time. */
async function elevationsAt(
  operator: Awaited<ReturnType<typeof openOperator>>,
  satelliteId: string,
  code: string,
  at: string,
) {
  const span = [-20, 20].map((minutes) => new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString())
  const query = new URLSearchParams({
    'satellite-id': satelliteId,
    'sensor-code': code,
    track: 'true',
    from: span[0] ?? '',
    to: span[1] ?? '',
  })
  const [found] = await bodyOf<PassPrediction[]>(
    await api.call(operator.person, `GET /api/v1/odt/passprediction?${query}`),
  )
  return (found?.passes ?? []).flatMap(({ track }) => track ?? [])
}

test('passes are planned with the requested elevation and duration', async () => {
  const operator = await openOperator(api, 'limits')
  await operator.till.addCredit(50_000)
  const satelliteId = operator.fleet[0]?.satelliteId ?? ''
  const radar = { satelliteId, measurementType: 'RADAR' }
  const limits = { minimumElevation: ELEVATION_DEG, minimumDuration: 60 }
  const high = await operator.request({ ...radar, ...limits, numberOfPassesRequested: 2 })
  expect(high).toMatchObject(limits)
  const zenith = await operator.request({ ...radar, minimumElevation: 90 })
  const long = await operator.request({ ...radar, minimumDuration: 86_400 })
  const free = await operator.request(radar)
  expect(free).toMatchObject({ minimumElevation: null, minimumDuration: null })
  await operator.work(Date.now())

  const planned = await operator.find(high.observationRequestId)
  expect(planned).toMatchObject({ status: 'APPROVED', ...limits })
  expect(planned.passes.length).toBeGreaterThan(0)
  for (const { sensorCode, start, end } of planned.passes) {
    expect(Date.parse(end) - Date.parse(start)).toBeGreaterThanOrEqual(60_000)
    const places = await elevationsAt(operator, satelliteId, sensorCode, start)
    const during = places.filter(({ time }) => time >= start && time <= end)
    expect(during.length).toBeGreaterThan(0)
    for (const { elevation } of during) expect(elevation).toBeGreaterThan(ELEVATION_DEG - GRAIN_DEG)
  }
  // No pass goes exactly through the zenith, and no pass of a low orbit lasts a day. Each refusal says so, and costs nothing.
  for (const [{ observationRequestId: id }, reason] of [
    [zenith, 'too-low'],
    [long, 'too-short'],
  ] as const)
    expect(await operator.find(id)).toMatchObject({ status: 'INFEASIBLE', reasons: [reason], held: 0, released: 3_800 })
})

test('a pass that was named without the limits of its request is found because a part of it is above the limit', async () => {
  const operator = await openOperator(api, 'named-limits')
  await operator.till.addCredit(50_000)
  const satelliteId = operator.fleet[0]?.satelliteId ?? ''
  const radar = { satelliteId, measurementType: 'RADAR' }
  const limit = { minimumElevation: 40 }
  const first = await operator.request({ ...radar, ...limit })
  await operator.work(Date.now())
  const [high] = (await operator.find(first.observationRequestId)).passes
  if (high === undefined) throw new Error('no pass is as high')
  await operator.cancel(first.observationRequestId)
  // The pass begins more than two minutes before its part that is high enough; a pass may move by up to two minutes.
  const name = passName(high.sensorCode, new Date(Date.parse(high.start) - EARLIER_MS))
  // The requests are made one after the other: the same pass cannot be ordered twice.
  const low = await operator.request({ ...radar, observationPassIds: [name], minimumElevation: 90 })
  await operator.work(Date.now())
  const short = await operator.request({ ...radar, observationPassIds: [name], minimumDuration: 86_400 })
  await operator.work(Date.now())
  const again = await operator.request({ ...radar, ...limit, observationPassIds: [name] })
  await operator.work(Date.now())
  expect(await operator.find(again.observationRequestId)).toMatchObject({
    status: 'APPROVED',
    passes: [{ sensorCode: high.sensorCode, start: high.start }],
  })
  // The pass exists, but does not meet the limit.
  for (const [{ observationRequestId: id }, reason] of [
    [low, 'too-low'],
    [short, 'too-short'],
  ] as const)
    expect(await operator.find(id)).toMatchObject({ status: 'INFEASIBLE', reasons: [reason] })
})

test('an impossible limit is refused', async () => {
  const operator = await openOperator(api, 'bad-limits')
  const satelliteId = operator.fleet[0]?.satelliteId
  const limits = [
    { minimumElevation: 91 },
    { minimumElevation: -1 },
    { minimumDuration: 86_401 },
    { minimumDuration: 1.5 },
  ]
  for (const limit of limits) expect((await operator.ask({ satelliteId, ...limit })).status).toBe(400)
})
