import { fileValue, type PlainColumn } from './column.ts'
import styles from './plain-table.module.css'

type Props<Row> = {
  readonly label?: string | undefined
  /** The caption above the table. */
  readonly caption?: string
  readonly rows: readonly Row[]
  /** Rows below a line that sum up the others. */
  readonly foot?: readonly Row[]
  readonly columns: readonly PlainColumn<NoInfer<Row>>[]
  readonly idOf: (row: Row) => string
  readonly isSelected?: (row: Row) => boolean
  readonly rowClass?: (row: Row) => string | undefined
  /**
   * The layout of a row on a phone: a card with one value per line, a card with two values per line, or the head of the row on its own line
   * above its other columns.
   */
  readonly phone?: 'cards' | 'pairs' | 'stacked'
  /** True for many columns beside each other, in smaller letters. */
  readonly isSmall?: boolean
  readonly className?: string | undefined
}

const joined = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** Shows a few rows that are not sorted or selected by keys: in the given order, with each column as it is defined. */
export function PlainTable<Row>(props: Props<Row>) {
  const { label, caption, rows, foot = [], idOf, phone, isSmall, className } = props
  const columns = props.columns.filter(({ title }) => title !== undefined)
  const below = columns.filter(({ priority = 1, isRowHead }) => priority === 1 && !isRowHead).length
  const lines = (some: readonly Row[]) =>
    some.map((row, place) => <Line key={idOf(row)} table={props} columns={columns} row={row} place={place} />)
  return (
    <table
      className={joined(styles.table, isSmall ? 'fs-13' : 'fs-14', phone && styles[phone], className)}
      style={phone === 'stacked' ? ({ '--below': below } as React.CSSProperties) : undefined}
      aria-label={label}
    >
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{lines(rows)}</tbody>
      {foot.length === 0 ? null : <tfoot>{lines(foot)}</tfoot>}
    </table>
  )
}

function classOf<Row>(column: PlainColumn<Row>, span: number, more?: string) {
  const { align, priority = 1, isRowHead, isUnbroken, className } = column
  // A cell across several columns stays, whichever of these columns are removed.
  const leaves = span > 1 || priority === 1 ? undefined : priority > 2 ? styles.leavesTablet : styles.leavesPhone
  return joined(leaves, align && styles.end, isRowHead && styles.lead, isUnbroken && styles.unbroken, className, more)
}

function Head<Row>({ column }: { readonly column: PlainColumn<Row> }) {
  const { title, isTitleHidden, head = title, unit, sort } = column
  if (head === '') return <td className={classOf(column, 1)} />
  return (
    <th scope="col" aria-sort={sort} className={classOf(column, 1)}>
      {isTitleHidden ? <span className="visually-hidden">{head}</span> : head}
      {unit ? <span className="muted fs-12"> {unit}</span> : null}
      {sort ? (sort === 'descending' ? ' ↓' : ' ↑') : null}
    </th>
  )
}

type LineProps<Row> = {
  readonly table: Props<Row>
  readonly columns: readonly PlainColumn<NoInfer<Row>>[]
  readonly row: Row
  readonly place: number
}

function Line<Row>({ table: { isSelected, rowClass }, columns, row, place }: LineProps<Row>) {
  const cells: React.ReactNode[] = []
  for (let at = 0; at < columns.length; ) {
    const column = columns[at] as PlainColumn<Row>
    const { id, title, isTitleHidden, isRowHead, cell = () => fileValue(column, row) } = column
    const span = column.span?.(row) ?? 1
    const shared = { colSpan: span === 1 ? undefined : span, className: classOf(column, span, column.classOf?.(row)) }
    cells.push(
      isRowHead ? (
        <th key={id} scope="row" {...shared}>
          {cell(row, place)}
        </th>
      ) : (
        <td key={id} data-name={isTitleHidden ? undefined : title} {...shared}>
          {cell(row, place)}
        </td>
      ),
    )
    at += span
  }
  return (
    <tr className={rowClass?.(row)} data-selected={isSelected?.(row) ? '' : undefined}>
      {cells}
    </tr>
  )
}
