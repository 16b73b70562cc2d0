import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

const SHOW_DELAY_MS = 400
/** The delay of spec §9. */
const HIDE_DELAY_MS = 400
const GAP_PX = 4
const WIDEST_PX = 300

type Anchor = {
  readonly onPointerEnter: (event: React.PointerEvent) => void
  readonly onPointerLeave: () => void
  readonly onFocus: (event: React.FocusEvent) => void
  readonly onBlur: () => void
  readonly 'aria-describedby': string | undefined
}

/**
 * Returns a hint about one word on the screen, shown on hover and focus. It stays while the pointer is on it, and closes with Escape (WCAG
 * 1.4.13), or with scrolling if the pointer opened it. It is created only while it is shown, so a table may have thousands. `Help` shows
 * such a hint for its own button.
 */
export function useHint(content: () => React.ReactNode): { readonly anchor: Anchor; readonly bubble: React.ReactNode } {
  const id = useId()
  const [box, setBox] = useState<DOMRect>()
  const isShown = box !== undefined
  const focused = useRef<Element>(undefined)
  useEffect(() => {
    if (!isShown) return undefined
    return untilDismissed({
      close: () => setBox(undefined),
      // If a key moves the focus to a hidden place, the page scrolls there, and the hint follows the focused element.
      onScroll: () => setBox(focused.current?.getBoundingClientRect()),
    })
  }, [isShown])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const hide = () => later(HIDE_DELAY_MS, () => setBox(undefined))
  const anchor = {
    onPointerEnter: ({ currentTarget }: React.PointerEvent) =>
      later(SHOW_DELAY_MS, () => setBox(currentTarget.getBoundingClientRect())),
    onPointerLeave: hide,
    onFocus: ({ currentTarget }: React.FocusEvent) => {
      clearTimeout(timer.current)
      if (!currentTarget.matches(':focus-visible')) return
      focused.current = currentTarget
      setBox(currentTarget.getBoundingClientRect())
    },
    onBlur: () => {
      focused.current = undefined
      hide()
    },
    'aria-describedby': box ? id : undefined,
  }
  if (!box) return { anchor, bubble: null }
  const bubble = createPortal(
    <div
      id={id}
      role="tooltip"
      className={`ink fs-13 raised round-2 pop no-outline fixed ${styles.bubble} ${styles.hint}`}
      style={placeOf(box)}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={hide}
    >
      {content()}
    </div>,
    document.body,
  )
  return { anchor, bubble }
}

/** Returns the place of the hint: below the element that it explains, above it if there is no room, and never beyond the right edge. */
function placeOf({ left, top, bottom }: DOMRect): React.CSSProperties {
  const isLow = bottom > innerHeight - 96
  return {
    left: Math.max(GAP_PX, Math.min(left, innerWidth - WIDEST_PX - GAP_PX)),
    ...(isLow ? { bottom: innerHeight - top + GAP_PX } : { top: bottom + GAP_PX }),
  }
}

type Dismissal = { readonly close: () => void; readonly onScroll: () => void }

/** Closes the hint on Escape, and calls `onScroll`, because scrolling would leave the hint behind. Returns a function that stops this. */
function untilDismissed({ close, onScroll }: Dismissal): () => void {
  const onKeyDown = ({ key }: KeyboardEvent) => (key === 'Escape' ? close() : undefined)
  document.addEventListener('keydown', onKeyDown)
  document.addEventListener('scroll', onScroll, true)
  return () => {
    document.removeEventListener('keydown', onKeyDown)
    document.removeEventListener('scroll', onScroll, true)
  }
}
