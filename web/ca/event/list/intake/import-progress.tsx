import type { ImportDetail, ImportRow } from '@apsis/contract/ca/message/import.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { formatNumber } from '../../../../ui/format/number.ts'
import { Skeleton } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { importRowsQuery, MOST_ROWS, saveReport } from './import-query.ts'
import { ImportRows } from './import-rows.tsx'
import styles from './intake.module.css'
import { intakeWords } from './words.data.ts'

type Props = { readonly of: ImportDetail; readonly onClose: () => void }

const VERDICTS = [undefined, 'accepted', 'duplicate', 'refused'] as const

/** Shows the progress of an import, and the results of its messages so far. */
export function ImportProgress({ of, onClose }: Props) {
  const t = useWords(intakeWords)
  const [status, setStatus] = useState<ImportRow['status']>()
  const rows = useQuery(importRowsQuery(of.importId, status))
  const count = (value: number) => formatNumber(value, { decimals: 0 })
  const { accepted, duplicate, refused, messages, list } = of
  const done = accepted + duplicate + refused
  const arrived = list.filter(({ state }) => state !== 'MISSING').length
  const matching = status === undefined ? done : of[status]
  return (
    <>
      <p className={styles.stage}>
        <b>{t(of.state)}</b>{' '}
        {t('far', {
          done: count(done),
          messages: count(messages),
          arrived: count(arrived),
          files: count(list.length),
        })}
      </p>
      <progress
        className={`w-full ${styles.bar}`}
        aria-label={t('import')}
        max={Math.max(1, list.length)}
        value={shareOf(of)}
      />
      <p className={`medium ${styles.sum}`} role="status">
        {t('sum', { accepted: count(accepted), duplicate: count(duplicate), refused: count(refused) })}
      </p>
      <div className="flex wrap justify-between fs-13 gap-4-16 my-4">
        <label>
          {t('show')}{' '}
          <select
            value={status ?? ''}
            onChange={({ currentTarget: { value } }) => setStatus(VERDICTS.find((one) => (one ?? '') === value))}
          >
            {VERDICTS.map((one) => (
              <option key={one ?? ''} value={one ?? ''}>
                {t(one ?? 'all')}
              </option>
            ))}
          </select>
        </label>
        <span>
          {t('report')}{' '}
          <Button look="quiet" onClick={() => void saveReport(of.importId, 'csv')}>
            CSV
          </Button>
          <Button look="quiet" onClick={() => void saveReport(of.importId, 'json')}>
            JSON
          </Button>
        </span>
      </div>
      {rows.data ? <ImportRows rows={rows.data} onClose={onClose} /> : <Skeleton rows={4} />}
      {matching > MOST_ROWS ? <p>{t('cut', { shown: count(MOST_ROWS), of: count(matching) })}</p> : null}
    </>
  )
}

/** Returns the number of finished files, plus for each other file the share of its finished messages. */
function shareOf({ list }: ImportDetail): number {
  return list.reduce((sum, { state, messages, accepted, duplicate, refused }) => {
    if (state === 'DONE') return sum + 1
    return messages === 0 ? sum : sum + (accepted + duplicate + refused) / messages
  }, 0)
}
