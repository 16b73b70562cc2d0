import { expect, test } from 'vitest'
import { eventOf, reconnectDelayMs } from './events.ts'

test('eventOf makes an event of id, kind and data', () => {
  expect(eventOf({ id: '12', event: 'notification', data: '{"id":"x"}' })).toEqual({
    id: '12',
    type: 'notification',
    data: { id: 'x' },
  })
})

test('eventOf passes over kinds, ids and data that it does not know', () => {
  expect(eventOf({ id: '12', event: 'conjunction-from-the-future', data: '{}' })).toBeUndefined()
  expect(eventOf({ id: 'twelve', event: 'notification', data: '{}' })).toBeUndefined()
  expect(eventOf({ id: '12', event: 'notification', data: 'not json' })).toBeUndefined()
})

test('reconnectDelayMs doubles up to half a minute, and spreads by a fifth', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map((failures) => reconnectDelayMs(failures, 0))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(reconnectDelayMs(0, 1)).toBe(800)
})
