import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Changes the language as a choice in another tab does: the page stays, and what it reads in a language it reads anew. */
export async function speak(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'apsis-language'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, language)
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)
}
