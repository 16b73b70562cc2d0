import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADDRESS, pane } from '../visitor.ts'

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

/** Lets no call of this kind reach the server. */
export async function cutOff(page: Page, path: string): Promise<void> {
  await page.route(`${ADDRESS}${path}`, (route) => route.abort())
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
      return { badge: label, toasts: shown === Math.min(4, isNew), says: `Notifications, ${isNew + isUnread} unread` }
    })
    .toSatisfy(({ badge, toasts, says }: { badge: string; toasts: boolean; says: string }) => toasts && badge === says)
}
