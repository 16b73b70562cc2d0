import { memo } from 'react'
import { Icon } from '../button/icon.tsx'
import { formatNumber } from '../format/number.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { Groups, Line } from './lines.ts'
import { ROLES } from './roles.data.ts'

type Props<Row> = {
  readonly id: string
  /** The number of the line, counted from the head, which is 1. */
  readonly place: number
  readonly line: Line<Row>
  readonly columns: readonly Column<Row>[]
  /** True if a row has two lines, as on a phone. */
  readonly isNarrow: boolean
  readonly isActive: boolean
  readonly isSelected: boolean
  /** True if the row was removed from the data, and stays in its place until the new rows are loaded. */
  readonly isGone: boolean
  readonly edge: 'serious' | 'critical' | undefined
  readonly headOf?: Groups<Row>['headOf']
  /** True if groups can be folded. */
  readonly canFold: boolean
}

/** Shows the head of a group, or one row; renders again only when it changes, because a table scrolls through thousands of rows. */
export const TableLine = memo(PlainLine) as typeof PlainLine

function PlainLine<Row>({ line, ...props }: Props<Row>) {
  // Cells contain words, so they render again in another language.
  useWords(uiWords)
  return line.kind === 'group' ? <Group line={line} {...props} /> : <Cells row={line.row} {...props} />
}

type GroupProps<Row> = Omit<Props<Row>, 'line'> & { readonly line: Extract<Line<Row>, { readonly kind: 'group' }> }

function Group<Row>({ line, id, place, columns, isActive, headOf, canFold }: GroupProps<Row>) {
  const { name, rows, isFolded } = line
  return (
    <tr id={id} {...ROLES.row} aria-rowindex={place} className={`${styles.group} ${isActive ? styles.active : ''}`}>
      <th
        {...ROLES.group}
        colSpan={columns.length}
        scope="rowgroup"
        aria-expanded={canFold ? !isFolded : undefined}
        className={canFold ? styles.foldable : undefined}
      >
        {canFold ? <Icon name="down" /> : null}
        {headOf?.(name, rows) ?? (
          <>
            <b>{name}</b> {formatNumber(rows.length, { decimals: 0 })}
          </>
        )}
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
