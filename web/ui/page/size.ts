import { useCallback, useState, useSyncExternalStore } from 'react'
import { createStore, type Store, useStore } from '../store/store.ts'
import { onPaper, usePrinting } from './printing.ts'

export type Size = { readonly width: number; readonly height: number }

type SizeStore = {
  readonly attach: (element: Element | null) => (() => void) | undefined
  readonly size: Store<Size>
}

/** Measures where the browser has laid out anyway: to ask an element while rendering would make it lay out each time. */
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
      // The browser lays the page out for paper without notifying observers: the drawing fits the sheet, not the screen.
      const off = onPaper(() => measure(element))
      return () => {
        observer.disconnect()
        off()
      }
    },
    size,
  }
}

/** The real size of an element, in CSS pixels, kept up to date: give the first to its `ref`. Zero until it is there. */
export function useSize<T extends Element>(): [React.RefCallback<T>, Size] {
  const [store] = useState(createSizeStore)
  return [store.attach, useStore(store.size)]
}

/** A screen as narrow as a phone's; no sheet of paper is one. */
export const PHONE = 'screen and (width <= 760px)'

/** A sheet of A4; one of Letter is 22 px wider. */
const SHEET_PX = 794
const LIMIT = /\(width (<=|>) (\d+)px\)|\((\d+)px < width <= (\d+)px\)/

/**
 * True if a media query holds on paper. The browser answers for the sheet only when it has counted the sheets, and a
 * layout that changes after that leaves some sheets empty or is cut.
 */
export function holdsOnPaper(query: string, onScreen: boolean): boolean {
  if (query.startsWith('screen')) return false
  const [limit, sign, px, from, to] = LIMIT.exec(query) ?? []
  if (limit === undefined) return onScreen
  if (sign === undefined) return SHEET_PX > Number(from) && SHEET_PX <= Number(to)
  return sign === '>' ? SHEET_PX > Number(px) : SHEET_PX <= Number(px)
}

/** True if a media query holds now; the component renders again when that changes, and before it is printed. */
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
