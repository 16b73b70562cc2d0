import { useMemo, useState } from 'react'
import { useMedia } from '../size.ts'
import { type Column, narrowColumns } from './column.ts'
import { type ColumnPlace, formatColumns, parseColumns, shownColumns, type TableLayout, toWidth } from './layout.ts'

type Widths = ReadonlyMap<string, number>
export type ColumnState<Row> = {
  /** The same array while the same columns are shown, so that rows are not drawn again for a width. */
  readonly shown: readonly Column<Row>[]
  /** Rows have two lines, as on a phone. */
  readonly isNarrow: boolean
  readonly widthOf: (column: Column<Row>) => number
  /** The width of the whole table, where somebody set the widths. */
  readonly totalPx: number | undefined
  /** While a head's edge is dragged; `done` keeps the widths. */
  readonly resize: (widths: Widths, done: boolean) => void
}
type Asked<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  readonly widthPx: number
}

/** Which columns are shown, and how wide they are. */
export function useColumns<Row>({ columns, layout, onLayout, widthPx }: Asked<Row>): ColumnState<Row> {
  const [dragged, setDragged] = useState<Widths>()
  const isPhone = useMedia('(width <= 760px)')
  const narrow = useMemo(() => narrowColumns(columns), [columns])
  const isNarrow = isPhone && narrow.length > 0
  const known = useMemo(() => columns.map(({ id }) => id), [columns])
  const places = useMemo(() => parseColumns(layout.columns, known), [layout.columns, known])
  const ids = places && formatColumns(places.map(({ id }) => ({ id })))
  const shown = useMemo(
    () => (isNarrow ? narrow : shownColumns(columns, parseColumns(ids, known), widthPx)),
    [isNarrow, narrow, columns, known, ids, widthPx],
  )
  const widthOf = ({ id, widthPx: usual }: Column<Row>) => dragged?.get(id) ?? widthAt(places, id) ?? usual
  const isSized = dragged !== undefined || (places?.some((place) => place.widthPx !== undefined) ?? false)
  const sum = shown.reduce((total, column) => total + widthOf(column), 0)
  return {
    shown,
    isNarrow,
    widthOf,
    totalPx: isSized || sum > widthPx ? sum : undefined,
    resize: (widths, done) => {
      setDragged(done ? undefined : widths)
      if (!done) return
      const next = shown.map(({ id }) => ({ id, widthPx: toWidth(widths.get(id) ?? Number.NaN) }))
      onLayout({ ...layout, columns: formatColumns(next) })
    },
  }
}

function widthAt(places: readonly ColumnPlace[] | undefined, id: string): number | undefined {
  return places?.find((place) => place.id === id)?.widthPx
}
