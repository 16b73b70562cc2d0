import { expect, test } from 'vitest'
import { fromJulianDate } from './julian-date.ts'
import reference from './tdb.reference.json' with { type: 'json' }
import { julianCenturiesTt, tdbMinusTtS } from './tdb.ts'

/** The origin itself, where the result must be zero. */
const ORIGIN_CENTURIES = 1e-20
/** Digits for a quotient of two whole numbers of days. */
const CENTURY_DIGITS = 15

// The accuracy that USNO Circular 179 states for its seven terms. The Earth moves 0.3 m around the Sun in this time.
const TEN_MICROSECONDS = 1e-5

const rows = reference.rows as [jdTt: number, tdbMinusTt: number][]

test('tdbMinusTtS() agrees with the full series of Fairhead and Bretagnon from 1972 to 2100', () => {
  const errors = rows.map(([jd, expected]) => Math.abs(tdbMinusTtS(fromJulianDate([jd, 0], 'TT')) - expected))
  expect(errors.length).toBe(39)
  expect(Math.max(...errors)).toBeLessThan(TEN_MICROSECONDS)
})

test('julianCenturiesTt() is zero at J2000.0 and 1 a Julian century later', () => {
  expect(Math.abs(julianCenturiesTt(fromJulianDate([2_451_545, 0], 'TT')))).toBeLessThan(ORIGIN_CENTURIES)
  expect(julianCenturiesTt(fromJulianDate([2_488_070, 0], 'TT'))).toBeCloseTo(1, CENTURY_DIGITS)
})
