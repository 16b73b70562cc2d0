import { expect, test } from 'vitest'
import { isClockMoved } from './moved-clock.ts'
import { movedDate } from './moved-date.ts'

const AHEAD_MS = -86_400_000
const Moved = movedDate(Date, AHEAD_MS)
/** Two reads of the clock differ by less than this, on any machine. */
const SOON_MS = 10_000
const isAhead = (ms: number) => Math.abs(ms - AHEAD_MS - Date.now()) < SOON_MS

test('the current time is ahead, in whatever way it is read', () => {
  expect([Moved.now(), new Moved().getTime(), Date.parse(Moved())].map(isAhead)).toEqual([true, true, true])
})

test('a given instant is unchanged, and is a date', () => {
  const text = '2026-11-20T10:00:00.000Z'
  expect(new Moved(text).toISOString()).toBe(text)
  expect(new Moved(0).getTime()).toBe(0)
  expect(new Moved(2026, 10, 20).getTime()).toBe(new Date(2026, 10, 20).getTime())
  expect([Moved.parse(text), Moved.UTC(2026, 10, 20, 10)]).toEqual([Date.parse(text), Date.parse(text)])
  expect(new Moved(0) instanceof Date).toBe(true)
  expect(new Date(0) instanceof Moved).toBe(true)
})

test("if the document does not name an offset, the clock is the machine's", () => {
  expect(isClockMoved).toBe(false)
})
