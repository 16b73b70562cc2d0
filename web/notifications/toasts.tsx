import { ToastRegion } from '../ui/dialog/toast-region.tsx'
import { fetchedOf, useFetched } from '../ui/page/fetched.ts'
import { useMedia } from '../ui/page/size.ts'
import { LEVEL_WORDS } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { toastsOf } from './book.ts'
import { holdToast, releaseToast } from './fresh-to-unread.ts'
import { headingOf, levelOf, type Notice } from './notice.ts'
import { actionOf, moveNotifications, shownAtOnce, useNotices } from './notifications.ts'
import styles from './toasts.module.css'
import { Unbroken } from './unbroken.tsx'
import { notifyWords } from './words.data.ts'

/** Nobody reads more of them at once (ux.md §3.3), and on a phone they cover what they are about. */
const MOST_TOASTS = 4
const MOST_TOASTS_ON_PHONES = 1

// The words of all findings weigh 16 kB; what a page raises itself, as that the server is away, brings its own.
const findings = fetchedOf(async () => (await import('./told-in-words.ts')).inWords)

/** In the language of the reader, one that is told by a finding from when its words are there; without them as it was sent. */
function useInWords(notices: readonly Notice[]): readonly Notice[] {
  const { value: inWords, hasFailed } = useFetched(
    findings,
    notices.some(({ finding }) => finding),
  )
  if (inWords) return notices.map(inWords)
  return hasFailed ? notices : notices.filter(({ finding }) => !finding)
}

/** What just happened: the fresh notifications, the newest of them, each for 12 seconds (spec §4). */
export function Toasts() {
  const t = useWords(notifyWords)
  const atMost = useMedia('(width <= 600px)') ? MOST_TOASTS_ON_PHONES : MOST_TOASTS
  const fresh = toastsOf(useNotices())
  const atOnce = shownAtOnce(fresh, atMost)
  const shown = useInWords(atOnce)
  const rest = fresh.length - atOnce.length
  return (
    <div className={styles.place}>
      <ToastRegion
        toasts={shown.map((one) => ({
          id: one.id,
          level: levelOf(one),
          levelWord: LEVEL_WORDS[levelOf(one)],
          title: headingOf(one),
          message: <Unbroken text={one.message} />,
          action: actionOf(one.id),
        }))}
        more={rest > 0 ? t('moreToasts', { count: rest }) : undefined}
        onClose={(id) => moveNotifications([id], 'read')}
        onHold={holdToast}
        onRelease={releaseToast}
      />
    </div>
  )
}
