import { expect, test } from 'vitest'
import { NOT_CONVERGED } from '../../convergence.ts'
import { settledValue } from '../../testing/settled-value.ts'
import { chan1997 } from './chan-1997.ts'
import reference from './circle-2d.reference.json' with { type: 'json' }
import orekit from './orekit.reference.json' with { type: 'json' }

/** Some roundings of an exponential. */
const CLOSED_FORM = 1e-13
/** The largest weights have logarithms of up to 1e5, with a relative rounding of 1e-11. */
const WEIGHTS = 1e-9

test.each(orekit.cases.filter((row) => row.case !== 'AlfanoTestCase5'))(
  'chan1997() gives its published value for $case',
  (row) => {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    const { value, abs_tol_in_source } = row.expected_by_method.Chan1997
    expect(Math.abs(settledValue(chan1997(miss, row.hbr_m)) - value)).toBeLessThan(abs_tol_in_source)
  },
)

test('chan1997() sums the whole series, also where other programs stop early', () => {
  // In Alfano's case 5 Orekit adds 20 terms, 1.7e-202; the whole series is 8.76e-184. The true value is 0.04, so both are wrong.
  for (const [xM, yM, sigmaXM, sigmaYM, radiusM, expected] of reference.chans as [
    number,
    number,
    number,
    number,
    number,
    number,
  ][]) {
    const relative = 1e-11 // The exponent of the largest term has 13 digits.
    expect(Math.abs(settledValue(chan1997({ xM, yM, sigmaXM, sigmaYM }, radiusM)) / expected - 1)).toBeLessThan(
      relative,
    )
  }
})

test('chan1997() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(settledValue(chan1997(miss, 0))).toBe(0)
  expect(settledValue(chan1997(miss, Infinity))).toBe(1)
  expect(() => chan1997({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => chan1997(miss, -5)).toThrow('radiusM')
})

test('chan1997() reports if its series does not converge', () => {
  // Half the squared distance is 5e9: the largest terms are far beyond the maximum number of terms.
  expect(chan1997({ xM: 1e5, yM: 0, sigmaXM: 1, sigmaYM: 1 }, 1)).toEqual(NOT_CONVERGED)
})

test('chan1997() of a zero miss is 1 − exp(−R²/2), also if the exponential overflows a double', () => {
  for (const radiusM of [1e-8, 0.1, 1, 5, 37, 38, 40, 300, 5000]) {
    const closed = -Math.expm1((-radiusM * radiusM) / 2)
    const value = settledValue(chan1997({ xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }, radiusM))
    expect(Math.abs(value / closed - 1), `${radiusM} σ`).toBeLessThan(CLOSED_FORM)
  }
})

test('chan1997() of a miss equal to the radius is half of 1 − exp(−a²) I₀(a²)', () => {
  // From Marcum's function, Q(a, a) = (1 + exp(−a²) I₀(a²))/2; I₀ by its asymptotic series (Abramowitz and Stegun, eq. 9.7.1).
  for (const a of [10, 37, 40, 60]) {
    const x = a * a
    const bessel = (1 + 1 / (8 * x) + 9 / (128 * x * x) + 225 / (3072 * x ** 3)) / Math.sqrt(2 * Math.PI * x)
    const value = settledValue(chan1997({ xM: a * Math.SQRT1_2, yM: -a * Math.SQRT1_2, sigmaXM: 1, sigmaYM: 1 }, a))
    expect(Math.abs(value / ((1 - bessel) / 2) - 1), `${a} σ`).toBeLessThan(WEIGHTS)
  }
})
