import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { another, nowIn, pane, settled } from './page.ts'
import { world } from './world.ts'

/** The toasts on the screen, newest first. */
export function toasts(page: Page): Locator {
  return pane(page, 'New notifications').getByRole('listitem')
}

/** The list in the sidebar. */
export function list(page: Page): Locator {
  return pane(page, 'Notifications').getByRole('listitem')
}

/** The bell in the header with so many unread. */
export function bell(page: Page, unread: number): Locator {
  return page.getByRole('banner').getByRole('button', { name: `Notifications, ${unread} unread`, exact: true })
}

/** Opens the list in the sidebar, by whatever number is on the bell. */
export async function openList(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click()
}

/** Opens a page whose clock a test can move and stop; everybody else's goes on. */
export function pageWithClock(username: string, path: string): Promise<Page> {
  return another(world.nothing, username, path, {}, (context) => context.clock.install())
}

/** Lets no call of this kind reach the server. */
export async function cutOff(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort())
}

/** Lets so much time pass that the status is read again, and stops the clock: what comes up then stays. */
export async function stopAfterNextRead(page: Page): Promise<void> {
  await stopClock(page, 31_000)
}

/** Lets so much time pass at once, and stops the clock. A call that is under way then would seem to have no answer. */
export async function stopClock(page: Page, afterMs: number): Promise<void> {
  await settled(page)
  // The page is ahead of what this clock is set to (web/clock/moved-clock.ts).
  const aheadMs = (await nowIn(world.nothing)) - Date.now()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) - aheadMs + afterMs)
}

/** Badge, sidebar and toasts of a page whose sidebar is open must tell the same (ux.md S29). */
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
