import { isNew } from '../../../shell/status/acknowledge.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { EventRow } from '../event-row.ts'
import { conjunctionsWords } from '../words.data.ts'
import { MOST_COMPARED } from './compare/compared.ts'
import { canAssign } from './record-step.ts'

type Props = {
  readonly rows: readonly EventRow[]
  readonly isBusy: boolean
  readonly onAcknowledge: (rows: readonly EventRow[]) => void
  readonly onAssign: () => void
  readonly onCompare: () => void
  readonly onClear: () => void
}

/** The actions on several events at once; the menu beside them exports the events. */
export function Selection({ rows, isBusy, onAcknowledge, onAssign, onCompare, onClear }: Props) {
  const t = useWords(conjunctionsWords)
  const waiting = rows.filter(({ event }) => isNew(event))
  const canCompare = rows.length > 1 && rows.length <= MOST_COMPARED
  return (
    <span className="row flex-none gap-8 fs-13">
      <output>{t('selected', { count: rows.length })}</output>
      <Button disabled={waiting.length === 0 || isBusy} onClick={() => onAcknowledge(waiting)}>
        {t('acknowledgeMany', { count: waiting.length })}
      </Button>
      <Button disabled={!rows.some(canAssign) || isBusy} onClick={onAssign}>
        {t('assign')}
      </Button>
      <Button
        disabled={!canCompare}
        title={canCompare ? undefined : t('compareTwo', { most: MOST_COMPARED })}
        onClick={onCompare}
      >
        {t('compare')}
      </Button>
      <Button look="quiet" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </span>
  )
}
