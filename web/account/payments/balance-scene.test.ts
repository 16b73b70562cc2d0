import { CUSTOMER_EXAMPLE, type Customer } from '@apsis/contract/payments/customer.ts'
import { ENTRY_EXAMPLE, type Entry } from '@apsis/contract/payments/entry.ts'
import { ORDER_EXAMPLE, type Order } from '@apsis/contract/payments/order.ts'
import { expect, test } from 'vitest'
import { pointsOf, sceneOfBalance } from './balance-scene.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T00:00:00Z')
const SIZE = { width: 700, height: 230 }

const own: Customer = {
  ...CUSTOMER_EXAMPLE,
  balance: { ...CUSTOMER_EXAMPLE.balance, available: 6_000, limit: 3_000, held: 0 },
}
const entry = (daysAgo: number, after: number, captured = 0): Entry => ({
  ...ENTRY_EXAMPLE,
  at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
  availableAfter: after,
  heldAfter: 0,
  captured,
})
const refused: Order = {
  ...ORDER_EXAMPLE,
  state: 'REFUSED',
  price: 27_000,
  shortBy: 18_000,
  createdAt: new Date(NOW - 2 * DAY_MS).toISOString(),
  refusedAt: new Date(NOW - 2 * DAY_MS).toISOString(),
}
/** The entries are newest first, as the ledger returns them. */
const entries = [entry(10, 6_000, 30_000), entry(20, 36_000), entry(40, 9_000)]
const scene = sceneOfBalance({ own, entries, orders: [refused], now: NOW, period: 'month' }, SIZE)

test('the plot begins with the balance at its left edge, and now is in the middle between one month before and one month after', () => {
  expect(scene.steps.map(({ available }) => available)).toEqual([9_000, 36_000, 6_000])
  expect(scene.steps[0]?.x).toBe(scene.area.left)
  expect(scene.now.x).toBeCloseTo((scene.area.left + scene.area.right) / 2, 6)
})

test('a refused order is drawn at its price, above all balances', () => {
  expect(scene.refused[0]?.y).toBeLessThan(scene.now.y)
  expect(pointsOf(scene, 'EUR').some(({ text }) => text.includes('180.00 missing'))).toBe(true)
})

test('the forecast ends when the credit line is used up, and marks zero on its way', () => {
  // 300.00 in 30 days are 10.00 per day: 60.00 last six days, and nine days with the credit line of 30.00.
  expect(scene.reached.map(({ at, amount }) => [(at - NOW) / DAY_MS, amount + 0])).toEqual([
    [6, 0],
    [9, -3_000],
  ])
  expect(scene.ahead.at(-1)?.expected).toBeCloseTo(scene.limitY, 6)
  expect(scene.ahead.at(-1)?.x).toBeCloseTo(scene.reached[1]?.x ?? 0, 6)
})

test('dates are never closer to each other than the width of a date', () => {
  for (const width of [300, 700, 1_400])
    for (const period of ['month', 'year'] as const) {
      const { dates } = sceneOfBalance({ own, entries, orders: [], now: NOW, period }, { width, height: 230 })
      const gaps = dates.slice(1).map(({ x }, index) => x - (dates[index]?.x ?? 0))
      // Two dates of five characters at 12 px are about 40 px wide.
      expect(Math.min(...gaps)).toBeGreaterThan(40)
    }
})

test('dates are at equal steps to both sides of now, all inside the plot, and no further date would fit', () => {
  for (const width of [300, 700, 1_400]) {
    const { dates, area, now } = sceneOfBalance(
      { own, entries, orders: [], now: NOW, period: 'month' },
      { width, height: 230 },
    )
    const xs = dates.map(({ x }) => x)
    const step = (xs[1] ?? 0) - (xs[0] ?? 0)
    for (const x of xs) expect(Math.abs((x - now.x) / step - Math.round((x - now.x) / step))).toBeLessThan(1e-6)
    expect(xs[0]! >= area.left - 1e-6 && xs[0]! - step < area.left).toBe(true)
    expect(xs.at(-1)! <= area.right + 1e-6 && xs.at(-1)! + step > area.right).toBe(true)
  }
})
