import { type ColumnDef, createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../format/number.ts'
import { usePrinting } from '../page/printing.ts'
import { PHONE, useMedia, useSize } from '../page/size.ts'
import { preference } from '../preference/preference.ts'
import { useWords } from '../text/language.ts'
import { uiWords } from '../words.data.ts'
import { type Column, compareValues } from './column.ts'
import styles from './data-table.module.css'
import { useHeldRows } from './held-rows.ts'
import { formatSort, parseSort, type SortStep, sortedBy, type TableLayout } from './layout.ts'
import { type Groups, headAbove, isStop, keyOfGroup, type Line, lineAfterKey, linesOf } from './lines.ts'
import { useNeededWidths } from './needed-widths.ts'
import { tellNoRoom } from './no-room.ts'
import { ROLES } from './roles.data.ts'
import { TableHead } from './table-head.tsx'
import { TableLine } from './table-line.tsx'
import { useColumns } from './use-columns.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: {} })

const DEFAULT_ROW_PX = 28
const DEFAULT_HEAD_PX = 28
const OVERSCAN_ROWS = 8
/** The maximum number of printed lines of a table: longer tables should be files. */
const MOST_ON_PAPER = 1_000
const NO_ROOM = { abovePx: 0, belowPx: 0 }

/** The maximum number of lines of a table that scrolls with its page. All of them are drawn: with more, a phone would not respond. */
const MOST_FLOWING = 300
const NO_SORT: readonly SortStep[] = []

type Props<Row> = {
  readonly label: string
  /** The rows; when they are sorted, this order decides between equal values. */
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly groupOf?: ((row: Row) => string) | undefined
  readonly groups?: Groups<Row> | undefined
  /** Returns the colour of the edge of a row on which somebody has to act. */
  readonly edgeOf?: (row: Row) => 'serious' | 'critical' | undefined
  readonly initialSort?: readonly SortStep[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** True if a click adds a row to the selected ones, or removes it, as with Ctrl. */
  readonly isPicking?: boolean
  readonly onOpen: (row: Row) => void
  /** Is called with the row that the keys have reached. */
  readonly onActive?: ((row: Row) => void) | undefined
  /** Columns, widths and sort, from the address or from `useStoredLayout`; if undefined, the table keeps its own layout. */
  readonly layout?: TableLayout | undefined
  readonly onLayout?: ((layout: TableLayout) => void) | undefined
  /** True if the table scrolls with its page on a phone, so that there is no scrolling part inside another. */
  readonly flowsOnPhone?: boolean
  /** A text that identifies the query of the rows: while it stays the same, new rows wait until they are loaded. */
  readonly hold?: string | undefined
}

/** Shows many rows of numbers: sorted by their heads, reached by keys, and drawn only where they are visible (ux.md R7). */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, rows, columns, idOf, groupOf, groups, hold } = props
  const name = useId()
  const { measureWidth, measureCells, state, sort, onSort } = useShownColumns(props)
  const { shown, hidden, isNarrow, widthOf, totalPx } = state
  const { lines, gone, fresh, load } = useLines({ rows, columns, idOf, groupOf, groups, hold, sort })
  const isPhone = useMedia(PHONE)
  const isPrinting = usePrinting()
  const say = useWords(uiWords)
  const isFlowing = isPhone && props.flowsOnPhone === true && lines.length <= MOST_FLOWING
  const drawn = useDrawnLines(lines, isFlowing)
  const hand = useHand(props, lines, drawn)
  const { row } = hand
  useLayoutEffect(() => {
    tellNoRoom(columns, { ids: hidden.map(({ id }) => id), isNarrow, row })
  }, [columns, hidden, isNarrow, row])
  const isActiveDrawn = drawn.items.some(({ index }) => index === hand.activeAt)
  return (
    <div className={`stack grow min-w-0 min-h-0 relative ${styles.place}`} data-flowing={isFlowing || undefined}>
      <div ref={drawn.scroller} className={`grow min-h-0 scroll relative ${styles.scroller}`}>
        <div ref={measureWidth} className={`sticky w-full ${styles.width}`} />
        <div ref={drawn.measureGroup} className={styles.probe} />
        <div ref={drawn.measureRow} className={isNarrow ? styles.narrowProbe : styles.probe} />
        <table
          ref={measureCells}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table moved through by keys.
          role="grid"
          className={`${styles.table} ${isNarrow ? styles.narrowTable : ''}`}
          // Cells may contain more text if a row has two lines.
          data-lines={isNarrow ? 'two' : 'one'}
          data-picking={props.isPicking || undefined}
          style={{ width: isNarrow ? undefined : totalPx }}
          aria-label={label}
          aria-rowcount={lines.length + 1}
          aria-multiselectable
          aria-activedescendant={isActiveDrawn ? `${name}-${hand.activeAt}` : undefined}
          tabIndex={0}
          onKeyDown={hand.onKeyDown}
          onFocus={hand.onFocus}
        >
          {isNarrow ? null : (
            <colgroup>
              {shown.map((column) => (
                <col key={column.id} style={{ width: widthOf(column) }} />
              ))}
            </colgroup>
          )}
          <TableHead state={state} sorting={sort} onSort={onSort} measure={drawn.measureHead} />
          <Body
            table={props}
            name={name}
            lines={lines}
            columns={shown}
            isNarrow={isNarrow}
            gone={gone}
            hand={hand}
            drawn={drawn}
          />
        </table>
      </div>
      <Waiting fresh={fresh} gone={gone.size} onLoad={load} />
      {isPrinting && hidden.length > 0 ? (
        <p className="flex-none pad-6 line-top muted fs-12">
          {say('printedColumns', { names: hidden.map(({ title }) => title).join(', ') })}
        </p>
      ) : null}
      {drawn.isCutShort ? <CutShort lines={lines} printed={drawn.items.length} /> : null}
    </div>
  )
}

