import { expect, test } from 'vitest'
import { parseTime } from '../time/parse-time.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { bundledEop } from './bundled-eop.ts'
import { earthOrientationAt } from './eop.ts'
import { c04Tables, daysOf, SERIES_RAD, SERIES_S } from './testing/eop-series.ts'

/** 2e-13 rad/s of the rotation rate of the Earth, over a day. */
const DRIFT_DAY_S = 2e-4

/** The slope of one series against the other: they differ by 0.1 mas in offsets of 0.2 mas. */
const OFFSET_SCALE = 0.4
/** The limit of UT1 − UTC that leap seconds maintain. */
const UT1_BOUND_S = 0.9
/** Since 2000 no day has differed from 86 400 s by 3 ms (IERS). */
const LONGEST_DAY_S = 3e-3

test('bundledEop() agrees with the series C04 over its span', () => {
  const ours = daysOf([bundledEop()])
  let compared = 0
  for (const [mjd, day] of daysOf(c04Tables)) {
    const mine = ours.get(mjd)
    if (mine === undefined) continue
    compared += 1
    expect(Math.abs(mine.xpRad - day.xpRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(mine.ypRad - day.ypRad)).toBeLessThan(SERIES_RAD)
    expect(Math.abs(mine.ut1MinusUtcS - day.ut1MinusUtcS)).toBeLessThan(SERIES_S)
    expect(Math.abs(mine.dxRad! - day.dxRad!)).toBeLessThan(2 * SERIES_RAD)
    expect(Math.abs(mine.dyRad! - day.dyRad!)).toBeLessThan(2 * SERIES_RAD)
    const { lodS } = earthOrientationAt(bundledEop(), parseTime(dateOf(mjd)))
    expect(Math.abs(lodS - day.lodS!)).toBeLessThan(DRIFT_DAY_S) // 2e-13 rad/s of the rotation rate of the Earth.
  }
  expect(compared).toBeGreaterThan(40)
})

function dateOf(mjd: number): string {
  return new Date((mjd - 40_587) * 86_400_000).toISOString()
}

test('the offsets of the celestial pole follow C04 in sign and size', () => {
  const ours = daysOf([bundledEop()])
  const pairs = [...daysOf(c04Tables)].flatMap(([mjd, day]) => {
    const mine = ours.get(mjd)
    return mine === undefined ? [] : [[mine.dxRad!, day.dxRad!] as const, [mine.dyRad!, day.dyRad!] as const]
  })
  const product = pairs.reduce((sum, [mine, other]) => sum + mine * other, 0)
  const square = pairs.reduce((sum, [, other]) => sum + other * other, 0)
  expect(Math.abs(product / square - 1)).toBeLessThan(OFFSET_SCALE)
})

test('bundledEop() agrees with the first day of 2000 as published by the IERS, in its units', () => {
  // C04 of 2000-01-01: x 0.043282″, y 0.377909″, UT1 − UTC 0.3553880 s.
  const { days } = bundledEop()
  const [first] = days
  expect(first).toMatchObject({ mjd: 51_544, predicted: false })
  expect(Math.abs(first!.xpRad / RAD_PER_ARCSEC - 0.043282)).toBeLessThan(SERIES_RAD / RAD_PER_ARCSEC)
  expect(Math.abs(first!.ypRad / RAD_PER_ARCSEC - 0.377909)).toBeLessThan(SERIES_RAD / RAD_PER_ARCSEC)
  expect(Math.abs(first!.ut1MinusUtcS - 0.355388)).toBeLessThan(SERIES_S)
})

test('bundledEop() has every day, UT1 close to UTC, and one second more after each leap second', () => {
  const { days } = bundledEop()
  const jumps: number[] = []
  for (const [k, day] of days.entries()) {
    const before = days[k - 1]
    // ITU-R TF.460-6.
    expect(Math.abs(day.ut1MinusUtcS)).toBeLessThan(UT1_BOUND_S)
    if (before === undefined) continue
    expect(day.mjd).toBe(before.mjd + 1)
    if (before.predicted) expect(day.predicted).toBe(true)
    if (day.ut1MinusUtcS - before.ut1MinusUtcS > 0.5) jumps.push(day.mjd)
    else expect(Math.abs(day.ut1MinusUtcS - before.ut1MinusUtcS)).toBeLessThan(LONGEST_DAY_S)
  }
  // IERS Bulletin C: 2006-01-01, 2009-01-01, 2012-07-01, 2015-07-01 and 2017-01-01, and none after them.
  expect(jumps).toEqual([53_736, 54_832, 56_109, 57_204, 57_754])
  expect(bundledEop()).toBe(bundledEop())
})
