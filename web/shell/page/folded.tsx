import { useEffect, useId, useRef, useState } from 'react'
import button from '../../ui/button/button.module.css'
import { useWords } from '../../ui/text/language.ts'
import { shellWords } from '../words.data.ts'
import styles from './page-head.module.css'

/**
 * Shows the actions of a page besides its main one: in a row if there is room, else in a list under one button. The elements are the same
 * in both, so no action can be missing in one of them.
 */
export function Folded({ children }: React.PropsWithChildren) {
  const t = useWords(shellWords)
  const list = useId()
  const whole = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => (isWithin(whole.current, target) ? undefined : setOpen(false))
    const onKey = ({ key }: KeyboardEvent) => (key === 'Escape' ? close(opener.current, setOpen) : undefined)
    addEventListener('pointerdown', leave)
    addEventListener('focusin', leave)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('focusin', leave)
      removeEventListener('keydown', onKey)
    }
  }, [isOpen])
  return (
    <div ref={whole} className="row flex-none gap-16" data-folded>
      <button
        ref={opener}
        type="button"
        className={`${button.button}  ${styles.unfold}`}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        {t('actions')}
      </button>
      {/* A choice closes the list. The list itself only listens; the keyboard presses the buttons in it. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div
        id={list}
        className={`row flex-none gap-16 ${styles.actions}`}
        data-open={isOpen || undefined}
        data-keep-clear={isOpen || undefined}
        onClick={(event) => isOpen && isChosen(event.target) && close(opener.current, setOpen)}
      >
        {children}
      </div>
    </div>
  )
}

/** Opens the list that contains an action, so that a key of the page finds the element that it opens. */
export function unfold(action: Element | undefined | null): void {
  const opener = action?.closest('[data-folded]')?.querySelector<HTMLElement>(':scope > [aria-expanded="false"]')
  if (opener?.checkVisibility()) opener.click()
}

/**
 * Closes the list. The pressed entry disappears with it, so the focus moves to the button of the list, and a dialog returns the focus
 * there.
 */
function close(opener: HTMLElement | null, setOpen: (isOpen: boolean) => void): void {
  opener?.focus()
  setOpen(false)
}

/** True also for the menu of an action: it is outside the list in the DOM, but belongs to it. */
function isWithin(whole: Element | null, target: EventTarget | null): boolean {
  return target instanceof Element && (whole?.contains(target) || target.closest('[role="menu"]') !== null)
}

/** True for a link or a button that leaves the list; a button that opens a menu does not. */
function isChosen(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button:not([aria-haspopup])') !== null
}
