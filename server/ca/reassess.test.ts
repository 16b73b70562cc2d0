import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { reassess } from './reassess.job.ts'
import { sitDown } from './testing/ca-desk.ts'
import { cdmText } from './testing/cdm-text.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('an event stays hidden with its removed satellite, though it was still to be assessed, and comes back with it', async () => {
  const desk = sitDown(api, 'hidden')
  const { satelliteId } = await desk.addSatellite(1)
  const [answer] = await desk.take(cdmText({ objects: ['1', '2'] }))
  await desk.call(`DELETE /api/v1/ca/satellites/${satelliteId}`)
  expect(await desk.events()).toEqual([])
  const { db } = api.api.platform
  const [tenantId, at] = ['organisation:hidden', new Date().toISOString()]
  const input = { tenantId, conjunctionId: answer!.conjunctionId!, cause: 'late', at }
  const { signal } = new AbortController()
  const assessed = await reassess.work(input, { db, log: api.log, jobId: 'late', attempt: 1, signal, threads: 1 })
  await db.tenant(tenantId, (tx) => reassess.effect(tx, input, assessed))
  expect(await desk.events()).toEqual([])
  await desk.call(`POST /api/v1/ca/satellites/${satelliteId}/restore`)
  expect(await desk.events()).toMatchObject([{ satelliteId }])
})
