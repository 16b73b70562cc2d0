import { useWords } from '../text/language.ts'
import { KeyValues } from '../value/key-values.tsx'
import { uiWords } from '../words.data.ts'
import type { Column } from './column.ts'
import styles from './hidden-values.module.css'

type Props<Row> = {
  readonly hidden: readonly Column<Row>[]
  readonly shown: readonly Column<Row>[]
  /** The current row: the row that the keys have reached, else a selected row, else the first. */
  readonly row: Row
}

/** Shows the values of one row in the columns that have no room. */
export function HiddenValues<Row>({ hidden, shown, row }: Props<Row>) {
  const say = useWords(uiWords)
  const identity = shown.find(({ narrow }) => narrow === 'identity') ?? shown[0]
  const name = identity?.value(row)
  return (
    <>
      <h3 className={`fs-13 medium break-anywhere ${styles.title}`}>{say('hiddenOf', { row: String(name ?? '') })}</h3>
      <KeyValues
        rows={hidden.map(({ title, unit, cell }) => [unit ? `${title}, ${unit}` : title, cell(row)] as const)}
      />
      <p className={`muted fs-12 ${styles.note}`}>{say('hiddenWhy')}</p>
    </>
  )
}
