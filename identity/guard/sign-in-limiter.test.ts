import { expect, test } from 'vitest'
import { addressKey, createLimiter } from './sign-in-limiter.ts'

function clocked(limit = 3, maxKeys?: number) {
  const clock = { now: 1_000_000 }
  const limiter = createLimiter({
    limit,
    windowMs: 60_000,
    blockMs: 60_000,
    maxBlockMs: 300_000,
    now: () => clock.now,
    ...(maxKeys !== undefined && { maxKeys }),
  })
  const acquire = (key = 'a') => limiter.acquire(key)
  const outcome = (key = 'a') => {
    const permit = acquire(key)
    return permit.allowed ? 'ok' : permit.retryAfterS
  }
  return { clock, acquire, outcome }
}

test('createLimiter allows the limit and then returns the waiting time', () => {
  const { outcome } = clocked()
  expect([outcome(), outcome(), outcome(), outcome()]).toEqual(['ok', 'ok', 'ok', 60])
})

test('createLimiter counts each key separately', () => {
  const { outcome } = clocked(1)
  expect([outcome('a'), outcome('b'), outcome('a'), outcome('b')]).toEqual(['ok', 'ok', 60, 60])
})

test('createLimiter starts a new window after the old one', () => {
  const { clock, outcome } = clocked()
  outcome()
  outcome()
  clock.now += 60_000
  expect([outcome(), outcome(), outcome()]).toEqual(['ok', 'ok', 'ok'])
})

test('createLimiter: a block expires, and each further one is twice as long, up to the maximum', () => {
  const { clock, outcome } = clocked(1)
  const blocks: unknown[] = []
  for (let i = 0; i < 5; i++) {
    outcome()
    const block = Number(outcome())
    blocks.push(block)
    clock.now += 30_000
    expect(outcome()).toBe(block - 30)
    clock.now += (block - 30) * 1000
  }
  expect(blocks).toEqual([60, 120, 240, 300, 300])
})

test('createLimiter forgets blocks after a quiet time', () => {
  const { clock, outcome } = clocked(1)
  outcome()
  outcome()
  clock.now += 60_000 + 300_001
  expect([outcome(), outcome()]).toEqual(['ok', 60])
})

test('createLimiter: a refund gives a try back, only once and only in its own window', () => {
  const { clock, acquire, outcome } = clocked(2)
  const first = acquire()
  if (first.allowed) first.refund()
  expect([outcome(), outcome(), outcome()]).toEqual(['ok', 'ok', 60])
  clock.now += 120_000
  const second = acquire()
  clock.now += 60_000
  outcome()
  if (second.allowed) second.refund()
  expect([outcome(), outcome()]).toEqual(['ok', 120])
})

test('createLimiter stores no more keys than its maximum', () => {
  const { outcome } = clocked(1, 2)
  outcome('a')
  outcome('b')
  outcome('c')
  expect(outcome('b')).toBe(60)
  expect(outcome('a')).toBe('ok')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('addressKey of %s is %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('addressKey of a missing address is the same key for all', () => {
  expect(addressKey(undefined)).toBe('unknown')
})
