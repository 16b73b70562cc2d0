import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'
import { moveRequest } from './request-state.service.ts'

const MINUTE_MS = 60_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

test('a request that ends with fewer passes than requested is notified as such, and not as its first measurements', async () => {
  const operator = await openOperator(api, 'in-part')
  await operator.till.addCredit(50_000)
  const body = { satelliteId: operator.fleet[0]!.satelliteId, numberOfPassesRequested: 2, measurementType: 'RADAR' }
  const { observationRequestId: id } = await operator.request(body)
  await operator.work(Date.now())
  const [first] = (await operator.find(id)).passes.toSorted((a, b) => a.start.localeCompare(b.start))
  await operator.work(Date.parse(first!.end) + 6 * MINUTE_MS)
  const partial = await operator.find(id)
  expect(partial).toMatchObject({ status: 'PARTIAL', isEnded: false })
  const told = async () => {
    const notices = await bodyOf<Notification[]>(await api.call(operator.person, 'GET /api/v1/notifications?limit=200'))
    const own = notices.filter(({ finding }) => finding?.values.status === 'PARTIAL')
    return own.map(({ title }) => title).toReversed()
  }
  expect(await told()).toEqual(['First measurements are there'])
  // The other pass fails, and no pass replaces it.
  const tenantId = 'organisation:in-part'
  const slot = partial.passes.findIndex(({ status }) => status === 'PENDING')
  const mover = { tenantId, actor: 'test', requestId: 'in-part', now: new Date() }
  for (const to of ['EXECUTING', 'UNSUCCESSFUL'] as const)
    await api.api.platform.db.tenant(tenantId, (tx) =>
      moveRequest(tx, mover, id, { event: { kind: 'pass', slot, to, canReplace: false } }),
    )
  expect(await operator.find(id)).toMatchObject({ status: 'PARTIAL', isEnded: true, held: 0 })
  expect(await told()).toEqual(['First measurements are there', 'Observation ended with fewer passes than ordered'])
})
