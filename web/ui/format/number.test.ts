import { expect, test } from 'vitest'
import {
  formatBriefly,
  formatChange,
  formatExponent,
  formatNumber,
  formatPowerOfTen,
  formatScientific,
  readNumber,
  readScientific,
  typedNumber,
} from './number.ts'

const THIN = '\u202f'

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

test('formatNumber adds a sign to quantities that have a direction, and never to zero', () => {
  expect(formatNumber(58, { decimals: 0, signed: true })).toBe('+58')
  expect(formatNumber(-114, { decimals: 0, signed: true })).toBe('−114')
  expect(formatNumber(-0.004, { decimals: 2, signed: true })).toBe('0.00')
})

test('formatNumber keeps four significant digits of an association threshold, as in spec §9', () => {
  expect(formatNumber(12.3456, { significant: 4 })).toBe('12.35')
  expect(formatNumber(0.5, { significant: 4 })).toBe('0.5000')
  expect(formatNumber(99.996, { significant: 4 })).toBe('100.0')
  expect(formatNumber(0, { significant: 4 })).toBe('0.000')
})

test('formatNumber returns a dash for an invalid number', () => {
  expect(formatNumber(Number.NaN)).toBe('–')
  expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
})

test('formatExponent uses a true minus sign', () => {
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

test.each([
  // Without options there are at most three decimals, without trailing zeros.
  [0.0004, {}, '0'],
  [1.5, {}, '1.5'],
  [-1.5, {}, '−1.5'],
  [999, {}, '999'],
  [1_234.5678, {}, `1${THIN}234.568`],
  [0, { signed: true }, '0'],
  [5, { decimals: 2 }, '5.00'],
  // Significant digits are counted before and after the decimal point together, without leading zeros.
  [0.000123456, { significant: 3 }, '0.000123'],
  [123_456, { significant: 2 }, `120${THIN}000`],
  [-9.996, { significant: 3 }, '−10.0'],
  [1, { significant: 1 }, '1'],
])('formatNumber writes %d with %o as %s', (value, style, text) => {
  expect(formatNumber(value, style)).toBe(text)
})

test.each([
  // A factor below ten thousand is written without a power of ten, and a factor below a hundred has one decimal.
  [1, 99.94, '↑ ×99.9'],
  [1, 100, '↑ ×100'],
  [1, 9_999, `↑ ×9${THIN}999`],
  [1, 10_000, '↑ ×10⁴'],
  [10_000, 1, '↓ ÷10⁴'],
  [1, 1.05, '↑ ×1.1'],
  [-1, 1, '↑'],
  [1, -1, '↓'],
  [Number.NaN, 1, 'New'],
  [1, Number.NaN, '–'],
  [0, 0, '='],
])('formatChange from %s to %s is %s', (previous, current, text) => {
  expect(formatChange(previous, current)).toBe(text)
})

test.each([
  [1.9e-5, {}, '1.90\u00a0×\u00a010⁻⁵'],
  [-2.345e12, { decimals: 1 }, '−2.3\u00a0×\u00a010¹²'],
  [4e-8, { signed: true }, '+4.00\u00a0×\u00a010⁻⁸'],
  [9.999e-5, {}, '1.00\u00a0×\u00a010⁻⁴'],
  [0, {}, '0'],
  [Number.NaN, {}, '–'],
])('formatScientific writes %d with %o as %s', (value, style, text) => {
  expect(formatScientific(value, style)).toBe(text)
})

test('formatPowerOfTen uses superscript digits and a superscript minus', () => {
  expect(formatPowerOfTen(-10)).toBe('10⁻¹⁰')
  expect(formatPowerOfTen(6)).toBe('10⁶')
})

test('formatBriefly adds no trailing zeros', () => {
  expect(formatBriefly(0.009, 4)).toBe('0.009')
  expect(formatBriefly(1_234.56789, 6, { signed: true })).toBe(`+1${THIN}234.57`)
})

test.each([
  ['0.25', 0.25],
  ['0,25', 0.25],
  [' 1e-4 ', 1e-4],
  ['1,5e-4', 1.5e-4],
  ['-3', -3],
])('readNumber reads %j with a decimal point or comma', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each(['', '  ', 'abc', '1.234,5', '1,234,567'])('readNumber finds no number in %j', (text) => {
  expect(readNumber(text)).toBeNaN()
})

test('typedNumber writes text that readNumber reads, with small values as a power of ten', () => {
  expect(typedNumber(1e-4)).toBe('1e-4')
  expect(typedNumber(0.1)).toBe('0.1')
  expect(typedNumber(2.00004, 4)).toBe('2')
  expect(typedNumber(0)).toBe('0')
  // Twenty decimals are kept.
  expect([1e-20, 4e-21].map((value) => typedNumber(value))).toEqual(['1e-20', '0'])
  for (const value of [1.5e-4, 0.125, 12_345.678, 1e-12]) expect(readNumber(typedNumber(value))).toBe(value)
})

test.each([
  ['1.06 × 10⁻³', 1.06e-3],
  ['1,06\u00a0×\u00a010⁻³', 1.06e-3],
  ['2×10¹²', 2e12],
  ['1.06e-3', 1.06e-3],
  ['0.00106', 1.06e-3],
  ['', Number.NaN],
  ['× 10⁻³', Number.NaN],
  ['1 × 10', Number.NaN],
  ['1 × 20⁻³', Number.NaN],
  ['1 × 10⁻³ × 10⁻³', Number.NaN],
  ['1 × 10-3', Number.NaN],
])('readScientific() reads %j as %s', (text, value) => {
  expect(readScientific(text)).toBe(value)
})
