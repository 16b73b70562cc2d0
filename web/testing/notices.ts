import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { another, nowIn, pane, settled } from './page.ts'
import { world } from './world.ts'

/** Returns the toasts on the screen, newest first. */
export function toasts(page: Page): Locator {
  return pane(page, 'New notifications').getByRole('listitem')
}

/** Returns the entries of the list in the sidebar. */
export function list(page: Page): Locator {
  return pane(page, 'Notifications').getByRole('listitem')
}

/** Returns the bell in the header with this number of unread notifications. */
export function bell(page: Page, unread: number): Locator {
  return page.getByRole('banner').getByRole('button', { name: `Notifications, ${unread} unread`, exact: true })
}

/** Opens the list in the sidebar, whatever number is on the bell. */
export async function openList(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click()
}

/** Opens a page whose clock a test can move and stop; the clocks of other pages run normally. */
export function pageWithClock(username: string, path: string): Promise<Page> {
  return another(world.nothing, username, path, {}, (context) => context.clock.install())
}

/** Blocks all calls of a path. */
export async function cutOff(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort())
}

/** Advances the clock until the status is read again, and stops it, so that new elements stay. */
export async function stopAfterNextRead(page: Page): Promise<void> {
  await stopClock(page, 31_000)
}

/** Advances the clock at once, and stops it. A call that is running then would seem to have no answer. */
export async function stopClock(page: Page, afterMs: number): Promise<void> {
  await settled(page)
  // The page's clock is ahead of this clock (web/clock/moved-clock.ts).
  const aheadMs = (await nowIn(world.nothing)) - Date.now()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) - aheadMs + afterMs)
}

/** Checks that badge, sidebar and toasts of a page with an open sidebar agree (ux.md S29). */
export async function expectAgreement(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const label = await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications, / })
        .getAttribute('aria-label')
      const isNew = await list(page).getByText('New', { exact: true }).count()
      const isUnread = await list(page).getByText('Unread', { exact: true }).count()
      const shown = await toasts(page).count()
      return { badge: label, toasts: shown === Math.min(2, isNew), says: `Notifications, ${isNew + isUnread} unread` }
    })
    .toSatisfy(({ badge, toasts, says }: { badge: string; toasts: boolean; says: string }) => toasts && badge === says)
}
