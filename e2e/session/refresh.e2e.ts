import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { ADDRESS, answered, enter, newVisitor, pane, seen, signedIn, signIn, useBrowser } from '../visitor.ts'

useBrowser()

const demo = account('demo')
const TOKEN_ADDRESS = '**/protocol/openid-connect/token'

function isRefresh(request: Request): boolean {
  return request.postData()?.includes('grant_type=refresh_token') ?? false
}

/** Makes the page believe that the token is about to expire. */
async function letTokenAge(page: Page): Promise<void> {
  await page.clock.fastForward('04:45')
}

async function refuseRefresh(page: Page): Promise<void> {
  await page.route(TOKEN_ADDRESS, (route) =>
    isRefresh(route.request())
      ? route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' })
      : route.continue(),
  )
}

test('a token that is about to expire is renewed once, however many calls wait for it', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const following = visitor.waitForEvent('response', (response) => response.url() === `${ADDRESS}/api/v1/events`)
  const page = await signIn(visitor, demo, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await following
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (isRefresh(request)) refreshes.push(request.url())
  })
  const renewed = page.waitForResponse((response) => isRefresh(response.request()))
  const reads = ['/api/v1/status', '/api/v1/events'].map((path) =>
    page.waitForResponse((response) => response.url() === `${ADDRESS}${path}`),
  )
  await letTokenAge(page)
  expect((await renewed).status()).toBe(200)
  expect((await Promise.all(reads)).map((response) => response.status())).toEqual([200, 200])
  expect(refreshes).toHaveLength(1)
})

test('a token that cannot be renewed leads to the sign-in page, at most once a minute', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, demo, '/services?sidebar=profile')
  await refuseRefresh(page)
  await visitor.clearCookies()
  await letTokenAge(page)
  await enter(page, demo)
  await seen(signedIn(page, demo))
  expect(page.url()).toBe(`${ADDRESS}/services?sidebar=profile`)

  // Stores a reload for this reason just before the time to which the page's clock now jumps.
  await page.evaluate(() => sessionStorage.setItem('apsis-reloaded-at', String(Date.now() + 285_000)))
  await letTokenAge(page)
  await seen(page.getByRole('heading', { name: 'You are signed out' }))
  await seen(page.getByRole('contentinfo').getByText('Not authenticated'))
  await page.unroute(TOKEN_ADDRESS)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await seen(signedIn(page, demo))
})

test('a provider that cannot work for a moment logs nobody out: the page waits, and continues by itself', async () => {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, demo, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await answered(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  let refused = 0
  await page.route(TOKEN_ADDRESS, (route) => {
    if (!isRefresh(route.request())) return route.continue()
    refused += 1
    return route.fulfill({ status: 503, contentType: 'text/plain', body: 'The database is away.' })
  })
  // The token has expired, and the page asks the provider more than once.
  await page.clock.fastForward('05:05')
  await seen(page.getByRole('status').filter({ hasText: 'the server answers only in part' }))
  await expect.poll(() => refused).toBeGreaterThan(1)
  await seen(signedIn(page, demo))
  expect(await pane(page, 'New notifications').getByRole('listitem').filter({ hasText: '501' }).count()).toBe(0)

  await page.unroute(TOKEN_ADDRESS)
  await seen(page.getByRole('contentinfo').getByText('Up to date', { exact: true }))
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'only in part' }).count()).toBe(0)
  await seen(signedIn(page, demo))
  expect(loads).toBe(0)
})
