import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** A part of a page that may be folded, by its heading; afterwards it is open. */
export async function unfolded(page: Page, name: string): Promise<Locator> {
  const part = page.getByRole('region', { name, exact: true })
  const heading = part.getByRole('button', { name, exact: true })
  const isOpen = async () => (await heading.getAttribute('aria-expanded')) === 'true'
  // One that opens by itself at the same moment was folded by the press, and is pressed again.
  await expect
    .poll(async () => {
      if (!(await isOpen())) await heading.click()
      return isOpen()
    })
    .toBe(true)
  return part
}