/** Returns the columns that fit, the order of the rows, and the effect of pressing a head. */
function useShownColumns<Row extends object>(props: Props<Row>) {
  const { rows, columns, initialSort = NO_SORT } = props
  const [measureWidth, { width }] = useSize<HTMLDivElement>()
  const [layout, setLayout] = useLayout(props)
  const [measureCells, needs, measureAgain] = useNeededWidths()
  const state = useColumns({ columns, layout, onLayout: setLayout, widthPx: width, needs })
  const { shown, widthOf, totalPx } = state
  // Widths that a user has set may be too narrow on purpose, so nothing is measured again for them.
  const places = totalPx === undefined ? `${width} ${shown.map(widthOf).join(' ')}` : ''
  useLayoutEffect(() => {
    if (places !== '') measureAgain()
  }, [places, measureAgain])
  // The boxes of picked rows take room from the first column.
  const isPicking = props.isPicking ?? false
  useLayoutEffect(() => {
    if (isPicking) measureAgain()
  }, [isPicking, measureAgain])
  const sort = useMemo(
    () =>
      parseSort(
        layout.sort,
        columns.map(({ id }) => id),
      ) ?? initialSort,
    [layout.sort, columns, initialSort],
  )
  const onSort = (column: Column<Row>, add: boolean) => {
    const how = { add, descFirst: rows.some((row) => typeof column.value(row) === 'number') }
    setLayout({ ...layout, sort: formatSort(sortedBy(sort, column.id, how)) })
  }
  return { measureWidth, measureCells, state, sort, onSort }
}

/** Returns the line that keys and clicks have reached, and the handlers that start from it. */
function useHand<Row extends object>(
  props: Props<Row>,
  lines: readonly Line<Row>[],
  { virtual, pageLines }: DrawnLines,
) {
  const { groups, selected, onSelect, onOpen } = props
  const [active, setActive] = useState<string>()
  const onFold = groups?.onFold
  const fold = onFold
    ? (name: string) => {
        setActive(keyOfGroup(name))
        onFold(name)
      }
    : undefined
  const goTo = (to: number) => {
    const line = lines[to]
    setActive(line?.key)
    if (line?.kind === 'row') props.onActive?.(line.row)
    virtual.scrollToIndex(to)
  }
  const rowAt = (key: string | undefined) => lines.find((line) => line.kind === 'row' && line.key === key)
  const line = rowAt(active) ?? rowAt([...selected][0]) ?? lines.find(({ kind }) => kind === 'row')
  return {
    activeAt: active === undefined ? -1 : lines.findIndex(({ key }) => key === active),
    /** The row whose hidden columns the foot shows. */
    row: line?.kind === 'row' ? line.row : undefined,
    canFold: fold !== undefined,
    onKeyDown: (event: React.KeyboardEvent) =>
      onKey(event, { lines, active, pageLines, selected, onSelect, onOpen, fold }, goTo),
    // Before any key was pressed the keys start at the row that is shown beside the table, not at the first row.
    onFocus: () => setActive(active ?? rowAt([...selected][0])?.key ?? lines.find(isStop)?.key),
    onClick: (event: React.MouseEvent) => {
      const line = lineUnder(event, lines)
      if (!line) return
      if (line.kind === 'group') return fold?.(line.name)
      setActive(line.key)
      onSelect(event.ctrlKey || event.metaKey || props.isPicking ? toggled(selected, line.key) : new Set([line.key]))
    },
    onDoubleClick: (event: React.MouseEvent) => {
      const line = lineUnder(event, lines)
      if (line?.kind === 'row') onOpen(line.row)
    },
  }
}

