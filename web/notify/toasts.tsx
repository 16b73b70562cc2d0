import { useWords } from '../ui/language.ts'
import { LEVEL_WORDS } from '../ui/status-symbol.tsx'
import { TOASTS_AT_MOST, ToastRegion } from '../ui/toast-region.tsx'
import { holdToast, releaseToast } from './ageing.ts'
import { toastsOf } from './book.ts'
import { headingOf, levelOf } from './notice.ts'
import { moveNotifications, useNotices } from './notifications.ts'
import styles from './toasts.module.css'
import { Unbroken } from './unbroken.tsx'
import { notifyWords } from './words.data.ts'

/** What just happened: the fresh notifications, the newest four of them, each for 12 seconds (spec §4). */
export function Toasts() {
  const t = useWords(notifyWords)
  const fresh = toastsOf(useNotices())
  const rest = fresh.length - TOASTS_AT_MOST
  return (
    <div className={styles.place}>
      <ToastRegion
        toasts={fresh.map((one) => ({
          id: one.id,
          level: levelOf(one),
          levelWord: LEVEL_WORDS[levelOf(one)],
          title: headingOf(one),
          message: <Unbroken text={one.message} />,
        }))}
        more={rest > 0 ? t('moreToasts', { count: rest }) : undefined}
        onClose={(id) => moveNotifications([id], 'read')}
        onHold={holdToast}
        onRelease={releaseToast}
      />
    </div>
  )
}
