import type { Page } from 'playwright-core'

/**
 * Records the text of every toast from now on, and returns a function that returns these texts. A toast disappears by itself, and on a busy machine a
 * check may be too late.
 */
export async function noteToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said = new Set<string>()
    Reflect.set(globalThis, 'said', said)
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-toasts] li')) said.add(toast.innerText)
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...Reflect.get(globalThis, 'said')])
}
