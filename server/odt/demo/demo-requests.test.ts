import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { REQUEST_STATUSES } from '@apsis/contract/odt/request/request-status.ts'
import type { Balance, Customer } from '@apsis/contract/payments/customer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemo, storeHistorySets } from '../../ca/demo/demo.service.ts'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { demoRequestsWork } from './demo-requests-work.ts'
import { DEMO_STORIES } from './stories.data.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const personOf = (organisation: string) => ({
  subject: `ada-${organisation}`,
  username: 'ada',
  organisation,
  roles: ['ca:user', 'odt:user', 'payments:user', 'payments:admin'],
})
const floorAt = (now: () => number) => {
  const { db, queue, log } = api.api.platform
  return { db, queue, log, now, signal: new AbortController().signal }
}
const read = async <T>(who: ReturnType<typeof personOf>, path: string) =>
  bodyOf<T>(await api.call(who, `GET /api/v1/${path}`))

/** The hours between two element sets of the demo. */
const SETS_APART_H = 6

/** The telescopes see different satellites at each time of the year. */
const DAYS_LATER = [0, 70, 190]

test.each(DAYS_LATER)(
  'a demo opened %i days from now has requests in every status, each with its amounts and its files',
  async (days) => {
    const at = Date.now() + days * DAY_MS
    const who = personOf(`in-${days}-days`)
    const tenantId = `organisation:${who.organisation}`
    // The first call makes the person known to the platform.
    expect(await read(who, 'odt/requests')).toEqual([])
    const owner = { tenantId, subject: who.subject }
    await openDemo({ db: api.api.platform.db, now: () => at, isAllowed: true }, { owner, requestId: 'test' })
    // The demo itself has stored these sets by then.
    await api.api.platform.db.tenant(tenantId, (tx) => storeHistorySets(tx, tenantId, at))
    for (const _twice of [1, 2])
      await demoRequestsWork(true).turn(
        floorAt(() => at),
        tenantId,
      )

    const requests = await read<ObservationRequest[]>(who, 'odt/requests?limit=1000')
    expect(requests.map(({ status }) => status).toSorted()).toEqual(
      DEMO_STORIES.map(({ becomes }) => becomes).toSorted(),
    )
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(REQUEST_STATUSES))
    for (const one of requests) {
      expect(one).toMatchObject({ isSimulated: true, createdBy: who.username, providerId: 'simulator' })
      expect(one.held + one.captured + one.released, one.status).toBe(one.price)
      expect(one.isEnded && one.held > 0).toBe(false)
      expect(Date.parse(one.createdAt)).toBeLessThan(at)
    }
    // Nobody is notified of a simulated past.
    expect(await read<Notification[]>(who, 'notifications')).toEqual([])

    const files = await read<Observation[]>(who, 'odt/observations?limit=1000')
    expect(files).toHaveLength(requests.reduce((sum, { numberOfPassesCompleted: passes }) => sum + passes, 0))
    expect(files.length).toBeGreaterThanOrEqual(10)
    for (const file of files) {
      expect(file.isSimulated).toBe(true)
      const report = await read<ObservationReport>(who, `odt/observations/report/${file.observationFileId}`)
      expect(report.isSimulated).toBe(true)
      expect(report.catalogueIdBestAssociation).toBe(file.catalogueId)
      // The orbit is from the elements of the day, with a set every six hours, or from an ephemeris that was made before the pass.
      const { orbitDataType, orbitDataAge } = report.associationResults
      const ageH = orbitDataAge! / 3_600
      if (orbitDataType !== 'SP_EPHEMERIS') expect(Math.max(ageH, -ageH)).toBeLessThanOrEqual(SETS_APART_H / 2)
    }

    const [customer] = await read<Customer[]>(who, 'payments/customers')
    expect(customer?.isSimulated).toBe(true)
    const balance = await read<Balance>(who, `payments/customers/${customer?.customerId}/balance`)
    expect(balance.held).toBeGreaterThanOrEqual(requests.reduce((sum, { held }) => sum + held, 0))
  },
)

test('a demo that is closed and reopened keeps its requests', async () => {
  const at = Date.now()
  const who = personOf('reopened')
  const tenantId = `organisation:${who.organisation}`
  await read(who, 'odt/requests')
  const { db } = api.api.platform
  const request = { owner: { tenantId, subject: who.subject }, requestId: 'test' }
  const idsAt = async (ms: number) => {
    await openDemo({ db, now: () => ms, isAllowed: true }, request)
    await demoRequestsWork(true).turn(
      floorAt(() => ms),
      tenantId,
    )
    const found = await read<ObservationRequest[]>(who, 'odt/requests?limit=1000')
    return found.map(({ observationRequestId }) => observationRequestId).toSorted()
  }
  const first = await idsAt(at)
  expect(first).toHaveLength(DEMO_STORIES.length)
  expect((await api.call(who, 'DELETE /api/v1/ca/demo')).ok).toBe(true)
  expect(await idsAt(at + DAY_MS)).toEqual(first)
})

test('a user with a real account gets no demo requests, so that nothing simulated is mixed with real money', async () => {
  const who = personOf('real-account')
  const customer = { userId: who.subject, name: 'Ada' }
  const made = await api.call(who, 'POST /api/v1/payments/customers', { body: JSON.stringify(customer) })
  expect(made.ok).toBe(true)
  expect((await api.call(who, 'POST /api/v1/ca/demo')).ok).toBe(true)
  await demoRequestsWork(true).turn(floorAt(Date.now), `organisation:${who.organisation}`)
  expect(await read(who, 'odt/requests')).toEqual([])
})
