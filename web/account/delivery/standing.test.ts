import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { expect, test } from 'vitest'
import { isUnderWay } from './delivery-query.ts'
import { heldFor, standingOfChannel } from './standing.ts'

const works: Channel = {
  channelId: '1d4a5c7e-0a5b-4c3e-9d52-2f8f3a6d9c01',
  channel: 'webhook',
  target: 'hooks.operator.example/apsis',
  services: ['ca'],
  isConfirmed: true,
  simulatedAt: null,
  confirmationAskedAt: null,
  suspendedAt: null,
  suspendedReason: null,
  lastDeliveredAt: '2026-11-21T02:00:00.000Z',
  lastTriedAt: '2026-11-21T02:00:00.000Z',
  lastResult: 'delivered',
  lastStatus: 202,
  lastAnswer: null,
  lastDurationS: 0.184,
  failures: 0,
  publicKey: null,
  oldSecretEndsAt: null,
}

test('the reason why nothing is sent to a channel has priority over the result of its last try', () => {
  expect(standingOfChannel(works, true)).toBe('works')
  expect(standingOfChannel({ ...works, failures: 2, lastResult: 'http-status' }, true)).toBe('failing')
  expect(standingOfChannel({ ...works, failures: 2, suspendedAt: '2026-11-21T02:00:00.000Z' }, true)).toBe('suspended')
  expect(standingOfChannel({ ...works, isConfirmed: false }, true)).toBe('unconfirmed')
  expect(standingOfChannel({ ...works, lastResult: null }, true)).toBe('testing')
  expect(standingOfChannel({ ...works, lastResult: null }, false)).toBe('unproven')
  // After sending was resumed, nothing has arrived at any receiver yet.
  expect(standingOfChannel({ ...works, lastResult: 'gone' }, false)).toBe('unproven')
  expect(standingOfChannel({ ...works, channel: 'email', lastResult: null }, false)).toBe('confirmed')
})

test('a message that waits for a digest or the end of quiet hours is held, and the page does not read it again and again', () => {
  const waiting = { state: 'waiting', reason: 'digest', tries: 0 } as const
  expect(heldFor(waiting)).toBe('digest')
  expect(heldFor({ ...waiting, reason: 'quiet-hours' })).toBe('quiet-hours')
  expect(heldFor({ ...waiting, reason: null })).toBeUndefined()
  expect(heldFor({ ...waiting, state: 'cancelled' })).toBeUndefined()
  expect(isUnderWay([waiting])).toBe(false)
  expect(isUnderWay([waiting, { ...waiting, reason: null }])).toBe(true)
})
