import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADDRESS_HEADER, DEMO, startTestIdentity, type TestIdentity } from '../testing/test-identity.ts'
import { createVisitor } from '../testing/visitor.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
// Every test begins with new limits: an hour is longer than any block.
beforeEach(() => {
  identity.clock.now += 3_600_000
})
afterAll(() => identity.close())

type Visitor = ReturnType<typeof createVisitor>
const from = (address: string) => ({ [ADDRESS_HEADER]: address })

/** Makes one try at the sign-in page, from an address; returns the status of the answer. */
async function attempt(visitor: Visitor, address: string, user: { username: string; password: string }) {
  const answer = await visitor.post(await visitor.openLogin(), user, from(address))
  return answer.status
}
const guess = (visitor: Visitor, address: string) => attempt(visitor, address, { ...DEMO, password: 'wrong' })

/** Ends the session of the browser as if it were closed; the known-browser cookie stays. */
function endSession({ cookies }: Visitor): void {
  for (const key of cookies.keys()) if (key.includes('PLATFORM_IDENTITY')) cookies.delete(key)
}

/** Makes wrong guesses for the demo user, each from a new browser; `addressOf` returns their addresses. */
async function strangers(count: number, addressOf: (i: number) => string): Promise<number[]> {
  const visitor = createVisitor(identity)
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push(await guess(visitor, addressOf(i)))
  return statuses
}

test('a stranger who guesses from one network blocks nobody in another network', async () => {
  const statuses = await strangers(12, () => '203.0.113.5')
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
  expect(await attempt(createVisitor(identity), '198.51.100.7', DEMO)).toBe(303)
})

test('strangers who guess from many networks are blocked, but the owner at a known browser is not', async () => {
  const owner = createVisitor(identity)
  expect(await attempt(owner, '198.51.100.7', DEMO)).toBe(303)
  const statuses = await strangers(32, (i) => `203.0.113.${i}`)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 403), 429, 429])
  expect(await attempt(createVisitor(identity), '192.0.2.9', DEMO)).toBe(429)
  endSession(owner)
  expect(await attempt(owner, '203.0.113.1', DEMO)).toBe(303)
  identity.clock.now += 60_000
  expect(await attempt(createVisitor(identity), '192.0.2.9', DEMO)).toBe(303)
})

test('a known browser has ten tries a minute, only for its own user', async () => {
  const browser = createVisitor(identity)
  expect(await attempt(browser, '198.51.100.7', DEMO)).toBe(303)
  endSession(browser)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push(await guess(browser, '198.51.100.7'))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  // None of the owner's tries was counted for the name or the address.
  expect(await attempt(createVisitor(identity), '198.51.100.7', DEMO)).toBe(303)
  const others: number[] = []
  for (let i = 0; i < 21; i++)
    others.push(await attempt(browser, '198.51.100.8', { username: `nobody-${i}`, password: 'wrong' }))
  expect(others.at(-1)).toBe(429)
})

test('a forged cookie does not make a browser known', async () => {
  const owner = createVisitor(identity)
  await attempt(owner, '198.51.100.7', DEMO)
  const [name = ''] = [...owner.cookies.keys()].filter((key) => /KNOWN_[\w-]+ /.test(key))
  expect(name).toContain('/login-actions')
  const forger = createVisitor(identity)
  const own = owner.cookies.get(name)
  if (own === undefined) throw new Error('the owner has no cookie')
  forger.cookies.set(name, { ...own, value: `${identity.clock.now}.${'A'.repeat(22)}` })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push(await guess(forger, '203.0.113.77'))
  expect(statuses.at(-1)).toBe(429)
  expect(await attempt(owner, '203.0.113.77', DEMO)).toBe(303)
})
