import { expect, test } from 'vitest'
import { digestTime, quietSpanOf, shareOf, timeAfter } from './quiet-span.ts'

// The values are read from a clock: for 21:00 to 05:00 (design/alerts.html) the strip from noon has nine hours before the quiet hours and
// seven after them.
test.each([
  ['21:00', '05:00', 12 * 60, 9, 17],
  ['08:00', '16:00', 0, 8, 16],
  ['22:00', '00:00', 12 * 60, 10, 12],
  ['00:00', '06:00', 0, 0, 6],
  // With an end after noon, the strip begins at that end.
  ['20:00', '14:00', 14 * 60, 6, 24],
  ['09:00', '08:30', 8 * 60 + 30, 0.5, 24],
  ['12:00', '12:00', 12 * 60, 0, 24],
])('quiet hours from %s to %s are one piece', (from, to, beginsMin, fromH, toH) => {
  const span = quietSpanOf({ from, to })
  expect(span.beginsMin).toBe(beginsMin)
  expect(span.from).toBeCloseTo((fromH / 24) * 100, 9)
  expect(span.to).toBeCloseTo((toH / 24) * 100, 9)
})

test('times are in order on the strip, also across midnight', () => {
  expect(shareOf('00:00', 12 * 60)).toBe(50)
  expect(timeAfter(12 * 60, 18)).toBe('06:00')
  expect(timeAfter(8 * 60 + 30, 24)).toBe('08:30')
})

test('a digest that is due in quiet hours is sent at their end', () => {
  const night = { from: '22:00', to: '06:00' }
  const times = ['21:59', '22:00', '05:59', '06:00', '07:00'].map((at) => digestTime(at, night))
  expect(times).toEqual(['21:59', '06:00', '06:00', '06:00', '07:00'])
  expect(digestTime('12:30', { from: '12:00', to: '13:00' })).toBe('13:00')
})
