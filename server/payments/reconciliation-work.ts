import { notify } from '../notifications/notification.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { forEachItem } from '../platform/jobs/each-item.ts'
import type { RecurringWork } from '../platform/jobs/recurring-work.ts'
import { RECONCILIATION_EVERY_S, RECONCILIATION_WORK } from './customer.service.ts'
import { readBooks } from './ledger/books.repository.ts'
import { findCustomer, listCustomerIds, upsertReconciliation } from './ledger/customer.repository.ts'
import { listFaults } from './ledger/faults.ts'

/** Compares all records about the money of an organisation, customer by customer, and raises an alarm if they differ. */
export const reconciliationWork: RecurringWork = {
  name: RECONCILIATION_WORK,
  everyS: RECONCILIATION_EVERY_S,
  async turn({ db, now, log, signal }, tenantId) {
    const ids = await db.tenant(tenantId, listCustomerIds)
    await forEachItem({ log, signal, what: 'the books of a customer were not compared' }, ids, async (customerId) => {
      const faults = await db.tenant(tenantId, (tx) => reconcile(tx, { tenantId, customerId, now: new Date(now()) }))
      if (faults.length > 0) log.error({ tenantId, customerId, faults }, 'a ledger contradicts itself')
    })
  },
}

type Reconciling = { readonly tenantId: string; readonly customerId: string; readonly now: Date }

/** Checks the books of one customer and stores the result; a new fault causes a notification to everybody with a role of payments. */
export async function reconcile(tx: TenantDb, { tenantId, customerId, now }: Reconciling): Promise<string[]> {
  const before = await findCustomer(tx, customerId)
  const books = await readBooks(tx, customerId)
  if (books === undefined) return []
  const faults = listFaults(books, now.getTime())
  await upsertReconciliation(tx, tenantId, { customerId, at: now, faults })
  const isNew = faults.some((fault) => !before?.faults?.includes(fault))
  if (isNew)
    await notify(tx, {
      tenantId,
      subject: undefined,
      audience: 'payments',
      code: 500,
      level: 'critical',
      link: '/account/balance',
      finding: {
        code: 'ledger-contradicts',
        // The log and the page of the customer list the faults.
        values: { customer: books.customer.name, count: faults.length },
      },
    })
  return faults
}
