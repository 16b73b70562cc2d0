import { Heading, Modal, ModalOverlay, Dialog as Root } from 'react-aria-components'
import { Button } from '../button/button.tsx'
import { Icon } from '../button/icon.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import styles from './sheet.module.css'

type Props = {
  readonly title: string
  /** A note beside the title, in small type. */
  readonly note?: React.ReactNode
  readonly onClose: () => void
  readonly children: React.ReactNode
  /** The foot stays visible below the scrolling part: it has the last remarks, and the actions, of which the last is the primary one. */
  readonly foot: React.ReactNode
  readonly actions: React.ReactNode
}

/** Shows a dialog as large as the page below the bar, for work that needs the full screen. Its actions always stay on the screen. */
export function Sheet({ title, note, onClose, children, foot, actions }: Props) {
  const say = useWords(uiWords)
  return (
    <ModalOverlay
      data-alone
      className={`fixed inset-0 ${styles.veil}`}
      isOpen
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={false}
    >
      <Modal className={`absolute ${styles.modal}`}>
        <Root className={`stack h-full panel no-outline ${styles.sheet}`}>
          <header className={`row flex-none gap-10 line-bottom nowrap head-h ${styles.head}`}>
            <Heading slot="title" className="fs-15 bold">
              {title}
            </Heading>
            {note ? <span className="min-w-0 clip muted fs-13 ellipsis">{note}</span> : null}
            <span className="grow" />
            <Button look="icon" aria-label={say('close', { what: title })} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className="stack grow min-h-0 scroll visible-paper">{children}</div>
          <footer className={`row flex-none gap-8-16 pad-8 line-top ${styles.foot}`}>
            <div className={`grow min-w-0 soft fs-13 lh-18 ${styles.said}`}>{foot}</div>
            <div className={`flex gap-8 no-paper ${styles.actions}`}>{actions}</div>
          </footer>
        </Root>
      </Modal>
    </ModalOverlay>
  )
}
