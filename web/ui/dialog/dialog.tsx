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
  /** The action, named by a verb, at the right; if undefined, the dialog can only be closed. */
  readonly confirm?: { readonly label: string; readonly onConfirm: () => void } | undefined
  readonly close?: string | undefined
  /** True if the dialog is as wide as the screen allows, for contents that are compared side by side. */
  readonly isWide?: boolean
}

/** Shows a question that needs an answer: it closes by its buttons or Escape, never by itself and not by a click beside it. */
export function Dialog({ isOpen, onClose, title, children, confirm, close, isWide = false }: Props) {
  const say = useWords(uiWords)
  return (
    <ModalOverlay
      className={`grid fixed inset-0 ${styles.veil}`}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={false}
    >
      <Modal className={`scroll raised ${styles.modal} round-2 pop ${isWide ? styles.wide : ''}`}>
        <Root className={`no-outline ${styles.dialog}`}>
          <Heading slot="title" className="fs-14 bold m-0">
            {title}
          </Heading>
          <div className={`mt-4 soft fs-13 lh-20 ${styles.text}`}>{children}</div>
          {confirm ? <FirstFocus /> : null}
          <div className="flex justify-end gap-8 mt-16 no-paper">
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
 * Gives the focus to the first field, or to the closing button if there is no field: a user who opened the dialog by a key continues by
 * keys. A field that takes the focus by itself keeps it. On a touch screen no field gets the focus, because the keyboard would hide the
 * question.
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
