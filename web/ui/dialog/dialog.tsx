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
  readonly close?: string
  /** As wide as the screen allows, for what is seen side by side. */
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
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ''}`}>
        <Root className={styles.dialog ?? ''}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.text}>{children}</div>
          <div className={styles.actions}>
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
