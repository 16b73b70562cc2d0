import { Button } from '../button/button.tsx'
import { Icon } from '../button/icon.tsx'
import { type Level, StatusSymbol } from '../status/status-symbol.tsx'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import { focusNeighbour } from './focus-neighbour.ts'
import styles from './toast-region.module.css'

export type Toast = {
  readonly id: string
  readonly level: Level
  /** The name of the level, for users who do not see the shape. */
  readonly levelWord?: string
  readonly title: string
  readonly message: React.ReactNode
  readonly action?: undefined | { readonly label: string; readonly onAction: () => void }
}
type Props = {
  /** The toasts, newest first; all are shown. */
  readonly toasts: readonly Toast[]
  readonly onClose: (id: string) => void
  /** Is called when the pointer or the focus is on the toast, so that its time stops. */
  readonly onHold?: (id: string) => void
  readonly onRelease?: (id: string) => void
}

/** Announces the latest results, each once. It shows the given toasts and does not time them. */
export function ToastRegion({ toasts, onClose, onHold, onRelease }: Props) {
  const say = useWords(uiWords)
  return (
    <section className={`no-print ${styles.region}`} aria-label={say('newNotifications')} tabIndex={-1} data-toasts>
      {/* Each new toast is read out, and the remaining toasts are not read out again. */}
      <div role="status" aria-atomic="false" aria-relevant="additions">
        <ol className="stack gap-8">
          {toasts.map(({ id, level, levelWord, title, message, action }) => (
            <li
              key={id}
              className={`flex items-baseline gap-10 raised fs-13 round-2 pop ${styles.toast}`}
              onPointerEnter={() => onHold?.(id)}
              onPointerLeave={() => onRelease?.(id)}
              onFocus={() => onHold?.(id)}
              onBlur={() => onRelease?.(id)}
            >
              <StatusSymbol level={level} {...(levelWord ? { label: levelWord } : {})} />
              <div className={`grow min-w-0 break-anywhere lh-20 ${styles.text}`}>
                <b>{title}</b>
                <p>{message}</p>
              </div>
              {action ? (
                <Button look="quiet" onClick={action.onAction}>
                  {action.label}
                </Button>
              ) : null}
              <Button
                look="quiet"
                aria-label={say('close', { what: title })}
                data-closes="toast"
                onClick={(event) => {
                  focusNeighbour(event, '[data-toasts]')
                  onClose(id)
                }}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
