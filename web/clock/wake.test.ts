import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Browser, openBrowser } from '../ui/testing/browser.ts'
import { onTick } from './clock.ts'
import { onWake } from './wake.ts'

const LOOK_MS = 5_000

let browser: Browser
let woken: number
beforeEach(() => {
  browser = openBrowser()
  vi.useFakeTimers()
  woken = 0
  onWake(() => {
    woken += 1
  })
})
afterEach(() => vi.useRealTimers())

/** Simulates a sleep of the computer: time passes, and no timer runs until the next check. */
function sleep(ms: number): void {
  vi.setSystemTime(Date.now() + ms - LOOK_MS)
  vi.advanceTimersByTime(LOOK_MS)
}

test('a page that checks continuously, or once a minute in the background, has not slept', () => {
  vi.advanceTimersByTime(10 * 60_000)
  sleep(60_000)
  sleep(100_000)
  expect(woken).toBe(0)
})

test('after a sleep of more than 100 s the page wakes once, and its clocks show the time', () => {
  let ticks = 0
  const stop = onTick('fiveMinutes', () => {
    ticks += 1
  })
  sleep(100_001)
  expect([woken, ticks > 0]).toEqual([1, true])
  vi.advanceTimersByTime(LOOK_MS)
  expect(woken).toBe(1)
  stop()
})

test("a page that the browser had frozen wakes at the browser's event, and not again at the next check", () => {
  vi.setSystemTime(Date.now() + 3_600_000)
  browser.tellDocument('resume')
  expect(woken).toBe(1)
  vi.advanceTimersByTime(LOOK_MS)
  expect(woken).toBe(1)
})
