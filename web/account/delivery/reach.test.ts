import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { reachOf } from './reach.ts'

const channel = (channel: Channel['channel'], changes: Partial<Channel> = {}): Channel => ({
  channelId: '1d4a5c7e-0a5b-4c3e-9d52-2f8f3a6d9c01',
  channel,
  target: 't',
  services: ['ca'],
  isConfirmed: true,
  simulatedAt: null,
  confirmationAskedAt: null,
  suspendedAt: null,
  suspendedReason: null,
  lastDeliveredAt: null,
  lastTriedAt: null,
  lastResult: null,
  lastStatus: null,
  lastAnswer: null,
  lastDurationS: null,
  failures: 0,
  publicKey: null,
  oldSecretEndsAt: null,
  ...changes,
})
const ANY = { hasCa: true, rules: [] }
const suspended = channel('slack', { suspendedAt: '2026-11-20T05:41:00.000Z', suspendedReason: 'gone' })
const failing = channel('webhook', { failures: 2, lastResult: 'http-status' })
const works = channel('email', { lastResult: 'delivered' })

test('a person is reached by what works or was not tried yet, each kind once', () => {
  expect(reachOf([works, channel('email'), channel('msteams'), suspended, failing], ANY).by).toEqual([
    'email',
    'msteams',
  ])
})

test('an address that nobody has confirmed and a telephone reach nobody', () => {
  expect(
    reachOf([channel('email', { isConfirmed: false }), channel('phone', { lastResult: 'delivered' })], ANY),
  ).toEqual({
    by: [],
    failing: [],
    worst: undefined,
  })
})

test('what is suspended is named before what fails', () => {
  expect(reachOf([failing, suspended], ANY).worst).toBe(suspended)
  expect(reachOf([works, failing], ANY).worst).toBe(failing)
})

test('a channel of another service reaches nobody with what is critical in collision avoidance', () => {
  const tracking = channel('email', { services: ['odt'] })
  expect(reachOf([tracking, channel('slack')], ANY).by).toEqual(['slack'])
  expect(reachOf([tracking], ANY).by).toEqual([])
  expect(reachOf([tracking], { hasCa: false, rules: [] }).by).toEqual(['email'])
})

test('a channel that a rule leaves out is left out, unless those that it names do not work', () => {
  const rule = (changes: Partial<NoticeRule>): NoticeRule => ({
    types: [],
    leastLevel: 'ok',
    satellites: [],
    statuses: [],
    way: 'now',
    channels: ['slack'],
    ...changes,
  })
  const by = (...rules: NoticeRule[]) => reachOf([works, channel('slack')], { hasCa: true, rules }).by
  expect(by(rule({}))).toEqual(['slack'])
  expect(by(rule({ channels: ['msteams'] }))).toEqual(['email', 'slack'])
  for (const other of [{ types: ['watch'] }, { satellites: ['a'] }, { statuses: ['FAILED'] }, { way: 'never' }])
    expect(by(rule(other as Partial<NoticeRule>))).toEqual(['email', 'slack'])
})
