import { Button } from '../../ui/button.tsx'
import { useWords } from '../../ui/language.ts'
import { isNew } from './acknowledge.ts'
import type { EventRow } from './event-row.ts'
import styles from './page.module.css'
import { conjunctionsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly isBusy: boolean
  readonly onAcknowledge: (rows: readonly EventRow[]) => void
  readonly onClear: () => void
}

/** What can be done to several events at once. */
export function Selection({ rows, isBusy, onAcknowledge, onClear }: Props) {
  const t = useWords(conjunctionsWords)
  const waiting = rows.filter(isNew)
  if (rows.length === 0) return null
  return (
    <span className={styles.selection}>
      <output>{t('selected', { count: rows.length })}</output>
      <Button disabled={waiting.length === 0 || isBusy} onClick={() => onAcknowledge(waiting)}>
        {t('acknowledgeMany', { count: waiting.length })}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </span>
  )
}
