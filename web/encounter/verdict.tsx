import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { meaningOf, type StatusMeaning } from '../ui/status/status-meaning.ts'
import { StatusWord } from '../ui/status/status-word.tsx'
import styles from './verdict.module.css'

type Props = {
  readonly result: Screening['result']
  /** The status, if it says more than the result alone. */
  readonly meaning?: StatusMeaning
  readonly sentence: string
  readonly note: string
  readonly isBusy?: boolean
  readonly actions?: React.ReactNode
}

/** Shows the result of a search or a screening on one line: "nothing found" is not the same as "nothing searched". */
export function EncounterVerdict({
  result,
  meaning = meaningOf('screening', result),
  sentence,
  note,
  isBusy = false,
  actions,
}: Props) {
  return (
    <div className="flex wrap items-baseline line-bottom pad-12 gap-4-16">
      <div className="flex wrap items-baseline grow gap-4-16" aria-busy={isBusy} role="status">
        <StatusWord {...meaning} />
        <p className={`grow fs-16 medium ${styles.sentence}`}>{sentence}</p>
        <span className="muted fs-12">{note}</span>
      </div>
      {actions}
    </div>
  )
}
