import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** True between `beforeprint` and `afterprint`. The media type changes to print later, when the browser has already laid the page out. */
let isOnPaper = false

/** The functions that draw a different page for paper, and the functions that measure the drawing. */
const drawing = new Set<() => void>()
const measuring = new Set<() => void>()

/**
 * Switches the layout to a sheet of paper and back, draws the parts that differ, and has them measured. All of this happens before the
 * browser counts the sheets, which it does as soon as its listeners have returned.
 */
function turn(toPaper: boolean): void {
  isOnPaper = toPaper
  const root = document.documentElement
  if (toPaper) root.dataset.paper = ''
  else delete root.dataset.paper
  flushSync(() => {
    for (const draw of drawing) draw()
  })
  for (const measure of measuring) flushSync(measure)
}

let isInstalled = false
/** Makes each page switch to paper before it is printed from now on, also a page on which nothing is measured. */
export function followPrinting(): void {
  if (isInstalled) return
  isInstalled = true
  addEventListener('beforeprint', () => turn(true))
  addEventListener('afterprint', () => turn(false))
}

/** Calls the listener when the page is drawn for paper, and when it is on the screen again; returns a function that stops this. */
export function onPaper(listener: () => void): () => void {
  followPrinting()
  measuring.add(listener)
  return () => void measuring.delete(listener)
}

function subscribe(changed: () => void): () => void {
  followPrinting()
  drawing.add(changed)
  const paper = matchMedia('print')
  // A preview of the paper on the screen changes the media type but prints nothing.
  const draw = () => flushSync(changed)
  paper.addEventListener('change', draw)
  return () => {
    drawing.delete(changed)
    paper.removeEventListener('change', draw)
  }
}

/** Returns true while the page is being printed: elements that are only for paper are created only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOnPaper || matchMedia('print').matches,
    () => false,
  )
}
