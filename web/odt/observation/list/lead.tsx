import type { ObservationRequest } from '@apsis/contract/odt/request/request.ts'
import { Until } from '../../../clock/until.tsx'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import styles from './observations.module.css'
import { rowsOf } from './rows.ts'
import { observationsWords } from './words.data.ts'

type Props = {
  /** The requests; undefined if they were not read. */
  readonly requests: readonly ObservationRequest[] | undefined
  readonly isFailed: boolean
}

/** Shows which requests are awaited, and which will not be fulfilled as requested. */
export function ObservationsLead({ requests, isFailed }: Props) {
  const t = useWords(observationsWords)
  const open = requests?.filter(({ isEnded }) => !isEnded) ?? []
  const overdue = open.filter(({ isOverdue }) => isOverdue).length
  const level = overdue > 0 ? 'serious' : open.length > 0 ? 'pending' : 'inactive'
  return (
    <div className="row wrap flex-none pad-10 line-bottom gap-4-24">
      <p className={`flex items-baseline grow gap-10 soft ${styles.sentence}`} role="status">
        <StatusSymbol level={level} size={14} />
        <span>
          {requests === undefined ? (
            t(isFailed ? 'failed' : 'reading')
          ) : overdue > 0 ? (
            <b>{t('leadOverdue', { count: overdue })}</b>
          ) : (
            <>
              <b>{open.length > 0 ? t('leadOpen', { count: open.length }) : t('leadQuiet')}</b>{' '}
              {open.length > 0 ? <Next open={open} /> : null}
            </>
          )}
        </span>
      </p>
    </div>
  )
}

function Next({ open }: { readonly open: readonly ObservationRequest[] }) {
  const t = useWords(observationsWords)
  const [first] = rowsOf(open, [])
    .filter(({ nextMs }) => nextMs !== undefined)
    .toSorted((a, b) => (a.nextMs ?? 0) - (b.nextMs ?? 0))
  if (first?.nextMs === undefined) return t('leadNoPass')
  const sensor = first.request.passes.find(({ start }) => Date.parse(start) === first.nextMs)?.sensorCode ?? ''
  return (
    <>
      {t('leadNext', { name: first.request.objectName, sensor })}, <Until at={first.nextMs} />
    </>
  )
}
