import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Between `beforeprint` and `afterprint`. The media turn to print later, when the browser has already laid the page out. */
let isOnPaper = false

/** The functions that draw a different page for paper, and those that measure the drawing. */
const drawing = new Set<() => void>()
const measuring = new Set<() => void>()

/**
 * Turns the layout to that of a sheet and back, draws what is different there, and has it measured: all of it before the
 * browser counts the sheets, which is as soon as its listeners have returned.
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
/** From here on each page turns to paper before it is printed, also one on which nothing is measured. */
export function followPrinting(): void {
  if (isInstalled) return
  isInstalled = true
  addEventListener('beforeprint', () => turn(true))
  addEventListener('afterprint', () => turn(false))
}

/** Calls the listener when the page is drawn on paper, and when it is on the screen again; returns how to stop that. */
export function onPaper(listener: () => void): () => void {
  followPrinting()
  measuring.add(listener)
  return () => void measuring.delete(listener)
}

function subscribe(changed: () => void): () => void {
  followPrinting()
  drawing.add(changed)
  const paper = matchMedia('print')
  // A preview of the paper on the screen turns the media and prints nothing.
  const draw = () => flushSync(changed)
  paper.addEventListener('change', draw)
  return () => {
    drawing.delete(changed)
    paper.removeEventListener('change', draw)
  }
}

/** True while the page is being printed: elements for paper only are made then, and not before. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isOnPaper || matchMedia('print').matches,
    () => false,
  )
}
