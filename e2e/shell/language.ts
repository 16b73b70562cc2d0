import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answered } from '../visitor.ts'

export const LANGUAGES = ['en', 'de'] as const

/** Changes the language as a choice in another tab does: the page stays, and reloads the data that depend on the language. */
export async function speak(page: Page, language: (typeof LANGUAGES)[number]): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'apsis-language'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, language)
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language)
  await answered(page)
}
