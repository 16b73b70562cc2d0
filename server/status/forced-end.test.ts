import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { tellOfEnds } from './forced-end.service.ts'

const ADMINISTRATOR = { subject: 'admin', roles: ['ca:admin'], organisation: 'operations' } as const
const USER = { subject: 'user', roles: ['ca:user'], organisation: 'operations' } as const
const OPERATOR = 'organisation:operations'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_OPERATOR_TENANT: 'operations' })
})
afterAll(() => api.close())
beforeEach(() => api.database.query('truncate platform.forced_end, notifications.notification, notifications.reading'))

/** Stores an end as the watchdog's thread does, this number of minutes ago. */
const end = (minutes: number, kind = 'worker') =>
  api.database.query(
    `insert into platform.forced_end (kind, work, place, at)
     values ($1, '{ca.watch,delivery.sending}', 'unbroken server/delivery/content/mail.ts:248', now() - make_interval(mins => $2))`,
    [kind, minutes],
  )
const passMinutes = (minutes: number) =>
  api.database.query('update platform.forced_end set notified_at = notified_at - make_interval(mins => $1)', [minutes])

async function check() {
  const status = await bodyOf<Status>(await api.call(USER, 'GET /api/v1/status'))
  return status.services.flatMap(({ checks }) => checks).find(({ name }) => name === 'forced ends')
}

async function noticesOf(who: typeof ADMINISTRATOR | typeof USER): Promise<Notification[]> {
  const all = await bodyOf<Notification[]>(await api.call(who, 'GET /api/v1/notifications'))
  return all.filter(({ finding }) => finding?.code === 'process-ended')
}

const tell = () => {
  const { db, log } = api.api.platform
  return tellOfEnds({ db, log, operator: OPERATOR })
}

test('the status counts the ends of the last hour and day, and names the last one and the work that was running', async () => {
  await end(25 * 60)
  expect(await check()).toMatchObject({ level: 'ok', value: 0, finding: { code: 'no-forced-ends' } })
  await end(90)
  await end(5, 'api')
  expect(await check()).toMatchObject({
    level: 'caution',
    value: 1,
    message: expect.stringMatching(/1 in the last hour, 2 in 24 h.*an API process.*ca\.watch, delivery\.sending/),
    finding: { code: 'forced-ends', values: { hour: 1, day: 2, part: 'api', work: 'ca.watch, delivery.sending' } },
  })
  for (const minutes of [3, 2]) await end(minutes)
  expect(await check()).toMatchObject({ level: 'serious', value: 3, finding: { values: { hour: 3, day: 4 } } })
})

test('administrators are notified of the first end at once and of later ones once an hour; users are not', async () => {
  await end(0)
  // The API does this automatically.
  await expect.poll(() => noticesOf(ADMINISTRATOR)).toHaveLength(1)
  for (let more = 0; more < 3; more++) {
    await end(0)
    await tell()
  }
  const [first, ...others] = await noticesOf(ADMINISTRATOR)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    level: 'serious',
    link: '/services',
    finding: { values: { part: 'worker', count: 1, work: 'ca.watch, delivery.sending' } },
    message: expect.stringContaining('unbroken server/delivery/content/mail.ts:248'),
  })
  await passMinutes(61)
  await tell()
  expect((await noticesOf(ADMINISTRATOR)).map(({ finding }) => finding?.values.count).toSorted()).toEqual([1, 3])
  await passMinutes(61)
  await tell()
  expect(await noticesOf(ADMINISTRATOR)).toHaveLength(2)
  expect(await noticesOf(USER)).toEqual([])
})

test('if several processes look at the same time, only one of them notifies', async () => {
  await end(0)
  await Promise.all(Array.from({ length: 4 }, () => tell()))
  expect(await noticesOf(ADMINISTRATOR)).toHaveLength(1)
})

test('if no organisation is named, the only one is notified; if there are several, none is notified, and the log says so', async () => {
  const database = await createTestDatabase()
  const logged: string[] = []
  const log = createLog({
    level: 'error',
    process: 'test',
    version: 'test',
    destination: { write: (line) => void logged.push(line) },
  })
  const db = openDatabase({ url: database.appUrl, pool: 2, name: 'test', log })
  const works = (tenantId: string) =>
    database.query("insert into platform.recurring_work (name, tenant_id, every_s) values ('x.y', $1, 60)", [tenantId])
  const tellAfterEnd = async () => {
    await database.query("insert into platform.forced_end (kind, work) values ('worker', '{}')")
    await tellOfEnds({ db, log, operator: undefined })
    return database.query('select tenant_id, audience from notifications.notification')
  }
  try {
    // The installation's own work belongs to no organisation.
    for (const tenantId of ['catalogue', OPERATOR]) await works(tenantId)
    const told = [{ tenant_id: OPERATOR, audience: 'administrators' }]
    expect(await tellAfterEnd()).toEqual(told)
    await database.query("update platform.forced_end set notified_at = notified_at - interval '61 minutes'")
    await works('organisation:other')
    expect(await tellAfterEnd()).toEqual(told)
    expect(logged.join('')).toContain('APSIS_OPERATOR_TENANT is not set')
  } finally {
    await db.close()
    await database.drop()
  }
})
