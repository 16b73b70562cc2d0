import { expect, test } from 'vitest'
import { formatChange, formatExponent, formatNumber } from './number.ts'

const THIN = '\u2009'

test.each([
  [182, { decimals: 0 }, '182'],
  [1_000, { decimals: 0 }, `1${THIN}000`],
  [12_640, { decimals: 0 }, `12${THIN}640`],
  [41_208_114, { decimals: 0 }, `41${THIN}208${THIN}114`],
  [-200, { decimals: 0 }, '−200'],
  [11.386, { decimals: 2 }, '11.39'],
  [0.0216, {}, '0.022'],
  [97, {}, '97'],
])('formatNumber writes %d with %o as %s', (value, style, text) => {
  expect(formatNumber(value, style)).toBe(text)
})

test('formatNumber signs quantities that have a direction, and never a zero', () => {
  expect(formatNumber(58, { decimals: 0, signed: true })).toBe('+58')
  expect(formatNumber(-114, { decimals: 0, signed: true })).toBe('−114')
  expect(formatNumber(-0.004, { decimals: 2, signed: true })).toBe('0.00')
})

test('formatNumber keeps four significant digits of an association threshold, as spec §9 says', () => {
  expect(formatNumber(12.3456, { significant: 4 })).toBe('12.35')
  expect(formatNumber(0.5, { significant: 4 })).toBe('0.5000')
  expect(formatNumber(99.996, { significant: 4 })).toBe('100.0')
  expect(formatNumber(0, { significant: 4 })).toBe('0.000')
})

test('formatNumber says nothing where there is no number', () => {
  expect(formatNumber(Number.NaN)).toBe('–')
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
})

test('formatExponent has a true minus', () => {
  expect(formatExponent(-4)).toBe('−4')
  expect(formatExponent(3)).toBe('3')
})

test.each([
  [1e-4, 2e-4, '↑ ×2.0'],
  [1.4e-5, 1e-5, '↓ ÷1.4'],
  [1e-4, 1e-4, '='],
  [1e-4, 1.04e-4, '='],
  [undefined, 1e-4, 'New'],
  [0, 1e-4, '↑'],
  [1e-4, 0, '↓'],
  [1e-10, 4.1e-5, '↑ ×10⁶'],
  [1, 2.43e86, '↑ ×10⁸⁶'],
  [1e-7, 1.234e-4, `↑ ×1${THIN}234`],
])('formatChange from %s to %s is %s', (previous, current, text) => {
  expect(formatChange(previous, current)).toBe(text)
})
