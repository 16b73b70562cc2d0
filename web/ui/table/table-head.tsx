import { useRef } from 'react'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { SortStep } from './layout.ts'
import type { Widths } from './needed-widths.ts'
import { ROLES } from './roles.data.ts'
import type { ColumnState } from './use-columns.ts'

type Props<Row> = {
  readonly state: ColumnState<Row>
  readonly sorting: readonly SortStep[]
  /** Is called with `add` if Shift is pressed: the column then orders the rows that are equal in the columns before it. */
  readonly onSort: (column: Column<Row>, add: boolean) => void
  readonly measure: React.RefCallback<HTMLTableSectionElement>
}

const SAID = { asc: 'ascending', desc: 'descending' } as const
const STEP_PX = 8

/**
 * Shows the heads of the columns, each with its unit. The head of a sorted column has an arrow, and the edge of a head changes the width.
 */
export function TableHead<Row>({ state, sorting, onSort, measure }: Props<Row>) {
  const { shown, isNarrow, resize } = state
  const row = useRef<HTMLTableRowElement>(null)
  /** Returns the widths as they are drawn now: a table that fills its place is wider than the sum of its columns' widths. */
  const measured = () =>
    new Map(shown.map(({ id }, place) => [id, row.current?.cells[place]?.getBoundingClientRect().width ?? 0]))
  const onKeyDown = (event: React.KeyboardEvent, id: string) => {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
    if (step === undefined || !event.shiftKey || isNarrow) return
    event.preventDefault()
    const widths = measured()
    resize(widths.set(id, (widths.get(id) ?? 0) + step), true)
  }
  return (
    <thead ref={measure} {...ROLES.rows}>
      <tr ref={row} {...ROLES.row} className={isNarrow ? styles.narrowHead : undefined}>
        {shown.map((column) => {
          const { id, align, narrow } = column
          const place = sorting.findIndex((one) => one.id === id)
          const direction = place < 0 ? undefined : sorting[place]?.desc ? 'desc' : 'asc'
          return (
            <th
              key={id}
              {...ROLES.head}
              scope="col"
              // If a row has two lines, columns have no separate widths.
              data-column={isNarrow ? undefined : id}
              className={isNarrow ? styles[narrow ?? 'identity'] : align === 'end' ? styles.end : undefined}
              aria-sort={direction ? SAID[direction] : 'none'}
            >
              <SortButton
                column={column}
                direction={direction}
                rank={sorting.length > 1 ? place + 1 : 0}
                onSort={onSort}
                onKeyDown={onKeyDown}
              />
              {isNarrow ? null : <Grip id={id} measured={measured} resize={resize} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type ButtonProps<Row> = Pick<Props<Row>, 'onSort'> & {
  readonly column: Column<Row>
  readonly direction: 'asc' | 'desc' | undefined
  /** The position of this column in a sort by several columns. */
  readonly rank: number
  readonly onKeyDown: (event: React.KeyboardEvent, id: string) => void
}

function SortButton<Row>({ column, direction, rank, onSort, onKeyDown }: ButtonProps<Row>) {
  const { id, title, unit } = column
  return (
    <button
      type="button"
      className={`muted fs-12 ${styles.sort}`}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      onKeyDown={(event) => onKeyDown(event, id)}
      onClick={(event) => onSort(column, event.shiftKey)}
    >
      <span className={styles.words} title={title} data-words>
        {title}
      </span>{' '}
      {unit ? <span className="muted fs-12">{unit}</span> : null}
      {direction ? (
        <span aria-hidden="true" data-arrow>
          {direction === 'asc' ? '↑' : '↓'}
          {rank > 0 ? <span className="muted fs-12">{rank}</span> : null}
        </span>
      ) : null}
    </button>
  )
}

type GripProps = {
  readonly id: string
  readonly measured: () => Map<string, number>
  readonly resize: (widths: Widths, done: boolean) => void
}

/** Shows the edge of a head, which is dragged; keys and the menu of columns also set the width. */
function Grip({ id, measured, resize }: GripProps) {
  const start = useRef<{ readonly x: number; readonly widths: Widths }>(undefined)
  const widthsAt = (x: number) => {
    const { x: from = x, widths } = start.current ?? {}
    return new Map(widths).set(id, Math.max(STEP_PX, (widths?.get(id) ?? 0) + x - from))
  }
  return (
    <span
      className={`absolute ${styles.grip}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, widths: measured() }
      }}
      onPointerMove={(event) => (start.current ? resize(widthsAt(event.clientX), false) : undefined)}
      onPointerUp={(event) => {
        resize(widthsAt(event.clientX), true)
        start.current = undefined
      }}
    />
  )
}
