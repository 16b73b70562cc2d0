import { useEffect, useRef } from 'react'
import { Heading, Modal, ModalOverlay, Dialog as Root } from 'react-aria-components'
import { Button } from '../button/button.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './dialog.module.css'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: React.ReactNode
  /** The verb that happens, at the right; without it there is only a way out. */
  readonly confirm?: { readonly label: string; readonly onConfirm: () => void } | undefined
  readonly close?: string | undefined
  /** As wide as the screen allows, for contents that are seen side by side. */
  readonly isWide?: boolean
}

/** Asks for an answer: closes by its buttons or Escape, never by itself and not by a click beside it. */
export function Dialog({ isOpen, onClose, title, children, confirm, close, isWide = false }: Props) {
  const say = useWords(uiWords)
  return (
    <ModalOverlay
      className={styles.veil ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={false}
    >
      <Modal className={`scroll raised ${styles.modal} ${isWide ? styles.wide : ''}`}>
        <Root className={styles.dialog ?? ''}>
          <Heading slot="title" className={`fs-14 bold ${styles.title}`}>
            {title}
          </Heading>
          <div className={`mt-4 soft fs-13 ${styles.text}`}>{children}</div>
          {confirm ? <FirstFocus /> : null}
          <div className={`flex justify-end gap-8 ${styles.actions}`}>
            <Button onClick={onClose}>{close ?? say('dismiss')}</Button>
            {confirm ? (
              <Button look="primary" onClick={confirm.onConfirm}>
                {confirm.label}
              </Button>
            ) : null}
          </div>
        </Root>
      </Modal>
    </ModalOverlay>
  )
}

const FIELDS = ':is(input, textarea, select, button):not([tabindex="-1"], :disabled)'

/**
 * Gives the first field the focus, or the button that closes the dialog if there is none: a user who opened the dialog
 * by a key goes on by keys. A field that takes the focus by itself keeps it; on a touch screen the keyboard would hide
 * the question.
 */
function FirstFocus() {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const dialog = place.current?.parentElement
    if (!dialog || dialog.contains(document.activeElement) || matchMedia('(pointer: coarse)').matches) return
    const first = dialog.querySelector<HTMLElement>(FIELDS)
    first?.focus({ preventScroll: true })
    // Typing replaces the value that the field already has, as after Tab.
    if (first instanceof HTMLInputElement) first.select()
  }, [])
  return <span ref={place} hidden />
}