type BodyProps<Row extends object> = {
  readonly table: Props<Row>
  readonly name: string
  readonly lines: readonly Line<Row>[]
  readonly columns: readonly Column<Row>[]
  readonly isNarrow: boolean
  readonly gone: ReadonlySet<string>
  readonly hand: Hand<Row>
  readonly drawn: DrawnLines
}

/** Draws the visible lines, between the room for the lines above and below them. */
function Body<Row extends object>({ table, name, lines, columns, isNarrow, gone, hand, drawn }: BodyProps<Row>) {
  const { items, room } = drawn
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the table, which has the focus.
    <tbody {...ROLES.rows} onClick={hand.onClick} onDoubleClick={hand.onDoubleClick}>
      <Space height={room.abovePx} span={columns.length} />
      {items.map(({ index, key }) => {
        const line = lines[index]
        if (!line) return null
        return (
          <TableLine
            key={key}
            id={`${name}-${index}`}
            place={index + 2}
            line={line}
            columns={columns}
            isNarrow={isNarrow}
            isActive={index === hand.activeAt}
            isSelected={table.selected.has(line.key)}
            isGone={gone.has(line.key)}
            headOf={table.groups?.headOf}
            canFold={hand.canFold}
            edge={line.kind === 'row' ? table.edgeOf?.(line.row) : undefined}
          />
        )
      })}
      <Space height={room.belowPx} span={columns.length} />
    </tbody>
  )
}

type WaitingProps = {
  readonly fresh: number
  readonly gone: number
  readonly onLoad: () => void
}

/** Shows `4 new – load` above the rows, so that no row moves. */
function Waiting({ fresh, gone, onLoad }: WaitingProps) {
  const say = useWords(uiWords)
  const parts = [
    ...(fresh > 0 ? [say('newRows', { count: fresh })] : []),
    ...(gone > 0 ? [say('goneRows', { count: gone })] : []),
  ]
  return (
    <div role="status" className={`absolute ${styles.waiting}`}>
      {parts.length === 0 ? null : (
        <button type="button" onClick={onLoad}>
          {parts.join(', ')} – {say('load')}
        </button>
      )}
    </div>
  )
}

type CutShortProps<Row> = { readonly lines: readonly Line<Row>[]; readonly printed: number }

/** Shows on paper that the table has more rows. */
function CutShort<Row>({ lines, printed }: CutShortProps<Row>) {
  const say = useWords(uiWords)
  const rowsOf = (some: readonly Line<Row>[]) =>
    formatNumber(some.filter(({ kind }) => kind === 'row').length, { decimals: 0 })
  return (
    <p className="flex-none pad-6 line-top muted fs-12">
      {say('printedRows', { count: rowsOf(lines.slice(0, printed)), all: rowsOf(lines) })}
    </p>
  )
}

function useLayout<Row>({ layout, onLayout }: Pick<Props<Row>, 'layout' | 'onLayout'>) {
  const [own, setOwn] = useState<TableLayout>({})
  return [layout ?? own, onLayout ?? setOwn] as const
}

type Keys<Row> = Pick<Props<Row>, 'selected' | 'onSelect' | 'onOpen'> & {
  readonly lines: readonly Line<Row>[]
  readonly active: string | undefined
  readonly pageLines: () => number
  readonly fold: ((name: string) => void) | undefined
}

/** Letters that act like arrows, for users who prefer them; like every key without Ctrl they can be switched off. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/**
 * Handles a key: Enter opens, Space selects, Left and Right fold and unfold, the others move. A key inside a part of a row is left to that
 * part.
 */
function onKey<Row>(event: React.KeyboardEvent, { lines, active, ...how }: Keys<Row>, go: (to: number) => void): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const key = (preference('shortcuts') === 'on' ? LETTERS[event.key] : undefined) ?? event.key
  const [shown] = active === undefined ? how.selected : [active]
  const at = lines.findIndex((line) => line.key === shown)
  const line = lines[at]
  const to = lineAfterKey(lines, at, key, Math.floor(how.pageLines()))
  const head = headAbove(lines, at)
  if (head && how.fold && isFoldKey(key, line)) how.fold(head.name)
  else if (key === 'Enter' && line?.kind === 'row') how.onOpen(line.row)
  else if (key === ' ' && line) how.onSelect(toggled(how.selected, line.key))
  else if (to !== at) go(to)
  else if (!['ArrowDown', 'ArrowUp'].includes(key)) return
  event.preventDefault()
}

