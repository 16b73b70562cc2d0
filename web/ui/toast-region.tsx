import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { useWords } from './language.ts'
import { type Level, StatusSymbol } from './status-symbol.tsx'
import styles from './toast-region.module.css'
import { uiWords } from './words.data.ts'

export type Toast = {
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly message: string
  readonly action?: { readonly label: string; readonly onAction: () => void }
}
type Props = {
  /** Newest first; four at most are shown. */
  readonly toasts: readonly Toast[]
  readonly onClose: (id: string) => void
  /** The pointer or the focus is on it: its time stands still. */
  readonly onHold?: (id: string) => void
  readonly onRelease?: (id: string) => void
}

const AT_MOST = 4

/** What just happened, said once; shows what it is given and keeps no time of its own. */
export function ToastRegion({ toasts, onClose, onHold, onRelease }: Props) {
  const say = useWords(uiWords)
  return (
    <section className={styles.region} aria-label={say('newNotifications')}>
      <div role="status">
        <ol className={styles.list}>
          {toasts.slice(0, AT_MOST).map(({ id, level, title, message, action }) => (
            <li
              key={id}
              className={styles.toast}
              onPointerEnter={() => onHold?.(id)}
              onPointerLeave={() => onRelease?.(id)}
              onFocus={() => onHold?.(id)}
              onBlur={() => onRelease?.(id)}
            >
              <StatusSymbol level={level} />
              <div className={styles.text}>
                <b>{title}</b>
                <p>{message}</p>
              </div>
              {action ? (
                <Button look="quiet" onClick={action.onAction}>
                  {action.label}
                </Button>
              ) : null}
              <Button look="quiet" aria-label={say('close', { what: title })} onClick={() => onClose(id)}>
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
