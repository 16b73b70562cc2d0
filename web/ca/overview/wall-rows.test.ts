import { expect, test } from 'vitest'
import { formatUntil } from '../../ui/format/duration.ts'
import { countdownParts, dayLabel, dayText, rowsThatFit, rowsWithMap, shortUntil } from './wall-rows.ts'

test.each([
  { waiting: 3, watched: 2, shown: { waiting: 3, watched: 2 } },
  { waiting: 9, watched: 2, shown: { waiting: 3, watched: 2 } },
  { waiting: 9, watched: 1, shown: { waiting: 5, watched: 1 } },
  { waiting: 9, watched: 0, shown: { waiting: 7, watched: 0 } },
  { waiting: 0, watched: 7, shown: { waiting: 0, watched: 2 } },
  { waiting: 9, watched: 2, nexts: 1, shown: { waiting: 1, watched: 2 } },
  { waiting: 9, watched: 2, nexts: 2, shown: { waiting: 1, watched: 1 } },
  { waiting: 0, watched: 2, nexts: 2, shown: { waiting: 0, watched: 1 } },
  { waiting: 9, watched: 0, nexts: 2, shown: { waiting: 3, watched: 0 } },
])('a wall shows as many of $waiting and $watched as fit besides $nexts', ({ waiting, watched, nexts, shown }) => {
  expect(rowsThatFit(waiting, watched, nexts)).toEqual(shown)
})

test.each([
  { waiting: 9, watched: 0, nexts: 0, shown: { waiting: 4, watched: 0 }, why: 'four rows and the map' },
  { waiting: 2, watched: 1, nexts: 0, shown: { waiting: 2, watched: 1 }, why: 'all rows and the map' },
  {
    waiting: 9,
    watched: 2,
    nexts: 0,
    shown: { waiting: 3, watched: 2 },
    why: 'no map: it would take the place of the second watched row',
  },
  { waiting: 9, watched: 0, nexts: 2, shown: { waiting: 3, watched: 0 }, why: 'no map: two waiting rows would stay' },
])('a map of 270 units on a wall with $waiting, $watched and $nexts lines: $why', ({ shown, why: _, ...counts }) => {
  expect(rowsWithMap(270, counts)).toEqual(shown)
})

const MINUTE_MS = 60_000
test.each([
  [(26 * 60 + 57) * MINUTE_MS, '1 d 02 h 57 m'],
  [(7 * 60 + 7) * MINUTE_MS, '7 h 07 m'],
  [43 * MINUTE_MS + 12_000, '43:12'],
  [-90 * MINUTE_MS, '1 h 30 m'],
])('a countdown of %i ms has large figures and small units: %s', (ms, text) => {
  const parts = countdownParts(formatUntil(ms))
  expect(parts.map((part) => part.text).join(' ')).toBe(text)
  expect(
    parts
      .filter(({ isUnit }) => isUnit)
      .map((part) => part.text)
      .join(''),
  ).toBe(text.replace(/[^a-z]/g, ''))
})

test('a day has its weekday, a shorter one if it is narrow, and only the day of the month if no more fits', () => {
  // 21 November 2026 is a Saturday (design/wall.html, Friday the 20th).
  const saturday = Date.UTC(2026, 10, 21)
  const of = (dayU: number, words = 'Sun Mon Tue Wed Thu Fri Sat') => dayText(saturday, dayLabel(dayU).letters, words)
  expect([of(320), of(189), of(149)]).toEqual(['21 Sat', '21 Sa', '21'])
  expect(of(320, 'So Mo Di Mi Do Fr Sa')).toBe('21 Sa')
  expect(dayText(Date.UTC(2026, 11, 1), 3, 'Sun Mon Tue Wed Thu Fri Sat')).toBe('01 Tue')
})

test.each([
  [(28 * 60 + 20) * MINUTE_MS, '1 d 04 h'],
  [(8 * 60 + 35) * MINUTE_MS, '8 h 35 m'],
  [60 * MINUTE_MS, '1 h 00 m'],
  [60 * MINUTE_MS - 1, '59 m'],
  [43 * MINUTE_MS + 59_999, '43 m'],
  [-(28 * 60 + 20) * MINUTE_MS, '+1 d 04 h'],
  [-43 * MINUTE_MS, '+43 m'],
])('a time of %i ms is written with at most two units: %s', (ms, text) => {
  expect(shortUntil(ms)).toBe(text)
})
