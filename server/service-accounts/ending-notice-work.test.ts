import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from '../platform/testing/service-account-operator.ts'
import { bodyOf, startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { endingNoticeWork, noticesDue } from './ending-notice-work.ts'

const DAY_MS = 86_400_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const secretOf = (days: number) => ({ created_at: new Date(0), ends_at: new Date(days * DAY_MS) })

// These limits are in the guide: 14 and 2 days, and not before a quarter and a tenth of the lifetime is left.
test.each([
  [90, 75.9, 0],
  [90, 76, 1],
  [90, 87.9, 1],
  [90, 88, 2],
  [90, 89.99, 2],
  [90, 90, 3],
  [1, 0, 0],
  [1, 0.74, 0],
  [1, 0.75, 1],
  [1, 0.91, 2],
  [1, 1, 3],
])('for a secret of %d days, %d days after it was made %d notices are due', (days, passed, due) => {
  expect(noticesDue(secretOf(days), passed * DAY_MS)).toBe(due)
})

test('the organisation is notified before an account ends and after it has ended, once each; other organisations are not', async () => {
  const ada = { subject: 'ada', organisation: 'ending', roles: ['ca:user'] }
  const operator = asOperator(api, ada)
  const { serviceAccount } = await operator.created({ name: 'Feed', expiresInDays: 90 })
  const gone = await operator.created({ name: 'Gone' })
  await operator.revoke(gone.serviceAccount.serviceAccountId)
  const listed = await api.database.query(
    `select every_s from platform.recurring_work where name = 'service-accounts.ending-notice' and tenant_id = 'organisation:ending'`,
  )
  expect(listed).toEqual([{ every_s: 3_600 }])
  const { db, queue } = api.api.platform
  const turn = (days: number) => {
    const now = () => Date.parse(serviceAccount.createdAt) + days * DAY_MS
    const platform = { db, queue, log: api.log, now, signal: new AbortController().signal }
    return endingNoticeWork.turn(platform, 'organisation:ending')
  }
  const told = async () => {
    const list = await bodyOf<Notification[]>(await api.call(ada, 'GET /api/v1/notifications?sort=timestamp'))
    return list.map(({ title, level }) => `${title} ${level ?? ''}`).filter((title) => title.startsWith('Service'))
  }
  await turn(70)
  expect(await told()).toEqual([])
  for (const days of [76.5, 77, 88.5, 89, 90.1, 95]) await turn(days)
  expect(await told()).toEqual([
    'Service account expires soon caution',
    'Service account expires soon serious',
    'Service account expired serious',
  ])
  const [last] = await bodyOf<Notification[]>(await api.call(ada, 'GET /api/v1/notifications'))
  expect(last?.message).toContain(`Feed (${serviceAccount.clientId})`)
  const other = await api.call({ ...ada, organisation: 'other' }, 'GET /api/v1/notifications')
  expect(JSON.stringify(await other.json())).not.toContain('Feed')

  // A new secret gets its own notices.
  await operator.rotate(serviceAccount.serviceAccountId, { expiresInDays: 40 })
  await turn(39.9)
  expect(await told()).toHaveLength(4)
})
