import { expect, test } from 'vitest'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { polarMotion, tioLocator } from './polar-motion.ts'

/** 47 µas as a fraction of an arcsecond: the product has a rounding of 1e-21. */
const TIO_DIGITS = 18
/** The last digit of one product of 1e-10 or less. */
const TIO_RAD = 1e-25
/** Three products of numbers up to 1. */
const MATRIX = 1e-16
/** The angles of the pole are 2e-6 rad, so neglected squares are 4e-12 of the position. */
const FIRST_ORDER = 1e-11

test('tioLocator() decreases by 47 µas a century', () => {
  expect(tioLocator(1) / RAD_PER_ARCSEC).toBeCloseTo(-47e-6, TIO_DIGITS)
  expect(Math.abs(tioLocator(0))).toBe(0)
})

test('tioLocator() and polarMotion() agree with the test program of SOFA', () => {
  const { sp00, pom00 } = reference.functions
  const t = julianCenturiesTt(fromJulianDate([2_400_000.5, 52_541], 'TT'))
  expect(Math.abs(tioLocator(t) - sp00[0]!.checks[0]!.expected)).toBeLessThan(TIO_RAD)
  const { xp, yp, sp } = pom00[0]!.inputs
  for (const [k, value] of polarMotion(xp, yp, sp).flat().entries())
    expect(Math.abs(value - pom00[0]!.checks[k]!.expected)).toBeLessThan(MATRIX)
})

test('polarMotion() puts the pole of the Earth at x towards Greenwich and y towards 90° W', () => {
  // IERS Conventions 2010, §5.4.1: the coordinates of the celestial intermediate pole in ITRF are x and −y.
  const pole = polarMotion(1e-6, 2e-6, 0).map((row) => row[2])
  for (const [k, expected] of [1e-6, -2e-6, 1].entries())
    expect(Math.abs(pole[k]! - expected)).toBeLessThan(FIRST_ORDER)
})
