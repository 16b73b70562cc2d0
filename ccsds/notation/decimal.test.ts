import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal } from './decimal.ts'

test('parseDecimal() gives what Number() gives, bit for bit, for every way to write a number', () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`))
  const written = fc.tuple(
    fc.constantFrom('', '-', '+'),
    digits(20),
    fc.boolean(),
    digits(20),
    fc.integer({ min: -330, max: 330 }),
  )
  fc.assert(
    fc.property(written, fc.integer({ min: -9, max: 9 }), ([sign, whole, hasExponent, fraction, exponent], shift) => {
      fc.pre(whole + fraction !== '')
      const mantissa = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
      const expected = Number(`${mantissa}e${(hasExponent ? exponent : 0) + shift}`)
      const value = parseDecimal(`${mantissa}${hasExponent ? `e${exponent}` : ''}`, shift)
      expect(value).toBe(Number.isFinite(expected) ? expected + 0 : Number.NaN)
    }),
    { numRuns: 5000 },
  )
})

test('parseDecimal() gives back every double from its shortest text', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseDecimal(String(value))).toBe(value + 0)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  '',
  '-',
  '.',
  '+.',
  '1.2.3',
  '1e',
  '1e+',
  'e5',
  '1 ',
  ' 1',
  '1,5',
  'NaN',
  '0x1',
  '1e12345',
  '--1',
  '1e1.5',
  '1_0',
])('parseDecimal() takes no %j for a number', (text) => {
  expect(parseDecimal(text)).toBeNaN()
})

test('parseDecimal() reads the middle of a text where it lies', () => {
  expect(parseDecimal('a 6655.9942 b', 3, 2, 11)).toBe(6655994.2)
  expect(parseDecimal('7x', 0, 0, 1)).toBe(7)
})
