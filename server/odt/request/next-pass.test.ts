import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openDesk } from '../testing/desk.ts'
import { nextPassOf } from './next-pass.ts'

const DAY_MS = 24 * 3_600_000
/** An event that the request is not for. */
const OTHER = '00000000-0000-4000-8000-000000000000'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('the next pass is the first one ahead that is ordered of an object of the event before its closest approach', async () => {
  const desk = await openDesk(api, 'next-pass')
  await desk.till.addCredit(50_000)
  const [satellite] = desk.fleet
  const body = { satelliteId: satellite!.satelliteId, numberOfPassesRequested: 2, measurementType: 'RADAR' }
  const asked = await desk.request({ ...body, fileCompressionType: 'GZIP' })
  const next = (designators: readonly string[], span: { readonly now?: number; readonly tcaMs?: number } = {}) => {
    const { now = Date.now(), tcaMs = Date.now() + 30 * DAY_MS } = span
    return api.api.platform.db.tenant(desk.tenantId, (tx) => nextPassOf(tx, { matter: OTHER, designators, now, tcaMs }))
  }
  const own = String(satellite!.noradId)
  expect(await next([own])).toBeUndefined()
  await desk.work(Date.now())
  const { passes } = await desk.find(asked.observationRequestId)
  const [first, second] = passes.toSorted((a, b) => a.start.localeCompare(b.start))
  const told = (pass: typeof first) => ({ sensorCode: pass!.sensorCode, atMs: Date.parse(pass!.start) })
  expect(await next(['UNKNOWN', own])).toEqual(told(first))
  expect(await next([own], { now: Date.parse(first!.start) })).toEqual(told(second))
  expect(await next([own], { tcaMs: Date.parse(first!.start) })).toBeUndefined()
  expect(await next(['UNKNOWN', '99999'])).toBeUndefined()
  await desk.cancel(asked.observationRequestId)
  expect(await next([own])).toBeUndefined()
})
