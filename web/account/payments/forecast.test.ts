import { ENTRY_EXAMPLE, type Entry } from '@apsis/contract/payments/entry.ts'
import { expect, test } from 'vitest'
import { availableAfter, forecastOf, useByMonth } from './forecast.ts'

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

test('forecastOf continues with the mean of the last 30 days', () => {
  const entries = [capture(1, 20_000), capture(29, 10_000), capture(31, 99_999)]
  const forecast = forecastOf(balance, entries, NOW)
  // 300.00 in 30 days are 10.00 a day: 60.00 last for six days, and for nine with the credit line.
  expect(forecast).toMatchObject({ perDay: 1_000, zeroAt: NOW + 6 * DAY_MS, endAt: NOW + 9 * DAY_MS })
  expect(forecastOf({ ...balance, available: -1 }, entries, NOW)?.zeroAt).toBeUndefined()
  expect(forecastOf(balance, [capture(31, 99_999)], NOW)).toBeUndefined()
})

test('availableAfter widens with the root of the days, and never rises above the amount available now', () => {
  const forecast = forecastOf(balance, [capture(1, 20_000), capture(29, 10_000)], NOW)
  if (!forecast) throw new TypeError('there is a forecast')
  // The value was computed by hand: (19,000² + 9,000² + 28 × 1,000²) / 29 = 16,206,896.55…, and its root.
  expect(forecast.spreadPerDay).toBeCloseTo(Math.sqrt(470_000_000 / 29), 6)
  const four = availableAfter({ perDay: 1_000, spreadPerDay: 500 }, 6_000, 4)
  // The standard deviation of four days is twice that of one day; 1.2816 deviations to each side contain 80 % of a normal distribution.
  expect(four.expected).toBe(2_000)
  expect(four.low).toBeCloseTo(2_000 - 1_281.6, 6)
  expect(four.high).toBeCloseTo(2_000 + 1_281.6, 6)
  expect(availableAfter({ perDay: 10, spreadPerDay: 500 }, 6_000, 1).high).toBe(6_000)
})

test('useByMonth sums up the captured amounts of each month by service, less credit notes', () => {
  const entries = [capture(1, 500), capture(2, -100), capture(3, 70, 'two'), capture(25, 40)]
  const months = useByMonth(entries, { serviceOf: (id) => (id === 'one' ? 'odt' : 'ca'), now: NOW, months: 3 })
  expect(months).toEqual([
    { month: '2026-09', amounts: { ca: 0, odt: 0 } },
    { month: '2026-10', amounts: { ca: 0, odt: 40 } },
    { month: '2026-11', amounts: { ca: 70, odt: 400 } },
  ])
})
