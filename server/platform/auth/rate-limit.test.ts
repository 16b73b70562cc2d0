import type { Problem } from '@apsis/contract/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { createLimits, limitHeaders, networkOf } from './rate-limit.ts'

const LIMITS = { read: 6, write: 4, anonymous: 5 } as const

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    APSIS_RATE_READ: String(LIMITS.read),
    APSIS_RATE_WRITE: String(LIMITS.write),
    APSIS_RATE_ANONYMOUS: String(LIMITS.anonymous),
  })
})
afterAll(() => api.close())

const who = (subject: string, roles = ['ca:user']) => ({ subject, organisation: 'limits', roles })
const many = (count: number, ask: () => Promise<Response>) => Promise.all(Array.from({ length: count }, ask))
const tally = (responses: readonly Response[]) =>
  Object.fromEntries([...Map.groupBy(responses, ({ status }) => status)].map(([status, list]) => [status, list.length]))

test('a subject may make as many calls as allowed and no more; others are not affected', async () => {
  const responses = await many(LIMITS.read + 5, () => api.call(who('reader'), 'GET /api/v1/ca/userconfig'))
  expect(tally(responses)).toEqual({ 200: LIMITS.read, 429: 5 })
  const left = responses.filter(({ ok }) => ok).map((one) => one.headers.get('ratelimit'))
  expect(left.map((text) => /r=(\d+)/.exec(text ?? '')?.[1]).sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  expect((await api.call(who('other'), 'GET /api/v1/ca/userconfig')).status).toBe(200)
  expect((await api.call(who('reader'), 'DELETE /api/v1/ca/userconfig/reader')).status).toBe(404)
})

test('a call over the limit is answered with the time of the next try, as a problem', async () => {
  const responses = await many(LIMITS.write + 1, () => api.call(who('writer'), 'DELETE /api/v1/ca/userconfig/writer'))
  const late = responses.find(({ status }) => status === 429)!
  expect(late.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  const after = Number(late.headers.get('retry-after'))
  expect(after).toBeGreaterThanOrEqual(1)
  expect(after).toBeLessThanOrEqual(60 / LIMITS.write)
  expect(late.headers.get('ratelimit-policy')).toBe(`"write";q=${LIMITS.write};w=60`)
  expect(late.headers.get('ratelimit')).toBe(`"write";r=0;t=${after}`)
  expect(await bodyOf<Problem>(late)).toMatchObject({ status: 429, error: 'Too Many Requests' })
})

test('a caller who is refused for a missing role uses the rate limit, and cannot fill the record', async () => {
  const nobody = { ...who('nobody', []), organisation: 'refused' }
  const responses = await many(LIMITS.read + 20, () => api.call(nobody, 'GET /api/v1/ca/userconfig'))
  expect(tally(responses)).toEqual({ 403: LIMITS.read, 429: 20 })
  const entries = await api.database.query(
    "select 1 from platform.audit where tenant_id = 'organisation:refused' and outcome = 'refused'",
  )
  expect(entries).toHaveLength(LIMITS.read)
})

test('failed guesses are limited by address, and never block a valid token', async () => {
  const guess = (token: string) =>
    api.call(undefined, 'GET /api/v1/status', { headers: { authorization: `Bearer ${token}` } })
  const responses = await many(LIMITS.anonymous + 5, () => guess('e30.e30.guess'))
  expect(tally(responses)).toEqual({ 401: LIMITS.anonymous, 429: 5 })
  expect((await api.call(undefined, 'GET /api/v1/status')).status).toBe(429)
  expect((await api.call(who('honest'), 'GET /api/v1/status')).status).toBe(200)
})

test('sessions can still be ended from an address with failed guesses, within a rate limit of their own', async () => {
  const response = await api.call(undefined, 'POST /api/v1/session/backchannel-logout', { body: '{}' })
  expect(response.status).toBe(415)
  expect(response.headers.get('ratelimit-policy')).toBe(`"open";q=${LIMITS.read * 10};w=60`)
})

// The following tests need no server, and keep the process busy: a server in it would shed its load.

/** Returns rate limits whose clock the test sets. */
function buckets(processes = 1) {
  let now = 1_800_000_000_000
  const limits = createLimits({ now: () => now, processes: () => processes })
  const take = (limit: number, key = 'ada', policy = 'read') => limits.take(policy, key, limit)
  const granted = (count: number, limit: number, key?: string) =>
    Array.from({ length: count }, () => take(limit, key)).filter((one) => one.granted).length
  return { take, granted, pass: (seconds: number) => (now += seconds * 1000) }
}

test('createLimits() allows exactly the limit at once, and no call more', () => {
  const { granted } = buckets()
  expect(granted(1_000, 300)).toBe(300)
})

test('createLimits() fills evenly over a minute, and never above the limit', () => {
  const { granted, pass } = buckets()
  expect(granted(100, 60)).toBe(60)
  pass(0.999)
  expect(granted(10, 60)).toBe(0)
  pass(0.001)
  expect(granted(10, 60)).toBe(1)
  pass(30)
  expect(granted(100, 60)).toBe(30)
  pass(86_400)
  expect(granted(1_000, 60)).toBe(60)
})

test('createLimits() keeps the limit over any time: 10 minutes of calls get the initial amount and ten more', () => {
  const { granted, pass } = buckets()
  let total = 0
  for (let second = 0; second < 600; second++) {
    total += granted(10, 60)
    pass(1)
  }
  // The last second has passed, but its calls were not made any more.
  expect(total).toBe(60 + 599)
})

test('createLimits() returns the time of the next allowed call and of the full rate limit', () => {
  const { take, pass } = buckets()
  expect(take(3)).toEqual({ granted: true, limit: 3, remaining: 2, resetS: 20 })
  expect(take(3)).toEqual({ granted: true, limit: 3, remaining: 1, resetS: 40 })
  expect(take(3)).toEqual({ granted: true, limit: 3, remaining: 0, resetS: 60 })
  expect(take(3)).toEqual({ granted: false, limit: 3, remaining: 0, resetS: 20 })
  pass(19.5)
  expect(take(3)).toEqual({ granted: false, limit: 3, remaining: 0, resetS: 1 })
  pass(0.5)
  expect(take(3)).toMatchObject({ granted: true })
})

test('createLimits() counts keys and policies separately', () => {
  const { granted, take } = buckets()
  expect(granted(10, 5, 'ada')).toBe(5)
  expect(granted(10, 5, 'ben')).toBe(5)
  expect(take(5, 'ada', 'write').granted).toBe(true)
  expect(take(5, 'ada').granted).toBe(false)
})

test.each([
  [1, 300],
  [2, 150],
  [3, 100],
  [7, 43],
  [1_000, 1],
])('createLimits() of %i processes grants %i of 300 calls in each process', (processes, share) => {
  expect(buckets(processes).granted(1_000, 300)).toBe(share)
})

test('createLimits() survives a clock that is set back, and then allows no extra calls', () => {
  const { granted, pass } = buckets()
  expect(granted(60, 60)).toBe(60)
  pass(-3_600)
  expect(granted(10, 60)).toBe(0)
  pass(10)
  expect(granted(100, 60)).toBe(10)
})

test('createLimits() drops the least recently used key when a flood of keys comes', () => {
  const { granted, take } = buckets()
  expect(granted(2, 1, 'victim')).toBe(1)
  expect(granted(2, 1, 'attacker')).toBe(1)
  for (let n = 0; n < 99_999; n++) {
    take(1, `flood-${n}`)
    if (n % 1_000 === 0) expect(take(1, 'attacker').granted).toBe(false)
  }
  expect(take(1, 'victim').granted).toBe(true)
  expect(take(1, 'attacker').granted).toBe(false)
})

test('limitHeaders() writes the fields of the RateLimit draft', () => {
  const one = { limit: 300, remaining: 12, resetS: 7 }
  const told = { 'ratelimit-policy': '"read";q=300;w=60', ratelimit: '"read";r=12;t=7' }
  expect(limitHeaders('read', { ...one, granted: true })).toEqual(told)
  expect(limitHeaders('read', { ...one, granted: false })).toEqual({ ...told, 'retry-after': '7' })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
])('networkOf(%s) is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
