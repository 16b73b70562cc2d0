import { useCallback, useState, useSyncExternalStore } from 'react'

export type Size = { readonly width: number; readonly height: number }

/** The real size of an element, in CSS pixels, kept up to date: give the first to its `ref`. Zero until it is there. */
export function useSize<T extends Element>(): [(element: T | null) => void, Size] {
  const [element, setElement] = useState<T | null>(null)
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!element) return () => {}
      const observer = new ResizeObserver(changed)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [element],
  )
  const width = useSyncExternalStore(subscribe, () => element?.clientWidth ?? 0)
  const height = useSyncExternalStore(subscribe, () => element?.clientHeight ?? 0)
  return [setElement, { width, height }]
}

/** Whether a media query holds now; the component renders again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
