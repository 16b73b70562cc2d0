import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catchUp, onTick, TICKS } from './clock.ts'

const SECOND_MS = 1_000
/** A full five minutes, which is a multiple of every tick. */
const WHOLE = Date.UTC(2026, 10, 20, 7, 0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(WHOLE + 300)
})
afterEach(() => vi.useRealTimers())

test('the ticks are those of the specification', () => {
  expect(TICKS).toEqual({ second: 1_000, fiveSeconds: 5_000, halfMinute: 30_000, minute: 60_000, fiveMinutes: 300_000 })
})

test('a clock ticks at multiples of its tick, whenever the listener subscribed', () => {
  const heard: number[] = []
  const stop = onTick('fiveSeconds', () => heard.push(Date.now() - WHOLE))
  vi.advanceTimersByTime(14_600)
  expect(heard).toEqual([5_000, 10_000])
  vi.advanceTimersByTime(100)
  expect(heard).toEqual([5_000, 10_000, 15_000])
  stop()
})

test('all listeners of a clock share one timer, which runs only while there are listeners', () => {
  let [one, other] = [0, 0]
  const stopOne = onTick('second', () => {
    one += 1
  })
  const stopOther = onTick('second', () => {
    other += 1
  })
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(SECOND_MS)
  expect([one, other]).toEqual([1, 1])
  stopOne()
  vi.advanceTimersByTime(SECOND_MS)
  expect([one, other]).toEqual([1, 2])
  stopOther()
  expect(vi.getTimerCount()).toBe(0)
})

test('catchUp() ticks at once after a sleep, and then again at multiples; a clock without listeners does not tick', () => {
  const heard: number[] = []
  const stop = onTick('minute', () => heard.push(Date.now() - WHOLE))
  vi.setSystemTime(WHOLE + 3_600_000 + 30_000)
  catchUp()
  expect(heard).toEqual([3_630_000])
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(heard).toEqual([3_630_000, 3_660_000])
  stop()
  catchUp()
  expect(vi.getTimerCount()).toBe(0)
})
