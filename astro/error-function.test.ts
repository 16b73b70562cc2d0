import fc from 'fast-check'
import { expect, test } from 'vitest'
import reference from './error-function.reference.json' with { type: 'json' }
import { erf, erfc, erfcx, inverseErfc } from './error-function.ts'
import { realBetween } from './testing/real-between.ts'

/** The rounding of x, which erfc amplifies by 2 x². */
const MAGNIFIED_RELATIVE = 5e-15

/** Digits for 1/(x √π) at 1e200. */
const VANISHING_DIGITS = 15
/** Digits for a product of two constants of fifteen digits. */
const CLOSED_FORM_DIGITS = 14

// Four units in the last place: Cody's approximations have an error of 1.2e-16, plus the rounding of their evaluation.
const ROUNDING = 1e-15

test('erf(), erfc() and erfcx() agree with 40-digit arithmetic', () => {
  for (const [x, error, complement, scaled] of reference.rows as [number, number, number, number][]) {
    expect(Math.abs(erf(x) / error - 1)).toBeLessThan(ROUNDING)
    expect(Math.abs(erfc(x) / complement - 1)).toBeLessThan(ROUNDING)
    expect(Math.abs(erfcx(x) / scaled - 1)).toBeLessThan(ROUNDING)
    expect(erf(-x)).toBe(-erf(x))
    expect(Math.abs(erfc(-x) / (1 + error) - 1)).toBeLessThan(ROUNDING)
  }
})

test('erfc() ends in 0 and 2, and erfcx() throws outside the range of a double', () => {
  expect([erfc(30), erfc(Infinity), erfc(-Infinity), erf(Infinity)]).toEqual([0, 0, 2, 1])
  expect(erfcx(1e200)).toBeCloseTo(0, VANISHING_DIGITS)
  expect(() => erfcx(-30)).toThrow(RangeError)
})

test('inverseErfc() undoes erfc() from 1e-300 to 2', () => {
  fc.assert(
    fc.property(realBetween(-300, 0.3), (exponent) => {
      const y = Math.min(1.9999, 10 ** exponent)
      // d ln erfc / dx is about −2 x, so the rounding of x is amplified by 2 x².
      expect(Math.abs(erfc(inverseErfc(y)) / y - 1)).toBeLessThan(MAGNIFIED_RELATIVE * (1 + inverseErfc(y) ** 2))
    }),
    { numRuns: 300 },
  )
  expect(inverseErfc(1)).toBe(0)
  for (const outside of [0, 2, -1, Number.NaN]) expect(() => inverseErfc(outside)).toThrow(RangeError)
})

test('erfcx() of a negative number is 2 exp(x²) minus erfcx() of the positive one, over the range of a double', () => {
  // e · erfc(−1) = 2.718281828459045 · 1.842700792949715
  expect(erfcx(-1)).toBeCloseTo(5.008980080762283, CLOSED_FORM_DIGITS)
  expect(erfcx(-26) / (2 * Math.exp(676))).toBeCloseTo(1, CLOSED_FORM_DIGITS)
  expect(() => erfcx(-27)).toThrow('at -27 is beyond the range of a double')
})
