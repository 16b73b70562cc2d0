import { expect, test } from 'vitest'
import { mayMove, NOTIFICATION_STATES } from './notification.ts'

test('the states ascend as spec §4 lists them', () => {
  expect(NOTIFICATION_STATES).toEqual(['fresh', 'unread', 'read', 'hidden'])
})

test('mayMove() allows staying and every step forward, and no step back', () => {
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
