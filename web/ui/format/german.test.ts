import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../testing/browser.ts'

openBrowser()
const { choose } = await import('../preference/preference.ts')
const { formatChange, formatNumber, formatScientific, readNumber, typedNumber } = await import('./number.ts')
const { formatProbabilityLine, formatProbabilityPlain } = await import('./probability.ts')
const { formatQuantity } = await import('./quantity.ts')

beforeEach(() => choose('language', 'de'))
afterEach(() => choose('language', 'en'))

test('German numbers have a decimal comma, and narrow spaces between thousands like English numbers', () => {
  expect(formatNumber(1_234.5, { decimals: 2 })).toBe('1\u202f234,50')
  expect(formatNumber(-0.25, {})).toBe('−0,25')
  expect(formatScientific(1.9e-5)).toBe('1,90\u00a0×\u00a010⁻⁵')
  expect(formatProbabilityLine(2.12e-4)).toBe('2,12\u00a0×\u00a010⁻⁴')
  expect(formatQuantity('relativeSpeed', 14.236)).toEqual({ number: '14,24', unit: 'km/s' })
  expect(formatChange(1e-4, 2e-4)).toBe('↑ ×2,0')
  expect(formatChange(1e-4, 1.04e-4)).toBe('=')
})

test('numbers for programs keep the point in German', () => {
  expect(formatProbabilityPlain(2.12e-4)).toBe('2.12E-04')
})

test('a field shows a comma, and accepts a comma and a point', () => {
  expect(typedNumber(0.25)).toBe('0,25')
  expect(readNumber('0,25')).toBe(readNumber('0.25'))
})
