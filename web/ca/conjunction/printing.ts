import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = matchMedia('print')
/** Between `beforeprint` and `afterprint`. The media turn to print later, when the browser has already laid the page out. */
let isOnPaper = false

function subscribe(changed: () => void): () => void {
  // The browser lays the page out for paper as soon as its listeners have returned.
  const draw = () => flushSync(changed)
  const before = () => {
    isOnPaper = true
    draw()
  }
  const after = () => {
    isOnPaper = false
    draw()
  }
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  // A preview of the paper on the screen turns the media and prints nothing.
  paper.addEventListener('change', draw)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
    paper.removeEventListener('change', draw)
  }
}

/** Whether the page is being printed: what is only for paper is made then, and not before. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isOnPaper || paper.matches)
}
