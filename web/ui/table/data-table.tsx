import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import { useSize } from '../size.ts'
import { type Column, compareValues, fittingColumns } from './column.ts'
import styles from './data-table.module.css'
import { type Line, lineAfterKey, linesOf } from './lines.ts'
import { TableHead } from './table-head.tsx'
import { TableLine } from './table-line.tsx'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: {} })
const DEFAULT_ROW_PX = 28
const HEAD_PX = 28
const OVERSCAN = 12

type Props<Row> = {
  readonly label: string
  /** In the order that breaks ties. */
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly groupOf?: (row: Row) => string
  /** The edge of a row that needs somebody. */
  readonly edgeOf?: (row: Row) => 'serious' | 'critical' | undefined
  readonly initialSort?: SortingState
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onOpen: (row: Row) => void
}

/** Many rows of numbers: sorted by their heads, moved through by keys, drawn only where they are seen (ux.md R7). */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, idOf, groupOf, selected, onSelect, onOpen, edgeOf } = props
  const scroller = useRef<HTMLDivElement>(null)
  const name = useId()
  const [measureWidth, { width }] = useSize<HTMLDivElement>()
  const [measureRow, { height: rowPx }] = useSize<HTMLDivElement>()
  const [active, setActive] = useState<string>()
  const table = useSorted(props)
  const sorted = table.getRowModel().rows
  const lines = useMemo(
    () =>
      linesOf(
        sorted.map((row) => row.original),
        { idOf, groupOf },
      ),
    [sorted, idOf, groupOf],
  )
  const shown = useMemo(() => fittingColumns(columns, width), [columns, width])
  const linePx = rowPx || DEFAULT_ROW_PX
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    getItemKey: (place) => lines[place]?.key ?? place,
    scrollPaddingStart: HEAD_PX,
    overscan: OVERSCAN,
  })
  const onClick = (event: React.MouseEvent) => {
    const line = lineUnder(event, lines)
    if (!line) return
    setActive(line.key)
    onSelect(event.ctrlKey || event.metaKey ? toggled(selected, line.key) : new Set([line.key]))
  }
  const onDoubleClick = (event: React.MouseEvent) => {
    const line = lineUnder(event, lines)
    if (line) onOpen(line.row)
  }
  const items = virtual.getVirtualItems()
  const activeAt = lines.findIndex(({ key }) => key === active)
  const pageLines = () => (scroller.current?.clientHeight ?? 0) / linePx - 1
  const goTo = (to: number) => {
    setActive(lines[to]?.key)
    virtual.scrollToIndex(to)
  }
  const isActiveDrawn = items.some(({ index }) => index === activeAt)
  return (
    <div ref={scroller} className={styles.scroller}>
      <div ref={measureWidth} className={styles.width} />
      <div ref={measureRow} className={styles.probe} />
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table moved through by keys.
        role="grid"
        className={styles.table}
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-multiselectable
        aria-activedescendant={isActiveDrawn ? `${name}-${activeAt}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => onKey(event, { lines, active, pageLines, selected, onSelect, onOpen }, goTo)}
        onFocus={() => setActive(active ?? lines.find(({ kind }) => kind === 'row')?.key)}
      >
        <colgroup>
          {shown.map(({ id, widthPx }) => (
            <col key={id} style={{ width: widthPx }} />
          ))}
        </colgroup>
        <TableHead columns={shown} sorting={table.state.sorting} onSort={(id, add) => sort(table, id, add)} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the table, which has the focus. */}
        <tbody onClick={onClick} onDoubleClick={onDoubleClick}>
          <Space height={items[0]?.start ?? 0} span={shown.length} />
          {items.map(({ index, key }) => {
            const line = lines[index]
            if (!line) return null
            return (
              <TableLine
                key={key}
                id={`${name}-${index}`}
                place={index + 2}
                line={line}
                columns={shown}
                isActive={index === activeAt}
                isSelected={selected.has(line.key)}
                edge={line.kind === 'row' ? edgeOf?.(line.row) : undefined}
              />
            )
          })}
          <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} span={shown.length} />
        </tbody>
      </table>
    </div>
  )
}

type Keys<Row> = Pick<Props<Row>, 'selected' | 'onSelect' | 'onOpen'> & {
  readonly lines: readonly Line<Row>[]
  readonly active: string | undefined
  readonly pageLines: () => number
}

/** Enter opens, Space selects, the others move; keys pressed in a part of a row are its own. */
function onKey<Row>(event: React.KeyboardEvent, { lines, active, ...how }: Keys<Row>, go: (to: number) => void): void {
  if (event.target !== event.currentTarget) return
  const at = lines.findIndex(({ key }) => key === active)
  const line = lines[at]
  const to = lineAfterKey(lines, at, event.key, Math.floor(how.pageLines()))
  if (event.key === 'Enter' && line?.kind === 'row') how.onOpen(line.row)
  else if (event.key === ' ' && line) how.onSelect(toggled(how.selected, line.key))
  else if (to !== at) go(to)
  else if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return
  event.preventDefault()
}

/** The row that the pointer is on; its number counts from the head, which is 1. */
function lineUnder<Row>({ target }: React.MouseEvent, lines: readonly Line<Row>[]) {
  const row = target instanceof Element ? target.closest('tr') : null
  const line = lines[Number(row?.ariaRowIndex) - 2]
  return line?.kind === 'row' ? line : undefined
}

/** Stands for the rows that are not drawn. */
function Space({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no row, it only takes their room.
    <tr role="presentation" className={styles.space}>
      <td role="presentation" colSpan={span} style={{ height }} />
    </tr>
  )
}

function useSorted<Row extends object>({ rows, columns, idOf, initialSort = [] }: Props<Row>) {
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, title, value }): ColumnDef<typeof features, Row> => ({
          id,
          header: title,
          accessorFn: value,
          sortUndefined: 'last',
          sortFn: (a, b) => compareValues(value(a.original), value(b.original)),
        }),
      ),
    [columns],
  )
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    enableSortingRemoval: false,
    initialState: { sorting: initialSort },
  })
}

function sort<Row extends object>(table: ReturnType<typeof useSorted<Row>>, id: string, add: boolean): void {
  table.getColumn(id)?.toggleSorting(undefined, add)
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key])
}
