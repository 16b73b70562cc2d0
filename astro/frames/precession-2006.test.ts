import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mat3, multiply, transpose } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980 } from './nutation-1980.ts'
import { nutation2000a } from './nutation-2000a.ts'
import { FRAME_BIAS, meanObliquity2006, precessionNutation2006 } from './precession-2006.ts'

/** The last digits of a polynomial with a value near 0.4 rad. */
const OBLIQUITY_RAD = 1e-15

/** SOFA splits the date at another place, which changes the last digits of precession. */
const SOFA_ROUNDING = 1e-14

// 3e-16 for each of a dozen products of numbers of size 1.
const ROUNDING = 2e-15

const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))

function expectSame(actual: Mat3, expected: number[][], tolerance: number): void {
  actual.flat().forEach((value, index) => {
    expect(Math.abs(value - expected.flat()[index]!)).toBeLessThan(tolerance)
  })
}

const { functions, rows } = reference

test('obliquity, precession and nutation agree with the test program of SOFA', () => {
  const t = centuries(2_400_000.5, 50_123.9999)
  const expected = functions.pnm06a[0]!.checks.map((check) => [check.expected])
  expectSame(precessionNutation2006(t, nutation2000a(t)), expected, SOFA_ROUNDING)
  const obliquity = meanObliquity2006(centuries(2_400_000.5, 54_388))
  expect(Math.abs(obliquity - functions.obl06[0]!.checks[0]!.expected)).toBeLessThan(OBLIQUITY_RAD)
})

test.each(rows)('precession and nutation agree with ERFA at $tt', (row) => {
  const t = centuries(row.tt[0]!, row.tt[1]!)
  expectSame(precessionNutation2006(t), row.pmat06, ROUNDING)
  expectSame(precessionNutation2006(t, nutation2000a(t)), row.pnm06a, ROUNDING)
})

test('FRAME_BIAS agrees with the bias matrix of ERFA', () => {
  expectSame(FRAME_BIAS, reference.bias, 1e-16)
})

test('precessionNutation2006() is a rotation at any date', () => {
  fc.assert(
    fc.property(realBetween(-2, 2), (t) => {
      const matrix = precessionNutation2006(t, nutation1980(t))
      expectSame(
        multiply(matrix, transpose(matrix)),
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        ROUNDING,
      )
    }),
  )
})
