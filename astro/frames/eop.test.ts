import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { bundledEop } from './bundled-eop.ts'
import reference from './eop.reference.json' with { type: 'json' }
import { earthOrientationAt, eopSpan, makeEopTable } from './eop.ts'
import { parseEop } from './parse-eop.ts'
import { c04Tables, daysOf, runs, SERIES_RAD, SERIES_S } from './testing/eop-series.ts'

/** The pole of that day is published in hundredths of an arcsecond. */
const HUNDREDTH_ARCSEC_DIGITS = 2

/** UT1 on that day is published to tenths of a millisecond. */
const TENTH_MS_DIGITS = 4

/** Two series of the length of day agree to a tenth of a millisecond. */
const LENGTH_OF_DAY_S = 1e-4

/** The rounding of a conversion from arcseconds to radians and back. */
const CONVERTED_DIGITS = 12

/** The same in radians. */
const RADIAN_DIGITS = 15

/** The rounding of a conversion from milliarcseconds to radians and back. */
const MILLIARCSEC_DIGITS = 9
/** A nanosecond, for an error of milliseconds. */
const SIGMA_DIGITS = 9

/** UT1 − TAI is continuous over a leap second; this is its drift during that time. */
const LEAP_SECOND_S = 1e-6

const { finals, c04, celestrak, celestrakLater, celestrakPredicted } = reference

const finalsTables = runs(finals, (line) => Number(line.slice(7, 15))).map((lines) =>
  parseEop(lines.join('\n'), 'finals-2000'),
)

test('parseEop() reads the columns of finals2000A: 2004-04-06 as printed', () => {
  // Read from the file: 4 4 6 53101.00 … Bulletin B -.140682 ….
  const day = daysOf(finalsTables).get(53_101)!
  expect(day.xpRad / RAD_PER_ARCSEC).toBeCloseTo(-0.14, HUNDREDTH_ARCSEC_DIGITS)
  expect(day.ut1MinusUtcS).toBeCloseTo(-0.43996, TENTH_MS_DIGITS)
  expect(day.predicted).toBe(false)
})

