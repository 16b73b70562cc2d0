import { expect, test } from 'vitest'
import { networkCheck } from './network-status.service.ts'
import type { ProviderRow } from './provider.repository.ts'

const HOUR_MS = 3_600_000

test('a sensor network that did not accept the last message has the level serious, and shows the reason', () => {
  const now = Date.now()
  const row = { name: 'North', last_tried_at: new Date(now - HOUR_MS) } as ProviderRow
  expect(networkCheck({ ...row, last_result: 'tls-failed' }, now)).toMatchObject({
    name: 'network North',
    level: 'serious',
    value: 3_600,
    finding: { code: 'network-missed', values: { trouble: 'tls-failed' } },
  })
  expect(networkCheck({ ...row, last_result: 'delivered' }, now)).toMatchObject({ level: 'ok' })
})