function isFoldKey<Row>(key: string, line: Line<Row> | undefined): boolean {
  if (line?.kind !== 'group') return key === 'ArrowLeft'
  return key === 'Enter' || key === ' ' || key === (line.isFolded ? 'ArrowRight' : 'ArrowLeft')
}

/** Returns the line under the pointer; line numbers count from the head, which is 1. */
function lineUnder<Row>({ target }: React.MouseEvent, lines: readonly Line<Row>[]) {
  const row = target instanceof Element ? target.closest('tr') : null
  return lines[Number(row?.ariaRowIndex) - 2]
}

/** Fills the place of the rows that are not drawn. */
function Space({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is no row, it only takes their room.
    <tr role="presentation" className={styles.space}>
      <td role="presentation" colSpan={span} style={{ height }} />
    </tr>
  )
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key])
}

type Hand<Row extends object> = ReturnType<typeof useHand<Row>>

type DrawnLines = ReturnType<typeof useDrawnLines>

/**
 * Returns the lines that are drawn, with the heights of a row and of a group's head. On the screen these are the visible lines, with room
 * for the others. On paper, and in a table that is as long as its lines, these are all lines from the first, wherever the table was
 * scrolled to.
 */
function useDrawnLines<Row>(lines: readonly Line<Row>[], isWhole = false) {
  const scroller = useRef<HTMLDivElement>(null)
  const isOnPaper = usePrinting()
  const [measureRow, { height: rowPx }] = useSize<HTMLDivElement>()
  const [measureGroup, { height: groupPx }] = useSize<HTMLDivElement>()
  const [measureHead, { height: headPx }] = useSize<HTMLTableSectionElement>()
  const linePx = rowPx || DEFAULT_ROW_PX
  // The function changes only if the lines or their heights change, because a new function makes the virtualizer compute all places again.
  const getItemKey = useCallback(
    (place: number) => (linePx + groupPx > 0 ? (lines[place]?.key ?? place) : place),
    [lines, linePx, groupPx],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (lines[place]?.kind === 'group' ? groupPx || linePx : linePx),
    getItemKey,
    // Places are counted from below the head, which stays visible, so the visible part is smaller by the head's height.
    scrollPaddingEnd: headPx || DEFAULT_HEAD_PX,
    overscan: OVERSCAN_ROWS,
  })
  const seen = virtual.getVirtualItems()
  const pageLines = () => (scroller.current?.clientHeight ?? 0) / linePx - 1
  return {
    scroller,
    measureRow,
    measureGroup,
    measureHead,
    virtual,
    pageLines,
    items: isOnPaper || isWhole ? lines.slice(0, MOST_ON_PAPER).map(({ key }, index) => ({ key, index })) : seen,
    room:
      isOnPaper || isWhole
        ? NO_ROOM
        : { abovePx: seen[0]?.start ?? 0, belowPx: virtual.getTotalSize() - (seen.at(-1)?.end ?? 0) },
    isCutShort: isOnPaper && lines.length > MOST_ON_PAPER,
  }
}

type LineSources<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  readonly groupOf?: ((row: Row) => string) | undefined
  readonly groups?: Groups<Row> | undefined
  readonly hold?: string | undefined
  readonly sort: readonly SortStep[]
}
type Lines<Row> = {
  readonly lines: readonly Line<Row>[]
  readonly gone: ReadonlySet<string>
  readonly fresh: number
  readonly load: () => void
}

/**
 * Returns the lines of a table from top to bottom: sorted, in groups, and kept in their places while somebody reads. Rows that are equal in
 * the sort keep their given order.
 */
function useLines<Row extends object>(asked: LineSources<Row>): Lines<Row> {
  const { rows, columns, idOf, groupOf, groups: { compare, arrange, isFolded } = {}, hold, sort } = asked
  const { order, latest, gone, fresh, load } = useHeldRows({ rows, idOf, hold })
  const sorted = useSorted(order, { columns, idOf, sort })
  const lines = useMemo(
    () =>
      linesOf(
        sorted.map((row) => latest.get(row.id) ?? row.original),
        { idOf, groupOf, compare, arrange, isFolded },
      ),
    [sorted, latest, idOf, groupOf, compare, arrange, isFolded],
  )
  return { lines, gone, fresh, load }
}

type Sorting<Row> = Pick<LineSources<Row>, 'columns' | 'idOf' | 'sort'>

function useSorted<Row extends object>(data: readonly Row[], { columns, idOf, sort }: Sorting<Row>) {
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
  const sorting = useMemo(() => sort.map(({ id, desc }) => ({ id, desc })), [sort])
  const table = useTable({ features, columns: definitions, data, getRowId: idOf, state: { sorting } })
  return table.getRowModel().rows
}
