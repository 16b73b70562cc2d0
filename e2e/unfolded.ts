import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Returns a part of a page by its heading, and opens it if it is folded. */
export async function unfolded(page: Page, name: string): Promise<Locator> {
  const part = page.getByRole('region', { name, exact: true })
  const heading = part.getByRole('button', { name, exact: true })
  const isOpen = async () => (await heading.getAttribute('aria-expanded')) === 'true'
  // If the part opened by itself at the same moment, the press has folded it, and it is pressed again.
  await expect
    .poll(async () => {
      if (!(await isOpen())) await heading.click()
      return isOpen()
    })
    .toBe(true)
  return part
}
