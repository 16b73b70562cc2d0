import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRequests } from './request.repository.ts'

/** Makes the check of answers that providers owe to the requests of an organisation. */
export async function checkRequests(tx: TenantDb): Promise<Check> {
  const { all, open, overdue } = await countRequests(tx)
  if (all === 0)
    return {
      name: 'requests',
      level: 'inactive',
      message: 'No observation has been requested yet.',
      finding: { code: 'requests-none', values: {} },
    }
  if (overdue > 0)
    return {
      name: 'requests',
      level: 'caution',
      message: `Passes whose provider tells nothing of them, and should have: ${overdue}.`,
      finding: { code: 'requests-overdue', values: { count: overdue } },
      value: overdue,
      unit: '1',
    }
  return {
    name: 'requests',
    level: 'ok',
    message: `Open requests: ${open}. No pass is overdue.`,
    finding: { code: 'requests-in-time', values: { count: open } },
    value: open,
    unit: '1',
  }
}
