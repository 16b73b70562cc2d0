import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { answered, newVisitor, pane, seen, signedIn, signIn, useBrowser } from '../visitor.ts'
import { list, stopClock, toasts } from './notices.ts'

useBrowser()

const who = account('demo-tracking')

const unauthenticated = (page: Page) => toasts(page).filter({ hasText: '501 Unauthenticated' })

/** Signs in, stops the clock, and lets the token expire while it cannot be renewed: the page reports it. */
async function pageWhoseTokenRanOut(reloadedAlready: boolean): Promise<Page> {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, who, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await answered(page)
  await page.clock.fastForward(12_000)
  await expect.poll(() => toasts(page).count()).toBe(0)
  await page.route('**/protocol/openid-connect/token', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' }),
  )
  if (reloadedAlready)
    await page.evaluate(() => sessionStorage.setItem('apsis-reloaded-at', String(Date.now() + 285_000)))
  await stopClock(page, 285_000)
  await seen(unauthenticated(page))
  // Cookies are cleared only now: the adapter checks every five seconds if the provider's session still exists, and an ended session is
  // reported differently from an expired authentication.
  await visitor.clearCookies()
  return page
}

test('authentication that ran out is said once, and 5 seconds later the user is logged out', async () => {
  const page = await pageWhoseTokenRanOut(false)
  await seen(unauthenticated(page).getByText('Authentication ran out, logging you out.'))
  await expect.poll(() => toasts(page).count()).toBe(1)
  await page.clock.runFor(4_900)
  await seen(signedIn(page, who))
  await expect.poll(() => toasts(page).count()).toBe(1)
  await page.clock.runFor(200)
  await seen(page.getByRole('button', { name: 'Sign in' }))
})

test('a page that is signed out raises no more notices', async () => {
  const page = await pageWhoseTokenRanOut(true)
  await page.clock.runFor(5_100)
  await seen(page.getByRole('heading', { name: 'You are signed out' }))
  await page.clock.runFor(12_000)
  expect(await toasts(page).count()).toBe(0)
  await page.clock.runFor(120_000)
  expect(await toasts(page).count()).toBe(0)
  expect(await list(page).count()).toBe(0)
})
