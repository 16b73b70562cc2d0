import { expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'

const DAY_MS = 86_400_000
/** Returns the axis for a span over this number of pixels, by default with the room for a date label on a desktop screen. */
const axis = (from: string, to: string, widthPx: number, labelPx = 66) => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return { fromMs, toMs, dayPx: (widthPx * DAY_MS) / (toMs - fromMs), labelPx }
}
const textsOf = (given: Parameters<typeof calendarOf>[0]) => calendarOf(given).labels.map(({ text }) => text)

test('a week is shown by days; each has a line and a label with its day of the year', () => {
  const week = axis('2026-11-20T12:00Z', '2026-11-27T12:00Z', 900)
  expect(textsOf(week)).toEqual([21, 22, 23, 24, 25, 26, 27].map((day) => `11-${day}  ${day + 304}`))
  expect(calendarOf(week).lines).toHaveLength(7)
})

test('days that have no room for labels keep their lines, until the lines would merge into a grey area', () => {
  const fortnight = calendarOf(axis('2026-11-01T12:00Z', '2026-11-15T12:00Z', 560))
  expect([fortnight.lines.length, fortnight.labels.length]).toEqual([14, 7])
  const quarter = calendarOf(axis('2026-07-01T12:00Z', '2026-10-01T12:00Z', 900))
  expect(quarter.lines).toEqual(quarter.labels.map(({ ms }) => ms))
  expect(quarter.lines.length).toBe(14)
  expect(quarter.labels.map(({ ms }) => ms % (7 * DAY_MS))).toEqual(Array(14).fill(0))
})

test('sixteen years are shown by years, each with its label', () => {
  const texts = textsOf(axis('2010-03-04T00:00Z', '2026-11-21T00:00Z', 1_200))
  expect(texts[0]).toBe('2011')
  expect(texts.at(-1)).toBe('2026')
  expect(texts).toHaveLength(16)
})

test('if months have no room, there are quarters, and then half years, each series beginning in January', () => {
  const quarters = textsOf(axis('2025-01-15T00:00Z', '2027-01-15T00:00Z', 900))
  expect(quarters).toEqual([
    ...['2025-04', '2025-07', '2025-10', '2026-01'],
    ...['2026-04', '2026-07', '2026-10', '2027-01'],
  ])
  expect(textsOf(axis('2025-01-15T00:00Z', '2028-12-15T00:00Z', 650)).slice(0, 4)).toEqual([
    '2025-07',
    '2026-01',
    '2026-07',
    '2027-01',
  ])
})

test('labels of months contain the year, and labels of days contain it where the year changes', () => {
  expect(textsOf(axis('2025-11-10T00:00Z', '2026-02-10T00:00Z', 300))).toEqual(['2025-12', '2026-01', '2026-02'])
  const overNewYear = textsOf(axis('2026-12-29T12:00Z', '2027-01-03T12:00Z', 600))
  expect(overNewYear).toEqual(['2026-12-30', '12-31  365', '2027-01-01', '01-02  002', '01-03  003'])
})

test('on a narrow plot the first day of each month shows its month if there is room', () => {
  const narrow = { ...axis('2026-11-22T00:00Z', '2026-12-10T12:00Z', 720, 76), isShort: true }
  expect(textsOf(narrow)).toEqual(['11-23', '25', '27', '29', '12-01', '03', '05', '07', '09'])
  const phone = { ...axis('2026-11-28T12:00Z', '2026-12-03T12:00Z', 100, 18), isShort: true }
  expect(textsOf(phone)).toEqual(['29', '30', '01', '02', '03'])
})

test('labels are never closer than the width of a label, whatever the span', () => {
  for (const days of [1, 3, 7, 30, 90, 400, 2_000, 6_000, 40_000])
    for (const widthPx of [280, 700, 1_300, 3_000]) {
      const from = Date.parse('1999-12-31T18:00Z')
      const given = { fromMs: from, toMs: from + days * DAY_MS, dayPx: widthPx / days, labelPx: 66 }
      const { lines, labels } = calendarOf(given)
      const gaps = (list: readonly number[]) =>
        list.slice(1).map((ms, at) => ((ms - (list[at] ?? 0)) / DAY_MS) * given.dayPx)
      expect(Math.min(...gaps(labels.map(({ ms }) => ms)), 99)).toBeGreaterThan(55)
      expect(Math.min(...gaps(lines), 99)).toBeGreaterThan(19)
      expect(lines.length).toBeLessThan(160)
    }
})
