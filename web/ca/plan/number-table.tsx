import { Scroll } from '../../ui/page/scroll.tsx'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import styles from './plan.module.css'

type NumberRow = {
  /** The ID of the row, needed if names are not unique. */
  readonly id?: string
  readonly name: string
  readonly cells: readonly React.ReactNode[]
}
type Props = {
  /** The head above the column of names, if there is one. */
  readonly corner?: string
  readonly head: readonly { readonly id: string; readonly content: React.ReactNode }[]
  readonly rows: readonly NumberRow[]
  /** The selected column. */
  readonly selectedId?: string
  /** True if five columns have to fit into the pane of a candidate: text with spaces takes two lines. */
  readonly isDense?: boolean
  /** True for rows of one line with the smallest readable height, so that the content below is visible as well. */
  readonly isLow?: boolean
}

/** Shows numbers side by side: a name at the left of each row, and a column for each compared item. */
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
              className: id === selectedId ? 'picked' : undefined,
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
