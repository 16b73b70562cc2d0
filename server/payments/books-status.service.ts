import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { RECONCILIATION_EVERY_S } from './customer.service.ts'
import { type BooksState, findBooksState } from './ledger/customer.repository.ts'

/** The time after which a comparison is late: one run may be missed, but two are a fault. */
const LATE_S = 2 * RECONCILIATION_EVERY_S

/** Checks that orders, ledger and balances of an organisation agreed at their last comparison. */
export async function checkBooks(tx: TenantDb, nowMs: number): Promise<Check> {
  return booksCheck(await findBooksState(tx), nowMs)
}

export function booksCheck({ customers, contradicting, is_compared, oldest_at }: BooksState, nowMs: number): Check {
  const name = 'books'
  if (customers === 0 || oldest_at === null)
    return {
      name,
      level: 'inactive',
      message: 'No account holds money yet.',
      finding: { code: 'books-none', values: {} },
    }
  if (contradicting > 0)
    return {
      name,
      level: 'critical',
      message: `Customers whose books contradict themselves: ${contradicting}.`,
      finding: { code: 'books-contradict', values: { count: contradicting } },
      value: contradicting,
      unit: '1',
    }
  const ageS = Math.max(0, Math.round((nowMs - oldest_at.getTime()) / 1000))
  const isLate = ageS > LATE_S
  if (!is_compared && !isLate)
    return {
      name,
      level: 'pending',
      message: 'Not compared yet: the first time follows within the hour.',
      finding: { code: 'books-pending', values: {} },
    }
  return {
    name,
    level: isLate ? 'serious' : 'ok',
    message: isLate
      ? 'Orders, ledger and balances were compared too long ago.'
      : 'Orders, ledger and balances agree, as they were last compared.',
    finding: { code: isLate ? 'books-late' : 'books-agree', values: { ageS } },
    value: ageS,
    unit: 's',
    lastAt: oldest_at.toISOString(),
    nextAt: new Date(oldest_at.getTime() + RECONCILIATION_EVERY_S * 1000).toISOString(),
    isLate,
  }
}
