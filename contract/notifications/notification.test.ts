import { expect, test } from 'vitest'
import { noticeTypeOf } from './notice-type.ts'
import { mayMove, NOTIFICATION_STATES, Notification } from './notification.ts'

test('the states are in the ascending order of spec §4', () => {
  expect(NOTIFICATION_STATES).toEqual(['fresh', 'unread', 'read', 'hidden'])
})

test('mayMove() allows staying in a state and every step forward, and no step back', () => {
  const allowed = NOTIFICATION_STATES.flatMap((from) =>
    NOTIFICATION_STATES.filter((to) => mayMove(from, to)).map((to) => `${from}>${to}`),
  )
  expect(allowed).toEqual([
    'fresh>fresh',
    'fresh>unread',
    'fresh>read',
    'fresh>hidden',
    'unread>unread',
    'unread>read',
    'unread>hidden',
    'read>read',
    'read>hidden',
    'hidden>hidden',
  ])
})

test('the code of a notification is like an HTTP status, up to 599 (RFC 9110, 15), or 0 if there is none', () => {
  const fits = (code: number) => Notification.shape.code.safeParse(code).success
  expect([0, 200, 599].map(fits)).toEqual([true, true, true])
  expect([-1, 1.5, 600].map(fits)).toEqual([false, false, false])
})

test('notices about observation requests have their own type, by which rules choose them', () => {
  expect(noticeTypeOf('observation-status', 'odt')).toBe('tracking')
  expect(noticeTypeOf('observation-overdue', 'odt')).toBe('tracking')
  expect(noticeTypeOf('channel-suspended', 'everybody')).toBe('account')
})
