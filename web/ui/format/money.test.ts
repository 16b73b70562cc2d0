import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'

openBrowser()
const { choose } = await import('../preference/preference.ts')
const { formatAmount, formatMoney, toAmount } = await import('./money.ts')

afterEach(() => choose('language', 'en'))

test('amounts in the smallest unit are written in the currency', () => {
  expect(formatMoney(6_160, 'EUR')).toBe('€\u00a061.60')
  expect(formatMoney(-100_000, 'JPY')).toBe('JPY\u00a0−100\u202f000')
  expect(formatAmount(950, 'EUR', { signed: true })).toBe('+9.50')
  expect(toAmount(0.29, 'EUR')).toBe(29)
  expect(toAmount(1.1, 'BHD')).toBe(1_100)
})

test('in German the amount is before its currency, with a comma', () => {
  choose('language', 'de')
  expect(formatMoney(6_160, 'EUR')).toBe('61,60\u00a0€')
})
