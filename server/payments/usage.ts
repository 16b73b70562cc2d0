import type { ServiceUsageSnapshot } from '@apsis/contract/payments/customer.ts'
import { countUse } from '../ca/use.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { spanOfMonth } from './ledger/statement.ts'
import { listUsage, type UsageRow } from './order.repository.ts'

type Usage = ServiceUsageSnapshot['perService']['ca']
type MonthQuestion = { readonly month: string; readonly at: Date }

const NOTHING = { requests: 0, passesRequested: 0, passesSuccessful: 0, amountCents: 0 }

/** Returns the usage of customers in a month, by customer. Messages and screenings belong to the organisation, so no customer pays for them. */
export async function usageOf(
  tx: TenantDb,
  customerIds: readonly string[],
  { month, at }: MonthQuestion,
): Promise<(customerId: string) => ServiceUsageSnapshot> {
  const { from, to } = spanOfMonth(month)
  const rows = await listUsage(tx, { customerIds, from, to })
  const ca = await countUse(tx, { from, to })
  const period = { from: from.toISOString(), to: to.toISOString() }
  return (customerId) => {
    const of = (service: UsageRow['service_type']): Omit<Usage, 'cdms' | 'screenings'> => {
      const row = rows.find((one) => one.customer_id === customerId && one.service_type === service)
      if (row === undefined) return NOTHING
      return {
        requests: row.requests,
        passesRequested: row.passes_requested,
        passesSuccessful: row.passes_successful,
        amountCents: row.amount,
      }
    }
    const perService = { ca: { ...of('ca'), ...ca }, odt: { ...of('odt'), cdms: 0, screenings: 0 } }
    return { period, perService, asOf: at.toISOString() }
  }
}