test('parseEop() reads the same values from finals2000A and C04, two IERS files of different form', () => {
  const [ours, theirs] = [daysOf(finalsTables), daysOf(c04Tables)]
  let compared = 0
  for (const [mjd, day] of ours) {
    const other = theirs.get(mjd)
    if (other === undefined || day.predicted || mjd < 51_544) continue
    compared += 1
    expect(Math.abs(day.xpRad - other.xpRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(day.ypRad - other.ypRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(day.ut1MinusUtcS - other.ut1MinusUtcS)).toBeLessThan(SERIES_S)
    expect(Math.abs(day.dxRad! - other.dxRad!)).toBeLessThan(2 * SERIES_RAD)
    if (day.lodS !== undefined) expect(Math.abs(day.lodS - other.lodS!)).toBeLessThan(LENGTH_OF_DAY_S)
  }
  expect(compared).toBeGreaterThan(40)
})

test('parseEop() of CelesTrak agrees with the IERS, marks predictions and leaves nothing out', () => {
  const table = parseEop(celestrak.join('\n'), 'celestrak')
  expect(table.days.map(({ mjd, predicted }) => [mjd, predicted])).toEqual([
    [37_665, false],
    [37_666, false],
  ])
  expect(table.days[0]!.dpsiRad! / RAD_PER_ARCSEC).toBeCloseTo(0.064261, CONVERTED_DIGITS)
  const [later] = parseEop(celestrakLater.join('\n'), 'celestrak').days
  const known = daysOf(c04Tables).get(51_544)!
  expect(Math.abs(later!.xpRad - known.xpRad)).toBeLessThan(SERIES_RAD)
  expect(Math.abs(later!.ut1MinusUtcS - known.ut1MinusUtcS)).toBeLessThan(SERIES_S)
  expect(Math.abs(later!.lodS! - known.lodS!)).toBeLessThan(LENGTH_OF_DAY_S)
  expect(parseEop(celestrakPredicted.join('\n'), 'celestrak').days[0]!.predicted).toBe(true)
  const text = `NUM_OBSERVED_POINTS 1
BEGIN OBSERVED
2000 01 01 51544  0.043282  0.377909  0.3553880  0.0009536 -0.050263 -0.002471 -0.000005 -0.000050  32
END OBSERVED
BEGIN PREDICTED
2000 01 02 51545  0.043282  0.377909  0.3545000  0.0009536 -0.050263 -0.002471 -0.000005 -0.000050  32
END PREDICTED`
  const days = parseEop(text, 'celestrak').days
  expect(days[0]).toEqual(later)
  expect(days[1]!.predicted).toBe(true)
})

test('parseEop() names line and field of what it cannot read, and the gap between days', () => {
  const bad = c04[0]!.replace(/^(.{26})\s*\S+/, (_all, start: string) => `${start}   nonsense`)
  expect(() => parseEop(`# comment\n${bad}`, 'c04')).toThrow('line 2: x is "nonsense"')
  expect(() => parseEop('2000-01-01,51544,0.1', 'celestrak')).toThrow('line 1: Y is ""')
  expect(() => parseEop(`${finals[0]}\n${finals[2]}`, 'finals-2000')).toThrow(/after MJD \d+ comes MJD/)
  expect(() => parseEop('', 'c04')).toThrow('no Earth orientation parameters')
})

function dateOf(mjd: number): string {
  return new Date((mjd - 40_587) * 86_400_000).toISOString()
}

test('earthOrientationAt() returns the days themselves at 0 h UTC, and is smooth over a leap second', () => {
  const table = finalsTables.find(({ days }) => days.some(({ mjd }) => mjd === 57_754))!
  for (const { mjd, ut1MinusUtcS, xpRad } of table.days) {
    const at = earthOrientationAt(table, parseTime(dateOf(mjd)))
    expect(at.ut1MinusTaiS + (mjd < 57_754 ? 36 : 37)).toBeCloseTo(ut1MinusUtcS, CONVERTED_DIGITS)
    expect(at.xpRad).toBeCloseTo(xpRad, RADIAN_DIGITS)
  }
  const before = earthOrientationAt(table, parseTime('2016-12-31T23:59:60.5'))
  const after = earthOrientationAt(table, parseTime('2017-01-01T00:00:00'))
  expect(Math.abs(before.ut1MinusTaiS - after.ut1MinusTaiS)).toBeLessThan(LEAP_SECOND_S)
})

test('earthOrientationAt() states the quality of its values, also outside its span', () => {
  const table = bundledEop()
  const { firstMjd, lastMjd, lastMeasuredMjd } = eopSpan(table)
  const quality = (mjd: number) => earthOrientationAt(table, parseTime(dateOf(mjd))).quality
  expect([firstMjd, lastMeasuredMjd].map(quality)).toEqual(['measured', 'measured'])
  expect([lastMeasuredMjd + 1, lastMjd].map(quality)).toEqual(['predicted', 'predicted'])
  expect([firstMjd - 1, lastMjd + 1].map(quality)).toEqual(['before-span', 'after-span'])
  const late = earthOrientationAt(table, parseTime(dateOf(lastMjd + 1000)))
  expect(late.ut1MinusTaiS).toBeCloseTo(
    earthOrientationAt(table, parseTime(dateOf(lastMjd))).ut1MinusTaiS,
    CONVERTED_DIGITS,
  )
  expect(late.ut1SigmaS).toBe(0.9)
  expect(earthOrientationAt(table, parseTime('1985-01-05T00:00:00')).ut1MinusTaiS).toBe(-22)
  expect(earthOrientationAt(table, parseTime('1972-01-01T00:00:00')).ut1MinusTaiS).toBe(-10)
  expect(earthOrientationAt(table, parseTime('1965-01-01T00:00:00', 'TAI')).quality).toBe('before-span')
})

test('earthOrientationAt() uses the IERS error of a prediction of UT1: 0.25 ms · days^0.75', () => {
  const table = bundledEop()
  const { lastMeasuredMjd } = eopSpan(table)
  const sigmaS = (days: number) => earthOrientationAt(table, parseTime(dateOf(lastMeasuredMjd + days))).ut1SigmaS
  // Bulletin A, "estimated accuracies": 1^0.75 = 1 and 16^0.75 = 8.
  expect(sigmaS(1) - sigmaS(0)).toBeCloseTo(0.25e-3, SIGMA_DIGITS)
  expect(sigmaS(16) - sigmaS(0)).toBeCloseTo(2e-3, SIGMA_DIGITS)
})

test('earthOrientationAt() accepts a table of one day', () => {
  const table = makeEopTable('one', [{ mjd: 51_544, xpRad: 1e-6, ypRad: 0, ut1MinusUtcS: 0.3, predicted: false }])
  const at = earthOrientationAt(table, parseTime('2000-01-01T00:00:00'))
  expect(at).toMatchObject({ xpRad: 1e-6, ut1MinusTaiS: 0.3 - 32, quality: 'measured' })
})

test('parseEop() of C04 reads each quantity from its own column, in series 20 and in series 14', () => {
  // Each column contains its own number: 4 is the Julian date, 5 and 6 the pole, and so on, as named in the head of the file.
  const columns = (count: number) => Array.from({ length: count }, (_, k) => k + 1)
  const text = (values: readonly number[]) => ['2000   1   1', ...values.slice(3)].join('   ')
  const [day20] = parseEop(text(columns(21)), 'c04').days
  // Year, month, day, hour, MJD, x, y, UT1-UTC, dX, dY, x rate, y rate, LOD, and eight errors.
  expect(day20).toMatchObject({ mjd: 5, ut1MinusUtcS: 8, lodS: 13, predicted: false })
  expect(day20!.xpRad / RAD_PER_ARCSEC).toBeCloseTo(6, CONVERTED_DIGITS)
  expect(day20!.ypRad / RAD_PER_ARCSEC).toBeCloseTo(7, CONVERTED_DIGITS)
  expect(day20!.dxRad! / RAD_PER_ARCSEC).toBeCloseTo(9, CONVERTED_DIGITS)
  expect(day20!.dyRad! / RAD_PER_ARCSEC).toBeCloseTo(10, CONVERTED_DIGITS)
  // Year, month, day, MJD, x, y, UT1-UTC, LOD, dX, dY, and six errors.
  const [day14] = parseEop(text(columns(16)), 'c04').days
  expect(day14).toMatchObject({ mjd: 4, ut1MinusUtcS: 7, lodS: 8, predicted: false })
  expect(day14!.xpRad / RAD_PER_ARCSEC).toBeCloseTo(5, CONVERTED_DIGITS)
  expect(day14!.ypRad / RAD_PER_ARCSEC).toBeCloseTo(6, CONVERTED_DIGITS)
  expect(day14!.dxRad! / RAD_PER_ARCSEC).toBeCloseTo(9, CONVERTED_DIGITS)
  expect(day14!.dyRad! / RAD_PER_ARCSEC).toBeCloseTo(10, CONVERTED_DIGITS)
  expect(() => parseEop(text(columns(17)), 'c04')).toThrow('line 1: 17 columns, not 16 or 21')
})

test('parseEop() reads each quantity of finals2000A from its own columns: 1973-01-03 as printed', () => {
  // 73 1 3 41685.00 I 0.118980 … 0.135656 … I 0.8056163 0.0002710 3.5563 0.1916 P -0.751 0.199 -0.701 … of Bulletin A, and .141000 .134000
  // .8044000 -18.636 -3.571 of Bulletin B, which is preferred where it is present.
  const line = finals.find((one) => one.startsWith('73 1 3'))!
  const bulletinA = parseEop(line.slice(0, 134), 'finals-2000').days[0]!
  expect(bulletinA.xpRad / RAD_PER_ARCSEC).toBeCloseTo(0.118_98, CONVERTED_DIGITS)
  expect(bulletinA.ypRad / RAD_PER_ARCSEC).toBeCloseTo(0.135_656, CONVERTED_DIGITS)
  expect(bulletinA).toMatchObject({ mjd: 41_685, ut1MinusUtcS: 0.805_616_3, predicted: false })
  expect(bulletinA.lodS).toBeCloseTo(3.5563e-3, CONVERTED_DIGITS)
  expect((bulletinA.dxRad! / RAD_PER_ARCSEC) * 1e3).toBeCloseTo(-0.751, MILLIARCSEC_DIGITS)
  expect((bulletinA.dyRad! / RAD_PER_ARCSEC) * 1e3).toBeCloseTo(-0.701, MILLIARCSEC_DIGITS)
  const both = parseEop(line, 'finals-2000').days[0]!
  expect(both.xpRad / RAD_PER_ARCSEC).toBeCloseTo(0.141, CONVERTED_DIGITS)
  expect(both.ypRad / RAD_PER_ARCSEC).toBeCloseTo(0.134, CONVERTED_DIGITS)
  expect(both.ut1MinusUtcS).toBeCloseTo(0.8044, CONVERTED_DIGITS)
  expect(both.lodS).toBeCloseTo(3.5563e-3, CONVERTED_DIGITS)
  expect((both.dxRad! / RAD_PER_ARCSEC) * 1e3).toBeCloseTo(-18.636, MILLIARCSEC_DIGITS)
  expect((both.dyRad! / RAD_PER_ARCSEC) * 1e3).toBeCloseTo(-3.571, MILLIARCSEC_DIGITS)
})
