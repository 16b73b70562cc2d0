import { ORDER_EXAMPLE, type Order } from '@apsis/contract/payments/order.ts'
import { expect, test } from 'vitest'
import { newestRefusal, shortNow } from './refusals.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const HOUR_MS = 3_600_000
const refused = (id: string, hoursAgo: number, part: Partial<Order> = {}): Order => ({
  ...ORDER_EXAMPLE,
  'request-id': id,
  state: 'REFUSED',
  price: 27_075,
  shortBy: 10_915,
  // The order was first placed long ago, and was placed again recently.
  createdAt: '2026-11-01T00:00:00.000Z',
  refusedAt: new Date(NOW - hoursAgo * HOUR_MS).toISOString(),
  ...part,
})

test('a refusal is compared with the amount that can be spent now, including the credit line', () => {
  const balance = (available: number) => ({ available, limit: 10_000, held: 0, currency: 'EUR', transaction_ids: [] })
  expect(shortNow(refused('R-1', 1), balance(16_075))).toBe(1_000)
  expect(shortNow(refused('R-1', 1), balance(17_075))).toBe(0)
  expect(shortNow(refused('R-1', 1), balance(34_560))).toBe(0)
})

test('the newest refusal of the last day is shown at the top, unless somebody set it aside', () => {
  const orders = [refused('R-1', 30), refused('R-2', 20), refused('R-3', 3)]
  expect(newestRefusal(orders, NOW)?.['request-id']).toBe('R-3')
  const dismissed = orders.map((order) =>
    order['request-id'] === 'R-3' ? { ...order, setAsideAt: '2026-11-19T23:00:00.000Z' } : order,
  )
  expect(newestRefusal(dismissed, NOW)?.['request-id']).toBe('R-2')
  expect(newestRefusal([refused('R-1', 24.1), refused('R-4', 1, { state: 'HELD' })], NOW)).toBeUndefined()
})
