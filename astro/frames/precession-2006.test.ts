import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mat3, multiply, transpose } from '../mat3.ts'
import { realBetween } from '../testing/real-between.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980 } from './nutation-1980.ts'
import { nutation2000a } from './nutation-2000a.ts'
import { meanObliquity1980, nutationMatrix, precession1976 } from './precession-1976.ts'
import { FRAME_BIAS, meanObliquity2006, precessionNutation2006 } from './precession-2006.ts'

/** A polynomial of a small argument about 0.4 rad: the last digits. */
const OBLIQUITY_RAD = 1e-15

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
  const matrix = (name: 'pmat76' | 'pnm80' | 'pnm06a') => functions[name][0]!.checks.map(({ expected }) => [expected])
  const t = centuries(2_400_000.5, 50_123.9999)
  const precession = precession1976(t)
  expectSame(precession, matrix('pmat76'), 1e-14)
  expectSame(multiply(nutationMatrix(meanObliquity1980(t), nutation1980(t)), precession), matrix('pnm80'), 1e-14)
  expectSame(precessionNutation2006(t, nutation2000a(t)), matrix('pnm06a'), 1e-14)
  const later = centuries(2_400_000.5, 54_388)
  expect(Math.abs(meanObliquity1980(later) - functions.obl80[0]!.checks[0]!.expected)).toBeLessThan(OBLIQUITY_RAD)
  expect(Math.abs(meanObliquity2006(later) - functions.obl06[0]!.checks[0]!.expected)).toBeLessThan(OBLIQUITY_RAD)
  const { dpsiRad, depsRad } = nutation2000a(centuries(2_400_000.5, 53_736))
  expect(Math.abs(dpsiRad - functions.nut06a[0]!.checks[0]!.expected)).toBeLessThan(ROUNDING)
  expect(Math.abs(depsRad - functions.nut06a[0]!.checks[1]!.expected)).toBeLessThan(ROUNDING)
})

test.each(rows)('precession and nutation agree with ERFA at $tt', (row) => {
  const t = centuries(row.tt[0]!, row.tt[1]!)
  const { dpsiRad, depsRad } = nutation2000a(t)
  expect(Math.abs(dpsiRad - row.nut06a[0]!)).toBeLessThan(ROUNDING)
  expect(Math.abs(depsRad - row.nut06a[1]!)).toBeLessThan(ROUNDING)
  expectSame(precessionNutation2006(t), row.pmat06, ROUNDING)
  expectSame(precessionNutation2006(t, nutation2000a(t)), row.pnm06a, ROUNDING)
  expectSame(precession1976(t), row.pmat76, ROUNDING)
  expectSame(multiply(nutationMatrix(meanObliquity1980(t), nutation1980(t)), precession1976(t)), row.pnm80, ROUNDING)
})

test('FRAME_BIAS is the bias matrix of ERFA', () => {
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
