import type { Balance, Customer } from '@apsis/contract/payments/customer.ts'
import type { Entry } from '@apsis/contract/payments/entry.ts'
import type { TenantDb } from '../platform/database/database.ts'
import type { CustomerRow } from './ledger/customer.repository.ts'
import { type EntryRow, listEntryIds } from './ledger/entry.repository.ts'
import { monthOf } from './ledger/statement.ts'
import { usageOf } from './usage.ts'

function balanceOf(row: CustomerRow, ids: readonly string[]): Balance {
  const { available, credit_limit: limit, held, currency } = row
  return { available, limit, transaction_ids: [...ids], held, currency }
}

/** Returns a customer's balance and its version. */
export async function presentBalance(
  tx: TenantDb,
  row: CustomerRow,
): Promise<{ readonly balance: Balance; readonly version: number }> {
  const ids = (await listEntryIds(tx, [row.id])).get(row.id) ?? []
  return { balance: balanceOf(row, ids), version: row.version }
}

export async function presentAll(tx: TenantDb, rows: readonly CustomerRow[], at: Date): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id)
  const ledgers = await listEntryIds(tx, ids)
  const usage = await usageOf(tx, ids, { month: monthOf(at), at })
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    balance: balanceOf(row, ledgers.get(row.id) ?? []),
    service_usage_snapshot: usage(row.id),
    customerId: row.id,
    createdAt: row.created_at.toISOString(),
    isSimulated: row.is_simulated,
    checkedAt: row.checked_at?.toISOString() ?? null,
    faults: row.faults ?? [],
  }))
}

export function presentEntry(row: EntryRow): Entry {
  return {
    transactionId: row.id,
    place: row.place,
    kind: row.kind,
    at: row.at.toISOString(),
    orderId: row.order_id,
    requestId: row.order_request_id,
    invoiceId: row.invoice_id,
    reference: row.reference,
    note: row.note,
    available: row.available,
    held: row.held,
    captured: row.captured,
    paidIn: row.paid_in,
    vat: row.vat,
    correction: row.correction,
    availableAfter: row.available_after,
    heldAfter: row.held_after,
  }
}
