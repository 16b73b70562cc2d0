import { expect, test } from 'vitest'
import { writtenNumber, writtenPower, writtenProbability } from './written-number.ts'

// The expected forms were written by hand; ISO 80000-1 §7.3.2 separates thousands by a thin space.
test.each([
  [2.12e-4, '2.12\u00a0×\u00a010⁻⁴', '2,12\u00a0×\u00a010⁻⁴'],
  [1, '1.00\u00a0×\u00a010⁰', '1,00\u00a0×\u00a010⁰'],
  [1e-10, '1.00\u00a0×\u00a010⁻¹⁰', '1,00\u00a0×\u00a010⁻¹⁰'],
  [9.9e-11, 'below 1\u00a0×\u00a010⁻¹⁰', 'unter 1\u00a0×\u00a010⁻¹⁰'],
  [0, 'below 1\u00a0×\u00a010⁻¹⁰', 'unter 1\u00a0×\u00a010⁻¹⁰'],
  [Number.NaN, '–', '–'],
])('the probability %d is written as %s, in German as %s', (value, english, german) => {
  expect([writtenProbability(value, 'en'), writtenProbability(value, 'de')]).toEqual([english, german])
})

test.each([
  [1_234.5, 2, '1\u202f234.50', '1\u202f234,50'],
  [1_234_567, 0, '1\u202f234\u202f567', '1\u202f234\u202f567'],
  [-0.25, undefined, '−0.25', '−0,25'],
  [-0.0001, 2, '0.00', '0,00'],
  [0.12345, undefined, '0.123', '0,123'],
  [Number.POSITIVE_INFINITY, 1, '–', '–'],
])('the number %d with %s decimals is written as %s, in German as %s', (value, decimals, english, german) => {
  expect([writtenNumber(value, 'en', decimals), writtenNumber(value, 'de', decimals)]).toEqual([english, german])
})

test('writtenPower() raises each digit of an exponent', () => {
  expect([writtenPower(-12), writtenPower(3), writtenPower(0)]).toEqual(['10⁻¹²', '10³', '10⁰'])
})
