import { NOTIFICATION_STATES, type Notification } from '@apsis/contract/notifications/notification.ts'
import { expect, test } from 'vitest'
import { dueForUnread, moved, unreadCount } from './move.ts'

function notification(id: string, state: Notification['state']): Notification {
  return { id, code: 200, title: 'Welcome', message: '', status: '2xx', timestamp: '2026-11-20T07:00:00.000Z', state }
}

test('moved takes steps forward and leaves steps back as they are', () => {
  for (const [i, from] of NOTIFICATION_STATES.entries())
    for (const [j, to] of NOTIFICATION_STATES.entries()) {
      const expected = NOTIFICATION_STATES[Math.max(i, j)]!
      const after = moved([notification('a', from)], [{ id: 'a', state: to }])
      expect(after.map((one) => one.state)).toEqual(expected === 'hidden' ? [] : [expected])
    }
})

test('moved touches only what is named', () => {
  const list = [notification('a', 'fresh'), notification('b', 'fresh')]
  expect(moved(list, [{ id: 'b', state: 'read' }]).map((one) => one.state)).toEqual(['fresh', 'read'])
})

test('unreadCount counts those below read', () => {
  expect(unreadCount(NOTIFICATION_STATES.map((state, i) => notification(String(i), state)))).toBe(2)
})

test('dueForUnread waits 12 seconds from when each was first there', () => {
  const seen = new Map<string, number>()
  const first = notification('a', 'fresh')
  const second = notification('b', 'fresh')
  expect(dueForUnread([first], seen, 1_000)).toEqual([])
  expect(dueForUnread([first, second], seen, 12_999)).toEqual([])
  expect(dueForUnread([first, second], seen, 13_000)).toEqual(['a'])
  expect(dueForUnread([{ ...first, state: 'unread' }, second], seen, 24_999)).toEqual(['b'])
})

test('dueForUnread starts anew for one that was away', () => {
  const seen = new Map<string, number>()
  dueForUnread([notification('a', 'fresh')], seen, 0)
  dueForUnread([], seen, 6_000)
  expect(dueForUnread([notification('a', 'fresh')], seen, 13_000)).toEqual([])
})
