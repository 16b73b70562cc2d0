import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Between `beforeprint` and `afterprint`. The media turn to print later, when the browser has already laid the page out. */
let isOnPaper = false

/** Turns the layout to that of a sheet and back, before anybody who is told of it measures or draws. */
function turn(toPaper: boolean): void {
  isOnPaper = toPaper
  const root = document.documentElement
  if (toPaper) root.dataset.paper = ''
  else delete root.dataset.paper
}

let isInstalled = false
/** From here on each page turns to paper before it is printed, also one on which nothing is measured. */
export function followPrinting(): void {
  if (isInstalled) return
  isInstalled = true
  addEventListener('beforeprint', () => turn(true))
  addEventListener('afterprint', () => turn(false))
}

/** Calls the listener when the page is on paper, and when it is on the screen again; returns how to stop that. */
export function onPaper(listener: () => void): () => void {
  followPrinting()
  addEventListener('beforeprint', listener)
  addEventListener('afterprint', listener)
  return () => {
    removeEventListener('beforeprint', listener)
    removeEventListener('afterprint', listener)
  }
}

function subscribe(changed: () => void): () => void {
  // The browser lays the page out for paper as soon as its listeners have returned.
  const draw = () => flushSync(changed)
  const off = onPaper(draw)
  const paper = matchMedia('print')
  // A preview of the paper on the screen turns the media and prints nothing.
  paper.addEventListener('change', draw)
  return () => {
    off()
    paper.removeEventListener('change', draw)
  }
}

/** Whether the page is being printed: what is only for paper is made then, and not before. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isOnPaper || matchMedia('print').matches)
}
