import type { Column } from './column.ts'
import styles from './data-table.module.css'

type Props<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly sorting: readonly { readonly id: string; readonly desc: boolean }[]
  /** With Shift, a further column breaks the ties of those before it. */
  readonly onSort: (id: string, add: boolean) => void
}

const SAID = { asc: 'ascending', desc: 'descending' } as const

/** The heads of the columns, each with its unit; the one that is sorted by has an arrow. */
export function TableHead<Row>({ columns, sorting, onSort }: Props<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, title, unit, align }) => {
          const place = sorting.findIndex((one) => one.id === id)
          const direction = place < 0 ? undefined : sorting[place]?.desc ? 'desc' : 'asc'
          return (
            <th
              key={id}
              scope="col"
              className={align === 'end' ? styles.end : undefined}
              aria-sort={direction ? SAID[direction] : 'none'}
            >
              <button type="button" className={styles.sort} onClick={(event) => onSort(id, event.shiftKey)}>
                {title}
                {unit ? <span className={styles.unit}>{unit}</span> : null}
                {direction ? <span aria-hidden="true">{direction === 'asc' ? ' ↑' : ' ↓'}</span> : null}
                {direction && sorting.length > 1 ? <span className={styles.unit}>{place + 1}</span> : null}
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
