import { expect, test } from 'vitest'
import { type Notice, noticeOf } from './notice.ts'
import { dueAt, STOPPED, shownMs, started, stopped } from './shown-clock.ts'

const fresh = (id: string): Notice => noticeOf({ code: 200, message: '' }, { id, at: 0 })

test('the shown clock runs only between start and stop', () => {
  const running = started(STOPPED, 1_000)
  expect(shownMs(running, 4_000)).toBe(3_000)
  expect(started(running, 2_000)).toBe(running)
  const held = stopped(running, 5_000)
  expect(shownMs(held, 60_000)).toBe(4_000)
  expect(shownMs(started(held, 100_000), 101_000)).toBe(5_000)
})

test('dueAt returns a notice after it was shown for 12 seconds, and the time until the next one is due', () => {
  const seen = new Map<string, number>()
  expect(dueAt([fresh('a')], seen, 1_000)).toEqual({ ids: [], nextInMs: 12_000 })
  expect(dueAt([fresh('a'), fresh('b')], seen, 12_999)).toEqual({ ids: [], nextInMs: 1 })
  expect(dueAt([fresh('a'), fresh('b')], seen, 13_000)).toEqual({ ids: ['a'], nextInMs: 11_999 })
  expect(dueAt([{ ...fresh('a'), state: 'unread' }, fresh('b')], seen, 24_999)).toEqual({
    ids: ['b'],
    nextInMs: undefined,
  })
})

test('dueAt starts again for a notice that had disappeared', () => {
  const seen = new Map<string, number>()
  dueAt([fresh('a')], seen, 0)
  dueAt([], seen, 6_000)
  expect(dueAt([fresh('a')], seen, 13_000).ids).toEqual([])
})
