import { expect, test } from 'vitest'
import { NOT_CONVERGED } from '../../convergence.ts'
import { settledValue } from '../../testing/settled-value.ts'
import { chan1997 } from './chan-1997.ts'
import reference from './circle-2d.reference.json' with { type: 'json' }
import orekit from './orekit.reference.json' with { type: 'json' }

test.each(orekit.cases.filter((row) => row.case !== 'AlfanoTestCase5'))(
  'chan1997() gives its published value for $case',
  (row) => {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    const { value, abs_tol_in_source } = row.expected_by_method.Chan1997
    expect(Math.abs(settledValue(chan1997(miss, row.hbr_m)) - value)).toBeLessThan(abs_tol_in_source)
  },
)

test('chan1997() is the whole series, also where other programs stop it early', () => {
  // In Alfano's case 5 Orekit adds 20 terms, 1.7e-202; the whole series is 8.76e-184, a wrong 0.04 either way.
  for (const [xM, yM, sigmaXM, sigmaYM, radiusM, expected] of reference.chans as [
    number,
    number,
    number,
    number,
    number,
    number,
  ][]) {
    const relative = 1e-11 // the exponent of the largest term has 13 digits
    expect(Math.abs(settledValue(chan1997({ xM, yM, sigmaXM, sigmaYM }, radiusM)) / expected - 1)).toBeLessThan(
      relative,
    )
  }
})

test('chan1997() is 0 without a radius, 1 with an infinite one, and refuses what is no encounter', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(settledValue(chan1997(miss, 0))).toBe(0)
  expect(settledValue(chan1997(miss, Infinity))).toBe(1)
  expect(() => chan1997({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => chan1997(miss, -5)).toThrow('radiusM')
})

test('chan1997() says where its series does not end', () => {
  // A radius of 1,000 standard deviations needs more terms than the series may have.
  expect(chan1997({ xM: 0, yM: 1, sigmaXM: 1, sigmaYM: 1 }, 1_000)).toEqual(NOT_CONVERGED)
})
