import type { Page } from 'playwright-core'

/** The tables of a page: the number of tables, the number of visible numbers, and each number that is not completely within its cell. */
export type TableLook = { readonly tables: number; readonly numbers: number; readonly cut: readonly string[] }

/**
 * Compares the place of every number in every table of the page with the boxes that may cut it off: its cell, and elements around the table that
 * cannot be scrolled. A name may be cut if its title has all of it, a number never.
 */
export function lookAtTables(page: Page): Promise<TableLook> {
  return page.evaluate(() => {
    const SLACK_PX = 0.75
    const cut: string[] = []
    let tables = 0
    let numbers = 0
    const cuts = (element: Element) => getComputedStyle(element).overflowX
    const boxThatCuts = (rect: DOMRect, from: Element, table: Element) => {
      let isReachable = false
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const how = cuts(box)
        // A scrolling element inside a cell hides a number as well; one around the table lets the user scroll to all of it.
        isReachable ||= box.contains(table) && (how === 'auto' || how === 'scroll')
        if (how === 'visible' || isReachable) continue
        const { left, right } = box.getBoundingClientRect()
        if (rect.left < left - SLACK_PX || rect.right > right + SLACK_PX) return box
      }
      return undefined
    }
    for (const table of document.querySelectorAll('table')) {
      if (!table.checkVisibility({ visibilityProperty: true })) continue
      tables += 1
      for (const cell of table.querySelectorAll('td, th')) {
        if (!cell.checkVisibility({ visibilityProperty: true })) continue
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const { parentElement: parent, nodeValue: value } = text
          if (!parent || !value || !/\d/.test(value)) continue
          // The heads of a table that is shown as cards are only for screen readers.
          const head = parent.closest('thead')
          const isUnseenHead = head !== null && getComputedStyle(head).clipPath !== 'none'
          if (isUnseenHead || parent.closest('.visually-hidden')) continue
          if (!parent.checkVisibility({ visibilityProperty: true })) continue
          if (parent.closest('[title]')?.getAttribute('title')?.includes(value.trim())) continue
          numbers += 1
          const range = document.createRange()
          range.selectNodeContents(text)
          const box = boxThatCuts(range.getBoundingClientRect(), parent, table)
          if (!box) continue
          const name = table.getAttribute('aria-label') ?? table.closest('section')?.querySelector('h2')?.textContent
          cut.push(`“${cell.textContent}” in “${name}”: cut by <${box.tagName.toLowerCase()} class="${box.className}">`)
        }
      }
    }
    return { tables, numbers, cut }
  })
}

/** Returns the names of the tables that have to be scrolled sideways. */
export const scrolledSideways = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].flatMap((table) => {
      let box: Element | null = table
      while (box && box.scrollWidth <= box.clientWidth + 1) box = box.parentElement
      return box ? [`${table.getAttribute('aria-label')}: ${box.scrollWidth} in ${box.clientWidth} px`] : []
    }),
  )
