import { emailChannel } from '@apsis/contract/notifications/channel.ts'
import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../platform/testing/test-api.ts'
import { untilItWaits } from '../platform/testing/until-it-waits.ts'
import { syncReceivers } from './channel.service.ts'
import type { SettingsService } from './receiver.repository.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('settings of two services with the same address, saved at the same moment, are both stored for the address', async () => {
  const tenantId = 'organisation:shared-address'
  const { db, box, now } = api.api.platform
  const settings = { ...DEFAULT_SETTINGS, email: emailChannel(['ada@operator.example']) }
  const isWritten = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const save = (service: SettingsService, before: () => Promise<void>) =>
    db.tenant(tenantId, async (tx) => {
      await syncReceivers(tx, { box, now }, { tenantId, subject: 'ada', service, settings })
      await before()
    })
  const first = save('ca', () => {
    isWritten.resolve()
    return isOver.promise
  })
  await isWritten.promise
  const second = save('odt', () => Promise.resolve())
  // The second save waits for the first, or has ended without waiting.
  await untilItWaits(api.database, second)
  isOver.resolve()
  await Promise.all([first, second])
  const rows = await api.database.query<{ services: object }>(
    'select services from delivery.receiver where tenant_id = $1',
    [tenantId],
  )
  expect(rows.map(({ services }) => Object.keys(services).sort())).toEqual([['ca', 'odt']])
})
