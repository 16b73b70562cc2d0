import type { Locator, Page } from 'playwright-core'
import { machineTimeOf } from '../product-now.ts'
import { answered, pane } from '../visitor.ts'

/** Returns the toasts on the screen, newest first. */
export function toasts(page: Page): Locator {
  return pane(page, 'New notifications').getByRole('listitem')
}

/** Returns the list in the sidebar. */
export function list(page: Page): Locator {
  return pane(page, 'Notifications').getByRole('listitem')
}

/** Advances the clock at once, and stops it. A call that is in progress then would seem to get no answer. */
export async function stopClock(page: Page, afterMs: number): Promise<void> {
  await answered(page)
  await page.clock.pauseAt(new Date(machineTimeOf((await page.evaluate(() => Date.now())) + afterMs)))
}
