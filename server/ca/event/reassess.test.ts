import type { LevelChange } from '@apsis/contract/ca/event/conjunction.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'
import { reassess } from './reassess.job.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('an event stays hidden with its removed satellite, even if an assessment was due, and comes back with it', async () => {
  const operator = asOperator(api, 'hidden')
  const { satelliteId } = await operator.addSatellite(1)
  const [answer] = await operator.take(cdmText({ objects: ['1', '2'] }))
  await operator.call(`DELETE /api/v1/ca/satellites/${satelliteId}`)
  expect(await operator.events()).toEqual([])
  const { db } = api.api.platform
  const [tenantId, at] = ['organisation:hidden', new Date().toISOString()]
  const input = { tenantId, conjunctionId: answer!.conjunctionId!, cause: 'late', at }
  const { signal } = new AbortController()
  const assessed = await reassess.work(input, { db, log: api.log, jobId: 'late', attempt: 1, signal, threads: 1 })
  await db.tenant(tenantId, (tx) => reassess.effect(tx, input, { result: assessed, now: new Date() }))
  expect(await operator.events()).toEqual([])
  await operator.call(`POST /api/v1/ca/satellites/${satelliteId}/restore`)
  expect(await operator.events()).toMatchObject([{ satelliteId }])
})

test('the changes of a job that waited are written after the changes that were written meanwhile', async () => {
  const operator = asOperator(api, 'waited')
  await operator.addSatellite(1)
  const [answer] = await operator.take(cdmText({ objects: ['1', '2'] }))
  const conjunctionId = answer!.conjunctionId!
  const [tenantId, at] = ['organisation:waited', new Date(Date.now() - 3_600_000).toISOString()]
  const { db } = api.api.platform
  // The test data simulate thresholds that changed an hour ago, with which the event differs.
  await api.database.query(`update ca.satellite set configuration = jsonb_set(configuration, '{thresholds}',
    configuration -> 'thresholds' || '{"acceptedCollisionProbability": 0.1, "highCollisionProbability": 0.05}'), version = version + 1
    where tenant_id = '${tenantId}'`)
  const input = { tenantId, conjunctionId, cause: 'late', at }
  const { signal } = new AbortController()
  const assessed = await reassess.work(input, { db, log: api.log, jobId: 'late', attempt: 1, signal, threads: 1 })
  await db.tenant(tenantId, (tx) => reassess.effect(tx, input, { result: assessed, now: new Date() }))
  const levels = await operator.read<LevelChange[]>(`/conjunctions/${conjunctionId}/levels`)
  expect(levels.map(({ reason }) => reason)).toEqual(['message', 'satellite'])
  const times = levels.map((level) => level.at)
  expect(times).toEqual(times.toSorted())
})
