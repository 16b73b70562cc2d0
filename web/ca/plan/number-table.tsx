import { Scroll } from '../../ui/page/scroll.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import styles from './plan.module.css'

type NumberRow = {
  /** Where names are not different. */
  readonly id?: string
  readonly name: string
  readonly cells: readonly React.ReactNode[]
}
type Props = {
  /** Above the names, where they have a name of their own. */
  readonly corner?: string
  readonly head: readonly { readonly id: string; readonly content: React.ReactNode }[]
  readonly rows: readonly NumberRow[]
  /** The column that is looked at. */
  readonly selectedId?: string
  /** Five columns have room in the pane of a candidate: what has blanks in it takes two lines. */
  readonly isDense?: boolean
  /** Rows of one line, as low as they can be read: what stands below is to be seen as well. */
  readonly isLow?: boolean
}

/** Numbers side by side: a name at the left of each row, a column for each thing compared. */
export function NumberTable({ corner = '', head, rows, selectedId, isDense = false, isLow = false }: Props) {
  return (
    <Scroll>
      <PlainTable
        rows={rows}
        columns={[
          { id: 'name', title: corner, isRowHead: true, cell: ({ name }) => name },
          ...head.map(
            ({ id, content }, place): PlainColumn<NumberRow> => ({
              id,
              title: id,
              head: content,
              align: 'end',
              className: id === selectedId ? styles.chosen : undefined,
              cell: ({ cells }) => cells[place],
            }),
          ),
        ]}
        idOf={({ id = '', name }) => id || name}
        isSmall
        className={`${styles.numbers} ${isDense ? styles.dense : ''} ${isLow ? styles.low : ''}`}
      />
    </Scroll>
  )
}
