import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const paper = matchMedia('print')

function subscribe(changed: () => void): () => void {
  // The browser lays the page out for paper as soon as its listeners have returned.
  const now = () => flushSync(changed)
  paper.addEventListener('change', now)
  return () => paper.removeEventListener('change', now)
}

/** Whether the page is being printed: what is only for paper is made then, and not before. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => paper.matches)
}
