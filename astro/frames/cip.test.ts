import { expect, test } from 'vitest'
import { type Mat3, multiply } from '../mat3.ts'
import { addSeconds } from '../time/epoch.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import type { Ut1 } from '../time/ut1.ts'
import { cip2006, cirfMatrix, earthRotationAngle, gmst2006, slowTermsAt, sumSlowTerms } from './cip.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { polarMotion, tioLocator } from './polar-motion.ts'
import { rotationZ } from './rotation.ts'

/** Ten digits of the CIO locator, which is about 1e-8 rad. */
const LOCATOR_RAD = 1e-18
/** The same, against rows of ERFA. */
const LOCATOR_ROW_RAD = 1e-17
/** The error of interpolation between nodes, in rad. */
const NUTATION_BETWEEN_RAD = 1e-15
/** The same for the locator. */
const LOCATOR_BETWEEN_RAD = 1e-17

const ROUNDING = 2e-15 // 3e-16 for each of a dozen products of numbers of size 1.
const SOFA_RAD = 1e-12 // The tolerance of SOFA's own tests for the rounding of a Julian date.

/** Returns the days of UT1 since J2000.0 for a Julian date, with a whole first part as in Ut1. */
function ut1(first: number, second: number): Ut1 {
  const days = Math.floor(first - 2_451_545) + Math.floor(second)
  return [days, (first % 1) + (second % 1)]
}
const epochOf = (first: number, second: number) => fromJulianDate([first, second], 'TT')
const centuries = (first: number, second: number) => julianCenturiesTt(epochOf(first, second))
const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))
const { functions, rows } = reference

function expectSame(actual: Mat3, expected: readonly number[], tolerance: number): void {
  actual.flat().forEach((value, index) => {
    expect(Math.abs(value - expected[index]!)).toBeLessThan(tolerance)
  })
}

function toTerrestrial(at: readonly [number, number], pole: readonly [number, number]): Mat3 {
  const t = centuries(...at)
  const rotation = multiply(rotationZ(earthRotationAngle(ut1(...at))), cirfMatrix(cip2006(t)))
  return multiply(polarMotion(...pole, tioLocator(t)), rotation)
}

test('cip2006(), earthRotationAngle() and gmst2006() agree with the test program of SOFA', () => {
  const t = centuries(2_400_000.5, 53_736)
  const { x, y, sRad } = cip2006(t)
  const [expectedX, expectedY, expectedS] = functions.xys06a[0]!.checks
  expect(Math.abs(x - expectedX!.expected)).toBeLessThan(ROUNDING)
  expect(Math.abs(y - expectedY!.expected)).toBeLessThan(ROUNDING)
  expect(Math.abs(sRad - expectedS!.expected)).toBeLessThan(LOCATOR_RAD)
  expect(apart(earthRotationAngle(ut1(2_400_000.5, 54_388)), functions.era00[0]!.checks[0]!.expected)).toBeLessThan(
    SOFA_RAD,
  )
  expect(apart(gmst2006(ut1(2_400_000.5, 53_736), t), functions.gmst06[0]!.checks[0]!.expected)).toBeLessThan(SOFA_RAD)
})

test('the full rotation to ITRF agrees with the test program of SOFA', () => {
  const { xp, yp } = functions.c2t06a[0]!.inputs
  const whole = functions.c2t06a[0]!.checks.map(({ expected }) => expected)
  expectSame(toTerrestrial([2_400_000.5, 53_736], [xp, yp]), whole, SOFA_RAD)
})

test.each(rows)('the CIO-based frames agree with ERFA at $tt', (row) => {
  const at = [row.tt[0]!, row.tt[1]!] as const
  const t = centuries(...at)
  const { x, y, sRad } = cip2006(t)
  expect(Math.abs(x - row.xys06a[0]!)).toBeLessThan(ROUNDING)
  expect(Math.abs(y - row.xys06a[1]!)).toBeLessThan(ROUNDING)
  expect(Math.abs(sRad - row.xys06a[2]!)).toBeLessThan(LOCATOR_ROW_RAD)
  expectSame(cirfMatrix({ x, y, sRad }), row.c2i06a.flat(), ROUNDING)
  expect(apart(earthRotationAngle(ut1(...at)), row.era00)).toBeLessThan(SOFA_RAD)
  expect(apart(gmst2006(ut1(...at), t), row.gmst06)).toBeLessThan(SOFA_RAD)
  expectSame(toTerrestrial(at, [1e-6, 2e-6]), row.c2t06a.flat(), SOFA_RAD)
})

test('slowTermsAt() agrees with the series between its nodes', () => {
  for (let hour = 0; hour < 60; hour += 1.7) {
    const epoch = addSeconds(epochOf(2_460_000.5, 0.1), hour * 3600)
    const [near, exact] = [slowTermsAt(epoch), sumSlowTerms(julianCenturiesTt(epoch))]
    expect(Math.abs(near.dpsiRad - exact.dpsiRad)).toBeLessThan(NUTATION_BETWEEN_RAD)
    expect(Math.abs(near.depsRad - exact.depsRad)).toBeLessThan(NUTATION_BETWEEN_RAD)
    expect(Math.abs(near.sPlusHalfXyRad - exact.sPlusHalfXyRad)).toBeLessThan(LOCATOR_BETWEEN_RAD)
  }
})
