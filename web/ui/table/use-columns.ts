import { useMemo, useState } from 'react'
import { useMedia } from '../page/size.ts'
import { type Column, fittingColumns, narrowColumns, needsTwoLines, yieldingWidths } from './column.ts'
import { type ColumnPlace, chosenColumns, formatColumns, parseColumns, type TableLayout, toWidth } from './layout.ts'
import type { CellNeeds, Widths } from './needed-widths.ts'

export type ColumnState<Row> = {
  /** The same array as long as the same columns are shown, so that a new width does not render rows again. */
  readonly shown: readonly Column<Row>[]
  /** The columns for which there is no room, in their order; columns that the user has hidden are not among them. */
  readonly hidden: readonly Column<Row>[]
  /** True if rows have two lines, as on a phone. */
  readonly isNarrow: boolean
  readonly widthOf: (column: Column<Row>) => number
  /** The width of the complete table, if the user has set the widths. */
  readonly totalPx: number | undefined
  /** Is called while the edge of a head is dragged; `done` stores the widths. */
  readonly resize: (widths: Widths, done: boolean) => void
}
type ColumnOptions<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
  /** The available width. */
  readonly widthPx: number
  readonly needs: CellNeeds
}

/** Returns the columns that are shown, and their widths. */
export function useColumns<Row>({ columns, layout, onLayout, widthPx, needs }: ColumnOptions<Row>): ColumnState<Row> {
  const [dragged, setDragged] = useState<Widths>()
  const isPhone = useMedia('(width <= 760px)')
  const narrow = useMemo(() => narrowColumns(columns), [columns])
  const known = useMemo(() => columns.map(({ id }) => id), [columns])
  const places = useMemo(() => parseColumns(layout.columns, known), [layout.columns, known])
  const ids = places && formatColumns(places.map(({ id }) => ({ id })))
  const chosen = useMemo(() => chosenColumns(columns, parseColumns(ids, known)), [columns, ids, known])
  const least = useMemo(
    () =>
      ({ id, widthPx: usual, isYielding }: Column<Row>) =>
        Math.max(usual, needs.least.get(id) ?? 0, (isYielding ? needs.names.get(id) : undefined) ?? 0),
    [needs],
  )
  const isNarrow = narrow.length > 0 && (isPhone || (widthPx > 0 && needsTwoLines(chosen, widthPx, least)))
  const isChosen = ids !== undefined
  const shown = useMemo(() => {
    if (isNarrow) return narrow
    // If the user has chosen the columns, all are visible, and the table scrolls sideways if there is no room.
    return isChosen ? chosen : fittingColumns(chosen, widthPx, least)
  }, [isNarrow, narrow, isChosen, chosen, widthPx, least])
  const hidden = useMemo(() => chosen.filter((column) => !shown.includes(column)), [chosen, shown])
  const wanted = (column: Column<Row>) =>
    Math.max(dragged?.get(column.id) ?? widthAt(places, column.id) ?? column.widthPx, needs.least.get(column.id) ?? 0)
  const whole = (column: Column<Row>) => Math.max(wanted(column), needs.names.get(column.id) ?? 0)
  const isSized = dragged !== undefined || (places?.some((place) => place.widthPx !== undefined) ?? false)
  const given = yieldingWidths(shown, widthPx, wanted, whole)
  const widthOf = (column: Column<Row>) => (isSized ? undefined : given.get(column.id)) ?? wanted(column)
  const sum = shown.reduce((total, column) => total + widthOf(column), 0)
  return {
    shown,
    hidden,
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
