import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import styles from './plan.module.css'
import { blackoutNote, sizeText, stateMeaning, verdictMeaning } from './plan-state.ts'

// Several tables of plans use these columns, each with its own title.

export const stateColumn = <P extends Plan>(title: string | undefined): PlainColumn<P> => ({
  id: 'state',
  title,
  isUnbroken: true,
  cell: (plan) => <StatusWord {...stateMeaning(plan.state)} />,
})

/** Returns a column with a time of the plan, in two lines where it is narrow. */
export const timeColumn = <P extends Plan>(
  name: 'ignitionEpoch' | 'commitAt',
  title: string,
  priority = 1,
): PlainColumn<P> => ({
  id: name,
  title,
  priority,
  className: styles.when,
  cell: ({ [name]: at }) => <WholeWords text={formatInstant(Date.parse(at))} />,
})

export const sizeColumn = <P extends Plan>(title: string, priority = 1): PlainColumn<P> => ({
  id: 'size',
  title,
  priority,
  align: 'end',
  cell: (plan) => (plan.drag === null ? formatNumber(plan.totalDeltaVMagnitude, { decimals: 4 }) : sizeText(plan)),
})

/** Returns a column with the result of the screening, and with blackouts that the plan meets. */
export const verdictColumn = <P extends Plan>(title: string, priority = 1): PlainColumn<P> => ({
  id: 'verdict',
  title,
  priority,
  isUnbroken: true,
  cell: (plan) => (
    <>
      <StatusWord {...verdictMeaning(plan.screening)} />
      {blackoutNote(plan) === undefined ? null : <small>{blackoutNote(plan)}</small>}
    </>
  ),
})

/** Shows the name of a plan; a click on it selects the plan. */
export function PlanName({ name, label, isSelected, onSelect }: NameProps) {
  return (
    <button
      type="button"
      className={`link-button nowrap left pad-y-4 ${styles.name}`}
      aria-pressed={isSelected}
      aria-label={label}
      onClick={onSelect}
    >
      {name}
    </button>
  )
}

type NameProps = {
  readonly name: string
  readonly label?: string
  readonly isSelected: boolean
  readonly onSelect: () => void
}
