import { expect, test } from 'vitest'
import { makeEpoch, secondsBetween } from './epoch.ts'
import { formatTime } from './format-time.ts'
import cara from './parse-time.reference.json' with { type: 'json' }
import { parseTime } from './parse-time.ts'

test('parseTime() reads the calendar form and the day-of-year form alike', () => {
  expect(parseTime('2000-01-01T12:00:00', 'TAI')).toEqual(makeEpoch(0))
  expect(parseTime('2000-001T12:00:00', 'TAI')).toEqual(makeEpoch(0))
  expect(parseTime('2000-01-01T12:00:00.5Z', 'TAI')).toEqual(makeEpoch(0, 5e14))
  // J2000.0 in UTC, by definition: noon TT is 2000-01-01T11:58:55.816 UTC.
  expect(parseTime('2000-01-01T11:58:55.816')).toEqual(parseTime('2000-01-01T12:00:00', 'TT'))
})

const published = cara.accept.filter((row) => !('note' in row))

test.each(published)('parseTime() reads a published case: $text', ({ text, iso }) => {
  expect(`${formatTime(parseTime(text), { digits: 3 })}Z`).toBe(iso)
})

test('parseTime() is strict where the published reader is lenient', () => {
  expect(published).toHaveLength(2)
  for (const { text } of cara.accept.filter((row) => 'note' in row)) expect(() => parseTime(text)).toThrow(SyntaxError)
})

test.each(cara.reject)('parseTime() refuses a published invalid text: %s', (text) => {
  expect(() => parseTime(text)).toThrow(SyntaxError)
})

test('parseTime() keeps every digit down to the femtosecond and drops the rest', () => {
  expect(parseTime('2000-01-01T12:00:00.000000001', 'TAI').taiFs).toBe(1_000_000)
  expect(parseTime('2000-01-01T12:00:00.123456789012345', 'TAI').taiFs).toBe(123_456_789_012_345)
  expect(parseTime('2000-01-01T12:00:00.9999999999999999', 'TAI')).toEqual(makeEpoch(0, 999_999_999_999_999))
})

test('parseTime() accepts 23:59:60 only where UTC had a leap second', () => {
  const leap = parseTime('2016-12-31T23:59:60.25')
  expect(secondsBetween(parseTime('2016-12-31T23:59:59'), leap)).toBe(1.25)
  expect(secondsBetween(leap, parseTime('2017-01-01T00:00:00'))).toBe(0.75)
  expect(parseTime('2016-366T23:59:60.25')).toEqual(leap)
  expect(() => parseTime('2015-12-31T23:59:60')).toThrow('UTC has no leap second there')
  expect(() => parseTime('2016-12-31T23:58:60')).toThrow('UTC has no leap second there')
  expect(() => parseTime('2016-12-31T22:59:60')).toThrow(SyntaxError)
  expect(() => parseTime('2016-12-31T23:59:60', 'TAI')).toThrow('TAI has no leap second there')
  expect(() => parseTime('2016-12-31T23:59:61')).toThrow('second 61 is not in 0 to 59')
})

test.each([
  ['2026-13-01T00:00:00', 'month 13 is not in 1 to 12'],
  ['2026-02-29T00:00:00', 'day 29 is not in 1 to 28'],
  ['2026-366T00:00:00', 'day of year 366 is not in 1 to 365'],
  ['2026-000T00:00:00', 'day of year 0 is not in 1 to 365'],
  ['2026-01-01T24:00:00', 'hour 24 is not in 0 to 23'],
  ['2026-01-01T00:60:00', 'minute 60 is not in 0 to 59'],
  ['1971-12-31T00:00:00', 'UTC before 1972-01-01'],
  ['2026-01-01', 'the form is YYYY-MM-DDThh:mm:ss'],
  ['2026-01-01T00:00:00+01:00', 'the form is YYYY-MM-DDThh:mm:ss'],
  ['2026-01-01 00:00:00', 'the form is'],
  ['', 'the form is'],
])('parseTime() explains the error in %j', (text, why) => {
  expect(() => parseTime(text)).toThrow(SyntaxError)
  expect(() => parseTime(text)).toThrow(why)
})

test('parseTime() is fast on a long text and quotes little of it', () => {
  const long = `2026-01-01T00:00:00.${'1'.repeat(1_000_000)}x`
  expect(() => parseTime(long)).toThrow(/^.{1,200}$/)
  expect(parseTime(long.slice(0, -1)).taiFs).toBe(111_111_111_111_111)
})
