import { expect, test } from 'vitest'
import { markFrom, rangeAround, snapped, type TimeMark } from './marks.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const HOUR = 3_600_000
const mark = (id: string, hours: number): TimeMark => ({ id, atMs: NOW + hours * HOUR, name: id, kind: 'pass' })
const MARKS = [mark('late', 5), mark('past', -2), mark('soon', 1)]

test('a range begins an eighth before now as long as the shown time is inside', () => {
  const range = { fromMs: NOW - 6 * HOUR, toMs: NOW + 42 * HOUR }
  expect(rangeAround(48, NOW, NOW)).toEqual(range)
  expect(rangeAround(48, NOW, NOW + 42 * HOUR)).toEqual(range)
  expect(rangeAround(48, NOW, NOW - 7 * HOUR)).toEqual({ fromMs: NOW - 13 * HOUR, toMs: NOW + 35 * HOUR })
})

test('markFrom() finds the nearest mark on a side, beyond the one that is shown', () => {
  const from = (hours: number, direction: 1 | -1) => markFrom(MARKS, NOW + hours * HOUR, direction)?.id
  expect([from(0, 1), from(1, 1), from(5, 1)]).toEqual(['soon', 'late', undefined])
  expect([from(0, -1), from(1, -1), from(-2, -1)]).toEqual(['past', 'past', undefined])
})

test('the grip snaps to a mark or to now within six pixels, and otherwise stays under the pointer', () => {
  const perPx = 60_000
  const at = (ms: number) => snapped(ms, perPx, MARKS, NOW)
  expect(at(NOW + HOUR + 6 * perPx)).toBe(NOW + HOUR)
  expect(at(NOW + HOUR + 7 * perPx)).toBe(NOW + HOUR + 7 * perPx)
  expect([at(NOW - 6 * perPx), at(NOW - 7 * perPx)]).toEqual(['now', NOW - 7 * perPx])
  // A mark that is as near as now is the one that is meant.
  expect(snapped(NOW, perPx, [mark('tca', 0)], NOW)).toBe(NOW)
})
