import { memo } from 'react'
import { formatNumber } from '../format/number.ts'
import { useWords } from '../language.ts'
import { uiWords } from '../words.data.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { Line } from './lines.ts'
import { ROLES } from './roles.data.ts'

type Props<Row> = {
  readonly id: string
  /** Counted from the head, which is 1. */
  readonly place: number
  readonly line: Line<Row>
  readonly columns: readonly Column<Row>[]
  /** Two lines a row, as on a phone. */
  readonly isNarrow: boolean
  readonly isActive: boolean
  readonly isSelected: boolean
  /** No longer among the rows, and kept in its place until the others are loaded. */
  readonly isGone: boolean
  readonly edge: 'serious' | 'critical' | undefined
  /** How many a group has, in words. */
  readonly counted?: ((count: number) => string) | undefined
}

/** The head of a group, or one row; drawn again only when it changes, since a table scrolls through thousands. */
export const TableLine = memo(PlainLine) as typeof PlainLine

function PlainLine<Row>({ line, ...props }: Props<Row>) {
  // Cells hold words: they are drawn again in another language.
  useWords(uiWords)
  return line.kind === 'group' ? <Group line={line} {...props} /> : <Cells row={line.row} {...props} />
}

type GroupProps = Pick<Props<object>, 'place' | 'counted'> & {
  readonly line: Extract<Line<never>, { readonly kind: 'group' }>
  readonly columns: readonly unknown[]
}

function Group({ line: { title, count }, place, columns, counted }: GroupProps) {
  return (
    <tr {...ROLES.row} aria-rowindex={place} className={styles.group}>
      <th {...ROLES.group} colSpan={columns.length} scope="rowgroup">
        <b>{title}</b>
        {counted?.(count) ?? formatNumber(count, { decimals: 0 })}
      </th>
    </tr>
  )
}

type CellsProps<Row> = Omit<Props<Row>, 'line'> & { readonly row: Row }

function Cells<Row>({ row, id, place, columns, isNarrow, isActive, isSelected, isGone, edge }: CellsProps<Row>) {
  const classes = [
    styles.row,
    isNarrow ? styles.narrow : '',
    isActive ? styles.active : '',
    isGone ? styles.gone : '',
    edge ? styles[edge] : '',
  ]
  return (
    <tr id={id} {...ROLES.row} aria-rowindex={place} aria-selected={isSelected} className={classes.join(' ')}>
      {columns.map(({ id: column, align, narrow, cell }) => (
        <td
          key={column}
          {...ROLES.cell}
          className={isNarrow ? styles[narrow ?? 'identity'] : align === 'end' ? styles.end : undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
