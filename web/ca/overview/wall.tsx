import { useNow } from '../../clock/clock.ts'
import { useWords } from '../../ui/language.ts'
import { driftAt } from './drift.ts'
import styles from './overview.module.css'
import { overviewWords } from './words.data.ts'

/**
 * Shows the screen as on a wall as long as it stands on it: larger, without controls, and moved by a few pixels every few
 * minutes, so that nothing burns in. The frame goes by what the document says of itself, as it does with the theme.
 */
export function Wall({ onLeave }: { readonly onLeave: () => void }) {
  const t = useWords(overviewWords)
  const drift = driftAt(useNow('fiveMinutes'))
  return (
    <p
      className={styles.leave}
      ref={() => {
        const root = document.documentElement
        const onKey = ({ key }: KeyboardEvent) => (key === 'Escape' ? onLeave() : undefined)
        root.dataset.wall = String(drift)
        addEventListener('keydown', onKey)
        return () => {
          delete root.dataset.wall
          removeEventListener('keydown', onKey)
        }
      }}
    >
      {t('wallLeave')}
    </p>
  )
}
