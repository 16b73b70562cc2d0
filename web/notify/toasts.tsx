import { ToastRegion } from '../ui/dialog/toast-region.tsx'
import { useMedia } from '../ui/page/size.ts'
import { LEVEL_WORDS } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import { toastsOf } from './book.ts'
import { holdToast, releaseToast } from './fresh-to-unread.ts'
import { headingOf, levelOf } from './notice.ts'
import { actionOf, moveNotifications, shownAtOnce, useNotices } from './notifications.ts'
import styles from './toasts.module.css'
import { inWords } from './told-in-words.ts'
import { Unbroken } from './unbroken.tsx'
import { notifyWords } from './words.data.ts'

/** Nobody reads more of them at once (ux.md §3.3), and on a phone they cover what they are about. */
const MOST_TOASTS = 4
const MOST_TOASTS_ON_PHONES = 1

/** What just happened: the fresh notifications, the newest of them, each for 12 seconds (spec §4). */
export function Toasts() {
  const t = useWords(notifyWords)
  const atMost = useMedia('(width <= 600px)') ? MOST_TOASTS_ON_PHONES : MOST_TOASTS
  const fresh = toastsOf(useNotices())
  const shown = shownAtOnce(fresh, atMost).map(inWords)
  const rest = fresh.length - shown.length
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
