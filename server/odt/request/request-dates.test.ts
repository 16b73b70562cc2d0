import { DAY_MS } from '@apsis/astro/constants.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('requests are listed by the time at which they were made, and by the time of their passes', async () => {
  const operator = await openOperator(api, 'dates')
  await operator.till.addCredit(50_000)
  const satelliteId = operator.fleet.map((one) => one.satelliteId)[0]
  const { observationRequestId: id } = await operator.request({ satelliteId, measurementType: 'RADAR' })
  await operator.work(Date.now())
  const { createdAt, passes } = await operator.find(id)
  const [pass] = passes
  expect(passes).toHaveLength(1)
  const listed = async (dates: Record<string, string>) => {
    const answer = await api.call(operator.person, `GET /api/v1/odt/requests?${new URLSearchParams(dates)}`)
    expect(answer.status).toBe(200)
    const found = await bodyOf<ObservationRequest[]>(answer)
    expect(answer.headers.get('x-total-count')).toBe(String(found.length))
    return found.map((one) => one.observationRequestId)
  }
  const beside = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
  expect(await listed({ from: createdAt, to: beside(createdAt, 1) })).toEqual([id])
  expect(await listed({ to: createdAt })).toEqual([])
  expect(await listed({ from: beside(createdAt, 1) })).toEqual([])
  // The pass is listed if it overlaps the requested span.
  expect(await listed({ 'pass-from': pass!.end })).toEqual([id])
  expect(await listed({ 'pass-from': beside(pass!.end, 1) })).toEqual([])
  expect(await listed({ 'pass-to': beside(pass!.start, 1) })).toEqual([id])
  expect(await listed({ 'pass-to': pass!.start })).toEqual([])
  expect(await listed({ 'pass-from': beside(pass!.end, -DAY_MS), 'pass-to': beside(pass!.start, DAY_MS) })).toEqual([
    id,
  ])
  const other = { subject: 'eve', organisation: 'elsewhere', roles: ['odt:user'] }
  const answer = await api.call(other, `GET /api/v1/odt/requests?pass-to=${beside(pass!.end, DAY_MS)}`)
  expect(await bodyOf(answer)).toEqual([])
})
