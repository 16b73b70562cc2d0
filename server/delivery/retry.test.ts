import { expect, test } from 'vitest'
import { HTTP_LIMITS } from './guarded-post.ts'
import { MAIL_LIMITS } from './mail-door.ts'
import { BREAKER_OPEN_S, JITTER, judgeHttp, leftAloneS, nextTryS, SCHEDULE_S, SUSPEND_AFTER_S } from './retry.ts'

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')
const answer = (status: number, rest: { retryAfter?: string; words?: string } = {}) =>
  judgeHttp({ status, retryAfter: rest.retryAfter, words: rest.words }, NOW_MS)

test('a busy receiver is paused until its next try, for a minute at most; a pause that it asks for lasts the full time', () => {
  for (const status of [429, 502, 504]) {
    expect(answer(status)).toEqual({ kind: 'failed', isBusy: true })
    expect([leftAloneS(answer(status), 5), leftAloneS(answer(status), 300)]).toEqual([5, BREAKER_OPEN_S])
    expect(leftAloneS(answer(status), undefined)).toBe(BREAKER_OPEN_S)
    expect(leftAloneS(answer(status, { retryAfter: '600' }), 600)).toBe(600)
    expect(leftAloneS(answer(status, { retryAfter: '0' }), 5)).toBe(5)
  }
  for (const status of [200, 301, 400, 410, 500, 503]) expect(leftAloneS(answer(status), 5)).toBeUndefined()
  expect(leftAloneS(answer(503, { retryAfter: '600' }), 600)).toBe(600)
  expect(leftAloneS(answer(503, { retryAfter: '0' }), 600)).toBeUndefined()
})

test('ten tries are made within 75 h 35 min 5 s, and no more', () => {
  expect(SCHEDULE_S).toHaveLength(10)
  expect(SCHEDULE_S.reduce<number>((sum, wait) => sum + wait, 0)).toBe(75 * 3600 + 35 * 60 + 5)
  expect(nextTryS(9, undefined, 0.5)).toBe(86_400)
  expect(nextTryS(10, undefined, 0.5)).toBeUndefined()
})

test('the schedule and the limits are those of reliability.md §2.6', () => {
  const [minute, hour] = [60, 3_600]
  const waits = [0, 5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
  expect([...SCHEDULE_S]).toEqual(waits)
  expect(JITTER).toBe(0.1)
  expect(SUSPEND_AFTER_S).toBe(5 * 24 * hour)
})

test('the time limits of reliability.md §2.6 apply to every channel over HTTP: connect 5 s, headers 10 s, total 15 s, 64 KiB', () => {
  expect(HTTP_LIMITS).toEqual({ connectMs: 5_000, headersMs: 10_000, totalMs: 15_000, mostBytes: 64 * 1024 })
})

test('the limits of a mail are 5 s to connect, 10 s for the greeting, 15 s of silence, 60 s in total (docs/domain/delivery.md)', () => {
  expect(MAIL_LIMITS).toEqual({ connectMs: 5_000, greetingMs: 10_000, silentMs: 15_000, totalMs: 60_000 })
})

test('every wait is within its jitter, and never shorter than the receiver asks for', () => {
  for (const [tries, base] of SCHEDULE_S.entries()) {
    for (const random of [0, 0.25, 0.999]) {
      const wait = nextTryS(tries, undefined, random) ?? Number.NaN
      expect(Math.abs(wait - base)).toBeLessThanOrEqual(base * JITTER)
      expect(nextTryS(tries, 1_000_000, random)).toBe(1_000_000)
    }
  }
})

test('only 2xx counts as delivered; a redirect is a failure', () => {
  expect(answer(200)).toEqual({ kind: 'delivered' })
  expect(answer(204)).toEqual({ kind: 'delivered' })
  for (const status of [301, 302, 303, 307, 308, 400, 401, 404, 500, 503])
    expect(answer(status)).toEqual({ kind: 'failed' })
})

test('410 suspends a target, and so do Slack’s messages that a webhook no longer works', () => {
  expect(answer(410)).toEqual({ kind: 'gone' })
  expect(answer(404, { words: 'no_service' })).toEqual({ kind: 'gone' })
  expect(answer(410, { words: 'channel_is_archived' })).toEqual({ kind: 'gone' })
  expect(answer(200, { words: 'no_service' })).toEqual({ kind: 'delivered' })
})

test('Retry-After is read as seconds or as a date, and limited to a day', () => {
  expect(answer(429, { retryAfter: '120' })).toEqual({ kind: 'failed', isBusy: true, retryAfterS: 120 })
  expect(answer(503, { retryAfter: 'Fri, 20 Nov 2026 10:05:00 GMT' })).toEqual({ kind: 'failed', retryAfterS: 300 })
  expect(answer(503, { retryAfter: 'Fri, 20 Nov 2020 10:05:00 GMT' })).toEqual({ kind: 'failed', retryAfterS: 0 })
  expect(answer(429, { retryAfter: '999999999' })).toEqual({ kind: 'failed', isBusy: true, retryAfterS: 86_400 })
  expect(answer(429, { retryAfter: 'soon' })).toEqual({ kind: 'failed', isBusy: true })
})
