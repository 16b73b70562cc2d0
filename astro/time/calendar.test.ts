import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateFromDay, dayFromDate, dayFromDayOfYear, daysInMonth, isLeapYear } from './calendar.ts'
import cara from './parse-time.reference.json' with { type: 'json' }
import sofa from './scales.reference.json' with { type: 'json' }

const MJD_2000 = 51_544 // The modified Julian date of 2000-01-01T00:00.

test('dayFromDate() agrees with SOFA cal2jd', () => {
  const [call] = sofa.functions.cal2jd
  expect(call?.args).toMatch(/^2003, 06, 01/)
  expect(dayFromDate({ year: 2003, month: 6, day: 1 }) + MJD_2000).toBe(call?.checks[1]?.expected)
})

test('dateFromDay() agrees with SOFA jd2cal', () => {
  const [call] = sofa.functions.jd2cal
  const [year, month, day] = call!.checks.map(({ expected }) => expected)
  expect(dateFromDay(Math.floor(call!.inputs.dj2) - MJD_2000)).toEqual({ year, month, day })
})

test('dayFromDate() agrees with the calendar of JavaScript over 4 000 years', () => {
  fc.assert(
    fc.property(fc.integer({ min: -730_000, max: 730_000 }), (day) => {
      const machine = new Date(Date.UTC(2000, 0, 1) + day * 86_400_000)
      const date = { year: machine.getUTCFullYear(), month: machine.getUTCMonth() + 1, day: machine.getUTCDate() }
      expect(dateFromDay(day)).toEqual(date)
      expect(dayFromDate(date)).toBe(day)
    }),
    { numRuns: 2000 },
  )
})

test.each(cara.day_of_year)('dayFromDayOfYear() finds the date of day $doy of $year', ({ year, doy, expected }) => {
  const [expectedYear, month, day] = expected
  expect(dateFromDay(dayFromDayOfYear(year, doy))).toEqual({ year: expectedYear, month, day })
})

test('dayFromDayOfYear() accepts the days of the year and refuses all others', () => {
  for (const { year, doy } of cara.day_of_year_accept) expect(dayFromDayOfYear(year, doy)).toBeTypeOf('number')
  for (const { year, doy } of cara.day_of_year_reject) expect(() => dayFromDayOfYear(year, doy)).toThrow(RangeError)
  expect(() => dayFromDayOfYear(2026, 1.5)).toThrow('day of year 1.5 is not in 1 to 365')
})

test('dayFromDate() names the invalid part of a date', () => {
  expect(() => dayFromDate({ year: 2026, month: 13, day: 1 })).toThrow('month 13 is not in 1 to 12')
  expect(() => dayFromDate({ year: 2026, month: 2, day: 29 })).toThrow('day 29 is not in 1 to 28')
  expect(() => dayFromDate({ year: 2026.5, month: 2, day: 1 })).toThrow('year 2026.5')
  expect(() => dateFromDay(0.5)).toThrow(RangeError)
})

test('isLeapYear() and daysInMonth() follow the Gregorian rule', () => {
  expect([1900, 2000, 2023, 2024, 2100].filter(isLeapYear)).toEqual([2000, 2024])
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => daysInMonth(2023, month))).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ])
  expect(daysInMonth(2024, 2)).toBe(29)
})
