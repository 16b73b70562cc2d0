import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProvider, openOperator } from '../odt/testing/operator.ts'
import { workNamed } from '../platform/jobs/testing/work-named.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('tracking shows the open requests, and the passes whose results the provider owes; payments shows whether the books agree', async () => {
  const operator = await openOperator(api, 'status-of-services')
  const stand = async () => {
    const { services } = await bodyOf<Status>(await api.call(operator.person, 'GET /api/v1/status'))
    const of = (name: string) => services.find(({ service }) => service === name)?.checks
    return [...(of('odt') ?? []), ...(of('payments') ?? [])].map(({ name, level, value, unit }) => [
      name,
      level,
      // The values in seconds are the ages of comparisons, which this test ignores.
      unit === '1' ? value : undefined,
    ])
  }
  expect(await stand()).toEqual([
    ['requests', 'inactive', undefined],
    ['books', 'pending', undefined],
  ])
  await operator.till.addCredit(50_000)
  await operator.request({ satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR' })
  await operator.work(Date.now())
  const { db, queue, log } = api.api.platform
  const platform = { db, queue, log, now: Date.now, signal: new AbortController().signal }
  await workNamed('payments.reconciliation').turn(platform, operator.tenantId)
  expect(await stand()).toEqual([
    ['requests', 'ok', 1],
    ['books', 'ok', undefined],
  ])
  await makeProvider(api, 'status-of-services')
  await api.database.query('update odt.pass set is_overdue = true where tenant_id = $1', [operator.tenantId])
  await api.database.query("update payments.reconciliation set faults = '{an entry is missing}' where tenant_id = $1", [
    operator.tenantId,
  ])
  expect(await stand()).toEqual([
    ['requests', 'caution', 1],
    ['network Network', 'inactive', undefined],
    ['books', 'critical', 1],
  ])
})
