import type { PassPrediction, PredictedPass } from '@apsis/contract/odt/pass/passprediction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { EQUATOR_RATE, equatorOem, type Part } from '../testing/equator-oem.ts'

const ADMIN = { subject: 'ada', organisation: 'gap', roles: ['odt:admin'] }
const EQUATOR = { latitude: 0, longitude: 0, altitude: 0 }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const send = (path: string, value: object) =>
  api.call(ADMIN, `POST ${path}`, { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })

test('the search covers both sides of a gap in an ephemeris, and reports the hours that it could not search', async () => {
  const sensor = {
    sensorCode: 'GAP',
    groundSensorName: 'Gap',
    sensorType: 'RADAR_ACTIVE',
    ...EQUATOR,
    minimumElevation: 0,
  }
  expect((await send('/api/v1/odt/sensors', sensor)).status).toBe(201)
  const start = Date.parse('2026-11-20T00:00:00.000Z')
  const time = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
  const predicted = async (parts: readonly Part[], more = {}) => {
    const search = { 'sensor-code': 'GAP', from: time(-3_600), to: time(12 * 3_600), ...more }
    const message = { orbitDataMessageType: 'OEM', orbitDataMessage: equatorOem(start, parts) }
    const answer = await send(`/api/v1/odt/passprediction?${new URLSearchParams(search)}`, message)
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await bodyOf<PassPrediction[]>(answer))[0]!
  }
  const [gapFromS, gapToS, stopS] = [4 * 3_600, 7 * 3_600, 10 * 3_600]
  const whole = await predicted([[0, stopS]])
  const found = await predicted([
    [0, gapFromS],
    [gapToS, stopS],
  ])
  expect(whole.orbit.notSearched).toEqual([
    { start: time(-3_600), end: time(0), reason: 'ORBIT_BEGINS' },
    { start: time(stopS), end: time(12 * 3_600), reason: 'ORBIT_ENDS' },
  ])
  expect(found.orbit).toMatchObject({
    endsAt: time(stopS),
    notSearched: [
      { start: time(-3_600), end: time(0), reason: 'ORBIT_BEGINS' },
      { start: time(gapFromS), end: time(gapToS), reason: 'ORBIT_GAP' },
      { start: time(stopS), end: time(12 * 3_600), reason: 'ORBIT_ENDS' },
    ],
  })
  // One search ends in the gap, and one begins in it: the orbit continues after the gap, so it neither begins nor ends there.
  const parts: readonly Part[] = [
    [0, gapFromS],
    [gapToS, stopS],
  ]
  const endsIn = await predicted(parts, { from: time(3_600), to: time(5 * 3_600) })
  expect(endsIn.orbit).toMatchObject({
    endsAt: null,
    notSearched: [{ start: time(gapFromS), end: time(5 * 3_600), reason: 'ORBIT_GAP' }],
  })
  const beginsIn = await predicted(parts, { from: time(5 * 3_600), to: time(9 * 3_600) })
  expect(beginsIn.orbit.notSearched).toEqual([{ start: time(5 * 3_600), end: time(gapToS), reason: 'ORBIT_GAP' }])
  // On a circle the object rises every 2π divided by the difference of the rates of the orbit and the Earth. Passes before and after the gap are
  // found as if there were no gap.
  const isBeside = ({ end, start: from }: { start: string; end: string }) => end < time(gapFromS) || from > time(gapToS)
  const beside = whole.passes.filter(isBeside)
  const everyS = (2 * Math.PI) / (EQUATOR_RATE - 7.292_115e-5)
  expect(whole.passes.length).toBeGreaterThanOrEqual(Math.floor(stopS / everyS))
  expect(beside.length).toBeLessThan(whole.passes.length)
  const complete = found.passes.filter(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)
  const edgesOf = (passes: readonly PredictedPass[]) =>
    passes
      .filter(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter)
      .map(({ start: from, end }) => [from, end].map((edge) => Math.round(Date.parse(edge) / 1_000)))
  expect(edgesOf(complete)).toEqual(edgesOf(beside))
  expect(complete.length).toBeGreaterThan(2)
  const light = await predicted(
    [
      [0, gapFromS],
      [gapToS, stopS],
    ],
    { light: 'true' },
  )
  const inGap = (one: string) => one > time(gapFromS) && one < time(gapToS)
  expect(light.light?.beta.some(({ time: at }) => inGap(at))).toBe(false)
  expect(light.light?.eclipses.length).toBeGreaterThan(2)
  expect(light.light?.eclipses.some((eclipse) => inGap(eclipse.start) && inGap(eclipse.end))).toBe(false)
})
