import { expect, test } from 'vitest'
import {
  dayOfYear,
  formatAge,
  formatCountdown,
  formatDayOfYear,
  formatFileInstant,
  formatInstant,
  formatInstantMs,
} from './format.ts'

test('formatInstant writes the date format of spec §9 in UTC', () => {
  expect(formatInstant(Date.parse('2026-11-20T08:02:27.999+01:00'))).toBe('2026-11-20 07:02:27 Z')
})

test('formatInstantMs and formatFileInstant are the other two date formats of spec §9', () => {
  const at = Date.parse('2026-11-20T08:02:27.125+01:00')
  expect(formatInstantMs(at)).toBe('2026-11-20 07:02:27.125 Z')
  expect(formatFileInstant(at)).toBe('20261120_070227_Z')
})

test('dayOfYear counts from 1, and a leap year has 366 days', () => {
  expect(dayOfYear(Date.parse('2026-01-01T00:00:00Z'))).toBe(1)
  expect(dayOfYear(Date.parse('2026-11-20T07:02:27Z'))).toBe(324)
  expect(dayOfYear(Date.parse('2026-12-31T23:59:59Z'))).toBe(365)
  expect(dayOfYear(Date.parse('2028-12-31T23:59:59Z'))).toBe(366)
})

test('formatDayOfYear always has three digits', () => {
  expect(formatDayOfYear(Date.parse('2026-01-07T12:00:00Z'))).toBe('007')
})

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [5_040_000, '1.4 h'],
  [86_399_999, '24.0 h'],
  [86_400_000, '1.0 d'],
  [172_800_000, '2.0 d'],
  [-5_000, '0 s'],
])('formatAge of %i ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

test('formatCountdown counts whole seconds, and never below zero', () => {
  expect(formatCountdown(6_999)).toBe('0:06')
  expect(formatCountdown(90_000)).toBe('1:30')
  expect(formatCountdown(-1)).toBe('0:00')
})
