type Span = { readonly left: number; readonly right: number }

/**
 * If there is no room for all tabs, scrolls their row to the tab that is shown; `scroll-margin-inline` keeps the tab away from the fading
 * edge. It does not use scrollIntoView(): with it, some browsers start the order of Tab there, and a reader who has just opened a page
 * would not reach the link that skips to the content.
 */
export function showInRow(tab: Element | null, place: 'nearest' | 'center' = 'nearest'): void {
  const row = tab && scrolledBy(tab)
  if (!row) return
  const { left, right } = tab.getBoundingClientRect()
  const margin = getComputedStyle(tab)
  const wanted = {
    left: left - Number.parseFloat(margin.scrollMarginLeft),
    right: right + Number.parseFloat(margin.scrollMarginRight),
  }
  const start = row.getBoundingClientRect().left + row.clientLeft
  const room = { left: start, right: start + row.clientWidth }
  row.scrollBy({ left: place === 'center' ? centredBy(room, { left, right }) : broughtInBy(room, wanted) })
}

/** Returns the element around another that scrolls sideways, if its content is wider than it is. */
function scrolledBy(element: Element): Element | undefined {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(around).overflowX)
    if (isScrolled && around.scrollWidth > around.clientWidth) return around
  }
  return undefined
}

/** Returns the distance to scroll so that the complete span is visible; if it does not fit, its beginning is visible. */
export function broughtInBy(room: Span, wanted: Span): number {
  const [before, behind] = [wanted.left - room.left, wanted.right - room.right]
  if (before < 0) return before
  return behind > 0 ? Math.min(before, behind) : 0
}

function centredBy(room: Span, wanted: Span): number {
  return (wanted.left + wanted.right - room.left - room.right) / 2
}
