import type { Page } from 'playwright-core'

/**
 * Returns every word in the page's tables that is broken over lines, and the words of their wide rows that are cut. If a dialog is open, only its own
 * tables are checked; the page behind it is checked without the dialog.
 */
export function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 3
    const broken: string[] = []
    const seen = document.querySelector('[role=dialog]') ?? document
    const inLines = (text: Node, from: number, to: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
      return Math.max(...tops) - Math.min(...tops) > SLACK_PX
    }
    for (const cell of seen.querySelectorAll('table :is(td, th)')) {
      if (!cell.checkVisibility({ visibilityProperty: true })) continue
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement: parent, nodeValue: value } = text
        if (!parent || !value || parent.closest('.visually-hidden')) continue
        if (!parent.checkVisibility({ visibilityProperty: true })) continue
        for (const { 0: word, index } of value.matchAll(/\S+/g)) {
          if (!inLines(text, index, index + word.length)) continue
          const table = cell.closest('table')
          const name = table?.getAttribute('aria-label') ?? table?.closest('section')?.querySelector('h2')?.textContent
          broken.push(`“${word}” in “${name}” is broken`)
        }
      }
    }
    for (const words of seen.querySelectorAll('table:not([data-lines=two]) td [data-words]'))
      if (words.scrollWidth > words.clientWidth) broken.push(`“${words.textContent}” is cut`)
    // If a fraction of a pixel is missing, the browser draws an ellipsis. Next to the arrow of the sort order the words of a head may be cut.
    for (const words of seen.querySelectorAll('thead th:not(:has([data-arrow])) [data-words]')) {
      if (!words.checkVisibility({ visibilityProperty: true })) continue
      const text = document.createRange()
      text.selectNodeContents(words)
      if (text.getBoundingClientRect().width > words.getBoundingClientRect().width + 0.01)
        broken.push(`The head “${words.textContent}” is cut`)
    }
    // In rows of two lines, a name that is the only one of its row has its own line.
    for (const row of seen.querySelectorAll('[data-lines=two] tr')) {
      const [name, other] = row.querySelectorAll('[data-name]')
      if (name && !other && name.scrollWidth > name.clientWidth) broken.push(`“${name.textContent}” is cut`)
    }
    return broken
  })
}

/** Returns the names that are cut in a table whose columns have more room than they need. */
export function namesCutBesideRoom(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('table:not([data-lines=two]):has(col)')].flatMap((table) => {
      const asked = [...table.querySelectorAll('col')].reduce(
        (sum, { style }) => sum + Number.parseFloat(style.width),
        0,
      )
      return [...table.querySelectorAll('td [data-name]')]
        .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth && asked < table.clientWidth)
        .map((name) => `“${name.parentElement?.textContent}” is cut, ${table.clientWidth - asked} px are left`)
    }),
  )
}

/** Returns the words of a pane that lie outside it and over another text, so that neither can be read. */
export function writtenOver(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 3
    const panes = [...document.querySelectorAll('main section')].filter((pane) => pane.checkVisibility())
    const nameOf = (pane: Element) => pane.querySelector('h2')?.textContent
    const isCut = (box: Element | null, pane: Element): boolean =>
      box !== null &&
      pane.contains(box) &&
      (getComputedStyle(box).overflowY !== 'visible' || isCut(box.parentElement, pane))
    return panes.flatMap((pane) => {
      const { bottom } = pane.getBoundingClientRect()
      const others = panes.filter((other) => !other.contains(pane) && !pane.contains(other))
      const over: string[] = []
      const texts = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const { parentElement: parent, nodeValue: value } = text
        if (!parent || !value?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const at = range.getBoundingClientRect()
        if (at.bottom <= bottom + SLACK_PX || isCut(parent, pane)) continue
        const below = others.find((other) => {
          const { top, bottom: end, left, right } = other.getBoundingClientRect()
          return at.bottom > top + SLACK_PX && at.top < end && at.right > left && at.left < right
        })
        if (below) over.push(`“${value.trim()}” of “${nameOf(pane)}” is written over “${nameOf(below)}”`)
      }
      return over
    })
  })
}
