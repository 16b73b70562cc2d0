import type { Page } from 'playwright-core'

/** The size of a wall display, which is read from a distance. */
export const WALL = { width: 3440, height: 1440 }

/** Two panes that are next to each other on a wall display, and the number of rows of the first that are then completely visible. */
type Room = { readonly left: string; readonly right: string; readonly rows?: number }

const paneOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Returns the faults of two panes on a wall display: one is below the other, has few rows, or ends in a row that is half visible. */
export async function faultsOnWall(page: Page, { left, right, rows = 0 }: Room): Promise<readonly string[]> {
  const before = page.viewportSize()
  await page.setViewportSize(WALL)
  // Rows are drawn only when the room for them is known.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const [one, other] = await Promise.all([left, right].map((name) => paneOf(page, name).first().boundingBox()))
  const areBeside = one && other && one.x + one.width <= other.x + 1 && other.y < one.y + one.height
  const { whole, half } = await rowsSeen(page, left)
  if (before) await page.setViewportSize(before)
  return [
    ...(areBeside ? [] : [`${right} does not stand right of ${left}`]),
    ...(whole >= rows ? [] : [`${left} shows ${whole} rows, fewer than ${rows}`]),
    ...half.map((row) => `“${row}” is half seen`),
  ]
}

/** Returns the number of completely visible rows of a pane, and the half-visible rows of all tables with their own scroll bar. */
function rowsSeen(page: Page, name: string): Promise<{ readonly whole: number; readonly half: readonly string[] }> {
  return page.evaluate((paneName) => {
    const SLACK_PX = 1.5
    const half: string[] = []
    let whole = 0
    for (const row of document.querySelectorAll<HTMLElement>('tbody tr')) {
      const text = row.innerText.trim().replaceAll(/\s+/g, ' ')
      let box = row.parentElement
      while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
      if (!box || text === '') continue
      const { top, bottom } = row.getBoundingClientRect()
      const end = box.getBoundingClientRect().top + box.clientTop + box.clientHeight
      const isWhole = bottom <= end + SLACK_PX
      if (isWhole && row.closest('section:has(h2)')?.querySelector('h2')?.textContent === paneName) whole += 1
      // A table that scrolls together with its head ends wherever the screen ends.
      if (!isWhole && top < end - SLACK_PX && !box.querySelector('h2')) half.push(text)
    }
    return { whole, half }
  }, name)
}
