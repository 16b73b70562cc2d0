import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { listProviders, type ProviderRow } from './provider.repository.ts'

/** Makes the check that the organisation's sensor networks accept its messages. The simulator is part of the product, and is not checked. */
export async function checkNetworks(tx: TenantDb, nowMs: number): Promise<Check[]> {
  const providers = await listProviders(tx)
  return providers.filter(({ is_enabled }) => is_enabled).map((row) => networkCheck(row, nowMs))
}

export function networkCheck({ name: network, last_tried_at, last_result }: ProviderRow, nowMs: number): Check {
  const name = `network ${network}`
  if (last_tried_at === null)
    return {
      name,
      level: 'inactive',
      message: 'No message was sent to it yet.',
      finding: { code: 'network-unused', values: {} },
    }
  const ageS = Math.max(0, Math.round((nowMs - last_tried_at.getTime()) / 1000))
  const measured = { value: ageS, unit: 's' }
  if (last_result === 'delivered')
    return {
      name,
      level: 'ok',
      message: 'It took the last message.',
      finding: { code: 'network-reached', values: { ageS } },
      ...measured,
    }
  const trouble = last_result ?? 'no result'
  return {
    name,
    level: 'serious',
    message: `The last message did not reach it: ${trouble}.`,
    finding: { code: 'network-missed', values: { ageS, trouble } },
    ...measured,
  }
}
