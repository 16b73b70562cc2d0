import { ToastRegion } from '../ui/dialog/toast-region.tsx'
import { fetchedOf, useFetched } from '../ui/page/fetched.ts'
import { LEVEL_WORDS } from '../ui/status/status-symbol.tsx'
import { holdToast, releaseToast } from './fresh-to-unread.ts'
import { keepClear } from './keep-clear.ts'
import { headingOf, levelOf, type Notice } from './notice.ts'
import { actionOf, moveNotifications, useToasts } from './notifications.ts'
import styles from './toasts.module.css'
import { Unbroken } from './unbroken.tsx'

// The words of all findings are 16 kB, so they are fetched separately; a notice of the page itself, for example that the server is away,
// has its own words.
const findings = fetchedOf(async () => (await import('./notice-in-words.ts')).inWords)

/**
 * Returns notifications in the language of the reader. A notification with a finding is shown as it was sent until the words of the
 * findings are loaded.
 */
function useInWords(notices: readonly Notice[]): readonly Notice[] {
  const { value: inWords, hasFailed } = useFetched(
    findings,
    notices.some(({ finding }) => finding),
  )
  if (inWords) return notices.map(inWords)
  return hasFailed ? notices : notices.filter(({ finding }) => !finding)
}

/** Shows the newest of the fresh notifications, each for 12 seconds (spec §4). The bell counts the others. */
export function Toasts() {
  const shown = useInWords(useToasts().shown)
  return (
    <div ref={keepClear} className={`no-print absolute top-0 ${styles.place}`}>
      <ToastRegion
        toasts={shown.map((one) => ({
          id: one.id,
          level: levelOf(one),
          levelWord: LEVEL_WORDS[levelOf(one)],
          title: headingOf(one),
          message: <Unbroken text={one.message} />,
          action: actionOf(one.id),
        }))}
        onClose={(id) => moveNotifications([id], 'read')}
        onHold={holdToast}
        onRelease={releaseToast}
      />
    </div>
  )
}
