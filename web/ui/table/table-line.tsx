import { memo } from 'react'
import { formatNumber } from '../format/number.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { Line } from './lines.ts'

type Props<Row> = {
  readonly id: string
  /** Counted from the head, which is 1. */
  readonly place: number
  readonly line: Line<Row>
  readonly columns: readonly Column<Row>[]
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly edge: 'serious' | 'critical' | undefined
}

/** The head of a group, or one row; drawn again only when it changes, since a table scrolls through thousands. */
export const TableLine = memo(PlainLine) as typeof PlainLine

function PlainLine<Row>({ id, place, line, columns, isActive, isSelected, edge }: Props<Row>) {
  if (line.kind === 'group')
    return (
      <tr aria-rowindex={place} className={styles.group}>
        <th colSpan={columns.length} scope="rowgroup">
          {line.title} <span className={styles.unit}>{formatNumber(line.count, { decimals: 0 })}</span>
        </th>
      </tr>
    )
  const classes = [styles.row, isActive ? styles.active : '', edge ? styles[edge] : '']
  return (
    <tr id={id} aria-rowindex={place} aria-selected={isSelected} className={classes.join(' ')}>
      {columns.map(({ id: column, align, cell }) => (
        <td key={column} className={align === 'end' ? styles.end : undefined}>
          {cell(line.row)}
        </td>
      ))}
    </tr>
  )
}
