import { notify } from '../../notifications/notification.service.ts'
import type { TestApi } from './test-api.ts'
import type { TestPerson } from './test-issuer.ts'

/** Welcomes a person as a worker does at their first visit: the person and their open pages are notified. */
export async function greet({ api }: TestApi, { subject, username = '', organisation }: TestPerson): Promise<void> {
  const tenantId = `organisation:${organisation}`
  const finding = { code: 'welcome-simulated', values: { name: username } } as const
  const link = '/account/notifications'
  await api.platform.db.tenant(tenantId, (tx) =>
    notify(tx, { tenantId, subject, audience: 'everybody', code: 200, link, finding }),
  )
}
