import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, readDecimals } from './decimal.ts'

test('parseDecimal() returns exactly the same as Number(), for every notation of a number', () => {
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

test('parseDecimal() reads every double back from its shortest text', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseDecimal(String(value))).toBe(value + 0)
    }),
    { numRuns: 5000 },
  )
})

/** Returns the numbers that readDecimals() reads from a text, and its return value. */
function readAll(text: string, shift: number, places = 8) {
  const into = new Float64Array(places)
  const answer = readDecimals(new TextEncoder().encode(text), 0, text.length, { into, from: 0, shift })
  return { answer, values: [...into.subarray(0, Math.max(0, answer))] }
}

test('readDecimals() returns exactly the values of parseDecimal()', () => {
  const word = fc.stringMatching(/^[-+]?[0-9]{0,17}\.?[0-9]{0,9}([eE][-+]?[0-9]{1,5})?$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.integer({ min: -9, max: 9 }), (words, shift) => {
      fc.pre(words.every((one) => one !== ''))
      const text = `  ${words.join(' \t')} `
      const values = words.map((one) => parseDecimal(one, shift))
      const bad = values.findIndex(Number.isNaN)
      const wanted = { answer: words.length, values }
      if (bad === -1) expect(readAll(text, shift)).toEqual(wanted)
      else
        expect(readAll(text, shift).answer).toBe(-1 - (2 + words.slice(0, bad).join(' \t').length + (bad > 0 ? 2 : 0)))
    }),
    { numRuns: 5000 },
  )
})

test('readDecimals() counts all numbers, and writes only those for which there is room', () => {
  expect(readAll('1 2 3', 0, 2)).toEqual({ answer: 3, values: [1, 2] })
  expect(readAll('', 0)).toEqual({ answer: 0, values: [] })
})

test.each(['x', '1x', '1e', '1e+', '1e5x', '1.2.3', '0x10', '--1', '1e99999', '1,5', '.'])(
  'readDecimals() refuses %j',
  (text) => {
    expect(readAll(`7 ${text} 8`, 0).answer).toBe(-3)
  },
)

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
])('parseDecimal() does not accept %j as a number', (text) => {
  expect(parseDecimal(text)).toBeNaN()
})

test('parseDecimal() reads the part of a text between two positions', () => {
  expect(parseDecimal('a 6655.9942 b', 3, 2, 11)).toBe(6655994.2)
  expect(parseDecimal('7x', 0, 0, 1)).toBe(7)
})

test('parseDecimal() rounds once where the fast method would round twice', () => {
  // 2⁵³ + 1 is not a double, and ten times this number differs from ten times its rounded value.
  expect(parseDecimal('9007199254740993', 1)).toBe(90_071_992_547_409_936)
  expect(parseDecimal('90071992547409930')).toBe(90_071_992_547_409_936)
  // 10²³ is not a double, and neither is any higher power.
  for (let mantissa = 1; mantissa < 1_000; mantissa += 1) {
    for (const exponent of [22, 23, 24, 25, -22, -23, -24, -25]) {
      const text = `${mantissa}e${exponent}`
      expect(parseDecimal(text)).toBe(Number(text))
    }
  }
})

test('parseDecimal() accepts exponents of four digits, and zero without a sign', () => {
  expect(parseDecimal('1e0001')).toBe(10)
  expect(parseDecimal('1e00001')).toBeNaN()
  expect(parseDecimal('1E-9999')).toBe(0)
  for (const text of ['-0', '-0.0', '-0e5', '-1e-9999']) expect(Object.is(parseDecimal(text), 0)).toBe(true)
})
