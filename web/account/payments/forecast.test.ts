import { ENTRY_EXAMPLE, type Entry } from '@apsis/contract/payments/entry.ts'
import { expect, test } from 'vitest'
import { forecastOf, useByMonth } from './forecast.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T07:00:00Z')
const capture = (daysAgo: number, captured: number, orderId = 'one'): Entry => ({
  ...ENTRY_EXAMPLE,
  kind: 'CAPTURE',
  at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  captured,
  orderId,
})
const balance = { available: 6_000, limit: 3_000, held: 0, currency: 'EUR', transaction_ids: [] }

test('forecastOf goes on at what the last 30 days took', () => {
  const entries = [capture(1, 20_000), capture(29, 10_000), capture(31, 99_999)]
  const forecast = forecastOf(balance, entries, NOW)
  // 300.00 in 30 days are 10.00 a day: 60.00 last six days, with the credit line nine.
  expect(forecast).toEqual({ perDay: 1_000, zeroAt: NOW + 6 * DAY_MS, endAt: NOW + 9 * DAY_MS })
  expect(forecastOf({ ...balance, available: -1 }, entries, NOW)?.zeroAt).toBeUndefined()
  expect(forecastOf(balance, [capture(31, 99_999)], NOW)).toBeUndefined()
})

test('useByMonth sums up what was captured in each month, by service, credit notes taken off', () => {
  const entries = [capture(1, 500), capture(2, -100), capture(3, 70, 'two'), capture(25, 40)]
  const months = useByMonth(entries, { serviceOf: (id) => (id === 'one' ? 'odt' : 'ca'), now: NOW, months: 3 })
  expect(months).toEqual([
    { month: '2026-09', amounts: { ca: 0, odt: 0 } },
    { month: '2026-10', amounts: { ca: 0, odt: 40 } },
    { month: '2026-11', amounts: { ca: 70, odt: 400 } },
  ])
})
