import { Heading, Modal, ModalOverlay, Dialog as Root } from 'react-aria-components'
import { Button } from '../button/button.tsx'
import { Icon } from '../button/icon.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './sheet.module.css'

type Props = {
  readonly title: string
  /** Beside the title, in small type. */
  readonly note?: React.ReactNode
  readonly onClose: () => void
  readonly children: React.ReactNode
  /** Stays in sight below what scrolls: what is left to say, and the actions, the primary one last. */
  readonly foot: React.ReactNode
  readonly actions: React.ReactNode
}

/** A dialog as large as the page below the bar, for work that needs the whole screen. Its actions never leave the screen. */
export function Sheet({ title, note, onClose, children, foot, actions }: Props) {
  const say = useWords(uiWords)
  return (
    <ModalOverlay
      data-alone
      className={styles.veil ?? ''}
      isOpen
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={false}
    >
      <Modal className={styles.modal ?? ''}>
        <Root className={styles.sheet ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            {note ? <span className={styles.note}>{note}</span> : null}
            <span className={styles.space} />
            <Button look="icon" aria-label={say('close', { what: title })} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className={styles.body}>{children}</div>
          <footer className={styles.foot}>
            <div className={styles.said}>{foot}</div>
            <div className={styles.actions}>{actions}</div>
          </footer>
        </Root>
      </Modal>
    </ModalOverlay>
  )
}
