import { useCallback, useState, useSyncExternalStore } from 'react'
import { createStore, type Store, useStore } from '../store/store.ts'
import { onPaper, usePrinting } from './printing.ts'

export type Size = { readonly width: number; readonly height: number }

type SizeStore = {
  readonly attach: (element: Element | null) => (() => void) | undefined
  readonly size: Store<Size>
}

/**
 * Measures at the times when the browser has laid out the page anyway: asking an element during rendering would cause a layout each time.
 */
function createSizeStore(): SizeStore {
  const size = createStore<Size>({ width: 0, height: 0 })
  const measure = ({ clientWidth: width, clientHeight: height }: Element) => {
    const before = size.read()
    if (width !== before.width || height !== before.height) size.set({ width, height })
  }
  return {
    attach: (element) => {
      if (!element) return undefined
      measure(element)
      const observer = new ResizeObserver(() => measure(element))
      observer.observe(element)
      // The browser lays the page out for paper without notifying observers; this call makes the drawing fit the sheet, not the screen.
      const off = onPaper(() => measure(element))
      return () => {
        observer.disconnect()
        off()
      }
    },
    size,
  }
}

/**
 * Returns the real size of an element, in CSS pixels, and keeps it up to date: pass the first item to the element's `ref`. The size is zero
 * until the element exists.
 */
export function useSize<T extends Element>(): [React.RefCallback<T>, Size] {
  const [store] = useState(createSizeStore)
  return [store.attach, useStore(store.size)]
}

/** Matches a screen as narrow as a phone's; no sheet of paper matches. */
export const PHONE = 'screen and (width <= 760px)'

/** The width of a sheet of A4; a sheet of Letter is 22 px wider. */
const SHEET_PX = 794
const LIMIT = /\(width (<=|>) (\d+)px\)|\((\d+)px < width <= (\d+)px\)/

/**
 * True if a media query holds on paper. The browser gives the answer for the sheet only after it has counted the sheets, and a layout that
 * changes after that is cut, or leaves some sheets empty.
 */
export function holdsOnPaper(query: string, onScreen: boolean): boolean {
  if (query.startsWith('screen')) return false
  const [limit, sign, px, from, to] = LIMIT.exec(query) ?? []
  if (limit === undefined) return onScreen
  if (sign === undefined) return SHEET_PX > Number(from) && SHEET_PX <= Number(to)
  return sign === '>' ? SHEET_PX > Number(px) : SHEET_PX <= Number(px)
}

/** Returns true if a media query holds now; the component renders again when that changes, and before printing. */
export function useMedia(query: string): boolean {
  const isOnPaper = usePrinting()
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  const holds = useSyncExternalStore(subscribe, () => matchMedia(query).matches)
  return isOnPaper ? holdsOnPaper(query, holds) : holds
}
