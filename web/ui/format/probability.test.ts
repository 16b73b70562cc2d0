import { expect, test } from 'vitest'
import {
  formatProbabilityChange,
  formatProbabilityLine,
  formatProbabilityPlain,
  partsOfProbability,
  probabilityFactor,
} from './probability.ts'

test('partsOfProbability returns mantissa and exponent of ten, with a true minus', () => {
  expect(partsOfProbability(2.12e-4)).toEqual({ kind: 'value', mantissa: '2.12', exponent: '−4', power: -4 })
  expect(partsOfProbability(6.1e-5, 1)).toEqual({ kind: 'value', mantissa: '6.1', exponent: '−5', power: -5 })
  expect(partsOfProbability(9.999e-5)).toEqual({ kind: 'value', mantissa: '1.00', exponent: '−4', power: -4 })
  expect(partsOfProbability(1)).toEqual({ kind: 'value', mantissa: '1.00', exponent: '0', power: 0 })
})

test('partsOfProbability never returns zero: a value below the floor is marked as below', () => {
  const below = { kind: 'below', mantissa: '1', exponent: '−10', power: -10 }
  expect(partsOfProbability(0)).toEqual(below)
  expect(partsOfProbability(9.9e-11)).toEqual(below)
  expect(partsOfProbability(1e-10)).toEqual({ kind: 'value', mantissa: '1.00', exponent: '−10', power: -10 })
})

test.each([[undefined], [Number.NaN], [-1]])('partsOfProbability of %s is missing', (value) => {
  expect(partsOfProbability(value)).toEqual({ kind: 'missing' })
})

test('formatProbabilityPlain returns the text that is copied, as in ux.md R2', () => {
  expect(formatProbabilityPlain(1.23e-4)).toBe('1.23E-04')
  expect(formatProbabilityPlain(0)).toBe('0.00E+00')
  expect(formatProbabilityPlain(undefined)).toBe('')
})

test('formatProbabilityLine uses a superscript exponent, for places with plain text only', () => {
  expect(formatProbabilityLine(3.1e-6)).toBe('3.10\u00a0×\u00a010⁻⁶')
  expect(formatProbabilityLine(1e-12)).toBe('below 1\u00a0×\u00a010⁻¹⁰')
  expect(formatProbabilityLine(undefined)).toBe('not computed')
})

test.each([
  [1e-4, 2e-4, '↑ ×2.0', 2],
  // Values below the smallest probability that is shown cannot be distinguished: no factor is computed from them.
  [2.4e-5, 1e-92, '–', undefined],
  [1e-12, 9e-11, '–', undefined],
  [1e-12, 3e-5, '↑', undefined],
  [1e-10, 1e-10, '=', 1],
  [undefined, 3e-5, 'New', undefined],
  [3e-5, undefined, '–', undefined],
] as const)('formatProbabilityChange from %s to %s is %s', (previous, current, text, factor) => {
  expect(formatProbabilityChange(previous, current)).toBe(text)
  expect(probabilityFactor(previous, current)).toBe(factor)
})

test.each([
  [1, '1.00E+00'],
  [1e-10, '1.00E-10'],
  [12, '1.20E+01'],
  [-1, ''],
  [Number.NaN, ''],
])('formatProbabilityPlain of %s is %s', (value, text) => {
  expect(formatProbabilityPlain(value)).toBe(text)
})

test('formatProbabilityChange gives a factor at the floor, and the factor is the current value divided by the previous one', () => {
  expect(formatProbabilityChange(1e-10, 1e-9)).toBe('↑ ×10.0')
  expect(formatProbabilityChange(1e-9, 1e-10)).toBe('↓ ÷10.0')
  expect(probabilityFactor(4e-5, 1e-5)).toBe(0.25)
  expect(probabilityFactor(9.9e-11, 1e-5)).toBeUndefined()
})
