import { clearTop, type Room } from './clear-place.ts'

/** The elements that toasts never cover: the main action of a screen, its foot, lists of actions and the head of the sidebar. */
const NEVER_COVERED = ':is([data-primary], [data-keep-clear], [data-at-foot])'
/** Toasts do not cover the banner above all views of an event, or the verdict of a page; for text, only its actual width counts. */
const NEVER_COVERED_TEXT = ':is([data-strips] [data-said], [data-verdict])'
/**
 * Toasts cover figures only if every other place is taken; they cover other buttons and fields rather than figures, and the labels of a large
 * map, which moves and has a table, rather than either.
 */
const FIGURES =
  ':is(td, th, dd, svg text:not([data-large-map] *), aside :is(h2, h3, p, li), [data-said], [data-figure])'
const CONTROLS = ':is(button, a, input, textarea, [role="tab"])'
/** Toasts are beside these, because the first action of a screen may be in them. */
const BESIDE = '[data-sidebar], #inspector'
const MARGIN_PX = 8

/**
 * Places toasts below the head of the page, at its right end and beside the sidebar, where they cover no main action. Checks again when the
 * page scrolls, changes or is resized, as long as there are toasts.
 */
export function keepClear(place: HTMLElement | null): (() => void) | undefined {
  const middle = place?.parentElement
  if (!place || !middle) return undefined
  let frame = 0
  const put = () => {
    frame = 0
    const height = place.offsetHeight
    if (height === 0) return
    const inner = middle.getBoundingClientRect()
    const sidebar = document.querySelector(BESIDE)?.getBoundingClientRect()
    const isBeside = sidebar !== undefined && sidebar.left - inner.left > place.offsetWidth
    place.style.setProperty('--beside', `${isBeside ? Math.max(0, inner.right - sidebar.left) : 0}px`)
    const { left, right } = place.getBoundingClientRect()
    const head = middle.querySelector('[data-page-head]')?.getBoundingClientRect().bottom ?? inner.top
    const from = Math.max(inner.top, head) + MARGIN_PX
    const room = { from, to: inner.bottom - MARGIN_PX, height, left, right }
    const never = neverCovered()
    const figures = [...never, ...textsIn(room, middle.querySelectorAll(FIGURES))]
    const controls = [...middle.querySelectorAll(CONTROLS)].filter((one) => !place.contains(one))
    const all = [...figures, ...controls.map((one) => one.getBoundingClientRect()).filter(hasArea)]
    const top = clearTop(room, all) ?? clearTop(room, figures) ?? clearTop(room, never)
    place.toggleAttribute('data-no-room', top === undefined)
    // The element is moved without a new layout, because its new place pushes no other element.
    place.style.translate = `0 ${(top ?? from) - inner.top}px`
  }
  const putSoon = () => {
    frame ||= requestAnimationFrame(put)
  }
  put()
  // This happens before the browser paints, so that the first toast never appears in another place.
  const sizes = new ResizeObserver(put)
  for (const element of [place, middle]) sizes.observe(element)
  const changes = new MutationObserver(putSoon)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-open', 'data-primary'] })
  document.addEventListener('scroll', putSoon, { capture: true, passive: true })
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    changes.disconnect()
    document.removeEventListener('scroll', putSoon, { capture: true })
  }
}

function neverCovered() {
  const boxes = seen(NEVER_COVERED).map((one) => one.getBoundingClientRect())
  return [...boxes, ...seen(NEVER_COVERED_TEXT).map(boxOfText)].filter(hasArea)
}

/** There may be thousands of texts, so only those near the possible places of toasts are measured. */
function textsIn({ from, to, left }: Room, all: Iterable<Element>) {
  const near = [...all].filter((one) => {
    const { top, bottom, right } = one.getBoundingClientRect()
    return bottom > from && top < to && right > left
  })
  return near.map(boxOfText).filter(hasArea)
}

const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
const hasArea = ({ width, height }: DOMRect) => width > 0 && height > 0

function boxOfText(element: Element): DOMRect {
  const text = document.createRange()
  text.selectNodeContents(element)
  return text.getBoundingClientRect()
}
