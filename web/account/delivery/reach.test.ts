import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { NoticeRule } from '@apsis/contract/notifications/rule.ts'
import { expect, test } from 'vitest'
import { reachOf } from './reach.ts'
import { isProven, STANDINGS, standingOfChannel } from './standing.ts'

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
const ANY = { hasCa: true, rules: [], underTest: new Set<string>() }
const suspended = channel('slack', { suspendedAt: '2026-11-20T05:41:00.000Z', suspendedReason: 'gone' })
const failing = channel('webhook', { failures: 2, lastResult: 'http-status' })
const works = channel('email', { lastResult: 'delivered' })

/** Generates every state that the server can return for a channel: three hundred of each kind. */
function* allStates() {
  for (const kind of ['email', 'msteams', 'slack', 'webhook', 'phone'] as const)
    for (const isConfirmed of [true, false])
      for (const suspendedAt of [null, '2026-11-20T05:41:00.000Z'])
        for (const failures of [0, 1, 7])
          for (const lastResult of [null, 'delivered', 'not-https', 'http-status', 'gone'] as const)
            for (const isUnderTest of [false, true])
              yield { isUnderTest, channel: channel(kind, { isConfirmed, suspendedAt, failures, lastResult }) }
}

test('no channel is promised unless something has arrived there, or the owner of the mailbox has confirmed it', () => {
  const seen = new Set<string>()
  for (const { channel: one, isUnderTest } of allStates()) {
    const { by, unproven } = reachOf([one], {
      ...ANY,
      underTest: new Set(isUnderTest ? [one.channelId] : []),
    })
    const hasArrived = one.lastResult === 'delivered' || (one.channel === 'email' && one.lastResult === null)
    const mayPromise = one.isConfirmed && one.suspendedAt === null && one.failures === 0 && hasArrived
    expect(by, JSON.stringify(one)).toEqual(mayPromise && one.channel !== 'phone' ? [one.channel] : [])
    // A channel that is promised is not also named as unproven.
    expect(by.filter((kind) => unproven.includes(kind))).toEqual([])
    const standing = standingOfChannel(one, isUnderTest)
    seen.add(standing)
    if (one.channel !== 'phone') expect(isProven(standing)).toBe(mayPromise)
  }
  expect([...seen].sort()).toEqual([...STANDINGS].sort())
})

test('a channel that was saved and never answered is named as unproven, and so is its test', () => {
  const two = [channel('msteams'), channel('webhook', { channelId: 'b' })]
  expect(reachOf(two, ANY)).toMatchObject({ by: [], unproven: ['msteams', 'webhook'], isUnderTest: false })
  expect(reachOf(two, { ...ANY, underTest: new Set(['b']) })).toMatchObject({ by: [], isUnderTest: true })
})

test('if a rule sends only to an unproven channel, a working channel that it does not name is no promise', () => {
  const rule = { types: [], leastLevel: 'ok', satellites: [], statuses: [], way: 'now', channels: ['slack'] } as const
  const rules = [rule as never]
  expect(reachOf([works, channel('slack')], { ...ANY, rules })).toMatchObject({ by: [], unproven: ['slack'] })
  const failingSlack = channel('slack', { failures: 2, lastResult: 'http-status' })
  expect(reachOf([works, failingSlack], { ...ANY, rules })).toMatchObject({ by: [], unproven: [], failing: ['slack'] })
})

test('a person is reached by the channels that work, each kind once', () => {
  const teams = channel('msteams', { lastResult: 'delivered' })
  expect(reachOf([works, channel('email'), teams, suspended, failing], ANY).by).toEqual(['email', 'msteams'])
})

test('an address that nobody has confirmed, and a telephone, reach nobody', () => {
  expect(
    reachOf([channel('email', { isConfirmed: false }), channel('phone', { lastResult: 'delivered' })], ANY),
  ).toEqual({
    by: [],
    unproven: [],
    isUnderTest: false,
    failing: [],
    worst: undefined,
  })
})

test('a suspended channel is named before one that fails', () => {
  expect(reachOf([failing, suspended], ANY).worst).toBe(suspended)
  expect(reachOf([works, failing], ANY).worst).toBe(failing)
})

test('a channel of another service does not deliver critical notices of collision avoidance', () => {
  const tracking = channel('email', { services: ['odt'] })
  expect(reachOf([tracking, channel('slack', { lastResult: 'delivered' })], ANY).by).toEqual(['slack'])
  expect(reachOf([tracking], ANY).by).toEqual([])
  expect(reachOf([tracking], { ...ANY, hasCa: false }).by).toEqual(['email'])
})

test('a channel that a rule leaves out is not used, unless those that it names do not work', () => {
  const rule = (changes: Partial<NoticeRule>): NoticeRule => ({
    types: [],
    leastLevel: 'ok',
    satellites: [],
    statuses: [],
    way: 'now',
    channels: ['slack'],
    ...changes,
  })
  const slack = channel('slack', { lastResult: 'delivered' })
  const by = (...rules: NoticeRule[]) => reachOf([works, slack], { ...ANY, rules }).by
  expect(by(rule({}))).toEqual(['slack'])
  expect(by(rule({ channels: ['msteams'] }))).toEqual(['email', 'slack'])
  for (const other of [{ types: ['watch'] }, { satellites: ['a'] }, { statuses: ['FAILED'] }, { way: 'never' }])
    expect(by(rule(other as Partial<NoticeRule>))).toEqual(['email', 'slack'])
})
