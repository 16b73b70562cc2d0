import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Browser, openBrowser } from '../ui/testing/browser.ts'
import { comeBack, openSite, type Site } from './testing/site.ts'

let site: Site
let browser: Browser
let page: typeof import('./session.ts')

beforeEach(async () => {
  site = await openSite()
  browser = openBrowser(site.origin)
  // Each test starts with a newly loaded page.
  vi.resetModules()
  page = await import('./session.ts')
})
afterEach(async () => {
  vi.useRealTimers()
  await site.close()
})

async function openSignedIn(): Promise<void> {
  comeBack(browser, site)
  await page.openSession()
  expect(page.getSession().status).toBe('signed-in')
}

/** From now on the test controls the timers; the network works as before. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

test('a user who returns from the provider with a code is signed in, and the address is as before', async () => {
  const heard: string[] = []
  const leave = page.onSession(() => heard.push(page.getSession().status))
  expect([page.getSession().status, page.isSignedIn(), await page.bearerToken()]).toEqual([
    'starting',
    false,
    undefined,
  ])
  comeBack(browser, site)
  // Two simultaneous calls open only one session.
  await Promise.all([page.openSession(), page.openSession()])
  expect(page.getSession()).toMatchObject({ status: 'signed-in', who: { subject: 'ann-1', userName: 'ann' } })
  expect(heard).toEqual(['starting', 'signed-in'])
  expect([page.isSignedIn(), page.sessionSignal().aborted, site.grants]).toEqual([true, false, ['authorization_code']])
  expect(new URL(browser.location.href).hash).toBe('')
  leave()
})

test('if nobody is signed in at the provider the page is signed out, and has no token', async () => {
  comeBack(browser, site, false)
  await page.openSession()
  expect(page.getSession()).toMatchObject({ status: 'signed-out', recovered: false })
  expect([page.isSignedIn(), await page.bearerToken(), await page.renewAfterRefusal()]).toEqual([
    false,
    undefined,
    false,
  ])
  expect([site.grants, page.sessionEndsAt()]).toEqual([[], undefined])
})

test('the part of the address after #, stored on the way to the provider, is restored', async () => {
  browser.sessionStorage.setItem('apsis-place', JSON.stringify(['/', '#plot']))
  await openSignedIn()
  expect(new URL(browser.location.href).hash).toBe('#plot')
})

test('a token that is valid for half a minute is used, and one that is valid for less is renewed first', async () => {
  site.does.tokenS = 40
  await openSignedIn()
  const first = await page.bearerToken()
  expect([await page.bearerToken(), site.grants.length]).toEqual([first, 1])
  site.does.tokenS = 20
  await page.staySignedIn()
  site.does.tokenS = 40
  const third = await page.bearerToken()
  expect([typeof third, third === first]).toEqual(['string', false])
  expect(site.grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
})

test('while the provider cannot work a valid token is still used, and the session continues', async () => {
  site.does.tokenS = 20
  await openSignedIn()
  site.does.tokenStatus = 503
  expect(await page.bearerToken()).toEqual(expect.any(String))
  expect(await page.renewAfterRefusal()).toBe(false)
  expect([page.isSignedIn(), page.getSession().status]).toEqual([true, 'signed-in'])
})

test('an expired token is not used, although the session continues while the provider cannot work', async () => {
  site.does.tokenS = -1
  await openSignedIn()
  site.does.tokenStatus = 503
  expect(await page.bearerToken()).toBeUndefined()
  expect(page.isSignedIn()).toBe(true)
})

test('renewAfterRefusal() gets another token, and returns true', async () => {
  await openSignedIn()
  const before = await page.bearerToken()
  expect(await page.renewAfterRefusal()).toBe(true)
  expect(await page.bearerToken()).not.toBe(before)
  expect(site.grants).toEqual(['authorization_code', 'refresh_token'])
})

test('the end of a session at the provider is announced at once, and five seconds later the page is signed out', async () => {
  await openSignedIn()
  const signal = page.sessionSignal()
  holdTime()
  site.does.tokenStatus = 400
  expect(await page.renewAfterRefusal()).toBe(false)
  expect(page.getSession()).toMatchObject({ status: 'signed-in', isEnding: true })
  expect([page.isSignedIn(), signal.aborted, await page.bearerToken()]).toEqual([false, true, undefined])
  vi.advanceTimersByTime(4_999)
  expect(page.getSession().status).toBe('signed-in')
  vi.advanceTimersByTime(1)
  expect(page.getSession()).toMatchObject({ status: 'signed-out', recovered: false })
  await expect.poll(() => browser.visits).toEqual(['reload'])
})

test('if neither the site nor the provider answers, the session is not ended', async () => {
  await openSignedIn()
  Object.assign(site.does, { tokenStatus: 400, siteStatus: 0, providerStatus: 0 })
  expect(await page.renewAfterRefusal()).toBe(false)
  expect([page.isSignedIn(), page.getSession().status]).toEqual([true, 'signed-in'])
})

test('if the provider is away while the site answers, the page waits for it, and opens again by itself', async () => {
  await openSignedIn()
  holdTime()
  Object.assign(site.does, { tokenStatus: 503, providerStatus: 0 })
  expect(await page.renewAfterRefusal()).toBe(false)
  expect(page.getSession()).toMatchObject({
    status: 'unreachable',
    reach: { site: true, provider: false, api: true, trying: false },
  })
  expect([page.isSignedIn(), page.sessionSignal().aborted]).toEqual([false, true])
  Object.assign(site.does, { tokenStatus: 200, providerStatus: 200 })
  comeBack(browser, site)
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => page.getSession().status).toBe('signed-in')
  expect([page.isSignedIn(), page.sessionSignal().aborted]).toEqual([true, false])
})

test('a page that waits for its provider has no token, and requests none', async () => {
  site.does.tokenS = 20
  await openSignedIn()
  holdTime()
  Object.assign(site.does, { tokenStatus: 503, providerStatus: 0 })
  await page.renewAfterRefusal()
  expect(page.getSession().status).toBe('unreachable')
  const asked = site.grants.length
  expect([await page.bearerToken(), site.grants.length]).toEqual([undefined, asked])
})

test('a provider that is away at the start is asked again after 5 s, then 10 s; afterwards waiting code can continue', async () => {
  holdTime()
  site.does.providerStatus = 503
  comeBack(browser, site, false)
  await page.openSession()
  const seen = page.getSession()
  if (seen.status !== 'unreachable') throw new Error(seen.status)
  expect(seen.reach).toMatchObject({ site: true, provider: false, api: true, trying: false })
  expect(seen.reach.nextTryAt - seen.reach.triedAt).toBe(5_000)
  const heard: boolean[] = []
  page.onSession(() => {
    const now = page.getSession()
    if (now.status === 'unreachable') heard.push(now.reach.trying)
  })
  vi.advanceTimersByTime(4_999)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  // A try that is running is announced, also with the settings that it has read.
  await expect.poll(() => heard).toEqual([true, true, false])
  const again = page.getSession()
  expect(again.status === 'unreachable' && again.reach.nextTryAt - again.reach.triedAt).toBe(10_000)
  site.does.providerStatus = 200
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => page.getSession()).toMatchObject({ status: 'signed-out', recovered: true })
})

test('if a site does not name its provider, the state of the provider is undefined', async () => {
  holdTime()
  site.does.siteStatus = 500
  site.does.api = (_call, response) => void response.writeHead(503).end()
  await page.openSession()
  expect(page.getSession()).toMatchObject({
    status: 'unreachable',
    reach: { site: false, provider: undefined, api: false },
  })
})

test('signIn() and signOut() go to the provider and come back, and a failure meanwhile does not end the session', async () => {
  await openSignedIn()
  browser.location.href = `${site.origin}/ca/conjunctions?level=high#row`
  void page.signIn()
  await expect.poll(() => browser.visits.length).toBe(1)
  const [login = ''] = browser.visits
  expect(login.startsWith(`${site.origin}/auth/realms/test/protocol/openid-connect/auth?`)).toBe(true)
  expect(new URL(login).searchParams.get('redirect_uri')).toBe(`${site.origin}/ca/conjunctions?level=high`)
  expect(browser.sessionStorage.getItem('apsis-place')).toContain('#row')
  await page.signOut()
  const logout = new URL(browser.visits[1] ?? '')
  expect([logout.pathname, logout.searchParams.get('post_logout_redirect_uri')]).toEqual([
    '/auth/realms/test/protocol/openid-connect/logout',
    `${site.origin}/`,
  ])
  site.does.tokenStatus = 400
  await page.renewAfterRefusal()
  expect(page.getSession()).not.toHaveProperty('isEnding')
})

test('signOut() of a page that has never reached the provider opens the start page', async () => {
  await page.signOut()
  expect(browser.visits).toEqual(['/'])
})

test('the account is managed at the provider, and the session ends when its refresh token does', async () => {
  expect(page.accountAddress()).toBeUndefined()
  await openSignedIn()
  expect(page.accountAddress()?.startsWith(`${site.origin}/auth/realms/test/account?`)).toBe(true)
  // The provider issued it for an hour, and its clock is this machine's; both have full seconds.
  const leftMs = (page.sessionEndsAt() ?? 0) - Date.now()
  expect(leftMs).toBeGreaterThan(3_590_000)
  expect(leftMs).toBeLessThanOrEqual(3_601_000)
})
