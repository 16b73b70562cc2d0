import { randomUUID } from 'node:crypto'
import { MOST_AMOUNT } from '@apsis/contract/payments/amount.ts'
import type { EntryKind } from '@apsis/contract/payments/entry.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type CustomerRow, updateFunds } from './customer.repository.ts'
import { insertEntry } from './entry.repository.ts'
import { afterMoves, movesOf, shortOf } from './moves.ts'

/** The author of a ledger entry, and its time. */
export type Writer = {
  readonly tenantId: string
  readonly actor: string
  readonly requestId: string
  readonly now: Date
}

type Posting = {
  readonly kind: EntryKind
  readonly amount: number
  readonly orderId?: string
  readonly invoiceId?: string
  readonly reference?: string
  readonly line?: number
  readonly note?: string
}

/**
 * Adds an entry to the ledger of a locked customer (`lockCustomer`), and returns the customer after it. Throws 402 if the entry would need more money
 * than the balance and the credit line.
 */
export async function post(
  tx: TenantDb,
  { tenantId, actor, requestId, now }: Writer,
  customer: CustomerRow,
  posting: Posting,
): Promise<{ readonly customer: CustomerRow; readonly entryId: string }> {
  const { kind, amount, orderId = null, invoiceId = null, reference = null, line = null, note = '' } = posting
  const moves = movesOf(kind, amount)
  const after = afterMoves(customer, moves)
  if (moves.available < 0 && after.available + customer.credit_limit < 0) throw tooShort(customer, -moves.available)
  if (after.available > MOST_AMOUNT)
    throw new ApiError('conflict', `The balance would be above ${MOST_AMOUNT}, the most that a customer may have.`)
  if (after.held < 0) throw new TypeError(`${customer.id}: ${kind} of ${amount}, and ${customer.held} is held`)
  const entryId = randomUUID()
  const place = await updateFunds(tx, { id: customer.id, ...after })
  const where = { orderId, invoiceId, reference, line, note }
  const written = { tenantId, id: entryId, customerId: customer.id, place, kind, ...where, moves, after }
  await insertEntry(tx, { ...written, actor, requestId, at: now })
  emit(tx, { tenantId, type: 'payments', data: { customerId: customer.id, change: kind } })
  return { customer: { ...customer, ...after, entries: place, version: customer.version + 1 }, entryId }
}

/** Returns the refusal with the amount by which the balance is too small. */
export function tooShort({ available, credit_limit: limit, currency }: CustomerRow, price: number): ApiError {
  const short = shortOf(price, { available, limit })
  const sentence = `available ${available} + limit ${limit} < price ${price}: short by ${short} (smallest unit of ${currency}).`
  return new ApiError('insufficient-balance', sentence)
}
