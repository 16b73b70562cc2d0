import type { Page } from 'playwright-core'

/**
 * Notes what every toast says from now on, and returns a function that asks for it. A toast disappears by itself, and a
 * check on a busy machine may be too late.
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
