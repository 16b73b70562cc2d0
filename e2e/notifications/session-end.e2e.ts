import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { account } from '../account.ts'
import { newVisitor, pane, seen, signedIn, signIn, useBrowser } from '../visitor.ts'
import { list, stopClock, toasts } from './notices.ts'

useBrowser()

const who = account('demo-tracking')

/** Signs in, stops the clock, and lets the token run out where it cannot be renewed. */
async function pageWhoseTokenRanOut(reloadedAlready: boolean): Promise<Page> {
  const visitor = await newVisitor()
  await visitor.clock.install()
  const page = await signIn(visitor, who, '/services')
  await seen(pane(page, 'Services').getByRole('table'))
  await page.clock.fastForward(12_000)
  expect(await toasts(page).count()).toBe(0)
  await page.route('**/protocol/openid-connect/token', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"invalid_grant"}' }),
  )
  await visitor.clearCookies()
  if (reloadedAlready)
    await page.evaluate(() => sessionStorage.setItem('apsis-reloaded-at', String(Date.now() + 285_000)))
  await stopClock(page, 285_000)
  return page
}

test('authentication that ran out is said once, and 5 seconds later the user is logged out', async () => {
  const page = await pageWhoseTokenRanOut(false)
  const toast = toasts(page).filter({ hasText: '501 Unauthenticated' })
  await seen(toast.getByText('Authentication ran out, logging you out.'))
  await expect.poll(() => toasts(page).count()).toBe(1)
  await page.clock.runFor(4_900)
  await seen(signedIn(page, who))
  await expect.poll(() => toasts(page).count()).toBe(1)
  await page.clock.runFor(200)
  await seen(page.getByRole('button', { name: 'Sign in' }))
})

test('a page that is signed out raises nothing more', async () => {
  const page = await pageWhoseTokenRanOut(true)
  await seen(toasts(page).filter({ hasText: '501 Unauthenticated' }))
  await page.clock.runFor(5_100)
  await seen(page.getByRole('heading', { name: 'You are signed out' }))
  await page.clock.runFor(12_000)
  expect(await toasts(page).count()).toBe(0)
  await page.clock.runFor(120_000)
  expect(await toasts(page).count()).toBe(0)
  expect(await list(page).count()).toBe(0)
})
