import { expect, test } from 'vitest'
import { noteRateLimit, pauseBeforeReadingMs } from './rate-limit.ts'

/** Returns the headers of the server: 300 reads per minute, with the number of remaining reads. */
const answer = (remaining: number, policy = 'read') =>
  new Headers({ 'ratelimit-policy': `"${policy}";q=300;w=60`, ratelimit: `"${policy}";r=${remaining};t=12` })

test('there is no pause while half of the rate limit is left; if nothing is left the pause is ten seconds', () => {
  noteRateLimit(answer(300), 0)
  expect(pauseBeforeReadingMs(0)).toBe(0)
  noteRateLimit(answer(150), 0)
  expect(pauseBeforeReadingMs(0)).toBe(0)
  noteRateLimit(answer(75), 0)
  expect(pauseBeforeReadingMs(0)).toBe(5_000)
  noteRateLimit(answer(0), 0)
  expect(pauseBeforeReadingMs(0)).toBe(10_000)
})

test('the refill over time counts: 300 per minute are 5 per second', () => {
  noteRateLimit(answer(0), 1_000)
  expect(pauseBeforeReadingMs(16_000)).toBe(5_000)
  expect(pauseBeforeReadingMs(31_000)).toBe(0)
  expect(pauseBeforeReadingMs(9_000_000)).toBe(0)
})

test('answers of other calls say nothing about reads', () => {
  noteRateLimit(answer(75), 0)
  noteRateLimit(answer(0, 'write'), 0)
  noteRateLimit(new Headers(), 0)
  expect(pauseBeforeReadingMs(0)).toBe(5_000)
})

test('pages that are only watched never exhaust the rate limit, however many are open', () => {
  // The bucket of server/platform/auth/rate-limit.ts: 300 reads, refilled evenly over a minute.
  for (const pages of [1, 3, 10]) {
    let [level, nowMs, least] = [300, 0, 300]
    const next = Array.from({ length: pages }, (_, page) => page * 37)
    while (nowMs < 300_000) {
      nowMs += 50
      level = Math.min(300, level + 0.25)
      for (const [page, atMs] of next.entries()) {
        if (atMs > nowMs) continue
        // One round of reads for the list of events: its rows, their number, alarms, banner and notifications.
        level -= 5
        least = Math.min(least, level)
        noteRateLimit(answer(Math.max(0, Math.floor(level))), nowMs)
        next[page] = nowMs + 150 + pauseBeforeReadingMs(nowMs)
      }
    }
    expect(least, `${pages} pages`).toBeGreaterThan(0)
  }
})
