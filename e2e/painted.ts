import type { Page } from 'playwright-core'

declare global {
  /** Runs in a page: stores the time of the first painted frame in which `isThere` is true, ms since 1970. */
  var watchPaint: (isThere: () => boolean) => void
  var painted: Promise<number>
}

/** Lets a page report when an element has been painted, by `watchPaint`; call it before the page goes to its address. */
export async function teachToWatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.watchPaint = (isThere) => {
      globalThis.painted = new Promise((resolve) => {
        const look = new MutationObserver(() => {
          if (!isThere()) return
          look.disconnect()
          // A message that is posted in a frame arrives after the frame has been painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
            port2.postMessage(0)
          })
        })
        look.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    }
  })
}

/** Returns the time at which the awaited element was painted; undefined if that took longer than the limit. */
export async function paintedMs(page: Page, limitMs: number): Promise<number | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, limitMs))
  return Promise.race([page.evaluate(() => globalThis.painted), late])
}
