import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProvider, openDesk } from '../odt/testing/desk.ts'
import { workNamed } from '../platform/jobs/testing/work-named.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('tracking says how many requests are open, and which passes their provider owes; payments whether the books agree', async () => {
  const desk = await openDesk(api, 'status-of-services')
  const stand = async () => {
    const { services } = await bodyOf<Status>(await api.call(desk.person, 'GET /api/v1/status'))
    const of = (name: string) => services.find(({ service }) => service === name)?.checks
    return [...(of('odt') ?? []), ...(of('payments') ?? [])].map(({ name, level, value, unit }) => [
      name,
      level,
      // The age of a comparison is not what this is about.
      unit === '1' ? value : undefined,
    ])
  }
  expect(await stand()).toEqual([
    ['requests', 'inactive', undefined],
    ['books', 'pending', undefined],
  ])
  await desk.till.addCredit(50_000)
  await desk.request({ satelliteId: desk.fleet[0]?.satelliteId, measurementType: 'RADAR' })
  await desk.work(Date.now())
  const { db, queue, log } = api.api.platform
  const platform = { db, queue, log, now: Date.now, signal: new AbortController().signal }
  await workNamed('payments.reconciliation').turn(platform, desk.tenantId)
  expect(await stand()).toEqual([
    ['requests', 'ok', 1],
    ['books', 'ok', undefined],
  ])
  await makeProvider(api, 'status-of-services')
  await api.database.query('update odt.pass set is_overdue = true where tenant_id = $1', [desk.tenantId])
  await api.database.query("update payments.reconciliation set faults = '{an entry is missing}' where tenant_id = $1", [
    desk.tenantId,
  ])
  expect(await stand()).toEqual([
    ['requests', 'caution', 1],
    ['network Network', 'inactive', undefined],
    ['books', 'critical', 1],
  ])
})
