import type { Page } from 'playwright-core'

/** A sheet of A4, in CSS pixels. */
const SHEET = { width: 794, height: 1123 }

/**
 * Returns the faults of a page on paper: rows of a table that are not printed, empty fields, names that are cut, words that are completely cut off,
 * and words that overlap. Words inside a drawing are not checked, here or on the screen.
 */
export async function faultsOnPaper(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize()
  // The order is that of the browser: first the listeners run, then the size of the sheet is set.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize(SHEET)
  await page.emulateMedia({ media: 'print' })
  const faults = [
    ...(await page.evaluate(lostAltogether)),
    ...(await page.evaluate(lostRows)),
    ...(await page.evaluate(emptySearches)),
    ...(await page.evaluate(cutNames)),
    ...(await page.evaluate(misplacedWords)),
  ]
  await page.emulateMedia({ media: null })
  if (before) await page.setViewportSize(before)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  return faults
}

/**
 * Returns the parts that every printed page must have and that are missing: its origin, the text below it, and its colours, which draw ticks and
 * bars.
 */
function lostAltogether(): readonly string[] {
  const isNamed =
    document.querySelector('[data-report], [data-paper-head]') !== null ||
    document.body.innerText.includes(location.href)
  const hasColours = getComputedStyle(document.body).printColorAdjust === 'exact'
  const isBelow = document.querySelector('[data-alone]') !== null && document.querySelector('main')?.checkVisibility()
  return [
    ...(isNamed ? [] : ['nothing says where it is from']),
    ...(hasColours ? [] : ['colours are left out']),
    ...(isBelow ? ['the page below a dialog that takes all of it is printed, too'] : []),
  ]
}

/** Returns search fields without text: they say nothing on paper. */
function emptySearches(): readonly string[] {
  return [...document.querySelectorAll('input[type="search"]')].flatMap((field) =>
    field instanceof HTMLInputElement && field.value === '' && field.checkVisibility()
      ? [`the empty search field “${field.closest('label')?.textContent}” is printed`]
      : [],
  )
}

/** Returns the names that are cut: on paper nobody can point at them to read the rest. */
function cutNames(): readonly string[] {
  // Words for screen readers are in a box of one pixel.
  const LEAST_PX = 2
  return [...document.querySelectorAll('body *')].flatMap((box) =>
    box.clientWidth >= LEAST_PX &&
    box.scrollWidth > box.clientWidth &&
    getComputedStyle(box).textOverflow === 'ellipsis' &&
    box.checkVisibility()
      ? [`“${box.textContent}” ends in dots`]
      : [],
  )
}

/** Returns the tables with fewer rows drawn than they have, or whose head a browser would not repeat on each sheet. */
function lostRows(): readonly string[] {
  // A page with more lines says so on paper, and should be exported as a file.
  const MOST_LINES = 1000
  // A page that shows only part of a list says so: `the first 100 of 138`.
  const cut = /(?:the first|die ersten) [\d\s.,]+ (?:of|von) (\d[\d\s.,]*)/.exec(document.body.innerText)
  const all = Number(cut?.[1]?.replaceAll(/\D/g, ''))
  const lists = cut && all <= MOST_LINES ? [`a list is cut on paper: ${cut[0]}`] : []
  const grids = [...document.querySelectorAll('[role="grid"]')].flatMap((grid) => {
    if (!grid.checkVisibility()) return []
    const drawn = grid.querySelectorAll('tbody [aria-rowindex]').length
    const all = Number(grid.getAttribute('aria-rowcount')) - 1
    const name = `“${grid.getAttribute('aria-label')}”`
    const buttons = [...grid.querySelectorAll('thead button')]
    const isHeadOnce = buttons.some((button) => getComputedStyle(button).display !== 'contents')
    return [
      ...(drawn === Math.min(all, MOST_LINES) ? [] : [`${drawn} of ${all} rows are printed of ${name}`]),
      ...(isHeadOnce ? [`the head of ${name} has buttons, and stands on its first sheet alone`] : []),
    ]
  })
  return [...lists, ...grids]
}

/** Returns words that an element around them cuts off, and words that overlap others. */
function misplacedWords(): readonly string[] {
  const SLACK_PX = 3
  const faults: string[] = []
  const placed: { readonly text: Text; readonly rect: DOMRect }[] = []
  const common = (a: DOMRect, b: DOMRect, isAcross = true, isAlong = true) => {
    const [left, right] = isAcross ? [Math.max(a.left, b.left), Math.min(a.right, b.right)] : [a.left, a.right]
    const [top, bottom] = isAlong ? [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)] : [a.top, a.bottom]
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  /** True for words that are only for screen readers. */
  const isHeardOnly = (from: Element | null): boolean =>
    from !== null && (getComputedStyle(from).clipPath === 'inset(50%)' || isHeardOnly(from.parentElement))
  /** Returns the part of a text that the boxes around it leave visible. */
  const seenOf = (from: Element, whole: DOMRect) => {
    let rect = whole
    for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      rect = common(rect, edge, overflowX !== 'visible', overflowY !== 'visible')
      if (rect.width < 1 || rect.height < 1)
        faults.push(`“${from.textContent}” is cut away by <${box.tagName.toLowerCase()} class="${box.className}">`)
      if (rect.width < 1 || rect.height < 1) return undefined
    }
    return rect
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const { parentElement: parent } = text
    if (!(text instanceof Text) || !text.data.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
    if (parent.closest('svg') || isHeardOnly(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const whole of range.getClientRects()) {
      const rect = whole.width < 1 ? undefined : seenOf(parent, whole)
      if (rect) placed.push({ text, rect })
    }
  }
  placed.sort((a, b) => a.rect.top - b.rect.top)
  for (const [place, { text, rect }] of placed.entries()) {
    for (let next = place + 1; next < placed.length; next += 1) {
      const other = placed[next]
      if (!other || other.rect.top > rect.bottom - SLACK_PX) break
      const { width, height } = common(rect, other.rect)
      if (width > SLACK_PX && height > SLACK_PX && text !== other.text)
        faults.push(`“${text.data}” and “${other.text.data}” lie over each other`)
    }
  }
  return faults
}
