import { afterEach, expect, test } from 'vitest'
import {
  nextSpeed,
  pausedAt,
  readShownTime,
  runningFrom,
  SPEEDS,
  setShownTime,
  showLive,
  shownAt,
  speedOf,
} from './shown-time.ts'

const REAL = Date.parse('2026-11-27T18:44:47Z')
afterEach(showLive)

test('a live time is the clock, and a paused one stands still', () => {
  expect(shownAt({ kind: 'live' }, REAL)).toBe(REAL)
  expect(shownAt(pausedAt(REAL - 0.4), REAL + 5_000)).toBe(REAL)
})

test.each(SPEEDS)('a time at %i times real time is as many seconds further after a second', (speed) => {
  const time = runningFrom(pausedAt(REAL), { speed, stepMs: 0, realMs: REAL + 7_000 })
  expect(shownAt(time, REAL + 7_000)).toBe(REAL)
  expect(shownAt(time, REAL + 8_000)).toBe(REAL + 1_000 * speed)
  // A clock of the computer that is set back does not turn the shown time back.
  expect(shownAt(time, REAL)).toBe(REAL)
})

test('a change of speed goes on from the shown time', () => {
  const slow = runningFrom({ kind: 'live' }, { speed: 60, stepMs: 0, realMs: REAL })
  const fast = runningFrom(slow, { speed: 1_000, stepMs: 0, realMs: REAL + 10_000 })
  expect(shownAt(fast, REAL + 10_000)).toBe(REAL + 600_000)
  expect(shownAt(fast, REAL + 11_000)).toBe(REAL + 1_600_000)
})

test('a time in steps of a minute shows whole minutes after its start', () => {
  const time = runningFrom(pausedAt(REAL), { speed: 60, stepMs: 60_000, realMs: 0 })
  expect([999, 1_000, 2_500].map((ms) => shownAt(time, ms) - REAL)).toEqual([0, 60_000, 120_000])
})

test('the live clock at its own speed stays live, and a paused time runs', () => {
  const start = { speed: 1, stepMs: 0, realMs: REAL } as const
  expect(runningFrom({ kind: 'live' }, start)).toEqual({ kind: 'live' })
  expect(runningFrom(pausedAt(REAL - 1), start).kind).toBe('running')
})

test('nextSpeed() goes through all speeds and stays at the ends', () => {
  expect(SPEEDS.map((speed) => nextSpeed(speed, 1))).toEqual([10, 60, 300, 1_000, 1_000])
  expect(SPEEDS.map((speed) => nextSpeed(speed, -1))).toEqual([1, 1, 10, 60, 300])
})

test('all readers have one shown time, which returns to the clock', () => {
  setShownTime(runningFrom(pausedAt(REAL), { speed: 300, stepMs: 0, realMs: REAL }))
  expect(speedOf(readShownTime())).toBe(300)
  showLive()
  expect([readShownTime(), speedOf(readShownTime())]).toEqual([{ kind: 'live' }, 1])
})
